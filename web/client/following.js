/** What the host shows of a table as it comes: the table itself, the entries of its log, openings. */

import { equal } from "../core/bytes.js";
import { harmless } from "../core/text.js";
import { Game } from "./game.js";
import { give, protest, resend } from "./submitting.js";
import { guard, Table } from "./table.js";
import { askViews } from "./views.js";

/** @typedef {import("./host_link.js").Message} Message */
/** @typedef {import("./session.js").Session} Session */

/** @param {Session} session @param {Message} shown a `table` */
export function showTable(session, shown) {
  const known = session.tables.get(shown.table);
  if (known && !equal(known.shown.id, shown.id)) session.tables.delete(shown.table);
  const table = session.tables.get(shown.table) ?? new Table(shown);
  session.tables.set(shown.table, table);
  if (known === table) noteReady(session, table, shown);
  if (table.shown.paused !== shown.paused) table.movedAt = Date.now(); // after a pause everybody has the whole time again
  table.shown = shown;
  table.shownAt = Date.now();
  if (shown.stage === "playing" && table.game?.number !== shown.game) {
    table.game = null;
    table.view = null;
    table.happened = [];
    if (!known) askLog(session, table);
  }
}

/** Note what took back the own consent, where the player did not. @param {Session} session @param {Table} table @param {Message} shown */
function noteReady(session, table, shown) {
  const before = session.seatAt(table);
  const now = shown.seats.find((/** @type {any[]} */ row) => equal(row[1], session.me));
  if (shown.stage !== "waiting" || !now || now[3]) table.changes = null;
  else if (table.shown.stage === "waiting" && before?.[3] && !table.isTakingBack) {
    const added = (/** @type {any[][]} */ rows, /** @type {any[][]} */ others) =>
      rows.filter((row) => !others.some((other) => equal(other[1], row[1]))).map((row) => harmless(row[2]));
    table.changes = { came: added(shown.seats, table.shown.seats), left: added(table.shown.seats, shown.seats) };
  }
}

/** Ask for the log from where it stopped. @param {Session} session @param {Table} table */
export function askLog(session, table) {
  if (table.isAskingLog || !session.isOpen) return;
  table.isAskingLog = true;
  const asked = table.game;
  session.request("log", { table: table.number, start: asked?.log.length ?? 0 }, ({ ok }) => {
    table.isAskingLog = false;
    if (ok && asked && !table.game) askLog(session, table); // another game had begun: that was the end of its log alone
    else if (ok) resend(session, table);
    if (session.asksAtOnce) askViews(session);
    session.changed();
  });
}

/** @param {Session} session @param {Table} table @param {Message} message an `entry` */
export function addEntry(session, table, message) {
  const known = table.game;
  if (known?.number !== message.game) {
    if (message.index !== 0) {
      askLog(session, table);
      return;
    }
    const host = session.link?.host ?? session.me;
    table.game = new Game(message.game, host, session.me, session.identity, (log) => session.statementsOf(log));
    table.happened = [];
    table.view = null;
    table.isViewWrong = false;
    table.trouble = "";
    table.heldBack = [];
  } else if (known && message.index > known.log.length) {
    askLog(session, table);
    return;
  }
  guard(table, (game) => {
    const entry = game.addEntry(message.index, message.entry, message.signature);
    if (!entry) return;
    table.noteEntry(entry);
    if (entry.e !== "vote" && entry.e !== "close") table.movedAt = Date.now();
    if (game.log.hasPosition) table.isViewStale = true;
    if (entry.e === "score" && !entry.finished && session.pausesAfterRounds) {
      table.pauseUntil = Date.now() + 1000 * Number(game.log.state.options.get("break_seconds") ?? 0);
    }
    if (entry.e === "act" && entry.seat === game.log.seat) table.isActing = false;
    give(session, table, game);
    if (entry.e === "close" && !table.isAskingLog) protest(session, table);
  });
}

/** @param {Table} table @param {Message} message `openings` */
export function addOpenings(table, message) {
  if (table.game?.number === message.game) guard(table, (game) => game.addOpenings(message.round, message.epoch, message.cards));
  table.isViewStale = true;
}
