/** Sentences of the host in the reader's language. Source: protocol/PROTOCOL.md, "Sentences". */

import { _, ngettext } from "../core/language.js";
import { wordText } from "../table/card_names.js";

/** A card in notation, with its deck and what it stands for; not within a word: names of players may hold the same letters. */
const CARD = /(?<![\w*.=])(?:\*[12]|[A2-9TJQK][CDHS])(?:\.[0-3])?(?:=[A2-9TJQK][CDHS?])?(?![\w=])/g;
/** Codes of the rules for a call after which the caller may not call for a while. */
const WRONG_CALLS = new Set(["no_such_call", "own_doing"]);

/** Why the host has refused something, with cards as they look. @param {import("../client/table.js").Answer} answer
 * @param {import("../client/table.js").Table | undefined} table */
export function refusalText({ code, says }, table) {
  const names = table?.names ?? [];
  const why = hostSentence(says, names).replace(CARD, (word) => (names.includes(word) ? word : wordText(word)));
  const seconds = Number(table?.shown.options.get("cooldown_seconds") ?? 0);
  if (!WRONG_CALLS.has(code) || seconds <= 0) return why;
  return [why, _("You can call again in {seconds} s.", { seconds })].join(". ");
}

/** @param {any} sentence text, or template and values @param {readonly string[]} names of the players by seat @returns {string} */
export function hostSentence(sentence, names) {
  if (typeof sentence === "string") return _(sentence);
  if (!Array.isArray(sentence)) return "";
  const [template, values, many, number] = sentence;
  /** @type {{ [name: string]: string | number }} */
  const filled = {};
  const isSeat = (/** @type {any} */ value) => Array.isArray(value) && value[0] === "seat {seat}" && value[1] instanceof Map; // stands for its player
  for (const [name, value] of values instanceof Map ? values : []) {
    filled[name] = typeof value === "number" ? value : isSeat(value) ? (names[value[1].get("seat")] ?? "?") : hostSentence(value, names);
  }
  if (typeof many === "string") return ngettext(template, many, Number(number), filled);
  return _(template, filled);
}
