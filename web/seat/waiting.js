/** A table before its game: who sits there, who is ready. */

import { _ } from "../core/language.js";
import { harmless } from "../core/text.js";
import { h } from "../live/dom.js";
import { gameTitle } from "../live/games.js";

/** @typedef {import("../client/table.js").Table} Table */
/** @typedef {{ ready: () => void, unready: () => void, addBot: () => void, removeBot: () => void, sit: () => void, leave: () => void }} WaitingActions */

/** @param {Table} table @param {any[] | undefined} own the own row of the table's seats @param {WaitingActions} does */
export function waitingElements(table, own, does) {
  const { shown } = table;
  const rows = [...shown.seats].sort((a, b) => a[0] - b[0]).map(([, , name, isReady, isHere, isBot]) =>
    h(
      "li",
      {},
      h("strong", {}, harmless(name), name === own?.[2] ? ` (${_("you")})` : ""),
      h("span", { class: "quiet" }, [isBot && _("bot"), isHere ? "" : _("away")].filter(Boolean).join(" · ")),
      h("span", { class: isReady ? "good" : "quiet" }, isReady ? `✓ ${_("ready")}` : _("not ready")),
    ),
  );
  const hasBots = shown.seats.some((/** @type {any[]} */ row) => row[5]);
  const isAlone = shown.seats.length < 2;
  const says = isAlone
    ? _("Two are needed to play: add a bot, or wait for somebody to sit down.")
    : own?.[3]
      ? _("You are ready; the game begins when the others are.")
      : "";
  return [
    h("p", { class: "quiet" }, gameTitle(shown.variant)),
    h("ul", { class: "seated" }, ...rows),
    says && h("p", { role: "status" }, says),
    own && !isAlone && (own[3]
      ? h("button", { "data-key": "unready", onclick: does.unready }, _("not ready yet after all"))
      : h("button", { class: "main large", "data-key": "ready", onclick: does.ready }, _("I am ready to play"))),
    h(
      "p",
      { class: "row" },
      own && h("button", { "data-key": "bot", onclick: does.addBot }, _("add a bot")),
      own && hasBots && h("button", { "data-key": "no-bot", onclick: does.removeBot }, _("take a bot away")),
      !own && h("button", { class: "main", "data-key": "sit", onclick: does.sit }, _("take a seat")),
      h("button", { "data-key": "leave", onclick: does.leave }, _("leave the table")),
    ),
  ];
}
