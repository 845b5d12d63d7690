/** A table before its game: who sits there, who is ready, bots. */

import { _, ngettext } from "../core/language.js";
import { harmless } from "../core/text.js";
import { h } from "../cards/elements.js";
import { gameTitle, gameWords, levelWords, USUAL_LEVEL } from "../live/games.js";
import { optionLines } from "../live/option_words.js";
import { sealedTerms } from "../live/sealed_words.js";
import { VARIETIES } from "../rules/varieties.js";
import { closedRow } from "./people.js";
import { levelSelect } from "./new_table.js";
import { whyOver } from "./sentences.js";
import { seatedElement } from "./table_panel.js";

/** @import { Does } from "./seat_requests.js" */

/** The level of the next bot: it stays what it was when somebody comes or goes. */
let chosenLevel = USUAL_LEVEL;

/** @param {import("../client/session.js").Session} session @param {import("../client/table.js").Table} table @param {Does} does */
export function waitingElements(session, table, does) {
  const { shown } = table;
  const own = session.seatAt(table);
  const most = VARIETIES[shown.variant]?.seats[1] ?? 0;
  const free = Math.max(0, most - shown.seats.length - shown.coming);
  const isAlone = shown.seats.length + shown.coming < 2;
  const lacksPeople = shown.options.get("deck") === "sealed" && shown.seats.filter((/** @type {any[]} */ row) => !row[5]).length < 2;
  const alert = table.changes ? _("{what}: say ready again", { what: changesText(table.changes) }) : own?.[3] ? "" : whyOver(table);
  const says = lacksPeople
    ? _("A sealed deck takes two people: wait for another to sit down.")
    : isAlone ? _("A game needs two players: add a bot, or wait for somebody to sit down.")
    : own?.[3]
      ? _("You are ready; the game begins when the others are.")
      : own && table.rows.every((row) => row === own || row[3]) ? _("The others are ready and wait for you.") : "";
  return [
    h("h2", {}, gameTitle(shown.variant)),
    ...optionLines(shown.variant, shown.options).map((one) => h("p", { class: "quiet option-set" }, one)),
    // Above what comes and goes with others: it does not move from under a finger. Bots that are still to sit down would take the word back.
    own && !table.unknown && (own[3]
      ? h("button", { class: "large", "data-key": "unready", onclick: does.unready }, _("not ready after all"))
      : h("button", { class: "main large", "data-key": "ready", disabled: isAlone || lacksPeople || shown.coming > 0, onclick: does.ready }, _("I am ready to play"))),
    !own && free > 0 && !table.unknown && h("button", { class: "main large", "data-key": "sit", onclick: () => does.sit(table.number) }, shown.closed ? _("knock") : _("take a seat")),
    alert && h("p", { role: "alert", class: "changed" }, alert),
    says && h("p", { role: "status" }, says),
    ...(own ? sealedTerms(table).map((one) => h("p", { class: "sealed" }, one)) : []),
    seatedElement(session, table, does),
    closedRow(session, table, does),
    shown.coming ? h("p", { class: "quiet" }, ngettext("{n} bot is on its way", "{n} bots are on their way", shown.coming, { n: shown.coming })) : null,
    shown.spectators.length ? h("p", { class: "quiet" }, _("watching: {spectators}", { spectators: shown.spectators.map(harmless).join(", ") })) : null,
    own && free > 0 && !table.unknown && botRow(does),
    h("p", { class: "row" }, h("button", { "data-key": "leave", onclick: does.leave }, _("leave the table"))),
    h("details", {}, h("summary", {}, _("How the game goes")), ...gameWords(shown.variant).map((one) => h("p", {}, one))),
  ];
}

/** @param {{ came: string[], left: string[] }} changes */
function changesText({ came, left }) {
  const texts = [...came.map((name) => _("{name} has sat down", { name })), ...left.map((name) => _("{name} has left", { name }))];
  return texts.join(", ") || _("the seats have changed");
}

/** @param {Does} does */
function botRow(does) {
  const level = levelSelect("bot-level", chosenLevel);
  const about = h("p", { class: "quiet" }, levelWords(level.value));
  level.addEventListener("change", () => {
    chosenLevel = level.value;
    about.textContent = levelWords(chosenLevel);
  });
  return h("div", { class: "bots" },
    h("p", { class: "row" },
      h("label", { for: "bot-level", class: "unseen" }, _("how they play")), level,
      h("button", { "data-key": "bot", onclick: () => does.addBot(level.value) }, _("add a bot"))),
    about);
}
