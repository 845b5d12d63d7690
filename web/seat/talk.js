/** Chat at a table, and the log with it. */

import { _ } from "../core/language.js";
import { harmless } from "../core/text.js";
import { h } from "../cards/elements.js";
import { entryText } from "../live/entry_text.js";
import { icon } from "../table/icons.js";
import { hostSentence } from "./sentences.js";

/** @import { LogLine, Table } from "../client/table.js" */

const LONGEST = 500; // what a host takes (PROTOCOL.md, `say`); it would cut the rest

/** A line of the log or the chat; null for what nobody would read. @param {Table} table @param {LogLine} one */
export function logLine(table, one) {
  if ("said" in one) return chatLine(table, one.said);
  const text = entryText(one.entry, one.events, { names: table.names, me: table.game?.log.seat ?? null });
  return text ? h("li", {}, text) : null;
}

/** The host's own lines have a mark that no text can have. What a bot says is translated, what a person says stays as it is.
 * @param {Table} table @param {Record<string, any>} said */
function chatLine(table, said) {
  const isBot = said.by === "player" && table.shown.seats.some((/** @type {any[]} */ row) => row[0] === said.seat && row[5]);
  const asItCame = typeof said.text === "string" ? said.text : Array.isArray(said.text) ? String(said.text[0]) : "";
  const text = harmless(said.by === "host" || isBot ? hostSentence(said.text, table.names) : asItCame);
  if (said.by === "host") return h("li", { class: "by-host" }, text);
  const watches = said.by === "watcher" ? ` (${_("watching")})` : "";
  return h("li", { class: "said" }, h("strong", {}, `${harmless(said.name)}${watches}:`), ` ${text}`);
}

/** The newest lines, the newest first. @param {Table} table @param {number} most @param {boolean} [isChat] only what was said */
export function newestLines(table, most, isChat = false) {
  const lines = [];
  for (let at = table.logLines.length - 1; at >= 0 && lines.length < most; at -= 1) {
    const one = /** @type {LogLine} */ (table.logLines[at]);
    const line = isChat && !("said" in one) ? null : logLine(table, one);
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
