/** The list of this device's last games. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { notePastGame, pastGames } from "../seat/past_games.js";
import { keepOf } from "./keep.js";

/** @param {number} number @param {Record<string, any>} [log] @param {Record<string, any>} [more] @returns {any} */
function table(number, log = {}, more = {}) {
  return {
    game: { log: { id: new Uint8Array(32).fill(number), seat: 0, ended: "played", fault: null, ...log } }, names: ["Anna", "Ben"],
    shown: { variant: "keilty" }, logLines: [{ entry: { e: "score", scores: [30, 105] } }], view: { position: { scores: [10, 20] } }, ...more,
  };
}

const verdict = (/** @type {"good" | "part" | "bad"} */ kind) => ({ kind, says: [] });

test("a game is kept once, with the points of each by place, and never becomes fairer than it was", () => {
  const keep = keepOf();
  notePastGame(keep, table(1), verdict("good"), 5000);
  const game = { log: "01".repeat(32), at: 5000, variant: "keilty", kind: "good", points: [["Ben", 105], ["Anna", 30]] };
  assert.deepEqual(pastGames(keep), [game]);
  notePastGame(keep, table(1, { fault: { check: "deck" } }), verdict("bad"), 6000);
  notePastGame(keep, table(1), verdict("good"), 7000);
  assert.deepEqual(pastGames(keep), [{ ...game, kind: "bad" }]);
  notePastGame(keep, table(2, {}, { shown: { variant: "crummy" } }), verdict("part"), 8000);
  assert.deepEqual(pastGames(keep)[0]?.points, [["Anna", 30], ["Ben", 105]], "in Crummy the fewest points win");
});

test("a game that was broken off has the points of its last round that counted", () => {
  const keep = keepOf();
  notePastGame(keep, table(1, { ended: "abandoned" }, { logLines: [{ entry: { e: "score", scores: [30, 105] } }, { entry: { e: "deal" } }] }), verdict("part"), 1);
  assert.deepEqual(pastGames(keep)[0]?.points, [["Ben", 20], ["Anna", 10]]);
});

test("games that go on and games that were only watched are not kept", () => {
  const keep = keepOf();
  notePastGame(keep, table(1, { ended: "" }), verdict("part"), 1);
  notePastGame(keep, table(2, { seat: null }), verdict("part"), 1);
  notePastGame(keep, table(3), null, 1);
  assert.deepEqual(pastGames(keep), []);
});

test("the newest twenty are kept", () => {
  const keep = keepOf();
  for (let number = 1; number <= 22; number += 1) notePastGame(keep, table(number), verdict("good"), number);
  assert.deepEqual(pastGames(keep).map(({ at }) => at), Array.from({ length: 20 }, (_one, at) => 22 - at));
});
