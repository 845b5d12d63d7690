/** Pages at a table with a sealed deck: keys, parts, the own hand, proofs, and a page that is loaded anew. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { faceName } from "../core/cards.js";
import { hex } from "../core/bytes.js";
import { rememberHeld } from "../core/held.js";
import { legalActions } from "../rules/legal.js";
import { give, object } from "../client/submitting.js";
import { owedParts } from "../ledger/waiting.js";
import { SealedTable } from "./sealed_table.js";
import { drawn } from "./vectors.js";

rememberHeld(); // all pages of a table are in this program, and each would compute the same proofs

/** The cards of a hand as a page knows them. @param {SealedTable} table @param {number} of whose page @param {number} seat */
function handAt(table, of, seat) {
  const hand = table.pages[of]?.log.auditor.play.present.hand(seat);
  return { known: [...(hand?.known ?? [])].sort((a, b) => a - b), unknown: hand?.unknown ?? 0 };
}

/** A table of Keilty rummy at which the cards are dealt, and the seat on turn. @param {number} players @param {object} options */
async function begun(players, options = { hand: 4 }) {
  const table = new SealedTable("keilty", players, options);
  await table.begin();
  return { table, seat: table.play.present.turn };
}

test("pages deal, draw and throw out; each sees its own cards and nobody else's", async () => {
  const { table } = await begun(2);
  for (const seat of [0, 1]) {
    assert.equal(handAt(table, seat, seat).unknown, 0);
    assert.equal(new Set([...handAt(table, 0, 0).known, ...handAt(table, 1, 1).known]).size, 8);
    assert.deepEqual(handAt(table, seat, 1 - seat), { known: [], unknown: 4 });
  }
  for (let turn = 0; turn < 4; turn += 1) {
    const seat = table.play.present.turn;
    await table.act(seat, "draw");
    assert.equal(handAt(table, seat, seat).known.length, 5);
    const [card = 0] = handAt(table, seat, seat).known;
    await table.act(seat, `throw ${faceName(card)}`);
    assert.equal(table.play.present.pile.at(-1), card);
  }
  assert.deepEqual(table.pages.map((page) => page.log.fault), [null, null]);
});

test("a page that is loaded anew has its key and hand, and sends the bytes that it had made", async () => {
  const { table } = await begun(2);
  const before = handAt(table, 1, 1);
  const seat = table.play.present.turn;
  table.away.add(1 - seat);
  await table.act(seat, "draw");
  const other = table.pages[1 - seat];
  const part = await other?.sealed?.part();
  const again = await table.reload(1 - seat).sealed?.part();
  assert.ok(part && again);
  assert.deepEqual([hex(again.payload), hex(again.blob)], [hex(part.payload), hex(part.blob)]);
  assert.equal(handAt(table, 1, 1).known.length, seat === 1 ? before.known.length : 4);
  table.away.clear();
  await table.parts();
  assert.equal(table.reload(seat).log.auditor.play.present.hand(seat).unknown, 0);
});

test("a part whose clock was refused is signed once more with the same bytes, and then no more", async () => {
  const { table, seat } = await begun(2);
  table.away.add(1 - seat);
  await table.act(seat, "draw");
  const page = table.pages[1 - seat]?.sealed;
  const first = await page?.part();
  assert.ok(first && page?.owes(first));
  first.refused = "clock";
  const second = await page?.part();
  assert.ok(second && second !== first);
  assert.deepEqual(hex(second.blob), hex(first.blob));
  second.refused = "clock";
  assert.equal(await page?.part(), null);
});

test("a page that owes a share says by itself that it is here only when it is back", async () => {
  const { table, seat } = await begun(2);
  table.away.add(1 - seat);
  await table.act(seat, "draw");
  const page = /** @type {import("../client/game.js").Game} */ (table.pages[1 - seat]);
  page.log.state.votes = page.log.state.votes.add(seat, 1 - seat, { yes: true, index: page.log.state.index, t: page.log.state.time });
  assert.ok(page.log.isShuffling && page.log.isWantedGone(1 - seat));
  /** @type {string[]} */
  const sent = [];
  const ask = async (/** @type {string} */ _, /** @type {any} */ { what }) => (sent.push(what), { ok: true, message: { m: "done" } });
  const session = /** @type {any} */ ({ ask, pingInOrder: () => {}, changed: () => {} });
  const shown = /** @type {any} */ ({ number: 1, game: page, shown: { stage: "playing", seats: [] } });
  await object(session, shown);
  assert.deepEqual(sent, [], "the log shows what it owes, and the page gives that");
  shown.hasReturned = true;
  await object(session, shown);
  assert.deepEqual(sent, ["vote"]);
});

test("what the rules forbid is signed without a proof: the host says what is wrong with it", async () => {
  const { table, seat } = await begun(2);
  const [card = 0] = handAt(table, seat, seat).known;
  const own = await table.pages[seat]?.signAction(`throw ${faceName(card)}`);
  assert.deepEqual([own?.fields.do, own?.fields.proof], [`throw ${faceName(card)}`, null]);
});

test("a page in another browser has no key: it follows the game, sees no hand, says why, and takes that back in the next round", async () => {
  const { table, seat } = await begun(2);
  const person = table.people[seat];
  const elsewhere = table.page({ .../** @type {any} */ (person), keep: table.person().keep });
  table.written.forEach(({ data, signature }, index) => elsewhere.addEntry(index, data, signature));
  assert.deepEqual([elsewhere.log.fault, elsewhere.log.auditor.play.present.hand(seat)], [null, { known: new Set(), unknown: 4 }]);
  await assert.rejects(async () => elsewhere.sealed?.part(), /shuffle/);
  const shown = /** @type {any} */ ({ number: 1, game: elsewhere, trouble: "", isBehind: false });
  const session = /** @type {any} */ ({});
  give(session, shown, elsewhere);
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(shown.trouble, "shuffle");
  elsewhere.log.state.hidden = null; // the round is over
  give(session, shown, elsewhere);
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual([shown.trouble, shown.earlierTrouble], ["", "shuffle"]);
});

test("a page whose time is up does what the clock would, and proves it", async () => {
  const { table, seat } = await begun(2, { hand: 4, turn_seconds: 5 });
  await table.act(seat, "draw");
  const drawn = table.pages[seat]?.log.auditor.play.present.drawn ?? -1;
  table.now += 6_000;
  table.write({ e: "late", round: 1, seat, why: "turn" });
  const late = table.pages[seat]?.sealed?.lateAction;
  assert.equal(late, `throw ${faceName(drawn)}`);
  assert.equal(table.pages[1 - seat]?.sealed?.lateAction, null);
  await table.act(seat, late ?? "");
  assert.equal(table.hidden.late, null);
});

test("with escrow all others open the hand of a page that is lost, and play on without it", async () => {
  const { table, seat } = await begun(3);
  const lost = (seat + 1) % 3;
  const left = [0, 1, 2].filter((one) => one !== lost);
  const held = handAt(table, lost, lost).known;
  table.away.add(lost);
  await table.act(seat, "draw");
  const owed = owedParts(table.state) ?? new Map();
  assert.deepEqual([...owed.keys()], [lost]);
  const absence = () => /** @type {import("../client/game.js").Game} */ (table.pages[seat]).log.absence(lost);
  for (const [given, one] of left.entries()) {
    assert.deepEqual([absence().would?.what, absence().would?.by.length, absence().would?.need], ["open", given, 2]);
    table.vote(one, lost);
  }
  assert.deepEqual(absence().follows, { what: "open", at: (owed.get(lost) ?? 0) + 180_000, need: 2, by: left });
  table.now += 181_000;
  await table.openPartOfHost(lost);
  assert.deepEqual(handAt(table, seat, lost), { known: held, unknown: 0 });
  assert.deepEqual(table.pages.map((page) => page.log.fault), [null, null, null]);
  assert.equal(table.hidden.isWaiting, false);
});

test("pages sign the deck of a later stock once more when the mix of a lost page is taken out of it", async () => {
  const { table } = await begun(3, { hand: 13 });
  const [lost, ...left] = [0, 1, 2]; // all others mix anew
  while (table.play.present.stockSize > 0) {
    const seat = table.play.present.turn;
    await table.act(seat, "draw");
    await table.act(seat, `throw ${faceName(table.pages[seat]?.log.auditor.play.present.drawn ?? -1)}`);
  }
  const seat = table.play.present.turn;
  const own = await table.pages[seat]?.signAction("draw");
  table.write({ e: "want", seat, do: "draw", signed: table.envelope(own ?? null), why: null });
  table.write({ e: "shuffle", round: 1, epoch: 1, cards: Uint8Array.from(table.play.cardsDue) });
  await table.parts();
  table.owed(); // all sign, and the signature of one does not come
  table.away.add(lost ?? -1);
  for (const one of left) table.vote(one, lost ?? -1);
  table.now += 181_000;
  await table.openPartOfHost(lost ?? -1);
  const signed = table.pages.map((page, at) => (at === lost ? null : table.envelope(page.ceremony?.owed() ?? null)));
  table.write({ e: "cosigns", round: 1, epoch: 1, signed, pub: null });
  assert.deepEqual(table.pages.map((page) => page.log.fault), [null, null, null]);
  assert.equal(table.hidden.isWaiting, false);
});

for (const [variant, options] of drawn(/** @type {[string, object][]} */ ([["keilty", { hand: 3 }], ["basic", { hand: 3 }], ["joker", { hand: 3 }], ["vegas", { hand: 3 }], ["crummy", {}]]), 1))
  test(`${variant}: a round is played to its end by what a page finds legal, and all that it finds is`, async () => {
    const table = new SealedTable(variant, 2, options);
    await table.begin();
    for (let steps = 0; steps < 400 && !table.hidden.isEnding; steps += 1) {
      const seat = table.play.present.actor;
      const page = table.pages[seat];
      const round = page?.log.auditor.play.present;
      const legal = round ? legalActions(round, seat) : [];
      assert.ok(legal.length > 0, round?.phase);
      const needsStock = table.play.present.stockSize === 0;
      const lays = legal.find((text) => /^(meld|lay|declare|take \S+ (meld|lay|trade))/.test(text));
      if ((needsStock && !lays) || (variant === "crummy" && steps === 40)) return; // a new stock is made in another test; rounds of Crummy rummy are long
      await table.act(seat, lays ?? legal.find((text) => text === "draw" || text.startsWith("throw")) ?? legal[0] ?? "");
    }
    assert.deepEqual(table.pages.map((page) => page.log.fault), [null, null]);
    assert.ok(table.hidden.isEnding);
    assert.ok(table.state.isShown, "all keys are open");
  });
