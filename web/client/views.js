/** What the host says of the position: asked for when the log has gone on, one question at a time for each table. */

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./table.js").View} View */

/** Ask for the views that are out of date. @param {Session} session */
export function askViews(session) {
  for (const table of session.tables.values()) {
    if (!table.isViewStale || table.isAskingView || table.isAskingLog || !table.game?.log.hasPosition) continue;
    table.isAskingView = true;
    table.isViewStale = false;
    void session.ask("ask-view", { table: table.number }).then(({ ok, message }) => {
      table.isAskingView = false;
      if (ok) takeView(session, table, JSON.parse(message.json));
      session.changed();
    });
  }
}

/** @param {Session} session @param {Table} table @param {View} view */
function takeView(session, table, view) {
  const hand = view.seat === null ? [] : (view.position.hands[view.seat] ?? []);
  table.isViewWrong = table.game !== null && view.seat !== null && !table.isAskingLog && !table.game.isHandProven(hand);
  if (!table.isViewWrong) table.view = view;
  if (table.isViewStale && session.asksAtOnce) askViews(session);
}
