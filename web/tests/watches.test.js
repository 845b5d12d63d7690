/** What a page watches its host for while a game goes on, and what it keeps with the host's key. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { checkOpened, whyNoOther } from "../client/endings.js";
import { addEntry, addOpenings, askLog, showTable } from "../client/following.js";
import { Game } from "../client/game.js";
import { Incidents, sentences } from "../client/incidents.js";
import { OwnStatements, PlayerClock } from "../client/own_statements.js";
import { Session } from "../client/session.js";
import { mayBeCoolingDown, ready, submit } from "../client/submitting.js";
import { Waits } from "../client/waits.js";
import { WATCHES } from "../client/watches.js";
import { hex } from "../core/bytes.js";
import { rememberHeld } from "../core/held.js";
import { logId } from "../core/identifiers.js";
import { Unknown } from "../core/unknown.js";
import { verdictOf } from "../seat/fairness.js";
import { Fault } from "../ledger/checks.js";
import { readEntry } from "../ledger/forms.js";
import { readTranscript } from "../verifier/transcript_file.js";
import { keepOf } from "./keep.js";
import { vectorBytes } from "./vectors.js";

rememberHeld(); // many tests read the same logs

const random = (/** @type {number} */ count) => new Uint8Array(count);
Game.prototype.signLastWord = () => {}; // these are logs of others: only their players have the keys for it

/** A page of the owner of an honest file, at that file's table. @param {Map<string, string>} [kept] @param {{ ms: number, wall: number }} [time] */
function pageOf(kept = new Map(), time = { ms: 0, wall: 0 }) {
  const { records } = readTranscript(vectorBytes("transcripts/keilty.rummy"));
  const entries = records.flatMap((one) => (one.kind === "entry" ? [one] : []));
  const open = readEntry(/** @type {any} */ (entries[0]).entry);
  const seats = readEntry(/** @type {any} */ (entries[1]).entry);
  const openings = records.flatMap((one) => (one.kind === "opening" ? [one] : []));
  const clock = new PlayerClock(random, () => time.ms, () => time.wall);
  const identity = { secret: random(32).fill(1), contributions: random(32), name: "Ann", agent: "", random, keep: keepOf(kept), clock };
  const session = new Session(identity, "https://a", () => true, () => {});
  session.me = seats.players[openings[0]?.seat ?? 0].key;
  /** @type {[string, Record<string, any>][]} */
  const sent = [];
  let number = 0;
  session.link = /** @type {any} */ ({
    isOpen: true, host: open.host, send: () => {}, request: (/** @type {any[]} */ ...[kind, fields]) => (sent.push([kind, fields]), (number += 1)),
  });
  session.incidents.open();
  const rows = seats.players.map((/** @type {any} */ player, /** @type {number} */ seat) => [seat, player.key, player.name, false, true, false]);
  const shows = (/** @type {Record<string, any>} */ more = {}) =>
    showTable(session, { m: "table", table: 1, id: open.table, stage: "playing", game: open.game, before: open.before, paused: false, variant: open.variant, options: open.options, seats: rows, ...more });
  const answer = (/** @type {string} */ m = "done") => session.handle({ m, n: number });
  const enter = (/** @type {number} */ from, /** @type {number} */ to, isShown = true) => {
    let at = -1;
    for (const one of records) {
      if (one.kind === "entry") at += 1;
      if (at < from || at >= to) continue;
      if (one.kind === "entry") addEntry(session, table(), { game: open.game, index: at, entry: one.entry, signature: one.signature });
      else if (one.kind === "opening" && isShown) addOpenings(table(), { game: open.game, round: one.round, epoch: one.epoch, cards: [[one.position, one.card, one.salt, one.path]] });
    }
    session.changed();
  };
  const table = () => /** @type {import("../client/table.js").Table} */ (session.tables.get(1));
  const kinds = () => session.incidents.all.map(({ kind }) => kind).filter((kind) => kind !== "void");
  return { session, open, entries, shows, answer, enter, table, kinds, sent, time };
}

/** The place of the first entry of a kind. @param {ReturnType<typeof pageOf>} page @param {string} kind */
function placeOf({ entries }, kind) {
  return entries.findIndex(({ entry }) => readEntry(entry).e === kind);
}

/** The same with its log up to so many entries, or as many more behind the first of a kind. @param {number | string} to
 * @param {{ more?: number, isShown?: boolean, kept?: Map<string, string>, time?: { ms: number, wall: number } }} [how] */
function followed(to, { more = 1, isShown = true, kept, time } = {}) {
  const page = pageOf(kept, time);
  page.shows();
  page.answer();
  page.enter(0, typeof to === "number" ? to : placeOf(page, to) + more, isShown);
  return page;
}

test("the log names the cards that one has drawn oneself, and no others", () => {
  const { game, logLines } = followed(Infinity).table();
  const drawn = logLines.flatMap((one) => ("events" in one ? one.events : [])).filter(({ event }) => event === "drew");
  assert.ok(drawn.length > 9 && drawn.every(({ seat, card }) => Boolean(card) === (seat === game?.log.seat)));
});

test("an honest game is doubted in nothing", () => {
  const page = followed(Infinity);
  assert.equal(page.table().game?.log.ended, "played");
  page.shows({ stage: "waiting", before: page.table().game?.log.head });
  assert.deepEqual(page.kinds(), []);
  assert.equal(page.session.incidents.all.length, page.table().game?.log.state.voids.length);
});

test("a page is not shown its cards: at once, if the host answers what was sent behind the entry that gives them", () => {
  const page = followed("act", { isShown: false });
  assert.deepEqual(page.kinds(), [], "they may be on their way");
  pong(page);
  assert.deepEqual(page.kinds(), ["blind"]);
});

test("a game that an earlier page has not seen to its end is held against the tables and numbers that come: a doubt, once", () => {
  /** @param {(page: ReturnType<typeof pageOf>) => void} shows @param {string[]} [addresses] @param {number} [away] */
  const loaded = (shows, addresses = [], away = 1_000) => {
    /** @type {Map<string, string>} */
    const kept = new Map();
    const first = followed("act", { more: 2, kept, time: { ms: 0, wall: 1_000 } });
    const { head } = /** @type {Game} */ (first.table().game).log;
    const again = () => {
      const page = pageOf(kept, { ms: 0, wall: 1_000 + away });
      page.session.handle({ m: "welcome", name: "Ann", host_name: "Inn", addresses });
      page.session.handle({ m: "lobby", tables: [], more: 3, far: [] });
      shows(page);
      return page;
    };
    return { page: again(), again, head };
  };
  const lost = loaded(() => {});
  assert.deepEqual(lost.page.kinds(), [], "its table may come still");
  pong(lost.page);
  assert.deepEqual(lost.page.kinds(), ["unseen-end"]);
  lost.page.session.incidents.clear();
  const later = lost.again();
  pong(later);
  assert.deepEqual(later.kinds(), [], "whatever was put away since");
  const long = loaded(() => {}, [], 600_000);
  pong(long.page);
  assert.deepEqual(long.page.kinds(), [], "an honest host closes a table where nobody is after ten minutes");
  const elsewhere = loaded(() => {}, ["192.0.2.2:7866"]);
  pong(elsewhere.page);
  assert.deepEqual(elsewhere.page.kinds(), [], "another host may have its table");
  for (const [more, kinds] of /** @type {const} */ ([[0, []], [1, ["unseen-end"]], [2, ["unseen-end"]]])) {
    const { page } = loaded((shown) => shown.shows({ game: shown.open.game + more }));
    page.answer();
    pong(page);
    assert.deepEqual(page.kinds(), kinds);
  }
  const { page, head } = loaded((shown) => shown.shows({ stage: "waiting", game: shown.open.game + 2 }));
  page.table().shown.before = head;
  assert.match(String(whyNoOther(page.session, page.table())?.[0]), /has no end; nothing was signed/);
});

test("after a reconnect what was lost is sent again, and what was sent since is not", () => {
  const page = followed("act");
  const { session, sent } = page;
  const game = /** @type {Game} */ (page.table().game);
  const [lost, since] = [1, 2].map((about) => /** @type {OwnStatements} */ (game.own).sign("vote", random(32), null, { about, yes: true }));
  askLog(session, page.table());
  const asked = [...session.waiting.keys()].at(-1);
  void submit(session, page.table(), game, /** @type {any} */ (since));
  session.handle({ m: "done", n: asked });
  assert.deepEqual([lost, since].map((own) => sent.filter(([, { payload }]) => payload === own?.payload).length), [1, 1]);
});

test("nothing is signed for another game while the last one has no end, nor for a host that was caught cheating", async () => {
  const page = followed("act", { more: 2 });
  page.shows({ stage: "waiting", before: page.table().game?.log.head });
  const says = async () => String((await ready(page.session, page.table())).says);
  assert.match(await says(), /your program asked for the rest of game .*it has not come/);
  page.answer();
  assert.match(await says(), /has no end; nothing was signed/);
  page.session.incidents.add("cheat", { check: "deck" });
  assert.match(await says(), /caught cheating/);
});

test("what an earlier page has followed is held against the next game, and its rest is asked for", () => {
  /** @type {Map<string, string>} */
  const kept = new Map();
  const first = followed("act", { more: 2, kept });
  const { head } = /** @type {any} */ (first.table().game).log;
  const second = pageOf(kept);
  second.shows({ stage: "waiting", before: head });
  assert.equal(second.sent.at(-1)?.[0], "log");
  second.answer();
  assert.deepEqual(second.kinds(), ["no-end"]);
  const [before, other] = [random(32).fill(1), random(32).fill(2)];
  assert.throws(() => checkOpened({ before }, { head: before, ended: false }), /consent/);
  assert.throws(() => checkOpened({ before }, { head: other, ended: true }), /consent/);
  assert.ok(checkOpened({ before }, { head: other, ended: false }), "its end was not seen here");
  assert.ok(!checkOpened({ before }, { head: before, ended: true }) && !checkOpened({ before }, null));
});

test("an action that the host has had for a minute is told once; a page that slept has not waited", () => {
  const made = (/** @type {string} */ hash, /** @type {string} */ text) => ({ what: "action", hash, fields: { do: text, head: random(32) }, logged: false, byHost: null, acknowledged: true, isHeldBack: false });
  const [own, early] = [made("aa", "draw"), made("bb", "waive")];
  const play = { aims: new Set([hex(random(32))]), round: { actor: 1 } };
  const log = { fault: null, unknown: null, ended: "", isShuffling: false, isPaused: false, seat: 0, state: { round: 1 }, auditor: { play } };
  const table = /** @type {any} */ ({
    number: 1, shown: { variant: "basic", options: new Map([["call_seconds", 3]]) }, isBehind: false,
    game: { log, own: { byHash: new Map([["aa", own], ["bb", early]]) } }, view: null,
  });
  const waits = new Waits();
  /** @type {any[]} */
  const told = [];
  const tick = (/** @type {number} */ millis) => told.push(...waits.heldBack(table, millis).map((one) => ((one.isHeldBack = true), one)));
  for (let second = 0; second < 59; second += 1) tick(1000);
  assert.deepEqual(told, []);
  for (const [what, name] of /** @type {const} */ ([[log, "isShuffling"], [table, "isBehind"], [log, "isPaused"]])) {
    /** @type {any} */ (what)[name] = true;
    tick(1000);
    assert.deepEqual(told, [], name);
    /** @type {any} */ (what)[name] = false;
  }
  own.acknowledged = false;
  log.isPaused = true;
  tick(1000);
  assert.deepEqual(told, [own], "an honest host refuses in a pause what it is sent; the answer given early is not due while the turn goes on");
  tick(3_600_000);
  own.acknowledged = true;
  log.isPaused = false;
  play.aims.clear(); // the turn is over
  for (let ticks = 0; ticks < 11; ticks += 1) tick(3_600_000);
  assert.deepEqual(told, [own]);
  tick(3_600_000);
  assert.deepEqual(told, [own, early]);
});

test("incidents are kept for the host of this origin, each once, until they are put away", () => {
  /** @type {Map<string, string>} */
  const kept = new Map();
  const open = () => {
    const incidents = new Incidents(keepOf(kept));
    incidents.open();
    return incidents;
  };
  const first = open();
  for (const kind of /** @type {import("../client/watches.js").Watched[]} */ (Object.keys(WATCHES))) {
    for (let times = 0; times < 2; times += 1) first.add(kind, { log: "aa", game: 7, check: "deck", says: "{n} cards", values: { n: 3 }, place: "1.2", names: ["Ann"] });
  }
  first.add("void", { log: "aa", game: 7, place: "1.3", names: ["Ann", "Bob"] });
  assert.equal(first.all.length, Object.keys(WATCHES).length + 1);
  assert.equal(first.doubts.length, first.all.length - 3);
  const second = open();
  assert.deepEqual(second.all, first.all);
  assert.deepEqual([second.doubts, second.hasCheat], [[], true]);
  const says = sentences(second.all);
  assert.ok(says.includes("game 7: CHEAT, check deck: 3 cards"));
  assert.ok(says.includes("game 7: 2 shuffles were voided, because the host heard nothing from: Ann 2×, Bob"));
  second.clear();
  assert.deepEqual(open().all, []);
});

test("a consent that did not hold any more, or is not the last one, begins no game", () => {
  const { identity } = pageOf().session;
  const own = new OwnStatements(random(32), identity.secret, identity.clock, keepOf(new Map()));
  const given = [0, 1].map((number) => own.sign("ready", random(32).fill(number), null, {}));
  const begin = () => {
    const game = Object.assign(Object.create(Game.prototype), { own, log: { state: { time: 0 } } });
    game.markLogged("ready", { joining: [], ready: [given[0]], t: 0 }, 0);
  };
  begin();
  const [first, second] = /** @type {import("../client/own_statements.js").OwnStatement[]} */ (given);
  assert.ok(first && second);
  second.acknowledged = true;
  assert.throws(begin, /consent.*older/);
  second.acknowledged = false;
  first.refused = "too_often";
  begin(); // unsigned: the host may have taken it before
  first.byHost = random(64);
  assert.throws(begin, /consent/);
  Object.assign(first, { refused: "", byHost: null, withdrawn: true });
  assert.throws(begin, /consent/);
});

test("another log than an earlier page has seen is found at its first other entry", () => {
  /** @type {Map<string, string>} */
  const kept = new Map();
  followed(6, { kept });
  const heads = [...kept.keys()].find((name) => name.endsWith("/heads")) ?? "";
  const text = kept.get(heads) ?? "";
  assert.equal(text.length, 6 * 16);
  kept.set(heads, `${text.slice(0, 2 * 16)}${"0".repeat(16)}${text.slice(3 * 16)}`);
  const second = followed(2, { kept });
  assert.deepEqual(second.kinds(), []);
  second.enter(2, 3);
  assert.deepEqual(second.kinds(), ["cheat"]);
});

test("a consent is taken back with what it was given for; a refusal of one with a false signature is a cheat", async () => {
  const page = pageOf();
  const { session, open } = page;
  page.shows({ stage: "waiting", game: 0 });
  const asked = ready(session, page.table());
  page.answer();
  await asked;
  const [own] = [...session.statementsOf(logId(open.host, open.table, 1)).byHash.values()];
  assert.ok(own && own.acknowledged && !own.withdrawn);
  const seats = page.table().shown.seats;
  const isMe = (/** @type {any[]} */ row) => row[1] === session.me;
  page.shows({ stage: "waiting", game: 0, seats: seats.map((/** @type {any[]} */ row) => (isMe(row) ? [...row.slice(0, 3), true, ...row.slice(4)] : row)) });
  page.shows({ stage: "waiting", game: 0, seats: seats.slice(0, 2).concat(seats.filter(isMe)) });
  assert.ok(own.withdrawn);
  const again = ready(session, page.table());
  session.handle({ m: "refused", n: page.sent.length, code: "stale", says: "", signed: random(64) });
  await again;
  assert.deepEqual(page.kinds(), ["cheat"]);
});

test("a spectator is told if the log has other rules than the table", () => {
  for (const variant of ["keilty", "joker"]) {
    const page = pageOf();
    page.session.me = random(32);
    page.shows({ variant });
    page.answer();
    page.enter(0, 2);
    assert.equal(page.table().hasOtherRules, variant === "joker");
  }
});

/** The host answers the newest ping. @param {ReturnType<typeof pageOf>} page */
function pong({ session }) {
  session.handle({ m: "pong", number: session.pings.sent });
}

test("what comes again, or before the answer to a ping, was kept back by nobody", () => {
  const page = followed("act");
  page.session.pingInOrder();
  const at = placeOf(page, "act") + 1;
  page.enter(at, at + 2);
  pong(page);
  page.table().isBehind = true;
  askLog(page.session, page.table());
  page.enter(at + 3, at + 4); // a gap, since the page was away
  page.enter(at + 2, page.entries.length);
  page.answer();
  pong(page);
  assert.deepEqual(page.kinds(), []);
});

test("cards that were missing before a log was asked for, or a connection broke, still are behind it", () => {
  const waits = new Waits();
  const lasts = (/** @type {number} */ seconds, isOnItsWay = false) => waits.lasts("blind", 1, true, 1000 * seconds, isOnItsWay);
  assert.equal(lasts(5), false);
  assert.equal(lasts(5, true), false);
  waits.tick(/** @type {any} */ (null), 1000, false);
  assert.equal(lasts(4), false);
  assert.equal(lasts(1), true);
});

test("only a call that the host has refused, or may have, begins a cool-down", () => {
  const call = (/** @type {number} */ n, more = {}) =>
    ({ what: "action", fields: { do: "rummy meld JC JD JS", n }, logged: false, refused: "", mayBeHeld: false, isEarlier: false, ...more });
  const draw = { ...call(1, { refused: "illegal" }), fields: { do: "draw", n: 1 } };
  for (const [before, isHot] of /** @type {[any, boolean][]} */ ([
    [call(1, { refused: "illegal" }), true], [call(1, { mayBeHeld: true }), true], [call(1, { isEarlier: true }), true], [call(1), false],
    [call(1, { refused: "illegal", logged: true }), false], [call(3, { refused: "illegal" }), false], [draw, false],
  ])) {
    const game = /** @type {any} */ ({ own: { byHash: new Map([["a", before], ["b", call(2)]]) } });
    assert.equal(mayBeCoolingDown(game, /** @type {any} */ (call(2))), isHot, JSON.stringify(before));
  }
});

test("a page that plays pings every two seconds, unless one waits, and says after six that the host does not answer", () => {
  const page = followed("act");
  const waits = new Waits();
  pong(page);
  const before = page.session.pings.sent;
  const tick = (/** @type {number} */ seconds) => {
    for (let n = 0; n < seconds; n += 1) waits.tick(page.session, 1000, true);
  };
  tick(1);
  assert.equal(page.session.pings.sent, before);
  tick(1);
  assert.equal(page.session.pings.sent, before + 1);
  tick(5);
  assert.deepEqual([page.session.pings.sent, page.session.isSilent], [before + 1, false]);
  tick(1);
  assert.ok(page.session.isSilent);
  pong(page);
  assert.ok(!page.session.isSilent);
  tick(1);
  assert.equal(page.session.pings.sent, before + 2);
  page.enter(0, page.entries.length);
  pong(page);
  const { sent } = page.session.pings;
  tick(10);
  assert.equal(page.session.pings.sent, sent, "the game is over");
});

test("a page loaded anew has the game that an earlier page saw to its end once more, and doubts nothing while it comes", () => {
  /** @type {Map<string, string>} */
  const kept = new Map();
  const first = followed(Infinity, { kept });
  const { head } = /** @type {any} */ (first.table().game).log;
  const second = pageOf(kept);
  second.shows({ stage: "waiting", before: head });
  assert.deepEqual(second.sent.at(-1), ["log", { table: 1, start: 0 }]);
  second.enter(0, placeOf(second, "act") + 2);
  second.shows({ stage: "waiting", before: head });
  assert.equal(whyNoOther(second.session, second.table()), null, "its end is known");
  second.session.handle({ m: "closed", table: 1 });
  assert.deepEqual(second.kinds(), [], "it had its end");
  const third = pageOf(kept);
  third.shows({ stage: "waiting", before: head });
  third.enter(0, third.entries.length);
  third.answer();
  assert.deepEqual([third.kinds(), third.table().game?.log.ended], [[], "played"]);
  assert.deepEqual(third.table().game?.transcript.bytes().length, first.table().game?.transcript.bytes().length);
});

test("at the end of a game the page calls fair what it has checked, and no more", () => {
  const page = followed(Infinity);
  const table = page.table();
  const { log } = /** @type {Game} */ (table.game);
  const { state } = log;
  const verdict = () => {
    const found = verdictOf(table, page.session.incidents.all);
    return [found?.kind, found?.says.join(" ")];
  };
  const says = (/** @type {string} */ kind, /** @type {RegExp} */ words) => {
    const [found, text] = verdict();
    assert.equal(found, kind, text);
    assert.match(String(text), words);
    if (kind !== "good") assert.doesNotMatch(String(text), /^Fair/);
  };
  says("part", /Another machine is playing with your key/); // what the file's owner signed was not signed here
  table.earlierTrouble = "";
  says("good", /^Fair: this device checked the deck and every move\. .*Not covered: the host sees every card/);
  const { seat, me } = log;
  log.me = random(32).fill(9);
  says("part", /and found nothing wrong\. You watched and had no part in the shuffle/);
  log.me = me;
  const seats = log.auditor.entries.find(({ e }) => e === "seats");
  const players = seats?.players;
  Object.assign(seats ?? {}, { players: players.filter((/** @type {any} */ _one, /** @type {number} */ at) => at !== seat) });
  says("part", /You came in later/);
  Object.assign(seats ?? {}, { players });
  page.session.note(table, "held-back", { says: "throw KS" });
  says("part", /This page noticed something that it cannot prove: .*neither logged nor refused/);
  page.session.incidents.clear();
  page.session.incidents.add("no-end", { log: "of another game" });
  says("good", /1 shuffle was put aside \(Börje, cem\)/);
  const { ended } = state;
  state.ended = /** @type {any} */ ({ why: "waited" });
  state.isShown = false;
  says("part", /checked \d+ rounds? to (its end|their ends).* its deck was never opened, so nobody can check that/);
  Object.assign(state, { passed: {}, isDealt: false });
  says("part", /^No card was dealt/);
  state.ended = null;
  says("part", /entries of the log were checked as they came/);
  state.ended = ended;
  log.unknown = new Unknown("a game of another version");
  says("part", /^This game cannot be checked/);
  log.unknown = null;
  log.fault = new Fault("deck", "a deck is not the one that the contributions of all give");
  says("bad", /^NOT FAIR: .*\(deck\)/);
});
