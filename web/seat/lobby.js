/** The tables of the host: sit down, watch, open one. */

import { _, ngettext } from "../core/language.js";
import { h } from "../live/dom.js";
import { gameTitle, VARIANTS } from "../live/games.js";

/** @typedef {import("../client/session.js").Session} Session */
/**
 * @typedef {object} LobbyActions
 * @property {(table: number) => void} sit
 * @property {(table: number) => void} watch
 * @property {(variant: string, bots: number) => void} open
 */

const MOST_BOTS = 5;

/** @param {Session} session @param {LobbyActions} does */
export function lobbyElements(session, does) {
  const tables = session.lobby.map(([number, name, variant, stage, seated, seats, watching]) => {
    const isFull = seated.length >= seats;
    const mayJoin = stage === "waiting" || variant === "vegas";
    return h(
      "li",
      { class: "panel" },
      h("h3", {}, name),
      h("p", { class: "quiet" }, `${gameTitle(variant)} · ${stage === "playing" ? _("playing") : _("waiting")} · ${seated.length}/${seats}`),
      h("p", {}, seated.length ? seated.join(", ") : _("nobody yet")),
      watching ? h("p", { class: "quiet" }, ngettext("{people} watching", "{people} watching", watching, { people: watching })) : null,
      h(
        "p",
        { class: "row" },
        mayJoin && !isFull ? h("button", { class: "main", "data-key": `sit ${number}`, onclick: () => does.sit(number) }, _("sit down")) : null,
        h("button", { "data-key": `watch ${number}`, onclick: () => does.watch(number) }, _("watch")),
      ),
    );
  });
  const variant = h("select", { id: "variant" }, ...VARIANTS.map((one) => h("option", { value: one }, gameTitle(one))));
  const counts = Array.from({ length: MOST_BOTS + 1 }, (_one, count) => h("option", { value: count, selected: count === 2 }, String(count)));
  const bots = h("select", { id: "bots" }, ...counts);
  return [
    h("h2", {}, session.hostName ? _("Tables of {host}", { host: session.hostName }) : _("Tables")),
    tables.length ? h("ul", { class: "tables" }, ...tables) : h("p", { class: "quiet" }, _("There is no table yet.")),
    h(
      "form",
      { class: "panel", onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        does.open(variant.value, Number(bots.value));
      } },
      h("h3", {}, _("open a new table")),
      h("p", { class: "row" }, h("label", { for: "variant" }, _("game")), variant),
      h("p", { class: "row" }, h("label", { for: "bots" }, _("bots")), bots),
      h("button", { class: "main", type: "submit" }, _("new table")),
    ),
  ];
}
