/** What the host shows of a table as it comes: the table itself, the entries of its log, openings. */

import { equal, hex } from "../core/bytes.js";
import { cardName } from "../core/cards.js";
import { logId, rulesHash } from "../core/identifiers.js";
import { N_ } from "../core/language.js";
import { harmless } from "../core/text.js";
import { need } from "../ledger/checks.js";
import { checkEnd, checkOpened, dropGame, freeSeat, lacksEnd, lastLog, logBefore } from "./endings.js";
import { Game } from "./game.js";
import { give, holdBack, object, resend } from "./submitting.js";
import { guard, isPlayed, Table } from "./table.js";
import { noteJumped } from "./unfinished_games.js";

/** @import { Message } from "./host_link.js" */
/** @import { Session } from "./session.js" */

/** @param {Session} session @param {Message} shown a `table` */
export function showTable(session, shown) {
  const before = session.tables.get(shown.table);
  if (before && !equal(before.shown.id, shown.id)) session.close(shown.table); // the number is another table's now
  const known = session.tables.get(shown.table);
  const table = session.tables.get(shown.table) ?? new Table(shown);
  session.tables.set(shown.table, table);
  if (known === table) {
    noteReady(session, table, shown);
    const isLeaving = [...session.waiting.values()].some(({ kind }) => kind === "stand" || kind === "leave");
    if (session.seatAt(table) && !shown.seats.some((/** @type {any[]} */ row) => equal(row[1], session.me))) freeSeat(session, table, isLeaving);
  }
  table.shown = shown;
  if (known !== table) noteJumped(session, shown.id, shown.game);
  table.shownAt = Date.now();
  if (shown.stage === "playing" && table.game?.number !== shown.game && !lacksEnd(table)) {
    table.follow(null);
    if (!known) resumeLog(session, table);
  }
  const last = !known && shown.stage === "waiting" ? lastLog(session, table, shown.game) : null;
  if (last) resumeLog(session, table); // a page loaded anew: how the game ended, or its file
  checkEnd(session, table, () => askLog(session, table));
}

/** Note what took back the own consent, where the player did not. @param {Session} session @param {Table} table @param {Message} shown */
function noteReady(session, table, shown) {
  const before = session.seatAt(table);
  const now = shown.seats.find((/** @type {any[]} */ row) => equal(row[1], session.me));
  if (shown.stage !== "waiting" || !now || now[3]) table.changes = null;
  else if (table.shown.stage === "waiting" && before?.[3] && !table.isTakingBack) {
    const added = (/** @type {any[][]} */ rows, /** @type {any[][]} */ others) =>
      rows.filter((row) => !others.some((other) => equal(other[1], row[1]))).map((row) => harmless(row[2]));
    const next = logId(session.link?.host ?? session.me, table.shown.id, table.shown.game + 1);
    for (const own of session.statementsOf(next).byHash.values()) own.withdrawn ||= own.what === "ready" && !own.logged;
    table.changes = { came: added(shown.seats, table.shown.seats), left: added(table.shown.seats, shown.seats) };
  }
}

/** Ask for the log of a game that went on before this page knew the table. @param {Session} session @param {Table} table */
function resumeLog(session, table) {
  table.isBehind = table.hasReturned = true;
  askLog(session, table);
}

/** Ask for the log from where it stopped. @param {Session} session @param {Table} table */
export function askLog(session, table) {
  if (table.isAskingLog || !session.isOpen) return;
  table.isAskingLog = true;
  const asked = table.game;
  session.request("log", { table: table.number, start: asked?.log.length ?? 0 }, ({ ok, code }) => {
    table.isAskingLog = false;
    table.pongDue = 0;
    if (!ok && code !== "lost") session.close(table.number); // it shows no more of this table
    const isOther = asked !== null && table.shown.stage === "playing" && table.shown.game !== asked.number && table.game === asked;
    if (ok && isOther) table.follow(null);
    if (ok && asked && !table.game) askLog(session, table); // another game had begun: that was the end of its log alone
    else if (ok) {
      table.noteWhole();
      noteUnshown(session, table);
      checkEnd(session, table, () => askLog(session, table));
      resend(session, table);
      void object(session, table);
    }
    session.changed();
  });
  table.pongDue = session.pingInOrder();
}

/** The host has answered a ping: logs that were asked for before it have come, of an honest one. @param {Session} session @param {number} number */
export function noteUnanswered(session, number) {
  for (const table of session.tables.values()) {
    if (!table.pongDue || number < table.pongDue) continue;
    table.noteWhole();
    session.note(table, "unanswered");
  }
}

/** Asked for the rest of a game that an earlier page has followed, the host has shown nothing of it. @param {Session} session @param {Table} table */
function noteUnshown(session, table) {
  const { game, stage, before, id } = table.shown;
  const last = !table.game && stage === "waiting" ? lastLog(session, table, game) : null;
  if (!last || last.ended) return;
  const log = hex(logId(session.link?.host ?? session.me, id, game));
  session.note(table, equal(last.head, before) ? "no-end" : "unseen-end", { log, game });
}

/** @param {Session} session @param {Table} table @param {Message} message an `entry` */
export function addEntry(session, table, message) {
  const known = table.game;
  let last = null;
  if (table.isAgain(message.index)) table.keptBack.behind(session.pings, table.isBehind && known?.number === message.game);
  if (known && known.number > message.game) return;
  if (known?.number !== message.game) {
    if (message.index !== 0) {
      askLog(session, table);
      return;
    }
    if (!table.isBehind) dropGame(session, table);
    else if (lacksEnd(table) && table.dropped !== known) session.note(table, "unseen-end"); // it may have ended while this page was away
    last = logBefore(session, table, message.game);
    const host = session.link?.host ?? session.me;
    table.follow(new Game(message.game, host, session.me, session.identity, (log) => session.statementsOf(log)));
    table.trouble = table.earlierTrouble = "";
    table.isBehind &&= table.isAskingLog; // of a game that begins now everything comes on this connection
  } else if (known && message.index > known.log.length) {
    if (!table.isBehind && !table.isAskingLog && isPlayed(table)) session.note(table, "withheld"); // an honest host leaves out none
    table.ahead = Math.max(table.ahead, message.index);
    askLog(session, table);
    return;
  }
  guard(table, (game) => {
    const entry = game.addEntry(message.index, message.entry, message.signature);
    if (!entry) return;
    watch(session, table, game, entry, last);
    const kept = table.keptBack.take(session.pings, game.number, game.log.state.time);
    if (kept && game.log.seat !== null) session.note(table, "withheld", { says: String(Math.round(kept / 1000)) });
    table.note({ entry, events: game.log.auditor.play.events });
    const used = game.own?.usedRefused;
    if (used) holdBack(session, table, used);
    if (game.own) game.own.usedRefused = null;
    if (game.passedOver && !table.isBehind) holdBack(session, table, game.passedOver);
    if (!table.isBehind) for (const own of game.putOff) holdBack(session, table, own);
    if (entry.e === "end" && game.log.seat !== null && !table.isBehind) {
      // What the host has not looked at: the minute that it had cannot pass any more.
      for (const own of game.own?.byHash.values() ?? []) if (own.isRefusedUnsigned && !own.logged && !own.refused) holdBack(session, table, own);
    }
    table.loggedAt = Date.now();
    if (entry.e !== "vote") table.movedAt = table.loggedAt;
    if (game.log.hasPosition) table.isViewStale = true;
    if (entry.e === "score" && !entry.finished && session.pausesAfterRounds) {
      table.pauseUntil = Date.now() + 1000 * Number(game.log.state.options.get("break_seconds") ?? 0);
    }
    if (entry.e === "act" && entry.seat === game.log.seat) table.isActing = false;
    give(session, table, game);
    if (table.isBehind) return; // once it has come
    void object(session, table);
  });
}

/** What a new entry says of the host beside what its log proves. Throws Fault. @param {Session} session @param {Table} table @param {Game} game
 * @param {import("../ledger/forms.js").Entry} entry @param {import("./endings.js").LastLog | null} last */
function watch(session, table, game, entry, last) {
  const { log } = game;
  const { shown } = table;
  if (entry.e === "open") {
    log.stopping(() => {
      const isThis = equal(entry.table, shown.id) && entry.game === game.number;
      need(isThis, "consent", N_("the host began another game than the one that it had shown"));
      checkOpened(entry, last);
    });
  } else if (entry.e === "seats" && log.seat === null && shown.game === game.number) {
    table.hasOtherRules = !equal(rulesHash(log.state.variant, log.state.options), rulesHash(shown.variant, shown.options));
  } else if (entry.e === "void") {
    const place = `${entry.round}.${entry.epoch}`;
    const silent = log.state.voids.at(-1)?.silent ?? [];
    session.note(table, "void", { place, names: silent.map((seat) => table.names[seat] ?? "") });
    if (game.isBlamed) session.note(table, "blamed", { place });
  }
  if (game.timeLeads) session.note(table, "time-leads");
}

/** @param {Table} table @param {Message} message `openings` */
export function addOpenings(table, message) {
  if (table.game?.number === message.game) guard(table, (game) => game.addOpenings(message.round, message.epoch, message.cards));
  nameDraw(table, message.cards);
  table.isViewStale = true;
}

/** The log names what the own seat drew: its cards come behind the entry. @param {Table} table @param {any[][]} rows */
function nameDraw(table, rows) {
  const line = table.logLines.at(-1);
  const drawn = line && "events" in line ? line.events.filter(({ event, seat, card }) => event === "drew" && seat === table.game?.log.seat && !card) : [];
  if (drawn.length !== rows.length) return; // those of a whole round, for who comes back
  const decks = table.game?.log.auditor.play.round?.decks;
  drawn.forEach((one, at) => Object.assign(one, { card: cardName(Number(rows[at]?.[1]), decks) }));
}
