/** Sentences of the host in the reader's language. Source: protocol/PROTOCOL.md, "Sentences". */

import { _, ngettext } from "../core/language.js";

/** @param {any} sentence text, or template and values @param {readonly string[]} names of the players by seat @returns {string} */
export function hostSentence(sentence, names) {
  if (typeof sentence === "string") return _(sentence);
  if (!Array.isArray(sentence)) return "";
  const [template, values, many, number] = sentence;
  /** @type {{ [name: string]: string | number }} */
  const filled = {};
  for (const [name, value] of values instanceof Map ? values : []) {
    filled[name] = typeof value === "number" ? value : isSeat(value) ? (names[value[1].get("seat")] ?? "?") : hostSentence(value, names);
  }
  if (typeof many === "string") return ngettext(template, many, Number(number), filled);
  return _(template, filled);
}

/** Whether a value stands for the player in a seat. @param {any} value */
function isSeat(value) {
  return Array.isArray(value) && value[0] === "seat {seat}" && value[1] instanceof Map;
}
