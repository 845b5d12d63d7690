/** What the browser keeps: room is made for it, and what finds none is not taken for kept. */

import assert from "node:assert/strict";
import { test } from "node:test";

/** @type {{ [name: string]: string }} */
const kept = {};
let most = Infinity;
const localStorage = Object.create({
  getItem: (/** @type {string} */ name) => kept[name] ?? null,
  removeItem: (/** @type {string} */ name) => delete kept[name],
  setItem(/** @type {string} */ name, /** @type {string} */ text) {
    const others = Object.entries(kept).filter(([one]) => one !== name).map(([, value]) => value);
    if ([...others, text].join("").length > most) throw new Error("QuotaExceededError");
    kept[name] = text;
  },
});
Object.assign(globalThis, { localStorage: new Proxy(localStorage, { ownKeys: () => Object.keys(kept), getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }) }) });
const { keep, noteLog, StoreFull, isKept } = await import("../client/browser_store.js");

test("old games make room, and what finds none is said", () => {
  assert.equal(isKept, true);
  keep.set("key", "00");
  for (const log of ["aa", "bb", "cc"]) {
    noteLog(log);
    keep.set(`log/${log}/own`, "x".repeat(100));
  }
  most = 350;
  keep.set("log/cc/own", "x".repeat(150));
  assert.deepEqual([keep.get("key"), keep.get("log/aa/own"), keep.get("log/cc/own")?.length], ["00", null, 150]);
  assert.throws(() => keep.set("log/cc/own", "x".repeat(400)), StoreFull);
  assert.equal(keep.get("log/cc/own")?.length, 150, "what was kept stays");
});
