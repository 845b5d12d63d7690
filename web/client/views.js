/** What the host says of the position: asked for when the log has gone on, one question at a time for each table. */

import { isPlayed } from "./table.js";

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./table.js").View} View */

/** Ask for the views that are out of date. @param {Session} session */
export function askViews(session) {
  for (const table of session.tables.values()) {
    if (!table.isViewStale || table.isAskingView || table.isBehind || !table.game?.log.hasPosition) continue;
    table.isAskingView = true;
    table.isViewStale = false;
    const { number, log: { length } } = table.game;
    session.request("ask-view", { table: table.number }, ({ ok, code, message }) => {
      table.isAskingView = false;
      const view = ok ? JSON.parse(message.json) : null;
      table.isViewDenied = code !== "lost" && (view === null || (view.game === number && view.entries < length));
      if (view) takeView(session, table, view);
      session.changed();
    });
    if (isPlayed(table)) session.pingInOrder({ own: null, game: table.game, table, number: session.link?.requests ?? 0 });
  }
}

/** Take a view if it is of the position that the log has reached; what the host said of another one is judged by nothing.
 * @param {Session} session @param {Table} table @param {View} view */
export function takeView(session, table, view) {
  const { game } = table;
  if (game?.number === view.game && view.entries < game.log.length) table.isViewStale = true;
  if (game?.number === view.game && view.entries === game.log.length) {
    const { seat } = game.log;
    const hand = seat === null ? [] : (view.position.hands[seat] ?? []);
    table.isViewWrong = game.isDealt && !game.isHandProven(hand);
    if (!table.isViewWrong) table.view = view;
  }
  if (table.isViewStale && session.asksAtOnce) askViews(session);
}
