/** The panel of the table: who sits there and what its owner may do, its options, the own name, how the page looks. */

import { _ } from "../core/language.js";
import { harmless } from "../core/text.js";
import { h } from "../cards/elements.js";
import { falseCallText } from "../live/facts.js";
import { gameTitle, gameWords, meldExamples } from "../live/games.js";
import { optionLines } from "../live/option_words.js";
import { COUNTING } from "../live/variety_words.js";
import { VARIETIES } from "../rules/varieties.js";
import { wordCard } from "../table/card_names.js";
import { askingButton, isOwner, ownsTable } from "./people.js";
import { isHeld } from "./seat_requests.js";

/** @import { Session } from "../client/session.js" */
/** @import { Table } from "../client/table.js" */
/** @import { Does } from "./seat_requests.js" */
/** Who sits at the table, each with what can be done about them. @param {Session} session @param {Table} table @param {Does} does */
export function seatedElement(session, table, does) {
  const { shown } = table;
  const me = session.seatAt(table)?.[0];
  const owns = ownsTable(session, table);
  const isWaiting = shown.stage === "waiting";
  const levels = new Map(shown.levels);
  const delays = new Map(shown.delays);
  const lastBot = Math.max(-1, ...shown.seats.filter((/** @type {any[]} */ row) => row[5]).map((/** @type {any[]} */ row) => row[0]));
  const rows = table.rows.map(([seat, key, rawName, isReady, isHere, isBot]) => {
    const name = harmless(rawName);
    const bot = isBot && (levels.has(seat) ? _("bot, {level}", { level: String(levels.get(seat)) }) : _("bot"));
    const notes = [seat === me && _("you"), bot, !isHere && _("away"), isOwner(table, key) && _("owner of the table"), shown.asking.includes(seat) && _("wants to come in"),
      delays.has(seat) && _("{millis} ms from the host", { millis: String(delays.get(seat)) })];
    const free = () => (owns ? does.manage("remove", seat) : does.removeBot());
    const mayTake = isWaiting && seat !== me && me !== undefined && (isBot ? owns || seat === lastBot : owns);
    return h("li", {},
      h("span", { class: "who" }, h("strong", {}, name), h("span", { class: "quiet" }, notes.filter(Boolean).join(" · "))),
      isWaiting && h("span", { class: isReady ? "good" : "quiet" }, isReady ? `✓ ${_("ready")}` : _("not ready")),
      mayTake && askingButton({ "data-key": `remove ${seat}`, "aria-label": `${isBot ? _("remove") : _("free the seat")}: ${name}` },
        isBot ? _("remove") : _("free the seat"), isBot ? "" : _("Free the seat of {name}?", { name }), free),
      owns && !isBot && seat !== me && isHere && askingButton({ "data-key": `hand ${seat}`, "aria-label": `${_("hand over")}: ${name}` },
        _("hand over"), _("Hand the table over to {name}?", { name }), () => does.manage("hand-on", seat)),
    );
  });
  return h("ul", { class: "seated" }, ...rows);
}

/** @param {Session} session @param {Table | undefined} table @param {Does} does */
export function tablePanel(session, table, does) {
  const name = h("input", { id: "new-name", maxlength: 32, required: true, value: session.identity.name, autocomplete: "nickname", enterkeyhint: "done" });
  const rename = (/** @type {Event} */ event) => {
    event.preventDefault();
    name.value = name.value.trim();
    if (name.reportValidity()) does.rename(name.value);
  };
  const own = h("form", { onsubmit: rename },
    h("label", { for: "new-name" }, _("Your name")),
    h("p", { class: "row" }, name, h("button", { type: "submit" }, _("change"))),
    h("p", { class: "quiet" }, _("During a game you keep the name you began it with.")),
  );
  if (!table) return [own];
  const { shown } = table;
  const options = optionLines(shown.variant, shown.options);
  const owns = ownsTable(session, table);
  const mayPause = owns && shown.stage === "playing" && !table.game?.log.isPaused;
  return [
    seatedElement(session, table, does),
    h("p", { class: "quiet" }, [gameTitle(shown.variant), ...options].join(" · ")),
    shown.spectators.length ? h("p", { class: "quiet" }, _("watching: {spectators}", { spectators: shown.spectators.map(harmless).join(", ") })) : null,
    h("p", { class: "row" },
      mayPause && h("button", { "data-key": "pause", onclick: () => does.manage("pause") }, _("pause the table")),
      askingButton({ "data-key": "leave-table" }, _("leave the table"), isHeld(session, table) ? _("Leave? Your seat stays yours, and the others wait for you.") : "", does.leave)),
    own,
  ];
}

/** How the game goes, what counts, and what is agreed at this table. @param {string} variant @param {Map<string, import("../core/msgpack.js").Value>} options */
export function rulesPanel(variant, options) {
  const { set, run, says } = meldExamples(variant);
  const fan = (/** @type {string[]} */ words) => h("span", { class: "fan" }, ...words.map((word) => wordCard(word)));
  return [
    h("h3", {}, gameTitle(variant)),
    ...gameWords(variant).map((one) => h("p", {}, one)),
    h("p", { class: "examples" }, set.length > 0 && fan(set), run.length > 0 && fan(run)),
    h("p", {}, says),
    h("h3", {}, _("What counts")),
    ...COUNTING[variant]?.map((one) => h("p", {}, _(one))) ?? [],
    options.size > 0 && VARIETIES[variant]?.hasCalls && h("p", {}, falseCallText(options)),
    h("h3", {}, options.size ? _("What is agreed at this table") : _("What is usual")),
    h("ul", {}, ...optionLines(variant, options, true).map((one) => h("li", {}, one))),
    h("h3", {}, _("With your fingers")),
    h("p", {}, _("Touch a card, and buttons show what you can do with it; touch more cards or a meld, and fewer buttons remain. If the stock is lit, touch it to draw.")),
    h("p", {}, _("A turn: pick a card up, lay what you want to lay, throw a card out.")),
  ];
}
