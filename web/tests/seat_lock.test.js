/** Of the pages of one browser one plays: the others wait for it, or take over. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { SeatLock } from "../client/seat_lock.js";
import { keepOf } from "./keep.js";

/** Locks as the Web Locks API has them, of one name: granted in order, refused, taken away. */
class Locks {
  /** @type {{ grant: () => void, reject: (problem: Error) => void }[]} */
  queue = [];
  /** @type {((problem: Error) => void) | null} */
  holder = null;

  /** @param {string} _name @param {any} options @param {(lock: any) => any} work @returns {Promise<any>} */
  request(_name, { ifAvailable = false, steal = false, signal = null }, work) {
    return new Promise((resolve, reject) => {
      const grant = () => {
        this.holder = reject;
        void Promise.resolve(work({})).then(resolve);
      };
      if (steal) {
        this.holder?.(aborted());
        grant();
      } else if (!this.holder) grant();
      else if (ifAvailable) resolve(work(null));
      else {
        const one = { grant, reject };
        this.queue.push(one);
        signal?.addEventListener("abort", () => {
          this.queue = this.queue.filter((other) => other !== one);
          reject(aborted());
        });
      }
    });
  }

  /** The page that has the lock is closed. */
  close() {
    this.holder = null;
    this.queue.shift()?.grant();
  }
}

function aborted() {
  return Object.assign(new Error("aborted"), { name: "AbortError" });
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Two pages of one browser; what each of them was in. @param {Locks | undefined} locks */
async function pages(locks) {
  const keep = keepOf();
  /** @type {string[][]} */
  const states = [[], []];
  const made = [1, 2].map((number) => new SeatLock(/** @type {any} */ (locks), keep, () => 1000 * number, () => states[number - 1]?.push(made[number - 1]?.state ?? "")));
  for (const one of made) {
    void one.take();
    await settled();
  }
  return { first: /** @type {SeatLock} */ (made[0]), second: /** @type {SeatLock} */ (made[1]), states };
}

test("the second page waits, says which one has the seat, and gets it when that is closed", async () => {
  const locks = new Locks();
  const { first, second, states } = await pages(locks);
  assert.deepEqual([first.state, second.state, second.holderBegan], ["held", "waiting", 1000]);
  locks.close();
  await settled();
  assert.deepEqual(states, [["held"], ["waiting", "held"]]);
  assert.equal(first.holderBegan, 2000);
});

test("a page takes the seat over, and the one that had it waits; at no time do two have it", async () => {
  const locks = new Locks();
  const { first, second, states } = await pages(locks);
  for (const [one, other] of [[second, first], [first, second]]) {
    void one?.takeOver();
    await settled();
    assert.deepEqual([one?.state, other?.state], ["held", "waiting"]);
    assert.equal(locks.queue.length, 1, "who has the seat waits for it no more");
  }
  assert.deepEqual(states, [["held", "waiting", "held"], ["waiting", "held", "waiting"]]);
  locks.close();
  await settled();
  assert.equal(second.state, "held");
});

test("a browser without locks plays in each page, as the host lets it", async () => {
  const { first, second } = await pages(undefined);
  assert.deepEqual([first.state, second.state], ["held", "held"]);
});

test("a page that asks twice for the seat does not wait for itself", async () => {
  const { first, states } = await pages(new Locks());
  void first.take();
  await settled();
  assert.deepEqual([first.state, states[0]], ["held", ["held"]]);
});
