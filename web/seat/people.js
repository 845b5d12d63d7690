/** What has to be said of people and the table while a game is played, with what can be done about it. */

import { sitsOut } from "../client/table.js";
import { equal, hex } from "../core/bytes.js";
import { _ } from "../core/language.js";
import { harmless } from "../core/text.js";
import { h } from "../cards/elements.js";
import { othersWithVote } from "../verifier/votes.js";
import { owedParts } from "../verifier/waiting.js";
import { wordsOf } from "../table/six_words.js";

/** @import { Session } from "../client/session.js" */
/** @import { Table } from "../client/table.js" */
/** @import { Does } from "./seat_requests.js" */
/** Whether the table is of who has this key. @param {Table} table @param {Uint8Array} key */
export function isOwner({ shown: { owner } }, key) {
  return owner !== null && equal(owner, key);
}

/** Whether the table is the player's own to manage. @param {Session} session @param {Table} table */
export function ownsTable(session, table) {
  return session.me.length > 0 && isOwner(table, session.me);
}

/** Away, resting, wanting to come in, time that is nearly up: each a line with its buttons. @param {Session} session @param {Table} table
 * @param {Does} does */
export function peopleElements(session, table, does) {
  const { shown, game } = table;
  const log = game?.log;
  const doubts = session.incidents.doubts.map((says) => line(says)); // about the host
  if (shown.stage !== "playing" || !log) return [...knockLines(session, table, does), ...doubts];
  return [
    ...knockLines(session, table, does),
    ...hereLines(table, does),
    ...newcomerLines(session, table, does),
    ...restLines(session, table, does),
    ...(ownsTable(session, table) ? askingLines(table, does) : []),
    ...(log.seat === null ? [] : [...lostLines(table, does), ...absentLines(table, does)]),
    ...wordLines(session, table, does),
    ...doubts,
  ];
}

/** @param {string} says @param {...(HTMLElement | null | false)} buttons */
function line(says, ...buttons) {
  return h("p", { class: "person" }, h("span", {}, says), ...buttons);
}

/** The newest six words that the player has put away, as the browser keeps them. */
const WORDS_READ = "words";

/** The six words, for players to read aloud: until they are put away, or the round in which they came is over. A newcomer changes them, and
 * so brings them back. Bots of the host's have nobody to read aloud. @param {Session} session @param {Table} table */
export function sixWords(session, table) {
  const log = table.game?.log;
  if (!log || log.seat === null || log.fault || log.unknown || log.ended) return "";
  const words = wordsOf(log.words);
  const { keep } = session.identity;
  const people = log.state.players.length - log.state.bots.length;
  if (!words || people < 2 || keep.get(WORDS_READ) === words) return "";
  const round = table.view?.position.round ?? 0;
  if (table.words.text !== words || !table.words.round) table.words = { text: words, round };
  if (round <= table.words.round) return words;
  putWordsAway(session, words);
  return "";
}

/** @param {Session} session @param {string} words */
export function putWordsAway(session, words) {
  session.identity.keep.set(WORDS_READ, words);
}

/** @param {Session} session @param {Table} table @param {Does} does */
function wordLines(session, table, does) {
  const words = sixWords(session, table);
  if (!words) return [];
  return [line(_("Six words of this table: {words}. Read them aloud; all must have the same.", { words }),
    h("button", { "data-key": "words", onclick: () => does.putWordsAway(words) }, _("They are the same")))];
}

/** Whether the host waits for a sign of life of the own seat. @param {Table} table */
export function isAwaited(table) {
  const log = table.game?.log;
  if (!log || log.seat === null) return false;
  const { clock } = table;
  if (clock?.seat === log.seat && clock.stage === "warning") return true;
  return log.last === "void" && Boolean(log.state.voids.at(-1)?.silent.includes(log.seat));
}

/** @param {Table} table @param {Does} does */
function hereLines(table, does) {
  if (!isAwaited(table)) return [];
  const says = table.game?.log.last === "void" ? _("The host has heard nothing from you.") : _("Your time is nearly up.");
  return [line(says, h("button", { class: "main", "data-key": "here", onclick: does.here }, _("I am here")))];
}

/** For who sits the round out: how to come in. @param {Session} session @param {Table} table @param {Does} does */
function newcomerLines(session, table, does) {
  const row = session.seatAt(table);
  if (!row || table.unknown || table.isBehind || !sitsOut(table)) return [];
  const [seat, , , isReady] = row;
  if (table.shown.asking.includes(seat)) return [line(_("You come in with the next round if the owner of the table lets you in."))];
  if (isReady) return [line(_("You come in with the next round."))];
  return [line(_("You can come in with the next round."), h("button", { class: "main", "data-key": "ready", onclick: does.ready }, _("come in")))];
}

/** @param {Session} session @param {Table} table @param {Does} does */
function restLines(session, table, does) {
  if (!table.game?.log.isPaused) return [];
  const owner = table.rows.find(([, key]) => isOwner(table, key));
  if (table.wantsOn) return [line(_("PAUSED. You want to go on; the game does when most of the others want it too."))];
  const { paused_millis: before, options } = table.shown;
  const isLong = Number(before) + Date.now() - table.shownAt >= 1000 * Number(options.get("idle_seconds")); // most of the others may let it go on
  const may = ownsTable(session, table) || (session.seatAt(table) && (!owner?.[4] || isLong));
  return [
    line(
      may ? _("PAUSED") : _("PAUSED until the owner of the table lets it go on"),
      Boolean(may) && h("button", { class: "main", "data-key": "resume", onclick: does.resume }, _("let the game go on")),
    ),
  ];
}

/** @param {Table} table @param {Does} does */
function askingLines(table, does) {
  return table.rows.filter(([seat]) => table.shown.asking.includes(seat)).map(([seat, , name]) =>
    line(_("{name} wants to come in", { name: harmless(name) }),
      h("button", { class: "main", "data-key": `admit ${seat}`, onclick: () => does.manage("admit", seat) }, _("let in"))),
  );
}

/** Where the log stands while somebody has to act. */
const IN_PLAY = new Set(["deal", "insert", "act", "show"]);
/** Where the host's own time for silence runs. */
const TIMED = new Set(["host-commit", "shuffle", "root"]);
/** Votes that it takes at least for the host to play for somebody (protocol/FAIRNESS.md, "Votes"). */
const LEAST_VOTES = 2;

/** Whether the game has waited for so long that the others may go on without whom it waits for. @param {Table} table */
function isIdle(table) {
  const { options } = table.shown;
  const log = table.game?.log;
  const isInPlay = IN_PLAY.has(log?.last ?? "") && !(log && owedParts(log.state));
  const rest = isInPlay ? 0 : Number(options.get("break_seconds"));
  return !table.game?.log.isPaused && Date.now() - table.movedAt >= 1000 * (Number(options.get("idle_seconds")) + rest);
}

/** Those who are away, and whom the game waits for too long: votes that the host plays for them, and the end of the game.
 * @param {Table} table @param {Does} does */
function absentLines(table, does) {
  const log = /** @type {import("../client/followed_log.js").FollowedLog} */ (table.game?.log);
  const players = log.state.players.length;
  const owed = owedParts(log.state);
  const inPlay = IN_PLAY.has(log.last) && !owed;
  const idle = isIdle(table);
  return table.rows.filter(([seat]) => seat !== log.seat && seat < players && !log.state.bots.includes(seat)).flatMap(([seat, , , , isHere]) => {
    const name = table.names[seat] ?? "";
    const voters = othersWithVote(log.state, seat);
    const isOnTurn = inPlay && table.view?.position.turn === seat;
    const owes = owed?.has(seat) && (!isHere || !log.state.hidden?.root); // whose co-signature is missing no log shows
    const mayEnd = idle && (isOnTurn || owes || (!owed && !inPlay && !isHere && !TIMED.has(log.last)));
    const mayVote = voters >= LEAST_VOTES && (!isHere || (isOnTurn && idle));
    if (mayVote || mayEnd) return [...(mayVote ? [voteLine(table, does, seat, name, isHere)] : []), ...(mayEnd ? [closeLine(table, does, seat, name)] : [])];
    const seconds = Number(table.shown.options.get("idle_seconds"));
    return isHere ? [] : [line(_("{name} is away; once everybody has waited {seconds} s for them, you can end the game", { name, seconds }))];
  });
}

/** @param {Table} table @param {Does} does @param {number} seat @param {string} name @param {boolean} isHere */
function voteLine(table, does, seat, name, isHere) {
  const log = /** @type {import("../client/followed_log.js").FollowedLog} */ (table.game?.log);
  const wanted = log.votesAbout(seat);
  const isMine = wanted.has(log.seat ?? -1);
  const need = Math.max(LEAST_VOTES, Math.floor(othersWithVote(log.state, seat) / 2) + 1);
  const values = { name, have: wanted.size, need };
  const waits = isHere ? _("everybody is waiting for {name} ({have} of {need} votes)", values) : _("{name} is away ({have} of {need} votes)", values);
  const plays = isHere ? _("the host plays for {name}", values) : _("{name} is away: the host plays for them", values);
  return line(wanted.size >= need ? plays : waits,
    h("button", { "data-key": `vote ${seat}`, "aria-label": isMine ? null : _("let the host play for {name}", values), onclick: () => does.vote(seat, !isMine) },
      isMine ? _("undo vote") : _("let the host play")));
}

/** Whose program has been waited for for so long that it can be given up, with a sealed deck. @param {Table} table @param {Does} does */
function lostLines(table, does) {
  const { state, seat: own, isPaused } = /** @type {import("../client/followed_log.js").FollowedLog} */ (table.game?.log);
  const { hidden } = state;
  const owed = owedParts(state);
  if (!hidden || !owed || own === null || isPaused) return [];
  return hidden.lostTo(own, owed, state.time + Date.now() - table.loggedAt).map((seat) => {
    const { by, need } = hidden.givenUp(seat);
    const values = { name: table.names[seat] ?? "", have: by.size, need };
    const asks = _("Give up {name}'s program? Once all the others do, its hand is opened for all to see, and the host plays it to the end of the round. This cannot be undone.", values);
    return line(_("{name}'s program has been waited for for two minutes ({have} of {need} give it up)", values),
      !by.has(own) && h("button", { "data-key": `gone ${seat}`, "aria-label": _("give up {name}'s program", values), onclick: () => window.confirm(asks) && does.giveUp(seat) }, _("give it up")));
  });
}

/** @param {Table} table @param {Does} does @param {number} seat @param {string} name */
function closeLine(table, does, seat, name) {
  const log = /** @type {import("../client/followed_log.js").FollowedLog} */ (table.game?.log);
  const wanted = log.closesAbout(seat);
  const need = Math.floor(othersWithVote(log.state, seat) / 2) + 1;
  const says = _("everybody has waited a long time for {name}: the game can end, and nobody wins it ({have} of {need})", { name, have: wanted.size, need });
  return line(says, !wanted.has(log.seat ?? -1) && h("button", { "data-key": `end ${seat}`, onclick: () => does.close(seat) }, _("end the game")));
}

/** Those who ask for a seat, for the owner to let in. @param {Session} session @param {Table} table @param {Does} does */
export function knockLines(session, table, does) {
  if (!ownsTable(session, table)) return [];
  return table.shown.knocks.map((/** @type {[Uint8Array, string]} */ [key, name]) =>
    line(_("{name} asks for a seat", { name: harmless(name) }),
      h("button", { class: "main", "data-key": `knock ${hex(key)}`, onclick: () => does.manage("let-in", null, key) }, _("let in"))),
  );
}

/** What the owner may do about the seats. @param {Session} session @param {Table} table @param {Does} does */
export function closedRow(session, table, does) {
  const { closed } = table.shown;
  if (!ownsTable(session, table)) return closed && h("p", { class: "quiet" }, _("The owner of the table decides who sits down."));
  return h("p", { class: "row" },
    h("span", { class: "quiet" }, closed ? _("You decide who sits down.") : _("Anybody may sit down.")),
    h("button", { "data-key": "closed", onclick: () => does.manage(closed ? "open-seats" : "close-seats") }, closed ? _("open the seats") : _("close the seats")));
}
