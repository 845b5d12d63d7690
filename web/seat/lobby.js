/** The tables of the host: sit down, watch. The form of a new one is in new_table.js. */

import { _, ngettext } from "../core/language.js";
import { h } from "../cards/elements.js";
import { gameTitle } from "../live/games.js";
import { VARIETIES } from "../rules/varieties.js";

/** @import { Session } from "../client/session.js" */
/** @import { Does } from "./seat_requests.js" */

/** Whether the player has a seat at a table. @param {Session} session @param {number} number */
export function isOwn(session, number) {
  const table = session.tables.get(number);
  return table !== undefined && session.seatAt(table) !== undefined;
}

/** @param {Session} session @param {Does} does */
export function lobbyElements(session, does) {
  // Tables that all have left come last: the host keeps them for some minutes, so that they can come back.
  const isLeft = (/** @type {typeof session.lobby[number]} */ [, , , stage, seated]) => Number(stage === "waiting" && !seated.length);
  const tables = [...session.lobby].sort((one, other) => isLeft(one) - isLeft(other)).map(([number, name, variant, stage, seated, seats, watching, closed, sealed, isFar]) => {
    const isFull = seated.length >= seats;
    const mayJoin = stage === "waiting" || VARIETIES[variant]?.mayJoin;
    return h("li", { class: "panel", "data-key": `table ${number}` },
      h("h3", {}, name),
      h("p", { class: "quiet" }, `${gameTitle(variant)} · ${stage === "playing" ? _("playing") : _("waiting")} · ${seated.length}/${seats}${closed ? ` · ${_("closed")}` : ""}${sealed ? ` · ${_("sealed deck")}` : ""}${isFar ? ` · ${_("somebody far away")}` : ""}`),
      h("p", {}, seated.length ? seated.join(", ") : _("nobody yet")),
      watching ? h("p", { class: "quiet" }, ngettext("{people} watching", "{people} watching", watching, { people: watching })) : null,
      h("p", { class: "row" },
        isOwn(session, number) ? h("button", { class: "main", "data-key": `back ${number}`, onclick: () => does.back(number) }, _("back to your table")) : null,
        mayJoin && !isFull && !isOwn(session, number) ? h("button", { class: "main", "data-key": `sit ${number}`, onclick: () => does.sit(number) }, closed ? _("knock") : _("sit down")) : null,
        isOwn(session, number) ? null : h("button", { "data-key": `watch ${number}`, onclick: () => does.watch(number) }, _("watch")),
      ),
    );
  });
  return [
    h("h2", {}, session.hostName ? _("Tables of {host}", { host: session.hostName }) : _("Tables")),
    tables.length ? h("ul", { class: "tables" }, ...tables) : h("p", { class: "quiet" }, session.hasLobby ? _("There is no table yet.") : _("Connecting to the host …")),
  ];
}
