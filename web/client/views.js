/** What the host says of the position: asked for when the log has gone on, one question at a time for each table. */

import { cardName } from "../core/cards.js";
import { legalActions, withDecks } from "../rules/legal.js";
import { isPlayed } from "./table.js";

/** @import { Session } from "./session.js" */
/** @import { Table, View } from "./table.js" */

/** Actions that a page holds at most. No position has a quarter of them (PROTOCOL.md, `ask-view`); a host that goes on listing is not asked on. */
const MOST_ACTIONS = 100_000;

/** Ask for the views that are out of date. @param {Session} session */
export function askViews(session) {
  for (const table of session.tables.values()) {
    if (!table.isViewStale || table.isAskingView || table.isBehind || !table.game?.log.hasPosition) continue;
    table.isViewStale = false;
    askView(session, table, 0);
  }
}

/** Ask for the position with its actions from *start* on, and for those that follow. @param {Session} session @param {Table} table @param {number} start */
function askView(session, table, start) {
  const { game } = table;
  if (!game) return;
  table.isAskingView = true;
  const { number, log: { length } } = game;
  session.request("ask-view", { table: table.number, start }, ({ ok, code, message }) => {
    table.isAskingView = false;
    const view = ok ? JSON.parse(message.json) : null;
    table.isViewDenied = code !== "lost" && (view === null || (view.game === number && view.entries < length));
    const isCurrent = view && takeView(session, table, view, start) && !table.isViewStale && !table.isAskingView;
    const known = table.view?.legal.length ?? 0;
    if (isCurrent && view.more && view.legal.length > 0 && known < MOST_ACTIONS) askView(session, table, known);
    session.changed();
  });
  if (isPlayed(table)) session.pingInOrder({ own: null, game, table, number: session.link?.requests ?? 0 });
}

/** Take a view if it is of the position that the log has reached; what the host said of another one is judged by nothing.
 * @param {Session} session @param {Table} table @param {View} view @param {number} [start] how many of the actions came before
 * @returns {boolean} whether it is the table's view now */
export function takeView(session, table, view, start = 0) {
  const { game } = table;
  let isTaken = false;
  // A host that answers with an earlier position than it was asked in is not asked again before the log goes on.
  if (game?.number === view.game && view.entries < game.log.length && !table.isViewDenied) table.isViewStale = true;
  if (game?.number === view.game && view.entries === game.log.length) {
    const { seat } = game.log;
    const hand = seat === null ? [] : (view.position.hands[seat] ?? []);
    table.isViewWrong = game.isDealt && !game.isHandProven(hand);
    if (game.sealed && seat !== null && !table.isViewWrong && game.isDealt) addOwnCards(game, seat, view);
    const { view: known } = table;
    const isPart = known?.game === view.game && known.entries === view.entries && known.legal.length === start; // of the same position
    const before = start > 0 && known ? known.legal : [];
    if (start > 0 && !isPart) table.isViewStale = true;
    else if (!table.isViewWrong) {
      table.view = before.length ? { ...view, legal: [...before, ...view.legal] } : view;
      isTaken = true;
    }
  }
  if (table.isViewStale && session.asksAtOnce) askViews(session);
  return isTaken;
}

/** With a sealed deck the host knows neither the own hand nor what may be done with it. @param {import("./game.js").Game} game @param {number} seat
 * @param {View} view */
function addOwnCards(game, seat, view) {
  const { round } = game.log.auditor.play;
  if (!round) return;
  const { hands, hidden } = view.position;
  hands[seat] = [...round.hand(seat).known].sort((a, b) => a - b).map((card) => cardName(card, "decks" in round ? Number(round.decks) : 1));
  if (Array.isArray(hidden)) hidden[seat] = round.hand(seat).unknown;
  view.legal = game.log.isShuffling || game.log.isPaused ? [] : legalActions(round, seat).map((action) => withDecks(round, seat, action));
  view.more = 0;
}
