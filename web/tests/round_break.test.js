/** In the break between two rounds a plain deck waits for its first part; a sealed one is mixed, and waits for the signature behind which cards come. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { give } from "../client/submitting.js";
import { isPausing } from "../client/table.js";

/** @param {boolean} isSealed @param {string} last the newest kind of entry @param {{ isOver?: boolean, root?: any }} [so] */
function inBreak(isSealed, last, { isOver = false, root = null } = {}) {
  let asked = 0;
  const ceremony = { owed: () => ((asked += 1), null) };
  const log = { seat: 0, last, state: { isSealed, hidden: isSealed ? { root } : null } };
  const table = /** @type {any} */ ({ isBehind: false, pauseUntil: Date.now() + (isOver ? -1 : 10_000), game: { log, ceremony, sealed: null } });
  give(/** @type {any} */ ({}), table, table.game);
  return { pauses: isPausing(table), gives: asked > 0 };
}

test("the deck that is mixed in the break waits for its signature alone", () => {
  assert.deepEqual(inBreak(false, "host-commit"), { pauses: true, gives: false });
  assert.deepEqual(inBreak(false, "host-commit", { isOver: true }), { pauses: false, gives: true });
  for (const last of ["host-commit", "commits", "shuffle", "keys"]) assert.deepEqual(inBreak(true, last), { pauses: true, gives: true }, last);
  assert.deepEqual(inBreak(true, "keys", { root: {} }), { pauses: true, gives: false });
  assert.deepEqual(inBreak(true, "keys", { root: {}, isOver: true }), { pauses: false, gives: true });
  assert.deepEqual(inBreak(true, "act"), { pauses: false, gives: true });
});
