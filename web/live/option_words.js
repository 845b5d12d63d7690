/** What options of a table and their values are called: the same sentences as in the terminal's menu of a new table. */

import { _, N_ } from "../core/language.js";
import { GAMES } from "../rules/options.js";
import { OPTION_TITLES, VALUE_NAMES } from "./variety_words.js";

/** @typedef {import("../core/msgpack.js").Value} Value */
/** @typedef {import("../rules/options.js").Option} Option */

/** Options that a phone calls otherwise than the terminal does. @type {{ [option: string]: string }} */
const SHORTER = { idle_seconds: N_("Seconds a turn may be left unused") };

/** @param {string} name */
export function optionTitle(name) {
  const title = _(SHORTER[name] ?? OPTION_TITLES[name] ?? name);
  return title.charAt(0).toUpperCase() + title.slice(1);
}

/** @param {string} name @param {Value} value */
export function valueWords(name, value) {
  if (typeof value === "boolean") return value ? _("yes") : _("no");
  const words = VALUE_NAMES[`${name} ${value}`];
  if (words) return _(words);
  if (name.startsWith("first_")) return value === "draw" ? _("drawn") : _("number {place} at the table", { place: Number(value) + 1 });
  return Array.isArray(value) ? value.join(", ") : String(value);
}

/** The options of a table that are not the usual ones, each with its value. @param {string} variant @param {Map<string, Value>} options */
export function unusualOptions(variant, options) {
  const known = Object.entries(GAMES[variant]?.options ?? {});
  return known.flatMap(([name, option]) => {
    const value = options.get(name) ?? null;
    return String(value) === String(option.usual) ? [] : [`${optionTitle(name)}: ${valueWords(name, value)}`];
  });
}
