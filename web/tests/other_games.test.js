/** The examples of docs/rules, and what those pages settle, for basic, Vegas, Crummy and joker rummy. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { cardOf, DECK, faceName } from "../core/cards.js";
import { readAction, wordText } from "../rules/actions.js";
import { lowestDraw } from "../rules/basic.js";
import { rulesOf } from "../rules/games.js";
import { VARIETIES } from "../rules/varieties.js";
import { Illegal } from "../rules/round.js";

/** @param {string} text */
const cards = (text) => (text ? text.split(" ").map((name) => /** @type {number} */ (cardOf(name))) : []);

/** A round of a game as a position has it. @param {string} variant @param {{ hands: string[], pile: string, stock?: string, up?: string,
 *   melds?: [string, number[]][], options?: object, phase?: string, number?: number, totals?: number[], [field: string]: any }} wish */
function round(variant, { hands, pile, stock = "", up = pile.split(" ")[0] ?? "", melds = [], options = {}, number = 1, totals, ...fields }) {
  const game = rulesOf(variant);
  assert.ok(game);
  const players = hands.length;
  const usual = Object.entries(VARIETIES[variant]?.options ?? {}).filter(([, { unwritten }]) => !unwritten).map(([name, { usual: value }]) => /** @type {[string, any]} */ ([name, value]));
  const all = new Map([...usual, ...Object.entries(options), ["handicaps", []]]);
  const size = variant === "vegas" ? 54 * Math.ceil((players * 12) / 52) : 54;
  const deck = Array.from({ length: size }, () => /** @type {number | null} */ (null)).fill(cards(up)[0] ?? 0);
  const made = /** @type {any} */ (game.begin({ options: all, players, starter: 0, number, totals: totals ?? hands.map(() => 0), deck, before: null, joining: [] }));
  const known = hands.map((hand) => ({ known: new Set(cards(hand)), unknown: 0 }));
  made.setStock(cards(stock));
  made.melds = melds.map(([text, by]) => meldOf(variant, text, by));
  return Object.assign(made, { hands: known, pile: cards(pile), isFirst: false, totals: totals ?? hands.map(() => 0), ...fields });
}

/** @param {string} variant @param {string} text @param {number[]} by */
function meldOf(variant, text, by) {
  const action = readAction(`meld ${text}`);
  assert.ok(action?.do === "meld");
  const codes = action.cards.map(({ face }) => face);
  const as = action.cards.map(({ face, as: stands }) => ({ rank: stands?.rank ?? face % 13, suit: stands ? stands.suit : Math.floor(face / 13), wild: stands !== null }));
  if (variant === "vegas") return { cards: codes, by, as };
  if (variant === "joker") return { cards: codes, by, stands: as.map(({ rank, suit }) => 13 * (suit ?? 0) + rank) };
  if (variant === "crummy") return { cards: codes, by, is: as.every(({ rank }) => rank === as[0]?.rank) ? { kind: "set", rank: as[0]?.rank } : { kind: "run", suit: as[0]?.suit, from: as[0]?.rank } };
  return { cards: codes, by };
}

/** @param {any} made @param {number} seat @param {string[]} legal @param {string[]} illegal */
function assertLegal(made, seat, legal, illegal = []) {
  for (const text of legal) assert.doesNotThrow(() => made.copy().act(seat, text), text);
  for (const text of illegal) assert.throws(() => made.copy().act(seat, text), Illegal, text);
}

const names = (/** @type {Iterable<number>} */ codes) => [...codes].map((card) => faceName(card % DECK)).join(" ");
const hand = (/** @type {any} */ made, /** @type {number} */ seat) => names([...made.hand(seat).known].sort((a, b) => a - b));

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

test("joker: a trade", () => {
  const made = round("joker", { hands: ["7H 8S *2 KD", ""], pile: "5C QS", stock: "AC", melds: [["7C 7D *1=7H", [1, 1, 1]], ["9S TS JS", [0, 0, 0]]] });
  assertLegal(made, 0, ["draw", "take QS lay QS on 1"], ["pass", "take 5C lay QS on 1", "take QS"]);
  made.act(0, "draw");
  assertLegal(made, 0, ["lay *2=7S on 0", "lay *2=8S on 1", "lay *2=QS on 1", "lay 8S on 1", "trade 7H for *1", "throw *2"], ["lay 7H on 0", "lay *2=7H on 0", "trade 8S for *1"]);
  made.act(0, "trade 7H for *1");
  assert.deepEqual([names(made.melds[0].cards), made.melds[0].by], ["7C 7D 7H", [1, 1, 1]]);
  assert.equal(hand(made, 0), "AC KD 8S *1 *2");
});

test("joker: jokers taken from the pile, and out without a throw-out", () => {
  const made = round("joker", { hands: ["5H 6H *1", "4C"], pile: "5C *2 7H", stock: "AC" });
  assertLegal(made, 0, ["take *2 meld 5H 6H *2=7H", "take *2 meld 5H 6H 7H *2=8H"], ["take *2 meld 5H 6H 7H", "take 7H meld 5H 6H *2=7H"]);
  const last = round("joker", { hands: ["JC JD *1", "4C *2"], pile: "5C", melds: [["9S TS JS", [0, 0, 0]]], phase: "play" });
  assertLegal(last, 0, ["lay *1=8S on 0", "throw *1"], ["meld JC JD *1=JS", "lay *1=8S on 1"]);
  last.act(0, "meld JC JD *1=JH");
  assert.deepEqual([last.phase, last.out, last.result().points], ["over", 0, [55, -30]]);
});

test("basic: over a set, and a card taken alone", () => {
  const table = /** @type {[string, number[]][]} */ ([["4H 5H 6H", [0, 0, 0]], ["7C 7D 7H", [1, 1, 1]]]);
  const made = round("basic", { hands: ["8H KC", "2C"], pile: "TD 3H", melds: table, pickups: [1, 1] });
  made.act(0, "take 3H");
  assertLegal(made, 0, ["lay 3H on 0", "lay 8H on 0", "throw 8H", "throw KC"], ["throw 3H"]);
  made.act(0, "lay 8H on 0");
  assert.equal(names(made.melds[0].cards), "4H 5H 6H 8H");
  assertLegal(made, 0, ["lay 3H on 0", "throw KC"], ["throw 3H"]);
  const strict = round("basic", { hands: ["8H", "2C"], pile: "TD 3H", melds: table, pickups: [1, 1], options: { discard_to_go_out: true } });
  strict.act(0, "take 3H");
  assertLegal(strict, 0, ["lay 3H on 0", "throw 8H"], ["lay 8H on 0"]);
});

test("basic: a going out that is called, and what is paid", () => {
  const table = /** @type {[string, number[]][]} */ ([["4H 5H 6H", [0, 0, 0]], ["7C 7D 7H", [1, 1, 1]]]);
  const made = round("basic", { hands: ["2C", "8H", "3C"], pile: "TD", melds: table, pickups: [2, 2, 1], turn: 1, phase: "play" });
  made.act(1, "throw 8H");
  assert.equal(made.phase, "call");
  assert.deepEqual(made.timers(20), [{ seat: 1, kind: "rule", seconds: 3, text: "out", verbs: [] }]);
  assertLegal(made, 1, ["out"], ["rummy lay 8H on 0"]);
  made.act(2, "rummy lay 8H on 0");
  assert.deepEqual([made.phase, made.turn, made.melds[0].by], ["penalty", 1, [0, 0, 0, 2]]);
  assertLegal(made, 1, ["penalty pile"], ["penalty draw"]);
  made.act(1, "penalty pile");
  assert.deepEqual([hand(made, 1), made.turn, made.phase], ["TD", 2, "pickup"]);
});

test("basic: declaring, and its score", () => {
  const made = round("basic", { hands: ["2S 3S 4S 5S 9C 9D 9H", "", "", "", "", ""], pile: "TD", pickups: [2, 2, 2, 2, 2, 2], phase: "play" });
  assertLegal(made, 0, ["declare meld 2S 3S 4S 5S meld 9C 9D 9H", "declare meld 2S 3S 4S meld 9C 9D 9H throw 5S", "declare meld 3S 4S 5S meld 9C 9D 9H throw 2S"],
    ["declare meld 9C 9D 9H meld 2S 3S 4S 5S", "declare meld 2S 3S 4S throw 5S"]);
  const score = round("basic", { hands: ["", "QS 3D", "KC AD"], pile: "TD", out: 0, declared: { seat: 0, suit: null } });
  assert.deepEqual(score.result().points, [165, -45, -25]);
  assert.deepEqual(Object.assign(score, { declared: null }).result().points, [95, -45, -25]);
  assert.deepEqual(Object.assign(score, { out: null }).result().points, [0, -45, -25]);
});

test("basic: who draws the lowest card deals, the ace being high", () => {
  assert.equal(lowestDraw(cards("AC 3D KS"), 3), 1);
  assert.equal(lowestDraw(cards("2C 3D 2S 9C 4D"), 3), 2);
});

test("vegas: wild cards, open suits, swaps", () => {
  const made = round("vegas", {
    hands: ["5H 7H 7S 8H KD", ""], pile: "7D", up: "7D", phase: "play", options: { solidarity: false },
    melds: [["9C 9D *1=9?", [1, 1, 1]], ["4H *2=5H 6H", [1, 1, 1]]],
  });
  assertLegal(made, 0, ["meld 5H 7S=6H 7H 8H", "meld 7H=KC KD 7S=KH", "meld KD 7H=K? 7S=K?", "lay 7H on 1", "lay 7S=7H on 1", "lay 7H=9H on 0", "swap 5H on 1"],
    ["meld 5H 7S=7S 8H", "lay 7H=9? on 0", "lay 7H=9C on 0", "swap 8H on 1", "meld KD KD KD"]);
  made.act(0, "lay 7H=9S on 0");
  assert.deepEqual(made.melds[0].as.map((/** @type {any} */ one) => one.suit), [0, 1, 2, 3]);
  assert.equal(names(made.melds[0].cards), "9C 9D *1 7H");
  made.act(0, "swap 5H on 1");
  assert.deepEqual([names(made.melds[1].cards), hand(made, 0)], ["4H 5H 6H", "KD 8H 7S *2"]);
});

test("vegas: the end of a round, aces and buying in", () => {
  const made = round("vegas", { hands: ["9C", "KD", "2C", "AS AD 5C"], pile: "QH", up: "QH", phase: "play", turn: 2, totals: [80, 95, 40, 97] });
  made.act(2, "throw 2C");
  assert.deepEqual([made.phase, made.turn], ["aces", 3]);
  assertLegal(made, 3, ["aces 0", "aces 2"], ["aces 3", "buy"]);
  made.act(3, "aces 0");
  assert.deepEqual([made.totals, made.phase, made.turn], [[89, 105, 40, 104], "buyin", 3]);
  made.act(3, "buy");
  made.act(1, "decline");
  assert.deepEqual([made.totals, made.phase, made.result().finished, made.playing], [[89, 105, 40, 89], "over", false, [true, false, true, true]]);
  const last = round("vegas", { hands: ["9C", "KD"], pile: "QH", up: "QH", phase: "play", totals: [80, 95] });
  last.act(0, "throw 9C");
  assert.deepEqual([last.result().winner, last.result().finished], [0, true]);
});

test("crummy: contracts", () => {
  const made = round("crummy", { hands: ["4H 5H 7C 7D 7H KD QC 2S *1", "3C"], pile: "9C", phase: "play", number: 2 });
  assertLegal(made, 0, ["contract 2S=2H *1=3H 4H 5H / 7C 7D 7H", "contract 7C 7D 7H / 4H 5H *1=6H 2S=7H", "contract *1=2H 2S=3H 4H 5H / 7C 7D 7H"],
    ["contract 4H 5H 2S=6H *1=7H / 7C 7D", "contract 7C 7D 7H", "lay KD on 0", "contract 4H 5H 2S=6H 7H / 7C 7D 2S=7?"]);
  made.act(0, "contract 4H 5H 2S=6H 7H / 7C 7D *1=7?");
  assert.equal(hand(made, 0), "QC KD");
  assertLegal(made, 0, ["throw KD"], ["lay KD on 0", "contract 4H 5H 2S=6H 7H / 7C 7D *1=7?"]);
});

test("crummy: swaps", () => {
  const made = round("crummy", {
    hands: ["7H KS", "3C"], pile: "9C", phase: "play", number: 3, hasLaid: [true, true],
    melds: [["4H 5H 6H *1=7H", [1, 1, 1, 1]], ["TD JD QD KD", [1, 1, 1, 1]], ["3S 4S 2C=5S 6S", [1, 1, 1, 1]]],
  });
  assertLegal(made, 0, ["swap 7H on 0 lay *1=3H on 0", "swap 7H on 0 lay *1=8H on 0", "swap 7H on 0 lay *1=AD on 1", "swap 7H on 0 lay *1=2S on 2", "swap 7H on 0 lay *1=7S on 2"],
    ["lay 7H on 0", "swap 7H on 0", "swap KS on 0 lay *1=9D on 1", "swap 7H on 0 lay 2C=9D on 1"]);
  made.act(0, "swap 7H on 0 lay *1=9D on 1");
  assert.deepEqual([names(made.melds[0].cards), names(made.melds[1].cards), made.melds[1].by[0]], ["4H 5H 6H 7H", "*1 TD JD QD KD", 0]);
  made.act(0, "throw KS");
  assert.deepEqual([made.phase, made.out], ["over", 0]);
});

test("crummy: out of turn, and who may be made to hurry", () => {
  const made = round("crummy", { hands: ["3C", "3D", "3H"], pile: "9C KD", stock: "8C 9H TD" });
  made.act(0, "draw");
  assert.deepEqual([made.phase, made.asked, made.hurries(0), made.hurries(1)], ["offer", 1, 2, null]);
  assert.deepEqual(made.timers(0).map((/** @type {any} */ one) => [one.seat, one.kind, one.text]), [[1, "rule", "waive"], [2, "rule", "waive"]]);
  assertLegal(made, 1, ["want KD", "waive"], ["want 9C", "draw"]);
  made.act(1, "waive");
  made.act(2, "want KD");
  assert.deepEqual([hand(made, 2), names(made.pile), names(made.stock), made.phase, made.turn], ["KD 3H 9H", "9C", "TD", "play", 0]);
});

test("a whole new stock with nothing laid is the last one, in every game that makes new stocks", () => {
  for (const variant of ["keilty", "vegas", "crummy", "joker"]) {
    const made = round(variant, { hands: ["3C 4C 9H", "3D"], pile: "9C KD QD", up: "9C" });
    assert.ok(made.canShuffle, variant);
    made.reshuffle(null);
    Object.assign(made, { pile: cards("9C KD QD"), stock: [], stockSize: 0 });
    assert.ok(!made.canShuffle, variant);
    made.setMelds([]);
    assert.ok(made.canShuffle, variant);
  }
});

test("a hidden card that is shown: not one that lies elsewhere, and the last to be known was drawn last", () => {
  const made = round("joker", { hands: ["", ""], pile: "9C" });
  Object.assign(made, { hands: [{ known: new Set(), unknown: 1 }, { known: new Set(), unknown: 1 }], stock: null, stockSize: 5 });
  made.act(0, "draw");
  assert.equal(made.reveal(0, cards("9C")[0]), false);
  assert.equal(made.reveal(0, cards("3C")[0]), true);
  assert.equal(made.leftToTheClock(), null);
  assert.equal(made.reveal(0, cards("KD")[0]), true);
  assert.equal(made.leftToTheClock(), "throw KD");
  assert.equal(made.reveal(0, cards("5D")[0]), false);
});
