/** Chat at a table, and the log with it. */

import { _ } from "../core/language.js";
import { harmless } from "../core/text.js";
import { h } from "../cards/elements.js";
import { happening } from "../live/happenings.js";
import { icon } from "../live/icons.js";
import { hostSentence } from "./sentences.js";

/** @typedef {import("../client/table.js").Table} Table */
/** @typedef {import("../client/table.js").Happened} Happened */

const LONGEST = 500;

/** A line of the log or the chat; null for what nobody would read. @param {Table} table @param {Happened} one */
export function happenedLine(table, one) {
  if ("said" in one) return saidLine(table, one.said);
  const text = happening(one.entry, { names: table.names, me: table.game?.log.seat ?? null, melds: one.melds });
  return text ? h("li", {}, text) : null;
}

/** The host's own lines have a mark that no text can have. What a bot says is translated, what a person says stays as it is.
 * @param {Table} table @param {Record<string, any>} said */
function saidLine(table, said) {
  const isBot = said.by === "player" && table.shown.seats.some((/** @type {any[]} */ row) => row[0] === said.seat && row[5]);
  const text = harmless(said.by === "host" || isBot ? hostSentence(said.text, table.names) : plainText(said.text));
  if (said.by === "host") return h("li", { class: "by-host" }, text);
  const watches = said.by === "watcher" ? ` (${_("watching")})` : "";
  return h("li", { class: "said" }, h("strong", {}, `${harmless(said.name)}${watches}:`), ` ${text}`);
}

/** Text as it came. @param {any} text */
function plainText(text) {
  return typeof text === "string" ? text : Array.isArray(text) ? String(text[0]) : "";
}

/** The newest lines, the newest first. @param {Table} table @param {number} most */
export function newestLines(table, most) {
  const lines = [];
  for (let at = table.happened.length - 1; at >= 0 && lines.length < most; at -= 1) {
    const line = happenedLine(table, /** @type {Happened} */ (table.happened[at]));
    if (line) lines.push(line);
  }
  return lines;
}

/** A field to say something; made once. @param {(text: string) => Promise<boolean>} say whether it was said */
export function sayForm(say) {
  const text = h("input", { class: "say", maxlength: LONGEST, "aria-label": _("chat"), placeholder: _("say something"), enterkeyhint: "send", autocomplete: "off" });
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const said = text.value.trim();
    if (said && (await say(said))) text.value = "";
  };
  return h("form", { class: "say-form", onsubmit: (/** @type {Event} */ event) => void submit(event) }, text, h("button", { type: "submit", "aria-label": _("say it") }, icon("send")));
}
