/** What the rows of docs/rules (rows.test.js) do not ask of the rules: how actions are spelled, hidden cards, and what a host waits for. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { cardOf } from "../core/cards.js";
import { readAction, wordText } from "../rules/actions.js";
import { lowestDraw } from "../rules/basic.js";
import { rulesOf } from "../rules/games.js";
import { KeiltyRound } from "../rules/keilty.js";
import { Illegal } from "../rules/round.js";
import { VARIETIES } from "../rules/varieties.js";
import { cards, roundAt } from "./rows.js";

/** Keilty rummy, where nobody knows a hand. */
const hidden = () => new KeiltyRound({ players: 2, starter: 0, pile: cards("6S"), shuffles: 0, idle: 1, hands: [1, 2].map(() => ({ known: new Set(), unknown: 10 })), stock: 31 });

test("Keilty rummy has no other actions, and they no other spelling", () => {
  const made = hidden();
  made.act(0, "draw");
  for (const text of ["", "draw ", "Draw", "throw 9c", "throw 9C 8C", "lay 4H on 02", "lay on 2", "take 6S", "throw 9C.0",
    "throw *1", "meld  5S", "rummy", "constructor", "turn", "take 6S trade 6S for *1", "meld 5S 6S *1=7S"]) assert.throws(() => made.act(0, text), Illegal, text);
  made.copy().act(0, "throw 9C");
  made.act(0, "meld 7S 8S 9S");
});

test("actions are read in the one spelling they have", () => {
  for (const text of ["draw", "take 6S", "take 7H.1", "take *1 lay 7H *1=8H on 2", "take 7H trade 7H for *1", "swap 7H on 3 lay *1=KD on 5", "swap 7H on 2",
    "contract 4H 5H 2C=6H 7H / 9C 9C 9S", "declare meld 2S 3S 4S meld 9C 9D 9H throw KD", "rummy lay 8H on 0", "penalty pile", "aces 0", "meld 7C 7D *1=7?"])
    assert.ok(readAction(text), text);
  for (const text of ["", "draw ", " draw", "Draw", "draw 7H", "take", "throw 7h", "throw 7H.4", "throw *1=7H", "throw 7H.01", "meld", "lay 7H on 02", "lay 7H on 1000",
    "lay on 2", "meld 7H=", "meld 7H=7", "contract / 9C", "contract 9C /", "declare throw KD", "declare meld", "penalty", "aces", "aces -1", "swap 7H on 3 lay", "trade 7H *1", "toString"])
    assert.equal(readAction(text), null, text);
  assert.deepEqual(readAction("lay 2C.1=TH on 2"), { do: "lay", cards: [{ face: 1, deck: 1, as: { rank: 9, suit: 2 } }], on: 2 });
  assert.equal(wordText({ face: 52, deck: null, as: { rank: 6, suit: null } }), "*1=7?");
});

test("hidden hands: a card that lies elsewhere cannot be played from one", () => {
  const made = hidden();
  made.act(0, "draw");
  assert.throws(() => made.act(0, "throw 6S"), Illegal);
  made.act(0, "throw 7S");
  assert.deepEqual([made.handCount(0), made.turn], [10, 1]);
});

test("a hidden card that is shown: not one that lies elsewhere, and the last to be known was drawn last", () => {
  const made = roundAt("joker", { hands: ["", ""], discard: "9C" });
  Object.assign(made, { hands: [{ known: new Set(), unknown: 1 }, { known: new Set(), unknown: 1 }], stock: null, stockSize: 5 });
  made.act(0, "draw");
  assert.equal(made.reveal(0, cardOf("9C")), false);
  assert.equal(made.reveal(0, cardOf("3C")), true);
  assert.equal(made.leftToTheClock(), null);
  assert.equal(made.reveal(0, cardOf("KD")), true);
  assert.equal(made.leftToTheClock(), "throw KD");
  assert.equal(made.reveal(0, cardOf("5D")), false);
});

test("basic: who draws the lowest card deals, the ace being high", () => {
  assert.equal(lowestDraw(cards("AC 3D KS"), 3), 1);
  assert.equal(lowestDraw(cards("2C 3D 2S 9C 4D"), 3), 2);
});

test("clocks of the rules themselves, and who may be made to hurry", () => {
  const called = roundAt("basic", { hands: ["2C", "8H"], turn: 1, phase: "play", pickups: [2, 2] });
  called.act(1, "throw 8H");
  assert.deepEqual(called.timers(20), [{ seat: 1, kind: "rule", seconds: 3, text: "out", verbs: [] }]);
  const offered = roundAt("crummy", { hands: ["3C.0", "3D.0", "3H.0"], discard: "9C.0 KD.0", stock: "8C.0 9H.0 TD.0" });
  offered.act(0, "draw");
  assert.deepEqual([offered.hurries(0), offered.hurries(1)], [2, null]);
  assert.deepEqual(offered.timers(0).map((/** @type {any} */ one) => [one.seat, one.kind, one.text]), [[1, "rule", "waive"], [2, "rule", "waive"]]);
});

test("each game whose options are known has its rules here", () => {
  for (const variant of Object.keys(VARIETIES)) assert.ok(rulesOf(variant), variant);
});
