/**
 * How one game of a table follows on another: the last one has an end in its log, and the next names it. What was not seen since this page
 * was away is a doubt. Source: protocol/FAIRNESS.md, "Consent".
 */

import { equal, hex, unhex } from "../core/bytes.js";
import { logId } from "../core/identifiers.js";
import { N_ } from "../core/language.js";
import { need } from "../ledger/checks.js";
import { headPlace, unfinishedGames, wasLongAway } from "./unfinished_games.js";

/** @import { Session } from "./session.js" */
/** @import { Table } from "./table.js" */
/** A log as far as it was followed here: its last head, and whether it has its end. @typedef {{ head: Uint8Array, ended: boolean }} LastLog */

/** The head of a game as far as it was followed here; null if nothing of it is known. @param {Session} session @param {Table} table @param {number} number
 * @returns {LastLog | null} */
export function lastLog(session, table, number) {
  const { game } = table;
  const isAgain = game?.hadEnd && !game.log.ended; // it is being fetched once more, and kept to its end
  if (game?.number === number && !isAgain) return game.log.length ? { head: game.log.head, ended: Boolean(game.log.ended) } : null;
  const host = session.link?.host;
  const kept = host && number > 0 ? session.identity.keep.get(headPlace(logId(host, table.shown.id, number))) : null;
  if (!kept) return null;
  const [head = "", end] = kept.split(" ");
  return { head: unhex(head), ended: end === "end" };
}

/** The log before a game, or else the table's newest one that no page here has seen to its end. @param {Session} session @param {Table} table
 * @param {number} number @returns {LastLog | null} */
export function logBefore(session, table, number) {
  const last = lastLog(session, table, number - 1);
  if (last) return last;
  const past = unfinishedGames(session).filter((one) => equal(one.table, table.shown.id) && one.game < number);
  const newest = past.sort((a, b) => a.game - b.game).at(-1);
  return newest ? { head: newest.head, ended: false } : null;
}

/** Hold the first entry of a log against the one before. Whether that one was not seen to its end is answered. Throws Fault.
 * @param {Record<string, any>} opened @param {LastLog | null} last */
export function checkOpened(opened, last) {
  if (!last) return false;
  const isNext = equal(opened.before, last.head);
  need(!last.ended || isNext, "consent", N_("the log names another last game than the one that was played here"));
  need(last.ended || !isNext, "consent", N_("the host dropped the last game before its end, and began another"));
  return !last.ended;
}

/** Why nothing is signed for another game at this table, as the host's sentences are; null if nothing is in the way.
 * @param {Session} session @param {Table} table */
export function whyNoOther(session, table) {
  const { game, before } = table.shown;
  const last = logBefore(session, table, game + 1);
  if (!last || (last.ended && equal(last.head, before))) return null;
  const values = new Map([["game", game]]);
  if (last.ended) return [N_("the host shows a different end of game {game} from the one played here; nothing was signed"), values];
  if (table.isBehind || table.isAskingLog) return [N_("your program asked for the rest of game {game} at this table, and it has not come; nothing was signed. Say it again when it is here"), values];
  const wasDropped = table.game !== null && table.game === table.dropped;
  return equal(last.head, before) || wasDropped ? [N_("game {game} at this table has no end; nothing was signed for a new one"), values] : null;
}

/** Whether the own seat plays in the game, and its log has no end, here or in an earlier page. @param {Table} table */
export function lacksEnd({ game }) {
  return Boolean(game && game.log.seat !== null && !game.log.ended && !game.hadEnd && !game.log.fault && !game.log.unknown);
}

/** The host does not go on with the game. @param {Session} session @param {Table} table */
export function dropGame(session, table) {
  if (!lacksEnd(table) || table.dropped === table.game) return;
  table.dropped = table.game;
  session.note(table, "no-end");
}

/** The table is gone. Its game has been dropped, unless it may have ended while this page was away. @param {Session} session @param {Table} table */
export function loseTable(session, table) {
  const { game, dropped, shown, isBehind } = table;
  const last = game ? null : lastLog(session, table, shown.game);
  if (last && !last.ended) session.note(table, "unseen-end", { log: hex(logId(session.link?.host ?? session.me, shown.id, shown.game)) });
  else if (!isBehind) dropGame(session, table);
  else if (lacksEnd(table) && dropped !== game && !wasLongAway(session, table.lostAt)) session.note(table, "unseen-end");
}

/** The own seat is free: before a game or after it, never in it. Who has asked for that may have done so before the end of the game had come here,
 * and who is only to come in with the next cards may be left out. @param {Session} session @param {Table} table @param {boolean} isAsked */
export function freeSeat(session, table, isAsked) {
  const log = table.game?.log;
  const isComingIn = log !== undefined && log.seat !== null && log.state.joining.includes(log.seat);
  if (!isAsked) loseTable(session, table);
  else if (!table.isBehind && !isComingIn) dropGame(session, table);
}

/** A game that is over has an end in its log; if not, the host is doubted: at once on a connection that stood, since an honest host logs the end
 * before it shows the table so; else once the rest was asked for.
 * @param {Session} session @param {Table} table @param {() => void} ask ask for the rest */
export function checkEnd(session, table, ask) {
  const { shown, game } = table;
  if (!game || shown.stage === "playing" || game.number !== shown.game || !lacksEnd(table)) {
    table.endAsked = "";
  } else if (!table.endAsked) {
    table.endAsked = table.isBehind ? "away" : "live";
    if (!table.isBehind) dropGame(session, table);
    ask();
  } else if (!table.isBehind && !table.isAskingLog) {
    if (table.endAsked === "live" || equal(game.log.head, shown.before)) dropGame(session, table);
    else if (table.dropped !== game) session.note(table, "unseen-end");
  }
}
