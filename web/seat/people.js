/** What has to be said of people and the table while a game is played, with what can be done about it. */

import { sitsOut } from "../client/table.js";
import { equal, hex } from "../core/bytes.js";
import { _ } from "../core/language.js";
import { harmless } from "../core/text.js";
import { h } from "../cards/elements.js";
import { isInPlay, owedParts } from "../ledger/waiting.js";
import { wordsOf } from "../table/six_words.js";
import { entryText, pausedText } from "../live/entry_text.js";
import { OUTCOMES, outcomeText, OWN_OUTCOMES } from "./sentences.js";

/** @import { Without } from "../ledger/waiting.js" */
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
    ...(log.seat === null ? [] : absentLines(table, does)),
    ...wordLines(session, table, does),
    ...doubts,
  ];
}

/** @param {string} says @param {...(HTMLElement | null | false)} buttons */
function line(says, ...buttons) {
  return h("div", { class: "person" }, h("span", {}, says), ...buttons);
}

/** The `data-key` of the button that was touched last and asks whether that was meant. */
let asking = "";

/** A button whose first touch shows in it what it asks, if anything: the second does it.
 * @param {Record<string, string>} attributes @param {string} label @param {string} asks @param {() => void} act */
export function askingButton(attributes, label, asks, act) {
  const key = attributes["data-key"] ?? "";
  const question = { ...attributes, "aria-label": `${asks} ${_("touch again")}` };
  const touch = () => {
    if (asks && asking !== key) {
      asking = key;
      button.textContent = question["aria-label"];
      button.setAttribute("aria-label", question["aria-label"]);
    } else {
      asking = "";
      act();
    }
  };
  const isAsking = asks !== "" && asking === key;
  const button = h("button", { ...(isAsking ? question : attributes), onclick: touch }, isAsking ? question["aria-label"] : label);
  return button;
}

/** The newest six words that the player has put away, as the browser keeps them. */
const WORDS_READ = "words";

/** The six words, for players to read aloud: until they are put away, or the round in which they came is over. A newcomer changes them, and
 * so brings them back. Bots of the host's have nobody to read aloud. @param {Session} session @param {Table} table */
function sixWords(session, table) {
  const log = table.game?.log;
  if (!log || log.seat === null || log.fault || log.unknown || log.ended) return "";
  const words = wordsOf(log.words);
  const { keep } = session.identity;
  const people = log.state.players.length - log.state.bots.length;
  if (!words || people < 2 || keep.get(WORDS_READ) === words) return "";
  const round = table.view?.position.round ?? 0;
  if (table.words.text !== words || !table.words.round) table.words = { text: words, round, differ: false };
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
  if (table.words.differ) return [line(_("Different words, although all are at this table: then the host shows you different games. Do not play on with it."))];
  return [
    line(
      _("Read aloud: {words}", { words }),
      h("button", { "data-key": "words", onclick: does.putWordsAway }, _("Same for all")),
      h("button", { "data-key": "differ", onclick: does.wordsDiffer }, _("They differ")),
    ),
  ];
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
  const played = table.playedFor;
  if (!isAwaited(table) && !played) return [];
  const says = played ? entryText(played.entry, played.events, { names: table.names, me: table.game?.log.seat ?? null })
    : table.game?.log.last === "void" ? _("The host has heard nothing from you.") : _("Your time is nearly up.");
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
  const { owner } = table;
  if (table.wantsOn) return [line(_("PAUSED. You want to go on; the game does when most of the others want it too."))];
  const { paused_millis: before, options } = table.shown;
  const isLong = Number(before) + Date.now() - table.shownAt >= 1000 * Number(options.get("idle_seconds")); // most of the others may let it go on
  const may = ownsTable(session, table) || (session.seatAt(table) && (!owner?.[4] || isLong));
  return [
    line(
      may || !owner ? pausedText(table) : _("PAUSED until {name} lets the game go on", { name: harmless(owner[2]) }),
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

/** What the host does when the turn of a seat comes that is away already; null where there is nothing to say ahead.
 * @param {import("../client/followed_log.js").FollowedLog} log @param {number} seat @param {boolean} isHere
 * @returns {{ would: Without, follows: null } | null} */
function aheadOf({ state, auditor: { play } }, seat, isHere) {
  const need = state.votes.needed(seat);
  if (isHere || need === null || !isInPlay(state) || play.onTurn === seat) return null;
  return { would: { what: "play", at: 0, need, by: state.votes.of(seat, true) }, follows: null };
}

/** Those who are away or keep the game waiting, the own seat first. @param {Table} table @param {Does} does */
function absentLines(table, does) {
  const log = /** @type {import("../client/followed_log.js").FollowedLog} */ (table.game?.log);
  const now = log.state.time + Date.now() - table.loggedAt;
  if (log.isPaused) return [];
  const isAnybody = !isInPlay(log.state) && (!owedParts(log.state) || log.state.hidden?.root); // no log shows whose part is missing
  const own = log.seat ?? -1;
  const lines = [];
  const mine = log.absence(own);
  if (mine.would && (log.isWantedGone(own) || (isInPlay(log.state) && mine.would.at <= now))) {
    const values = { what: outcomeText(mine, now, OWN_OUTCOMES) };
    lines.push(line(log.isWantedGone(own) ? _("The others want to stop waiting for you: {what}. Play to stop that.", values) : _("Everybody is waiting for you: {what}.", values),
      log.isWantedGone(own) && h("button", { class: "main", "data-key": "stay", onclick: () => does.vote(own, false) }, _("I am here"))));
  }
  for (const [seat, , , , isHere] of table.rows) {
    if (seat === own || seat >= log.state.players.length || log.state.bots.includes(seat)) continue;
    const ahead = aheadOf(log, seat, isHere);
    const absence = ahead ?? log.absence(seat);
    if (!absence.would || (isHere && (isAnybody || absence.would.at > now))) continue;
    const name = table.names[seat] ?? "";
    const isMine = absence.would.by.includes(own);
    const values = { name, what: outcomeText(absence, now, OUTCOMES) };
    const isFinal = !isMine && absence.would.what !== "play";
    const asks = isFinal ? _("Stop waiting for {name}? Then {what}, and nobody can take that back.", { name, what: _(OUTCOMES[absence.would.what]) }) : "";
    lines.push(line(isHere ? _("everybody is waiting for {name}: {what}", values) : ahead ? _("{name} is away: {what}", values) : _("{name} is away, and the table waits: {what}", values),
      askingButton({ "data-key": `vote ${seat} ${!isMine}`, "aria-label": isMine ? _("wait for {name}", values) : _("stop waiting for {name}", values) },
        isMine ? _("wait for them") : _("stop waiting for them"), asks, () => does.vote(seat, !isMine))));
  }
  return lines;
}

/** Those who ask for a seat, for the owner to let in. @param {Session} session @param {Table} table @param {Does} does */
function knockLines(session, table, does) {
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
