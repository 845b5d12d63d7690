/** A page at an honest host: nothing that comes late, early or between two rounds accuses it. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { CannotGoOn, Ceremony } from "../client/ceremony.js";
import { isFalseConsentRefusal } from "../client/refused_consent.js";
import { Game } from "../client/game.js";
import { OwnStatements, PlayerClock } from "../client/own_statements.js";
import { readRefusal } from "../client/signed_refusals.js";
import { OrderedPings } from "../client/pings.js";
import { Session } from "../client/session.js";
import { ready, submit, takePong, unready } from "../client/submitting.js";
import { Table } from "../client/table.js";
import { lacksCards } from "../client/waits.js";
import { equal, hex, unhex, ZEROS } from "../core/bytes.js";
import { rememberHeld } from "../core/held.js";
import { logId, refusalHash, statementHash } from "../core/identifiers.js";
import { publicKey, sign } from "../core/signatures.js";
import { Fault } from "../ledger/checks.js";
import { readEntry, readStatement } from "../ledger/forms.js";
import { readTranscript } from "../verifier/transcript_file.js";
import { keepOf, keepsNothing } from "./keep.js";
import { vectorBytes } from "./vectors.js";

rememberHeld(); // many tests read the same logs

const GAMES = ["keilty", "basic", "vegas", "crummy", "joker"];
const random = (/** @type {number} */ count) => new Uint8Array(count);
const keep = keepsNothing;
const clock = new PlayerClock(random, () => 0, () => 0);
const identity = { secret: random(32).fill(1), contributions: random(32), name: "", agent: "", random, keep, clock };

/** The secret of a host, and the own key. */
const [host, me] = [random(32).fill(9), publicKey(identity.secret)];

/** The records of a game that was played honestly, and a page that follows it for the file's owner. @param {string} name */
function honest(name) {
  const { records } = readTranscript(vectorBytes(`transcripts/${name}.rummy`));
  const openings = records.flatMap((one) => (one.kind === "opening" ? [one] : []));
  const entries = records.flatMap((one) => (one.kind === "entry" ? [readEntry(one.entry)] : []));
  const seats = entries.find(({ e }) => e === "seats");
  const me = seats?.players[openings[0]?.seat ?? 0].key;
  const statementsOf = (/** @type {Uint8Array} */ log) => new OwnStatements(log, identity.secret, clock, keep);
  const game = new Game(1, entries[0]?.host, me, identity, statementsOf);
  game.signLastWord = () => {}; // only the file's owner has the key for it
  const table = /** @type {any} */ ({ game, view: null });
  return { records, openings, entries, game, table };
}

/** @param {Game} game @param {import("../verifier/transcript_file.js").Rec} record */
function feed(game, record) {
  if (record.kind === "entry") game.addEntry(game.log.length, record.entry, record.signature);
  if (record.kind !== "opening") return;
  const { round, epoch, position, card, salt, path } = record;
  game.addOpenings(round, epoch, [[position, card, salt, path]]);
}

for (const name of GAMES) {
  test(`${name}: the log and the cards shown say what one sees and may do`, () => {
    const { records, openings, game } = honest(name);
    const table = new Table(/** @type {any} */ ({}));
    table.follow(game);
    const bare = (/** @type {string} */ action) => action.replace(/\.\d/g, "");
    let [acts, over] = [0, 0];
    for (const record of records) {
      const entry = record.kind === "entry" ? readEntry(record.entry) : null;
      const isOwn = entry?.e === "act" && entry.signed && entry.seat === game.log.seat && !entry.do.startsWith("rummy ");
      if (isOwn && entry.why === null && !lacksCards(table)) {
        assert.ok(table.view?.legal.map(bare).includes(bare(entry.do)), `${entry.do}: ${table.view?.legal}`);
        acts += 1;
      }
      feed(game, record);
      table.isViewStale = true;
      const { hidden = [], phase = "" } = table.view?.position ?? {};
      if (game.log.last === "score") over += Number(phase === "over" && hidden.every((/** @type {number} */ cards) => cards === 0));
    }
    assert.ok(!game.log.fault && (acts > 10 || !openings.length) && over > 0);
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

test("who is to come in stays ready: the same is signed again after every other statement", async () => {
  const me = random(32).fill(3);
  const shown = { id: random(32), game: 1, stage: "playing", seats: [[0, me, "Ann", true, true, false]], before: random(32), variant: "vegas", options: new Map() };
  const own = new OwnStatements(logId(host, shown.id, 1), identity.secret, clock, keep);
  const log = { id: own.log, fault: null, state: { bots: [], players: [{ key: me, name: "Ann" }] }, ownNewest: null };
  const game = /** @type {any} */ ({ number: 1, own, log, isOverdue: () => false });
  const table = /** @type {any} */ ({ number: 1, shown, game, unknown: null, isTakingBack: false });
  /** @type {any[]} */
  const sent = [];
  const page = /** @type {any} */ ({
    me, link: { host }, identity, incidents: { hasCheat: false }, changed: () => {}, statementsOf: () => own, seatAt: () => shown.seats[0],
    pingInOrder: () => {},
    ask: (/** @type {string} */ kind, /** @type {any} */ fields) => (sent.push([kind, fields]), Promise.resolve({ ok: true, code: "", message: {} })),
  });
  await ready(page, table);
  await submit(page, table, game, own.sign("vote", random(32), null, {}));
  assert.deepEqual(sent.map(([kind]) => kind), ["ready", "submit", "ready"]);
  const [first, second] = [...own.byHash.values()].filter(({ what }) => what === "ready");
  assert.deepEqual([first?.fields.n, second?.fields.n], [0, 2]);
  for (const same of ["head", "rules", "players"]) assert.deepEqual(first?.fields[same], second?.fields[same]);
  assert.ok(first?.withdrawn && !second?.withdrawn, "the host has said that it has the newer one");
  Object.assign(/** @type {any} */ (second), { withdrawn: true });
  await submit(page, table, game, own.sign("vote", random(32), null, {}));
  assert.equal(sent.length, 4, "what the player has taken back is not signed again");
});

test("a clock goes on in a page that is loaded anew, unless the wall clock was set back; where it and the wall clock disagree it begins again", () => {
  const shared = keepOf();
  let [millis, wall, named] = [500, 1_000_000, 0];
  const page = () => new OwnStatements(random(32), identity.secret, new PlayerClock(() => random(8).fill((named += 1)), () => millis, () => wall), shared);
  const first = page();
  const before = first.sign("ready", random(32), null, {}).fields;
  first.noteLogged(/** @type {any} */ ([...first.byHash.values()][0]), 7000);
  wall += 10_000;
  millis = 3;
  const after = page().sign("ready", random(32), null, {}).fields;
  assert.deepEqual([hex(after.clock), after.t], [hex(before.clock), before.t + 12_000]);
  wall -= 1;
  const back = page().sign("ready", random(32), null, {}).fields;
  assert.notEqual(hex(back.clock), hex(before.clock));
  const now = page();
  const [same, again] = [now.now(), (wall += 100, millis += 100, now.now())];
  assert.deepEqual([hex(again.clock), again.t], [hex(same.clock), same.t + 100]);
  wall += 5000; // asleep, and the steady clock stood still
  assert.notEqual(hex(now.now().clock), hex(same.clock));
});

test("a page that was told more time than has passed since it signed something says so", () => {
  let millis = 1000;
  const own = new OwnStatements(random(32), identity.secret, new PlayerClock(random, () => millis, () => millis), keep);
  const ready = own.sign("ready", random(32), null, {});
  own.noteLogged(ready, 7000);
  millis += 10_000;
  assert.ok(own.allows(18_000));
  assert.ok(!own.allows(18_100));
});

test("a consent that the host refuses for its clock, which goes on, is refused falsely", () => {
  const own = new OwnStatements(random(32), identity.secret, clock, keep);
  const first = own.sign("ready", random(32), null, {});
  const second = own.sign("ready", random(32), null, {});
  const refused = (/** @type {import("../client/own_statements.js").OwnStatement} */ one, /** @type {string} */ code) =>
    Object.assign(one, { refused: code, refusedAt: ZEROS, byHost: sign(host, "refusal", refusalHash(own.log, ZEROS, me, unhex(one.hash), code)) });
  assert.ok(!isFalseConsentRefusal(own, refused(second, "clock"), publicKey(host), me), "another machine may have signed the first one");
  first.acknowledged = true;
  assert.ok(isFalseConsentRefusal(own, refused(second, "clock"), publicKey(host), me));
  assert.ok(!isFalseConsentRefusal(own, refused(second, "clock"), me, me), "another's signature proves nothing");
  assert.ok(!isFalseConsentRefusal(own, refused(second, "stale"), publicKey(host), me));
  first.fields.t += 1;
  assert.ok(!isFalseConsentRefusal(own, refused(second, "clock"), publicKey(host), me), "the own clock ran backwards");
});

test("of a refused consent is judged what the table cannot have changed, where its log stands", () => {
  const judged = (/** @type {string} */ code, /** @type {any} */ log = null, head = log?.head ?? ZEROS) => {
    const own = new OwnStatements(random(32), identity.secret, clock, keep);
    const one = own.sign("ready", random(32), null, {});
    Object.assign(one, { refused: code, refusedAt: head, byHost: sign(host, "refusal", refusalHash(own.log, head, me, unhex(one.hash), code)) });
    return isFalseConsentRefusal(own, one, publicKey(host), me, log);
  };
  for (const code of ["signature", "trouble", "too_many", "cooldown", "no_game", "paused", "wrong_statement", "clock"]) assert.ok(judged(code), code);
  for (const code of ["stale", "playing", "players", "option", "deck", "not_seated", "not_due", "race", "shuffling", "some_day"]) assert.ok(!judged(code), code);
  const playing = { head: random(32).fill(3), ended: "", isPaused: false, isShuffling: false, fault: null, unknown: null };
  for (const [code, truth] of /** @type {const} */ ([["no_game", { ended: "played" }], ["paused", { isPaused: true }], ["shuffling", { isShuffling: true }]])) {
    assert.ok(judged(code, playing), code);
    assert.ok(!judged(code, { ...playing, ...truth }), code);
    assert.ok(!judged(code, { ...playing, fault: {} }) && !judged(code, { ...playing, unknown: {} }), code);
    assert.ok(!judged(code, playing, random(32).fill(4)), "at a head that is not the newest here");
  }
});

test("a consent is refused falsely as wrong_statement or with evidence that is not asked for; not where another machine may have signed before it", () => {
  const own = new OwnStatements(random(32).fill(8), identity.secret, clock, keep);
  const [first, second] = [own.sign("ready", random(32), null, {}), own.sign("ready", random(32), null, { rules: random(32), players: random(32) })];
  const isFalse = (/** @type {any} */ one, /** @type {string} */ code, /** @type {any} */ evidence = null) => {
    const named = evidence ? statementHash(evidence[0], evidence[1]) : ZEROS;
    Object.assign(one, { refused: code, refusedAt: ZEROS, evidence, byHost: sign(host, "refusal", refusalHash(own.log, ZEROS, me, unhex(one.hash), code, named)) });
    return isFalseConsentRefusal(own, one, publicKey(host), me);
  };
  assert.ok(!isFalse(second, "wrong_statement"), "the first has no answer");
  for (const [answer, is] of /** @type {const} */ ([[{ refused: "stale", byHost: null }, false], [{ refused: "order", byHost: random(64) }, false], [{ refused: "stale", byHost: random(64) }, true], [{ refused: "", byHost: null, acknowledged: true }, true], [{ acknowledged: false, logged: true }, true]])) {
    Object.assign(first, answer);
    assert.equal(isFalse(second, "wrong_statement"), is, JSON.stringify(Object.keys(answer)));
    assert.equal(isFalse(second, "clock"), is);
  }
  assert.ok(isFalse(first, "stale", [second.what, second.payload, second.signature]));
  assert.ok(!isFalse(first, "stale"));
});

test("a refusal of code order is false without something newer of one's own; what another machine has signed accuses nobody", () => {
  const own = new OwnStatements(random(32), identity.secret, clock, keep);
  const signNext = () => own.sign("ready", random(32), null, { rules: random(32), players: random(32) });
  const [one, newer] = [signNext(), signNext()];
  const twins = new OwnStatements(own.log, identity.secret, clock, keep).sign("ready", random(32), { n: 6, hash: random(32) }, { rules: random(32), players: random(32) });
  const shown = ({ what, payload, signature } = newer) => [what, payload, signature];
  const message = (/** @type {any} */ evidence, named = evidence ? statementHash(evidence[0], evidence[1]) : ZEROS) => {
    const signed = sign(host, "refusal", refusalHash(own.log, ZEROS, me, unhex(one.hash), "order", named));
    return /** @type {any} */ ({ code: "order", head: ZEROS, signed, evidence });
  };
  const answered = (/** @type {any} */ evidence) => {
    const refusal = readRefusal(own.log, publicKey(host), me, one, message(evidence));
    assert.ok(refusal);
    Object.assign(one, { refused: "order", ...refusal });
    return isFalseConsentRefusal(own, one, publicKey(host), me);
  };
  assert.ok(answered(null), "nothing is shown");
  assert.ok(answered(shown(one)), "the same statement");
  assert.ok(answered([newer.what, newer.payload, random(64)]), "not signed by this key");
  assert.ok(!answered(shown()));
  assert.ok(!own.hasTwin);
  assert.ok(!answered(shown(twins)));
  assert.ok(own.hasTwin, "this page does not know it");
  for (const evidence of [null, shown(), "nothing", ["dance", newer.payload, newer.signature], ["ready", new Uint8Array(0), newer.signature]])
    assert.equal(readRefusal(own.log, publicKey(host), me, one, message(evidence, random(32).fill(5))), null, "signed for evidence that is not shown");
  const older = own.sign("ready", random(32), null, {});
  const refusal = readRefusal(own.log, publicKey(host), me, one, message(shown()));
  Object.assign(older, { refused: "order", ...refusal, byHost: sign(host, "refusal", refusalHash(own.log, ZEROS, me, unhex(older.hash), "order", statementHash("ready", newer.payload))) });
  assert.ok(isFalseConsentRefusal(own, older, publicKey(host), me), "what is shown is older");
});

test("a page signs a last word once, by a clock that fits; where log time has run ahead it is the proof in the file", () => {
  const { game } = honest("keilty");
  const own = new OwnStatements(random(32), identity.secret, clock, keep);
  const allows = { is: true };
  const signers = new Map([[hex(me), { clocks: { get: () => ({ allows: () => allows.is }) } }]]);
  const state = { voids: [], openVoids: 0, isCalledOff: false, ended: /** @type {object | null} */ (null), hasLastWord: false, time: 0, statements: { signers } };
  /** @type {any[]} */
  const taken = [];
  const log = { me, seat: 0, head: random(32), ownNewest: null, fault: /** @type {object | null} */ (null), state, take: (/** @type {any} */ record) => taken.push(record) };
  Object.assign(game, { log, own, ceremony: { openAnswers: [] } });
  game.signLastWord = Game.prototype.signLastWord;
  game.lastWord();
  assert.equal(taken.length, 0);
  state.ended = {};
  game.lastWord();
  assert.deepEqual(taken.map(({ kind, seat }) => [kind, seat]), [["last-word", 0]]);
  assert.deepEqual(readStatement("last-word", taken[0]?.payload).head, log.head);
  game.lastWord();
  assert.deepEqual(taken[1], taken[0], "after a reload the same");
  state.hasLastWord = true;
  game.lastWord();
  assert.equal(taken.length, 2);
  let renewed = 0;
  own.clock = /** @type {any} */ ({ now: () => ({ clock: random(8), t: 5 }), wall: () => 0, renew: () => (renewed += 1) });
  [log.head, allows.is] = [random(32).fill(1), false];
  game.signLastWord();
  assert.deepEqual([taken.length, renewed], [3, 1], "a wall clock that was set accuses nobody");
  [log.head, log.fault] = [random(32).fill(2), {}];
  const written = game.transcript.records.length;
  game.signLastWord();
  assert.deepEqual([taken.length, game.transcript.records.length, renewed], [3, written + 1, 1]);
});

test("what another window has signed meanwhile is known after the next greeting", () => {
  const shared = keepOf();
  const [one, other] = [0, 1].map(() => new OwnStatements(random(32), identity.secret, clock, shared));
  const first = one?.sign("ready", random(32), null, {});
  other?.restore();
  assert.equal(other?.byHash.get(first?.hash ?? "")?.hash, first?.hash);
  assert.equal(hex(other?.sign("ready", random(32), null, {}).fields.prev), first?.hash);
});

test("a part that was signed in another log of the game is not signed again, also by another window", () => {
  const shared = keepOf();
  const [deal, other] = [random(32).fill(7), random(32).fill(8)];
  /** @param {number} head @param {Uint8Array} of */
  const ceremony = (head, of) => {
    const state = { session: random(32), epoch: 0, epochs: new Map([[0, { deal: of }]]), shuffle: { dealRoot: random(32) }, noteOf: (/** @type {Uint8Array} */ one) => (equal(one, random(32).fill(head)) ? {} : undefined) };
    const log = { last: "root", seat: 0, fault: null, standsHead: random(32).fill(head), ownNewest: null, state, stopping: (/** @type {() => any} */ work) => work() };
    return new Ceremony(/** @type {any} */ (log), new OwnStatements(random(32), identity.secret, clock, shared), identity.contributions, random);
  };
  const windows = [ceremony(1, deal), ceremony(1, deal), ceremony(2, deal), ceremony(3, other)];
  const first = windows[0]?.owed();
  assert.equal(first?.what, "root");
  assert.equal(windows[1]?.owed()?.hash, first?.hash, "the same bytes in the same log");
  assert.throws(() => windows[2]?.owed(), CannotGoOn);
  assert.equal(windows[3]?.owed()?.fields.n, 1, "another shuffle, numbered behind what the other window has signed");
});

test("a part that waits when the own vote is logged is signed anew at the same head, and what another machine gave then is no cheat", () => {
  const own = new OwnStatements(random(32), identity.secret, clock, keep);
  const log = {
    id: own.log, me: random(32), last: "seats", seat: 0, fault: null, head: random(32).fill(1), standsHead: random(32).fill(2), ownNewest: /** @type {any} */ (null),
    state: { nonceCommits: [], headAfter: new Map([["seats", random(32).fill(2)]]), time: 0, noteOf: () => ({}) }, stopping: (/** @type {() => any} */ work) => work(),
  };
  const ceremony = new Ceremony(/** @type {any} */ (log), own, identity.contributions, random);
  const game = /** @type {any} */ (Object.assign(Object.create(Game.prototype), { own, log, ceremony, voted: -1 }));
  const first = /** @type {any} */ (ceremony.owed());
  first.acknowledged = true;
  assert.deepEqual(first.fields.head, log.standsHead);
  assert.equal(ceremony.owed(), first, "once");
  assert.throws(() => game.checkPart("nonce-commit", random(32), log.standsHead, 0), Fault);
  const vote = own.sign("vote", log.head, null, { about: 1, yes: true });
  assert.equal(ceremony.owed(), first, "the vote is not in the log yet");
  log.ownNewest = { n: vote.fields.n, hash: random(32) };
  game.checkOwn({ e: "vote", seat: 0, signed: { payload: vote.payload }, t: 0 }, log.standsHead, "seats");
  game.checkPart("nonce-commit", random(32), log.standsHead, 0);
  const second = /** @type {any} */ (ceremony.owed());
  assert.deepEqual([second.fields.head, second.fields.n], [first.fields.head, vote.fields.n + 1]);
  assert.deepEqual(second.fields.commit, first.fields.commit);
  log.state.nonceCommits = /** @type {any} */ ([second.fields.commit]);
  Object.assign(log, { last: "nonce-commits", ownNewest: { n: second.fields.n, hash: random(32) }, standsHead: random(32).fill(3) });
  assert.equal(ceremony.owed()?.what, "nonce", "the number drawn is found behind a close too");
});

test("what became of an own part in a void: acknowledged, read (refused too), sent or nothing; blamed at once for what the host has on this connection", async () => {
  const done = { ok: true, code: "", message: {} };
  for (const [what, says, isBlamed] of /** @type {const} */ ([
    [["done"], "acknowledged", true], [["pong"], "read", true], [[], "sent", false], [["lost"], "silent", false],
    [["pong", "lost"], "read", false], [["moved", "pong"], "sent", false], [["refused"], "read", true],
    [["wrong_statement"], "read", true], [["wrong_statement", "lost"], "read", true], [["refused", "lost"], "read", false],
    [["moved", "not_due"], "silent", false], [["moved", "refused"], "sent", false], [["clock"], "silent", false], [["clock", "pong"], "silent", false],
    [["twin", "wrong_statement", "pong"], "silent", false], [["twin", "pong"], "read", true],
  ])) {
    const state = { session: random(32), epoch: 0, epochs: new Map([[0, { deal: random(32) }]]), shuffle: { dealRoot: random(32) }, openVoids: 0, noteOf: () => ({}) };
    const [head, standsHead] = [random(32), random(32)];
    const log = { last: "root", seat: 0, fault: null, head, standsHead, ownNewest: null, state, stopping: (/** @type {() => any} */ work) => work() };
    const own = new OwnStatements(random(32), identity.secret, clock, keep);
    const ceremony = new Ceremony(/** @type {any} */ (log), own, identity.contributions, random);
    const { noteRead, refuse } = Game.prototype;
    const game = /** @type {any} */ ({ number: 1, own, log, ceremony, isOverdue: () => false, refuse, noteRead, takeRefusal: () => true });
    const table = /** @type {any} */ ({ number: 1, game, isAskingLog: false });
    /** @type {any[]} */
    const sent = [];
    /** @type {(answer: any) => void} */
    let answered = () => {};
    const page = /** @type {any} */ ({
      pings: new OrderedPings(clock), waiting: new Map(), tables: new Map(), isOpen: true, changed: () => {}, seatAt: () => undefined,
      link: { requests: 4, send: (/** @type {string} */ kind, /** @type {any} */ { number }) => sent.push([kind, number]) },
      pingInOrder: Session.prototype.pingInOrder,
      ask: (/** @type {string} */ kind) => (sent.push(kind), new Promise((resolve) => (answered = resolve))),
    });
    const part = /** @type {any} */ (ceremony.owed());
    const given = submit(page, table, game, part);
    assert.deepEqual(sent, ["submit", ["ping", 1]], "the ping goes out behind the part");
    for (const one of what) {
      if (one === "moved") log.head = log.standsHead = random(32).fill(9);
      if (one === "pong") takePong(page, { m: "pong", number: 1 });
      if (one === "lost") part.isOnItsWay = false;
      if (one === "refused") game.refuse(part, "too_many", null);
      if (["wrong_statement", "not_due", "clock"].includes(one)) game.refuse(part, one, { byHost: random(64), refusedAt: log.head, evidence: null });
      if (one === "twin") own.byHash.set("twin", /** @type {any} */ ({ what: "vote", payload: random(1), signature: random(64), fields: { head: random(32) }, evidence: ["vote", random(1), random(64)] }));
      if (one === "done") await (answered(done), given);
    }
    assert.equal(ceremony.shuffleVoided(own.newest("root", head)), isBlamed, says);
    assert.deepEqual(ceremony.openAnswers, []);
    state.openVoids = 1;
    assert.deepEqual(ceremony.openAnswers, [says], what.join());
    takePong(page, { m: "pong", number: 1 });
    part.isOnItsWay = false;
    assert.deepEqual(ceremony.openAnswers, [says], "what comes behind the void changes nothing");
  }
});

/** A head of no log. */
const NO_HEAD = new Uint8Array(32).fill(7);
/** Of evidence that a file's owner left out. */
const LEFT_OUT = new Uint8Array(32).fill(5);

/** Judge a refusal at the newest head. @param {any} game @param {Record<string, any>} fields @param {string} code */
function judge(game, fields, code, evidence = ZEROS) {
  const { play, refusals } = game.log.auditor;
  const record = { kind: "refusal", seat: game.log.seat, statement: "action", code, head: game.log.head, evidence, shown: null };
  refusals.judge(record, { key: game.log.me, read: fields, hash: random(32) }, play);
}

test("a false reason to refuse stops the game as a cheat; one at a head that has not come waits for it", () => {
  const { records, game } = honest("keilty");
  for (const record of records) {
    const entry = record.kind === "entry" ? readEntry(record.entry) : null;
    if (entry?.e === "act" && entry.signed && entry.seat === game.log.seat && game.opened.size) {
      const fields = readStatement("action", entry.signed.payload);
      let count = 0;
      const refused = () => /** @type {any} */ ({ what: "action", fields, refused: "", byHost: null, hash: String((count += 1)) });
      game.log.take = (/** @type {any} */ { code }) => game.log.stopping(() => judge(game, fields, code, code === "order" ? LEFT_OUT : ZEROS));
      game.transcript.addRefusal = () => {};
      const { head } = game.log;
      const signed = (/** @type {Uint8Array} */ refusedAt) => ({ byHost: random(64), refusedAt, evidence: null });
      game.refuse(refused(), "stale", signed(NO_HEAD), true);
      game.refuse(refused(), "order", signed(head));
      assert.throws(() => game.refuse(refused(), "stale", signed(head)), /^Error: refusal/);
      assert.equal(game.log.fault?.check, "refusal");
      return;
    }
    feed(game, record);
  }
  assert.fail("no action of the file's owner");
});

test("a refusal at a head that the whole log does not have is a cheat", () => {
  const { records, game } = honest("keilty");
  for (const record of records.slice(0, records.findIndex((one) => one.kind === "opening") + 1)) feed(game, record);
  const own = /** @type {any} */ ({ what: "action", fields: { do: "draw" }, refused: "", byHost: null, hash: "aa" });
  assert.throws(() => game.refuse(own, "stale", { byHost: random(64), refusedAt: NO_HEAD, evidence: null }), /^Error: refusal/);
});

test("an action that the host has taken and not logged is held back at once; so is one that a clock plays over", async () => {
  const { records, game, table } = honest("keilty");
  Object.assign(table, { number: 1, isAskingLog: false });
  for (const record of records) {
    feed(game, record);
    if (game.log.seat !== null && game.log.auditor.play.round?.turn === game.log.seat && game.opened.size) break;
  }
  const own = /** @type {any} */ ({ what: "action", payload: random(1), signature: random(64), fields: { do: "draw", head: game.log.aim }, refused: "", logged: false });
  const asking = /** @type {any} */ ({ pingInOrder: () => {}, ask: async () => ({ ok: true, code: "", says: "", message: { m: "done" } }), changed: () => {}, note: (/** @type {any} */ _, /** @type {string} */ kind, /** @type {any} */ { says }) => told.push([kind, says]) });
  /** @type {string[][]} */
  const told = [];
  await submit(asking, table, game, { ...own, logged: true });
  assert.deepEqual(told, []);
  await submit(asking, table, game, own);
  assert.deepEqual(told, [["held-back", "draw"]]);
  const aims = new Set(game.log.auditor.play.aims);
  game.own?.byHash.set("aa", own);
  assert.equal(game.findPassedOver({ e: "act", seat: game.log.seat, why: "turn" }, aims), own);
  const wanted = { ...own, fields: { ...own.fields, do: "want KC" } };
  game.own?.byHash.set("aa", wanted);
  assert.equal(game.findPassedOver({ e: "act", seat: game.log.seat, why: "rule", do: "waive" }, aims), wanted, "an answer to an offer");
  game.own?.byHash.set("aa", own);
  for (const why of ["rule", "vote"]) assert.equal(game.findPassedOver({ e: "act", seat: game.log.seat, why }, aims), own);
  for (const other of [{ why: null }, { why: "want" }, { seat: 1 - Number(game.log.seat) }])
    assert.equal(game.findPassedOver({ e: "act", seat: game.log.seat, why: "turn", ...other }, aims), null);
  for (const is of [{ logged: true }, { acknowledged: false }, { refused: "stale" }, { fields: { ...own.fields, head: NO_HEAD } }]) {
    game.own?.byHash.set("aa", { ...own, ...is });
    assert.equal(game.findPassedOver({ e: "act", seat: game.log.seat, why: "turn" }, aims), null);
  }
});

test("a part that is refused for its clock is signed anew under the host's signature alone; without it the same bytes go again", async () => {
  const head = random(32).fill(3);
  const state = { session: random(32), epoch: 0, epochs: new Map([[0, { deal: random(32) }]]), shuffle: { dealRoot: random(32) }, openVoids: 0, noteOf: () => ({}) };
  const log = { id: random(32), host: publicKey(host), me, last: "root", seat: 0, fault: null, ended: "", head, standsHead: head, ownNewest: null, state, stopping: (/** @type {() => any} */ work) => work() };
  const own = new OwnStatements(log.id, identity.secret, clock, keep);
  const ceremony = new Ceremony(/** @type {any} */ (log), own, identity.contributions, random);
  const { noteRead, refuse, refusalOf } = Game.prototype;
  const game = /** @type {any} */ ({ number: 1, own, log, ceremony, isOverdue: () => false, refuse, noteRead, refusalOf, takeRefusal: () => true });
  const table = /** @type {any} */ ({ number: 1, game, isAskingLog: false });
  const held = /** @type {string[]} */ ([]);
  const sent = /** @type {any[]} */ ([]);
  const ask = async (/** @type {string} */ _kind, /** @type {any} */ fields) => {
    sent.push(fields.payload);
    const promise = sign(host, "refusal", refusalHash(log.id, head, me, statementHash("root", fields.payload), "clock"));
    return sent.length > 2 ? { ok: true, code: "", message: {} } : { ok: false, code: "clock", says: "", message: sent.length < 2 ? { m: "refused" } : { m: "refused", signed: promise, head } };
  };
  const page = /** @type {any} */ ({ ask, isOpen: true, changed: () => {}, pingInOrder: () => {}, seatAt: () => undefined, identity: { clock: { renew: () => {} } }, note: (/** @type {any[]} */ ...[, kind]) => held.push(kind) });
  await submit(page, table, game, /** @type {any} */ (ceremony.owed()));
  assert.deepEqual([sent.length, held.length], [1, 1]);
  await submit(page, table, game, /** @type {any} */ (ceremony.owed()));
  await new Promise((settled) => setTimeout(settled));
  assert.deepEqual(sent[1], sent[0], "the same bytes");
  assert.equal(sent.length, 3);
  assert.notDeepEqual(sent[2], sent[0], "signed anew, as the host has signed its refusal");
});
