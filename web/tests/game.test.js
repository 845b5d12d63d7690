/** A page at an honest host: nothing that comes late, early or between two rounds accuses it. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { CannotGoOn, Ceremony } from "../client/ceremony.js";
import { isFalseRefusal } from "../client/false_refusals.js";
import { Game } from "../client/game.js";
import { OwnStatements, PlayerClock } from "../client/own_statements.js";
import { object, protest, submit, unready } from "../client/submitting.js";
import { takeView } from "../client/views.js";
import { hex } from "../core/bytes.js";
import { cardName } from "../core/cards.js";
import { readEntry, readStatement } from "../verifier/forms.js";
import { readTranscript } from "../verifier/transcript_file.js";
import { vectorBytes } from "./vectors.js";

/** @typedef {import("../verifier/transcript_file.js").Rec} Rec */

const GAMES = ["keilty", "basic", "vegas", "crummy", "joker"];
const random = (/** @type {number} */ count) => new Uint8Array(count);
const keep = { get: () => null, set: () => {}, remove: () => {}, names: () => [] };
const clock = new PlayerClock(random, () => 0);
const identity = { secret: random(32).fill(1), contributions: random(32), name: "", agent: "", random, keep, clock };

/** The records of a game that was played honestly, and a page that follows it for the file's owner. @param {string} name */
function honest(name) {
  const { records } = readTranscript(vectorBytes(`transcripts/${name}.rummy`));
  const openings = records.flatMap((one) => (one.kind === "opening" ? [one] : []));
  const entries = records.flatMap((one) => (one.kind === "entry" ? [readEntry(one.entry)] : []));
  const seats = entries.find(({ e }) => e === "seats");
  const me = seats?.players[openings[0]?.seat ?? 0].key;
  const statementsOf = (/** @type {Uint8Array} */ log) => new OwnStatements(log, identity.secret, clock, keep);
  const game = new Game(1, entries[0]?.host, me, identity, statementsOf);
  const table = /** @type {any} */ ({ game, view: null, isViewWrong: false, isViewStale: false });
  return { records, openings, entries, game, table };
}

/** @param {Game} game @param {Rec} record */
function feed(game, record) {
  if (record.kind === "entry") game.addEntry(game.log.length, record.entry, record.signature);
  if (record.kind !== "opening") return;
  const { round, epoch, position, card, salt, path } = record;
  game.addOpenings(round, epoch, [[position, card, salt, path]]);
}

const session = /** @type {any} */ ({ asksAtOnce: false, viewed: () => {} });
/** @param {Game} game @param {string[]} hand @param {number} [entries] */
function viewOf(game, hand, entries = game.log.length) {
  const hands = game.log.state.players.map((_one, seat) => (seat === game.log.seat ? hand : []));
  return { game: 1, entries, position: { hands }, seat: game.log.seat, legal: [] };
}

for (const name of GAMES) {
  test(`${name}: an honest view is never wrong, whenever it comes; a hand that was not proven is`, () => {
    const { records, game, table } = honest(name);
    const decks = name === "crummy" || name === "vegas" ? 2 : 1;
    /** @type {string[]} */
    let hand = [];
    let [rounds, judged] = [0, 0];
    for (const record of records) {
      const before = game.log.length;
      if (record.kind === "entry" && readEntry(record.entry).e === "deal") hand = [];
      feed(game, record);
      if (record.kind === "opening") hand.push(cardName(record.card, decks));
      takeView(session, table, viewOf(game, hand));
      assert.ok(!table.isViewWrong, `${game.log.last} ${hand.join(" ")}`);
      const missing = Array.from({ length: 54 }, (_one, card) => card).find((card) => !game.proven.has(card));
      const wrong = [...hand, missing === undefined ? "no card" : cardName(missing, decks)];
      if (before < game.log.length) {
        takeView(session, table, viewOf(game, wrong, before));
        assert.ok(!table.isViewWrong, "a view of an earlier position is not held against this one");
        assert.ok(table.isViewStale, "it is asked for anew");
      }
      takeView(session, table, viewOf(game, wrong));
      assert.equal(table.isViewWrong, game.isDealt);
      rounds += Number(game.log.last === "score");
      judged += Number(table.isViewWrong);
    }
    assert.ok(!game.log.fault && rounds > 0 && judged > 10);
  });

  test(`${name}: openings that come before their entries wait for them`, () => {
    const { records, openings, game } = honest(name);
    const entries = records.filter(({ kind }) => kind === "entry");
    for (const record of entries.slice(0, 3)) feed(game, record);
    for (const record of openings) feed(game, record);
    assert.equal(game.opened.size, 0);
    for (const record of entries.slice(3)) feed(game, record);
    assert.equal(game.log.fault, null);
    assert.equal(game.opened.size, new Set(openings.map(({ round, epoch, position }) => `${round}/${epoch}/${position}`)).size);
  });
}

test("the file that a page makes is one that can be read, with what was in it", () => {
  for (const name of GAMES) {
    const { records, game } = honest(name);
    for (const record of records) feed(game, record);
    const read = readTranscript(game.transcript.bytes()).records;
    assert.deepEqual(read.filter(({ kind }) => kind === "entry"), records.filter(({ kind }) => kind === "entry"));
    assert.equal(read.filter(({ kind }) => kind === "opening").length, game.opened.size);
  }
});

test("a card of which only the face is named is proven whichever copy it was; what lay on the table is no news", () => {
  const { game } = honest("crummy");
  game.note({ e: "act", do: "throw 9C" });
  game.note({ e: "act", do: "throw TC.1" });
  game.note({ e: "act", do: "take JC" });
  assert.ok(game.isHandProven(["9C.0", "9C.1", "TC.1"]));
  for (const word of ["TC.0", "JC.0", "JC.1"]) assert.ok(!game.isHandProven([word]), word);
});

test("a consent that is being taken back when the game begins is no consent broken", async () => {
  const log = random(32);
  const own = new OwnStatements(log, identity.secret, clock, keep);
  const ready = own.sign("ready", log, null, {});
  const asking = { link: null, me: log, statementsOf: () => own, request: (/** @type {any[]} */ ...[, , answered]) => later.push(answered) };
  /** @type {((answer: object) => void)[]} */
  const later = [];
  const table = /** @type {any} */ ({ number: 1, shown: { id: log, game: 0 } });
  const answer = unready(/** @type {any} */ (asking), table);
  assert.ok(!ready.withdrawn, "until the host has said that it is, the game may begin");
  ready.logged = true;
  later[0]?.({ ok: true });
  await answer;
  assert.ok(!ready.withdrawn);
  ready.logged = false;
  const again = unready(/** @type {any} */ (asking), table);
  later[1]?.({ ok: true });
  await again;
  assert.ok(ready.withdrawn);
});

test("what another window has signed meanwhile is known after the next greeting", () => {
  /** @type {Map<string, string>} */
  const kept = new Map();
  const shared = { ...keep, get: (/** @type {string} */ name) => kept.get(name) ?? null, set: (/** @type {string} */ name, /** @type {string} */ text) => void kept.set(name, text) };
  const [one, other] = [0, 1].map(() => new OwnStatements(random(32), identity.secret, clock, shared));
  const first = one?.sign("ready", random(32), null, {});
  other?.restore();
  assert.equal(other?.byHash.get(first?.hash ?? "")?.hash, first?.hash);
  assert.equal(hex(other?.sign("ready", random(32), null, {}).fields.prev), first?.hash);
});

test("a part that was signed in another log of the game is not signed again, also by another window", () => {
  /** @type {Map<string, string>} */
  const kept = new Map();
  const shared = { ...keep, get: (/** @type {string} */ name) => kept.get(name) ?? null, set: (/** @type {string} */ name, /** @type {string} */ text) => void kept.set(name, text) };
  const [deal, other] = [random(32).fill(7), random(32).fill(8)];
  /** @param {number} head @param {Uint8Array} of */
  const ceremony = (head, of) => {
    const state = { session: random(32), epoch: 0, epochs: new Map([[0, { deal: of }]]), shuffle: { dealRoot: random(32) } };
    const log = { last: "root", seat: 0, fault: null, head: random(32).fill(head), ownNewest: null, state, stopping: (/** @type {() => any} */ work) => work() };
    return new Ceremony(/** @type {any} */ (log), new OwnStatements(random(32), identity.secret, clock, shared), identity.contributions, random);
  };
  const windows = [ceremony(1, deal), ceremony(1, deal), ceremony(2, deal), ceremony(3, other)];
  const first = windows[0]?.owed();
  assert.equal(first?.what, "root");
  assert.equal(windows[1]?.owed()?.hash, first?.hash, "the same bytes in the same log");
  assert.throws(() => windows[2]?.owed(), CannotGoOn);
  assert.equal(windows[3]?.owed()?.fields.n, 1, "another shuffle, numbered behind what the other window has signed");
});

test("a reason to refuse what is legal at the newest position cannot be true; what may be true accuses nobody", () => {
  const { records, game } = honest("keilty");
  let judged = 0;
  for (const record of records) {
    const entry = record.kind === "entry" ? readEntry(record.entry) : null;
    const mine = entry?.e === "act" && entry.signed && entry.seat === game.log.seat;
    const fields = mine ? readStatement("action", entry.signed.payload) : null;
    const own = /** @type {any} */ ({ what: "action", fields, refused: "" });
    const isNewest = fields && hex(fields.head) === hex(game.log.aim) && game.openedCards.size;
    if (isNewest) {
      for (const code of ["stale", "not_your_turn", "illegal", "wrong_statement", "cooldown", "clock"]) assert.ok(isFalseRefusal(game, own, code), `${code} ${fields.do}`);
      for (const code of ["paused", "order"]) assert.ok(!isFalseRefusal(game, own, code), code);
      for (const other of [{ do: "lay 2C on 99" }, { head: random(32) }, { round: 99 }]) assert.ok(!isFalseRefusal(game, { ...own, fields: { ...fields, ...other } }, "stale"));
      const isKnownClock = game.log.state.statements?.signers.get(hex(game.log.me))?.clocks.has(hex(fields.clock));
      if (isKnownClock) assert.ok(!isFalseRefusal(game, { ...own, fields: { ...fields, t: 0 } }, "clock"), "its clock went back, so the host may not log it");
      judged += 1;
    }
    feed(game, record);
    if (isNewest) assert.ok(!isFalseRefusal(game, own, "stale"), "something stands behind it now");
  }
  assert.ok(judged > 10);
});

test("a false reason to refuse stops the game as a cheat, unless the log is not complete here", () => {
  const { records, game } = honest("keilty");
  game.takeRefusal = () => {}; // its signatures have tests of their own
  for (const record of records) {
    const entry = record.kind === "entry" ? readEntry(record.entry) : null;
    if (entry?.e === "act" && entry.signed && entry.seat === game.log.seat && game.openedCards.size) {
      const refused = () => /** @type {any} */ ({ what: "action", fields: readStatement("action", entry.signed.payload), refused: "", byHost: null });
      game.refuse(refused(), "stale", random(64), true);
      game.refuse(refused(), "paused", random(64));
      assert.throws(() => game.refuse(refused(), "stale", random(64)), /^Error: refusal/);
      assert.equal(game.log.fault?.check, "refusal");
      return;
    }
    feed(game, record);
  }
  assert.fail("no action of the file's owner");
});

test("a refusal without a signature is a doubt at once, and is not believed; the clock gets no new name for it", async () => {
  const refusedWith = (/** @type {string} */ code) => async () => ({ ok: false, code, says: "", message: { m: "refused" } });
  for (const [code, told] of /** @type {const} */ ([["stale", 1], ["clock", 1], ["too_many", 0], ["no_table", 0], ["trouble", 0]])) {
    const { game, table } = honest("keilty");
    Object.assign(table, { number: 1, heldBack: [] });
    const own = /** @type {any} */ ({ what: "action", payload: random(1), signature: random(64), fields: { do: "draw" }, hash: "aa", refused: "", byHost: null });
    const name = hex(clock.name);
    const asking = /** @type {any} */ ({ ask: refusedWith(code), changed: () => {}, identity: { clock: { renew: () => assert.fail("a new name") } } });
    await submit(asking, table, game, own);
    await submit(asking, table, game, own);
    assert.deepEqual([table.heldBack.length, own.refused, hex(clock.name)], [told, "", name], code);
  }
});

test("a page objects once to votes about its seat while it is on turn, and contradicts who ends a game that waits for nothing of it", async () => {
  /** @type {[string, number][]} */
  const signed = [];
  const sent = async () => ({ ok: true, code: "", says: "", message: { m: "done" } });
  const log = { seat: 0, fault: null, votesAbout: () => new Set([1]), isShuffling: true, closesAbout: () => new Set([1]), state: { closes: { protests: new Set() } } };
  const statement = (/** @type {string} */ what) => (/** @type {number} */ about) => (signed.push([what, about]), { what, payload: random(1), signature: random(64) });
  const game = { number: 1, log, hasObjected: false, signVote: statement("vote"), signClose: statement("close"), ceremony: { owed: () => null }, own: { save: () => {} } };
  const table = /** @type {any} */ ({ number: 1, game, view: { legal: ["draw"], position: { turn: 0 } }, isObjecting: false });
  const asking = /** @type {any} */ ({ ask: sent, changed: () => {} });
  await Promise.all([object(asking, table), object(asking, table)]);
  assert.deepEqual(signed, [["vote", 0]]);
  game.hasObjected = true;
  await object(asking, table);
  game.hasObjected = false;
  table.view.position.turn = 1;
  await object(asking, table);
  assert.equal(signed.length, 1, "one objection a wait, and none while others are on turn");
  protest(asking, table);
  assert.deepEqual(signed.at(-1), ["close", 0]);
  log.state.closes.protests.add(0);
  protest(asking, table);
  assert.equal(signed.length, 2);
});
