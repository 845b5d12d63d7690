import assert from "node:assert/strict";
import { test } from "node:test";
import { cardOf } from "../core/cards.js";
import { rulesOf } from "../rules/games.js";
import { actionOf, actionText, Illegal, KeiltyRound, winnerOf, worth } from "../rules/keilty.js";
import { isMeld, laidOnto, layOffsOf, meldsOf } from "../rules/melds.js";
import { VARIETIES } from "../rules/varieties.js";

/** @param {string} text */
const cards = (text) => text.split(" ").map((name) => /** @type {number} */ (cardOf(name)));

/** A round in which it is seat 0's turn. @param {{ hands: string[], stock?: string, pile: string, melds?: string[], phase?: "pickup" | "play" }} wish */
function round({ hands, stock = "", pile, melds = [], phase = "pickup" }) {
  const made = new KeiltyRound({ players: hands.length, starter: 0, up: cards(pile)[0] ?? 0, shuffles: 1, idle: 1, hands: hands.map(cards), stock: stock ? cards(stock) : [] });
  made.pile = cards(pile);
  made.melds = melds.map((meld) => ({ cards: cards(meld), by: cards(meld).map(() => 0) }));
  made.phase = phase;
  made.followRummies(1);
  return made;
}

/** @param {KeiltyRound} made @param {number} seat @param {string} text */
const act = (made, seat, text) => made.act(seat, text);

test("actions by name", () => {
  for (const text of ["draw", "pass", "throw 9C", "meld JH QH KH", "lay 2H 3H on 0", "take 7H lay 6H 7H on 2",
    "take 6S meld 5S 6S 7S", "rummy lay 4H 5H on 12"]) assert.equal(actionText(actionOf(text)), text);
  for (const text of ["", "draw ", "Draw", "throw 9c", "throw 9C 8C", "lay 4H on 02", "lay on 2", "take 6S", "throw 9C.0",
    "throw *1", "meld  5S", "rummy", "constructor", "turn", "take 6S trade 6S for *1", "meld 5S 6S *1=7S"]) assert.throws(() => actionOf(text), Illegal, text);
});

test("melds and what is none", () => {
  for (const one of ["AS 2S 3S", "QH KH AH", "7C 7D 7S", "7C 7D 7H 7S", "AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC"]) assert.ok(isMeld(cards(one)), one);
  for (const one of ["KH AH 2H", "7D 7C 7S", "3S 2S AS", "7C 7D", "2S 3S 4H", "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC"]) assert.ok(!isMeld(cards(one)), one);
});

test("lay-offs at one end, and where an ace lies", () => {
  assert.deepEqual(laidOnto(cards("4H 5H 6H"), cards("2H 3H"))?.end, "low");
  assert.equal(laidOnto(cards("4H 5H 6H"), cards("3H 2H")), null);
  const longest = cards("2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH");
  assert.deepEqual(laidOnto(longest, cards("AH"))?.end, "low");
  assert.deepEqual(laidOnto(longest.slice(2), cards("2H 3H"))?.meld, longest);
  assert.equal(laidOnto(cards("4H 5H 6H 7H 8H 9H TH JH QH KH AH"), cards("2H 3H"))?.meld.length, 13);
  assert.equal(laidOnto(cards("AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH"), cards("AH")), null);
  assert.deepEqual(layOffsOf(cards("7C 7D 7S"), cards("7H 8S")), [cards("7H")]);
  assert.equal(layOffsOf(cards("5H 6H 7H"), cards("3H 4H 8H 9H")).length, 4);
  assert.equal(meldsOf(cards("QH KH AH 2H 3H")).length, 2);
});

test("the example of the page: who makes a rummy possible may not call it", () => {
  const made = round({ hands: ["6S 2D", "9H 9D", "KC QC"], pile: "9C 5S 7S JD", phase: "play", stock: "3C" });
  act(made, 0, "throw 6S");
  assert.throws(() => act(made, 0, "rummy meld 5S 6S 7S"), Illegal);
  act(made, 2, "rummy meld 5S 6S 7S");
  assert.deepEqual(made.pile, cards("9C"));
  assert.ok(made.hand(2).known.has(/** @type {number} */ (cardOf("JD"))));
  assert.equal(made.turn, 1);
});

test("a take lays its card at once and leaves one to throw out", () => {
  const made = round({ hands: ["5S 7S", "9H 9D"], pile: "6S", stock: "3C" });
  assert.throws(() => act(made, 0, "take 6S meld 5S 6S 7S"), /left to throw out/);
  const other = round({ hands: ["5S 7S 2D", "9H 9D"], pile: "KD 6S 4C", stock: "3C" });
  assert.throws(() => act(other, 0, "take KD meld 5S 6S 7S"), Illegal);
  act(other, 0, "take 6S meld 5S 6S 7S");
  assert.deepEqual([other.pile, other.handCount(0)], [cards("KD"), 2]);
});

test("passing only where nothing can be drawn or taken; the clock's harmless action", () => {
  const made = round({ hands: ["5S 7D 2D", "9H 9D"], pile: "6S" });
  assert.equal(made.leftToTheClock(), "pass");
  const takes = round({ hands: ["5S 7S 2D", "9H 9D"], pile: "6S" });
  assert.throws(() => act(takes, 0, "pass"), Illegal);
  assert.equal(takes.leftToTheClock(), "take 6S meld 5S 6S 7S");
  const plays = round({ hands: ["KS 2D AC", "9H 9D"], pile: "6S", phase: "play" });
  assert.equal(plays.leftToTheClock(), "throw 2D");
});

test("hidden hands: a card that lies elsewhere cannot be played from one", () => {
  const made = new KeiltyRound({ players: 2, starter: 0, up: cards("6S")[0] ?? 0, shuffles: 0, idle: 1, hands: 10, stock: 31 });
  act(made, 0, "draw");
  assert.throws(() => act(made, 0, "throw 6S"), Illegal);
  act(made, 0, "throw 7S");
  assert.deepEqual([made.handCount(0), made.turn], [10, 1]);
});

test("a new stock that is used up with nothing laid is the last", () => {
  /** @param {number} idle @param {string[]} melds */
  const used = (idle, melds = []) => {
    const made = round({ hands: ["KS 2D 8H", "9H 9D"], pile: "6S 4C TC", melds });
    [made.shufflesLeft, made.idleStocks] = [3, idle];
    made.reshuffle(cards("6S 4C"));
    for (const text of ["draw", "throw KS"]) act(made, 0, text);
    for (const text of ["draw", "throw 9H"]) act(made, 1, text);
    return made;
  };
  const dead = used(1);
  assert.deepEqual([dead.canShuffle, dead.leftToTheClock()], [false, "pass"]);
  act(dead, 0, "pass");
  assert.deepEqual([dead.phase, dead.out], ["over", null]);
  assert.ok(used(2).canShuffle && used(0).canShuffle);
  assert.throws(() => act(used(0), 0, "pass"), Illegal);
  const saved = used(1, ["5H 6H 7H"]);
  saved.phase = "play";
  act(saved, 0, "lay 8H on 0");
  assert.ok(saved.canShuffle);
});

test("points and the winner", () => {
  assert.deepEqual(cards("AS 2S 9S TS KS").map(worth), [15, 5, 5, 10, 10]);
  assert.equal(winnerOf([480, 300], [0, 0], 500), null);
  assert.equal(winnerOf([500, 520], [0, 0], 500), 1);
  assert.equal(winnerOf([520, 520], [400, 410], 500), 1);
  assert.equal(winnerOf([520, 520], [410, 410], 500), null);
});

test("each game whose options are known has its rules here", () => {
  for (const variant of Object.keys(VARIETIES)) assert.ok(rulesOf(variant), variant);
});
