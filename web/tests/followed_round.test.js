/** What the verifier holds of a round beside its rules: clocks, cards shown to the file's owner, and that open hands change nothing. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { leafHash } from "../core/deck.js";
import { rulesOf } from "../rules/games.js";
import { Clocks } from "../ledger/clocks.js";
import { OwnerRecords } from "../verifier/owner_records.js";
import { checkPlaces, checkSame } from "../ledger/round_end.js";

const OPTIONS = new Map(Object.entries({ contracts: [1], reshuffle_limit: 1, idle_stocks: 1, offer_seconds: 8, ace_low: false, move: "any", hand: 8, target: 500 }));

/** A round of which a few cards are known. @param {string} variant @param {number} players @param {(number | null)[]} deck */
function round(variant, players, deck) {
  const game = rulesOf(variant);
  assert.ok(game);
  return /** @type {any} */ (game.begin({ options: OPTIONS, players, starter: 0, number: 1, totals: Array(players).fill(0), deck, before: null, joining: [] }));
}

/** @param {number} dealt @param {number} size @param {number} up */
const hidden = (dealt, size, up) => Array.from({ length: size }, (_, at) => (at === dealt ? up : null));

/** Crummy rummy between three, a card being offered since time 0. */
function offered() {
  const made = round("crummy", 3, hidden(21, 108, 7));
  made.act(0, "draw");
  const clocks = new Clocks(0);
  clocks.note(made, 0);
  /** @param {number} seat @param {string} text @param {string | null} why @param {number} t */
  const act = (seat, text, why, t) => {
    clocks.take(made, { e: "act", seat, do: text, why, signed: why === null ? {} : null, t });
    made.act(seat, text);
    clocks.note(made, t, text === "waive" || text.startsWith("want"));
  };
  return { act };
}

test("others are made to hurry after two seconds, for somebody who acts at that moment", () => {
  const { act } = offered();
  assert.throws(() => act(1, "waive", "rule", 1999), /before its time was up/);
  act(1, "waive", "rule", 2000);
  act(2, "waive", "rule", 2000);
  act(0, "throw 9C", null, 2000);
  const late = offered();
  late.act(1, "waive", "rule", 2000);
  assert.throws(() => late.act(2, "waive", "rule", 2001), /cut the time of others short for nobody/);
  const early = offered();
  early.act(1, "waive", "rule", 2000);
  early.act(2, "waive", null, 2000);
  assert.throws(() => early.act(0, "throw 9C", null, 2001), /cut the time of others short for nobody/);
  const whole = offered();
  whole.act(1, "waive", "rule", 8000);
  whole.act(2, "waive", null, 9000);
  whole.act(0, "throw 9C", null, 20_000);
});

test("a clock does what it does, for the seat for which it runs", () => {
  const { act } = offered();
  for (const [seat, text, why] of /** @type {[number, string, string][]} */ ([[1, "want 8C", "rule"], [0, "throw 9C", "turn"], [1, "waive", "vote"], [1, "waive", "turn"]]))
    assert.throws(() => act(seat, text, why, 8000), /something else than the clock does/, text);
});

test("what the owner was shown is known from then on", () => {
  const play = /** @type {any} */ ({ present: round("joker", 2, hidden(16, 54, 7)), seen: new Map() });
  const [deal, salt] = [new Uint8Array(32), new Uint8Array(32).fill(1)];
  const sealed = { cards: [20], root: leafHash(deal, 0, 20, salt), given: new Map([[0, { seat: 0, index: 1 }]]), back: null, draws: [], matched: new Map() };
  const log = /** @type {any} */ ({
    isDealt: true, isRoundOver: false, isShown: false, round: 1, players: [{ key: new Uint8Array(32) }], held: () => {},
    sealed: new Map([[0, sealed]]), epochs: new Map([[0, { deal }]]),
  });
  const record = { kind: /** @type {"opening"} */ ("opening"), seat: 0, round: 1, epoch: 0, position: 0, card: 20, salt, path: new Uint8Array() };
  new OwnerRecords().takeOpening(log, play, record);
  assert.deepEqual([[...play.present.hand(0).known], play.present.hand(0).unknown], [[20], 7]);
  play.present.hand(0).known.clear();
  play.present.pile.push(20);
  assert.throws(() => new OwnerRecords().takeOpening(log, play, record), /after it was seen elsewhere/);
});

test("the round with open cards is the one that was seen", () => {
  const deck = Array.from({ length: 54 }, (_, card) => card);
  const known = () => round("joker", 2, hidden(16, 54, 16));
  const open = round("joker", 2, deck);
  open.phase = "over";
  assert.doesNotThrow(() => checkSame(known(), open));
  const other = known();
  other.pile = [17];
  assert.throws(() => checkSame(other, open), /comes out differently/);
  const shown = known();
  shown.reveal(1, 0);
  assert.throws(() => checkSame(shown, open), /a seat that did not get it/);
  const play = /** @type {any} */ ({ log: { sealed: new Map([[0, { matched: new Map([[1, 30]]) }]]) } });
  assert.doesNotThrow(() => checkPlaces(play, 0, [29, 30]));
  assert.throws(() => checkPlaces(play, 0, [30, 29]), /a seat that did not get it/);
});
