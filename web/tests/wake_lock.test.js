/** The screen stays on while a round with a sealed deck runs. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { ScreenLock } from "../client/wake_lock.js";

/** Locks that are counted. */
function counted() {
  const count = { asked: 0, held: 0 };
  const request = async () => {
    count.asked += 1;
    count.held += 1;
    const lock = { released: false, release: async () => void ((lock.released = true), (count.held -= 1)) };
    last.lock = lock;
    return lock;
  };
  const last = { lock: /** @type {any} */ (null) };
  return { count, request, last };
}

test("one lock is held as long as it is wanted, and asked for again once the browser took it", async () => {
  const { count, request, last } = counted();
  const screen = new ScreenLock({ request });
  await Promise.all([screen.keep(true), screen.keep(true)]);
  await screen.keep(true);
  assert.deepEqual(count, { asked: 1, held: 1 });
  await last.lock.release();
  await screen.keep(true);
  assert.deepEqual(count, { asked: 2, held: 1 });
  await screen.keep(false);
  assert.deepEqual(count, { asked: 2, held: 0 });
});

test("what is not wanted any more when it comes is let go; a browser without locks, or that refuses, is no trouble", async () => {
  const { count, request } = counted();
  const screen = new ScreenLock({ request });
  await Promise.all([screen.keep(true), screen.keep(false)]);
  assert.equal(count.held, 0);
  await new ScreenLock(undefined).keep(true);
  const refused = new ScreenLock({ request: () => Promise.reject(new Error("hidden")) });
  await refused.keep(true);
  assert.equal(refused.held, null);
});
