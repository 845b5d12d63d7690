/** What is signed here and sent: parts of the ceremony, consents, actions, and what the host answers to them. */

import { equal, hex } from "../core/bytes.js";
import { logId, playersHash, rulesHash } from "../core/identifiers.js";
import { N_ } from "../core/language.js";
import { CannotGoOn } from "./ceremony.js";
import { whyNoOther } from "./endings.js";
import { isFalseConsentRefusal } from "./refused_consent.js";
import { readRefusal } from "./signed_refusals.js";
import { guard, isPausing, isPlayed, pendingAction } from "./table.js";
import { lacksCards } from "./waits.js";
import { nameOf } from "./watches.js";
import { isInPlay, owedParts } from "../ledger/waiting.js";

/** @import { Game } from "./game.js" */
/** @import { Message } from "./host_link.js" */
/** @import { OwnStatement } from "./own_statements.js" */
/** @import { Session } from "./session.js" */
/** @import { Answer, Table } from "./table.js" */

/** In place of an answer where nothing was sent. @type {Answer} */
const REFUSED_HERE = { ok: false, code: "here", says: "", message: { m: "refused" } };

/** Kinds of statements that are logged together: of these a void says later what became of them. A part of a sealed deck is logged at once. */
const OF_SHUFFLES = new Set(["commit", "reveal", "key", "root"]);
/** Kinds of statements that the log waits for from nobody. */
const PLAYED = new Set(["action", "vote"]);
/** The code for which an honest host has not looked at the statement: the same bytes may be sent again. */
const TOO_MANY = "too_many";
/** Codes that an honest host gives unsigned when it has no table. It says `closed` first, unless this page was away: while the table stands here and
 * its log is whole, they are refusals like others. */
const WITHOUT_TABLE = new Set(["no_table", "trouble"]);

/** Submit what is owed to the ceremony. @param {Session} session @param {Table} table @param {Game} game */
export function give(session, table, game) {
  if (game.log.seat === null || table.isBehind) return;
  // A sealed deck is mixed in the break; what waits is the signature behind which cards come.
  if (isPausing(table) && (!game.log.state.isSealed || game.log.state.hidden?.root)) return;
  table.trouble = ""; // said again below, as long as its cause is there
  try {
    const own = game.ceremony?.owed();
    if (own && !own.acknowledged && !own.logged) void submit(session, table, game, own);
    if (game.sealed) void giveParts(session, table, game, game.sealed);
  } catch (problem) {
    if (!(problem instanceof CannotGoOn)) throw problem;
    table.trouble = table.earlierTrouble = problem.message;
  }
}

/** Give what is owed to a sealed deck, and once the own time is up do what the clock would. @param {Session} session @param {Table} table @param {Game} game
 * @param {import("./sealed_seat.js").SealedSeat} sealed */
async function giveParts(session, table, game, sealed) {
  try {
    const own = await sealed.part();
    if (table.game !== game || game.log.fault || table.isBehind) return;
    if (own && !own.acknowledged && !own.logged) return void submit(session, table, game, own);
    const late = sealed.lateAction;
    if (late && !table.isActing) await act(session, table, late);
  } catch (problem) {
    if (!(problem instanceof CannotGoOn)) throw problem;
    table.trouble = table.earlierTrouble = problem.message;
  }
}

/** The player has looked at the last round long enough. @param {Session} session @param {Table} table */
export function goOn(session, table) {
  table.pauseUntil = 0;
  if (table.game) guard(table, (game) => give(session, table, game));
  session.changed();
}

/** @param {Session} session @param {Table} table @param {Game} game @param {OwnStatement} own @returns {Promise<Answer>} */
export async function submit(session, table, game, own) {
  const fields = { table: table.number, game: game.number, what: own.what, payload: own.payload, signature: own.signature, blob: own.blob };
  const asked = session.ask("submit", fields);
  own.isOnItsWay ||= session.isOpen && !PLAYED.has(own.what);
  own.isRefusedUnsigned = own.isPutOff = false; // it may be taken now
  session.pingInOrder({ own, game, table, number: session.link?.requests ?? 0 });
  void renewReady(session, table, game, own);
  const answer = await asked;
  if (answer.ok) {
    own.acknowledged = true;
    game.own?.save();
    if (!table.isBehind && game.isOverdue(own)) holdBack(session, table, own);
  } else if (answer.code === "lost") {
    own.mayBeHeld = true;
  } else {
    takeRefusal(session, table, game, own, { ...answer.message, code: answer.code });
    if (own.refused === "clock" && !game.log.fault) {
      if (!fitsTime(game, own)) session.identity.clock.renew();
      give(session, table, game);
    }
  }
  session.changed();
  return answer;
}

/** The host has read what was sent before a ping, and has answered it: an honest one, at least. @param {Session} session @param {Message} message */
export function takePong(session, message) {
  for (const table of session.tables.values()) if (table.isWhole && isPlayed(table) && lacksCards(table)) session.note(table, "blind");
  for (const { own, game, table, number } of session.pings.takePong(message.number)) {
    if (!PLAYED.has(own.what) && equal(own.fields.head, game.log.standsHead)) { // later it says nothing about a void
      own.delivered = "read";
      game.own?.save();
    }
    const isUnread = !OF_SHUFFLES.has(own.what) && session.waiting.has(number) && !own.logged && !own.acknowledged && !own.refused;
    if (isUnread && table.game === game && game.log.seat !== null && !game.log.fault && !game.log.ended) {
      table.isActing = false;
      holdBack(session, table, own);
    }
  }
}

/** A refusal without a signature is not believed: the host may still log what it has refused so, and void a shuffle for want of a part. After
 * the last word, or when this seat has no place in the game, there is nothing to log. @param {Session} session @param {Table} table
 * @param {Game} game @param {OwnStatement} own @param {string} code */
function noteUnsigned(session, table, game, own, code) {
  if (own.isHeldBack || own.logged || own.refused) return;
  own.isRefusedUnsigned = PLAYED.has(own.what);
  own.isPutOff = code === TOO_MANY && PLAYED.has(own.what) && !own.acknowledged && !own.mayBeHeld && !own.isEarlier;
  if ((code === TOO_MANY && PLAYED.has(own.what)) || (WITHOUT_TABLE.has(code) && (table.isBehind || table.dropped === game))) return;
  if (table.game !== game || !isPlayed(table)) return;
  holdBack(session, table, own);
}

/** The own statements contradict a refusal that no file can: it lacks what the host has not answered. Another page with this key may have signed what the
 * host goes by, so this is a doubt. @param {Session} session @param {Table} table @param {Game} game @param {OwnStatement} own */
function noteKnownFalse(session, table, game, own) {
  if (!own.byHost || game.log.fault || !table.isWhole || game.own?.hasTwin) return;
  const before = own.refused === "wrong_statement" ? game.own?.byHash.get(hex(own.fields.prev)) : undefined;
  const isDue = own.refused === "not_due" && !game.log.isPaused && Boolean(game.sealed?.owes(own));
  const isHot = own.refused === "cooldown" && !mayBeCoolingDown(game, own);
  if (before?.fields.n === own.fields.n - 1 || (own.refused === "clock" && fitsTime(game, own)) || isHot || isDue) holdBack(session, table, own);
}

/** Whether the log's time leaves an own statement in order, when the host denies it (FAIRNESS.md, "Time"). @param {Game} game @param {OwnStatement} own */
function fitsTime(game, own) {
  const { statements } = game.log.state;
  if (!statements || game.own?.ranBackwards(own)) return false;
  const { clock, t, head } = own.fields;
  const seen = statements.signers.get(hex(game.log.me))?.clocks.get(hex(clock));
  return !seen || seen.allows(t, statements.timeOfHead(head));
}

/** Whether an earlier call may have begun the cool-down for which the host has refused this one. Only a call that it has refused does. An honest host
 * answers in order, so one without an answer was not looked at, unless a connection broke since. @param {Game} game @param {OwnStatement} call */
export function mayBeCoolingDown(game, call) {
  return [...(game.own?.byHash.values() ?? [])].some((one) => {
    const isEarlierCall = one.what === "action" && one.fields.do.startsWith("rummy ") && one.fields.n < call.fields.n && !one.logged;
    return isEarlierCall && (one.refused !== "" || one.mayBeHeld || one.isEarlier);
  });
}

/** The player is told that the host holds something back. @param {Session} session @param {Table} table @param {OwnStatement} own */
export function holdBack(session, table, own) {
  if (own.isHeldBack) return;
  own.isHeldBack = true;
  session.note(table, "held-back", { says: nameOf(own) });
}

/** After a reconnect, once the log is complete: what is neither logged nor refused goes out again, in the same bytes. What the player did since the
 * connection stands is on its way: sent twice, the two answers could differ, and the second would look like a false one.
 * @param {Session} session @param {Table} table */
export function resend(session, table) {
  const { game } = table;
  if (!game || game.log.fault || game.log.unknown || game.log.seat === null) return;
  const onTheirWay = new Set([...session.waiting.values()].map(({ fields }) => fields.payload));
  for (const own of game.own?.byHash.values() ?? []) {
    if (!PLAYED.has(own.what) || own.logged || own.refused || onTheirWay.has(own.payload)) continue;
    const isAwaited = own === pendingAction(table); // nothing else is done meanwhile
    if (isAwaited) table.isActing = true;
    void submit(session, table, game, own).then(({ ok }) => {
      if (isAwaited) table.isActing = ok && !own.logged;
      session.changed();
    });
  }
  give(session, table, game);
  void object(session, table);
}

/** The host refuses what it had acknowledged. @param {Session} session @param {Table} table @param {Message} message */
export function takeDropped(session, table, message) {
  const { game } = table;
  const own = game?.own?.byHash.get(hex(message.statement));
  table.isActing = false;
  if (!game || !own) return;
  takeRefusal(session, table, game, own, message);
}

/** @param {Session} session @param {Table} table @param {Game} game @param {OwnStatement} own @param {Message} message with the code */
function takeRefusal(session, table, game, own, message) {
  const refusal = game.refusalOf(own, message);
  // What the host says it has not looked at, and what was not sent again since, no honest host can refuse: it was kept until that became true.
  if (!refusal) noteUnsigned(session, table, game, own, message.code);
  else if (own.isPutOff && !own.logged) holdBack(session, table, own);
  guard(table, () => game.refuse(own, message.code, refusal, !table.isWhole));
  noteKnownFalse(session, table, game, own);
}

/** Agree to the game that the table shows; once more, by another clock, where the host has signed that ours ran backwards, and it did.
 * @param {Session} session @param {Table} table @param {boolean} [isAgain] @returns {Promise<Answer>} */
export async function ready(session, table, isAgain = false) {
  const { shown } = table;
  if (table.unknown) return REFUSED_HERE;
  const host = session.link?.host ?? session.me;
  if (session.incidents.hasCheat) {
    return { ...REFUSED_HERE, says: N_("this host was caught cheating: the menu shows how under 'fair?', and lets you put it away") };
  }
  const isJoining = shown.stage === "playing";
  if (isJoining && table.isBehind) return REFUSED_HERE; // whom the consent names as players stands in the log, which is on its way
  const why = isJoining ? null : whyNoOther(session, table);
  if (why) return { ...REFUSED_HERE, says: why };
  const log = logId(host, shown.id, shown.game + (isJoining ? 0 : 1));
  const rows = [...shown.seats].sort((a, b) => a[0] - b[0]);
  const bots = isJoining ? (table.game?.log.state.bots ?? []) : rows.flatMap((row, place) => (row[5] ? [place] : []));
  const players = isJoining ? (table.game?.log.state.players ?? []) : rows.map((row) => ({ key: row[1], name: row[2] }));
  if (rows.some((row) => row[5] && equal(row[1], session.me))) return REFUSED_HERE; // called one of the host's bots
  const statements = session.statementsOf(log);
  const followed = table.game && equal(table.game.log.id, log) ? table.game.log : null;
  const own = statements.sign("ready", shown.before, followed?.ownNewest ?? null, {
    rules: rulesHash(shown.variant, shown.options),
    players: playersHash(players, bots),
  });
  const answer = await session.ask("ready", { table: table.number, signed: [own.payload, own.signature] });
  if (answer.ok) {
    own.acknowledged = true;
    for (const older of statements.byHash.values()) if (older.what === "ready" && older.fields.n < own.fields.n && !older.logged) older.withdrawn = true;
  } else if (answer.code !== "lost") {
    own.refused = answer.code;
    const refusal = readRefusal(log, host, session.me, own, { ...answer.message, code: answer.code });
    if (refusal) Object.assign(own, refusal);
    else own.isRefusedUnsigned = true;
    const holds = refusal || !answer.message.signed || answer.code === "order"; // signed for evidence that was not shown: as good as not signed
    const place = { log: hex(log), game: shown.game, check: "refusal" };
    if (!holds) session.incidents.add("cheat", { ...place, says: N_("the host refused your 'ready' with an invalid signature") });
    if (isFalseConsentRefusal(statements, own, host, session.me, followed))
      session.incidents.add("cheat", { ...place, says: N_("the host refused {action!r} for a reason that is not true"), values: { action: "ready" } });
  }
  statements.save();
  // unsigned it is believed by nobody; and only what this page has itself signed tells it that its clock is wrong
  if (own.refused !== "clock" || !own.byHost || !statements.ranBackwards(own)) return answer;
  session.identity.clock.renew();
  return isAgain ? answer : ready(session, table, true);
}

/** After another statement of a player who is to come in to the running game: a consent cannot stand behind that in the log, so the same is
 * signed once more. @param {Session} session @param {Table} table @param {Game} game @param {OwnStatement} newer */
async function renewReady(session, table, game, newer) {
  const given = [...(game.own?.byHash.values() ?? [])].filter((one) => one.what === "ready").at(-1);
  if (!given || given.logged || given.withdrawn || given.refused || given.fields.n > newer.fields.n || table.isTakingBack) return;
  if (!session.seatAt(table)?.[3]) return;
  await ready(session, table);
}

/** Take the consent back. It holds until the host has said so: the game may have begun meanwhile. @param {Session} session @param {Table} table
 * @returns {Promise<Answer>} */
export function unready(session, table) {
  const log = logId(session.link?.host ?? session.me, table.shown.id, table.shown.game + (table.shown.stage === "playing" ? 0 : 1));
  const statements = session.statementsOf(log);
  const given = [...statements.byHash.values()].filter((own) => own.what === "ready");
  table.isTakingBack = true;
  return new Promise((answered) =>
    session.request("ready", { table: table.number, signed: null }, (answer) => {
      table.isTakingBack = false;
      if (answer.ok) for (const own of given) own.withdrawn = !own.logged;
      statements.save();
      answered(answer);
    }),
  );
}

/** Sign and submit; once more where the host's clock and ours do not go together, by another clock if that is true.
 * @param {Session} session @param {Table} table @param {Game} game @param {() => OwnStatement | Promise<OwnStatement>} sign */
async function submitSigned(session, table, game, sign) {
  const first = sign();
  let own = first instanceof Promise ? await first : first; // what needs no proof goes out at once, in its order
  let answer = await submit(session, table, game, own);
  if (own.refused === "clock" && !game.log.fault && !game.log.ended) {
    own = await sign();
    answer = await submit(session, table, game, own);
  }
  return { own, answer };
}

/** Sign and submit something else than an action; nothing where the game takes none. @param {Session} session @param {Table} table
 * @param {(game: Game) => OwnStatement} sign @returns {Promise<Answer>} */
async function say(session, table, sign) {
  const { game } = table;
  if (!game || !isPlayed(table)) return REFUSED_HERE;
  return (await submitSigned(session, table, game, () => sign(game))).answer;
}

/** Want the game to go on without a seat, or to wait for it; about the own one: say to be here. @param {Session} session @param {Table} table
 * @param {number} about @param {boolean} yes */
export function vote(session, table, about, yes) {
  return say(session, table, (game) => game.signVote(about, yes));
}

/** How much longer than the log says it may have taken here until its newest entry came. A host can put by log time and spend it in one turn; with
 * the tolerance for clocks that is three seconds, less than the shortest turn. */
const PUT_BY_MILLIS = 2_000;

/** Say to be here by itself, once a wait: back on a new connection, where others want to go on without the own seat; in a ceremony for which it has done
 * its part; and where a clock of its could run out at once. A turn that the player leaves unused is the player's own. What the log says decides, since the
 * host need not show the position. @param {Session} session @param {Table} table */
export async function object(session, table) {
  const { game, hasReturned } = table;
  const seat = game?.log.seat ?? null;
  table.hasReturned = false;
  if (!game || seat === null || table.isObjecting || game.log.fault || game.log.unknown || game.log.ended) return;
  const { log } = game;
  const isClocked = () => !log.isShuffling && !log.isPaused && log.auditor.play.clocks.renewable(seat).length > 0; // it would begin again
  const isWanted = log.isWantedGone(seat) && !log.hasProtested(seat) && (hasReturned || (isInCeremony(log) && hasDoneItsPart(game)));
  if (!isWanted && !(game.putByMillis > PUT_BY_MILLIS && isClocked())) return;
  table.isObjecting = true;
  await vote(session, table, seat, false);
  table.isObjecting = false;
}

/** Whether the log stands where no seat is named that it waits for. @param {import("./followed_log.js").FollowedLog} log */
function isInCeremony({ state }) {
  return !isInPlay(state) && !owedParts(state);
}

/** Whether the host waits for nothing of the own seat: it has said so, or has read the part on the connection that stands. @param {Game} game */
function hasDoneItsPart({ ceremony, sealed, own }) {
  const owed = ceremony?.owed() ?? sealed?.given.at(-1);
  if (!owed) return !sealed?.due; // else it is being made
  const answer = own?.answerOf(owed);
  return answer === "acknowledged" || (answer === "read" && owed.isOnItsWay);
}

/** Sign and submit an action. @param {Session} session @param {Table} table @param {string} action in the notation
 * @returns {Promise<Answer>} */
export async function act(session, table, action) {
  const { game } = table;
  // Nothing is signed behind the last word, nor by who is in no seat as far as the log has come.
  if (!game || game.log.seat === null || game.log.fault || game.log.unknown || game.log.ended) return REFUSED_HERE;
  table.isActing = true;
  table.actedAt = Date.now();
  session.changed();
  const { own, answer } = await submitSigned(session, table, game, () => game.signAction(action)).finally(() => (table.isActing = false));
  table.isActing = answer.ok && !own.logged; // the host may keep it until its time has come
  session.changed();
  return answer;
}
