/** What has to be said of people and the table while a game is played, with what can be done about it. */

import { _ } from "../core/language.js";
import { harmless } from "../core/text.js";
import { h } from "../cards/elements.js";

/** @typedef {import("../client/session.js").Session} Session */
/** @typedef {import("../client/table.js").Table} Table */
/**
 * @typedef {object} PeopleActions
 * @property {(seat: number, yes: boolean) => void} vote
 * @property {(what: string, seat?: number | null) => void} manage
 * @property {() => void} here
 * @property {() => void} ready
 */

/** Rows of the table's seats by seat. @param {Table} table @returns {any[][]} */
function seatRows(table) {
  return [...table.shown.seats].sort((a, b) => a[0] - b[0]);
}

/** Whether the table is the player's own to manage. @param {Session} session @param {Table} table */
export function ownsTable(session, table) {
  const { owner } = table.shown;
  return owner !== null && session.me.length > 0 && owner.every((/** @type {number} */ byte, /** @type {number} */ at) => byte === session.me[at]);
}

/** What the strip depends on. @param {Session} session @param {Table} table */
export function peopleKey(session, table) {
  const log = table.game?.log;
  const votes = seatRows(table).map(([seat]) => [...(log?.votesAbout(seat) ?? [])]);
  const { shown, clock } = table;
  return [
    shown.seats.map((/** @type {any[]} */ row) => [row[0], ...row.slice(2)]), votes, shown.paused, shown.asking, shown.stage, ownsTable(session, table),
    log?.seat, log?.last, clock?.stage, clock?.seat, table.heldBack,
  ];
}

/** Away, resting, wanting to come in, time that is nearly up: each a line with its buttons. @param {Session} session @param {Table} table
 * @param {PeopleActions} does */
export function peopleElements(session, table, does) {
  const { shown, game } = table;
  const log = game?.log;
  if (shown.stage !== "playing" || !log) return [];
  return [
    ...hereLines(table, does),
    ...newcomerLines(session, table, does),
    ...restLines(session, table, does),
    ...(ownsTable(session, table) ? askingLines(table, does) : []),
    ...(log.seat === null ? [] : absentLines(table, does)),
    ...table.heldBack.map((action) => line(_("game {game}: {action!r} was neither logged nor refused", { game: game.number, action }))),
  ];
}

/** @param {string} says @param {...(HTMLElement | null | false)} buttons */
function line(says, ...buttons) {
  return h("p", { class: "person" }, h("span", {}, says), ...buttons);
}

/** Whether the host waits for a sign of life of the own seat. @param {Table} table */
export function isAwaited(table) {
  const log = table.game?.log;
  if (!log || log.seat === null) return false;
  const { clock } = table;
  if (clock?.seat === log.seat && clock.stage === "warning") return true;
  return log.last === "void" && Boolean(log.state.voids.at(-1)?.silent.includes(log.seat));
}

/** @param {Table} table @param {PeopleActions} does */
function hereLines(table, does) {
  if (!isAwaited(table)) return [];
  const says = table.game?.log.last === "void" ? _("The host has heard nothing from you.") : _("Your time is nearly up.");
  return [line(says, h("button", { class: "main", "data-key": "here", onclick: does.here }, _("I am here")))];
}

/** For who has sat down while others play: how to come in. @param {Session} session @param {Table} table @param {PeopleActions} does */
function newcomerLines(session, table, does) {
  const row = session.seatAt(table);
  if (!row || table.game?.log.seat !== null) return [];
  const [seat, , , isReady] = row;
  if (table.shown.asking.includes(seat)) return [line(_("You come in with the next round if the owner of the table lets you in."))];
  if (isReady) return [line(_("You come in with the next round."))];
  return [line(_("You may come in with the next round."), h("button", { class: "main", "data-key": "ready", onclick: does.ready }, _("I am ready to play")))];
}

/** @param {Session} session @param {Table} table @param {PeopleActions} does */
function restLines(session, table, does) {
  const { shown } = table;
  if (!shown.paused) return [];
  const owner = seatRows(table).find(([, key]) => shown.owner && key.every((/** @type {number} */ byte, /** @type {number} */ at) => byte === shown.owner[at]));
  const may = ownsTable(session, table) || (session.seatAt(table) && !owner?.[4]);
  return [
    line(
      may ? _("PAUSED") : _("PAUSED until the owner of the table lets it go on"),
      may && h("button", { class: "main", "data-key": "resume", onclick: () => does.manage("resume") }, _("let the game go on")),
    ),
  ];
}

/** @param {Table} table @param {PeopleActions} does */
function askingLines(table, does) {
  return seatRows(table).filter(([seat]) => table.shown.asking.includes(seat)).map(([seat, , name]) =>
    line(_("{name} wants to come in", { name: harmless(name) }),
      h("button", { class: "main", "data-key": `admit ${seat}`, onclick: () => does.manage("admit", seat) }, _("let in"))),
  );
}

/** @param {Table} table @param {PeopleActions} does */
function absentLines(table, does) {
  const log = /** @type {import("../client/followed_log.js").FollowedLog} */ (table.game?.log);
  const players = log.state.players.length;
  const need = Math.max(1, Math.floor((players - 1) / 2) + 1);
  return seatRows(table).filter(([seat, , , , isHere]) => !isHere && seat !== log.seat && seat < players).map(([seat, , name]) => {
    const wanted = log.votesAbout(seat);
    const isMine = wanted.has(log.seat ?? -1);
    const values = { name: harmless(name), have: wanted.size, need };
    const says = wanted.size >= need ? _("{name} is away: the host plays for them", values) : _("{name} is away ({have} of {need} votes)", values);
    return line(says, h("button", { "data-key": `vote ${seat}`, "aria-label": isMine ? null : _("let the host play for {name}", values), onclick: () => does.vote(seat, !isMine) },
      isMine ? _("vote back") : _("let the host play")));
  });
}
