/** What may be chosen for a game, and for how many: what this program does not know of that. */

import { N_ } from "../core/language.js";
import { known, Unknown } from "../core/unknown.js";
import { rulesOf } from "./games.js";
import { HANDS } from "./round.js";
import { VARIETIES } from "./varieties.js";

/** @typedef {import("../core/msgpack.js").Value} Value */
/** @typedef {import("./varieties.js").Option} Option */

/** Seats that play a round with a sealed deck. */
const MOST_HOLDERS = 6;

/** Whether an option may have a value. @param {string} name @param {Option} option @param {Value | undefined} value */
export function isAllowed(name, option, value) {
  const isInRange = (/** @type {any} */ one) => typeof one === "number" && one >= option.low && one <= option.high;
  if (option.kind !== "list") return option.choices.includes(value ?? null) || (option.kind !== "truth" && option.kind !== "choice" && isInRange(value));
  if (!Array.isArray(value) || !value.every(isInRange)) return false;
  if (name === "contracts") return value.length > 0;
  return name !== "split" || (value.length > 0 && value.reduce((/** @type {number} */ sum, one) => sum + Number(one), 0) === 100);
}

/** Whether an option means something beside the others. @param {Option} option @param {(name: string) => Value | undefined} valueOf */
export function applies(option, valueOf) {
  return !option.onlyWith || valueOf(option.onlyWith[0]) === option.onlyWith[1];
}

/** Hold game and options against the tables. Throws Unknown. @param {string} variant @param {Map<string, Value>} options */
export function checkOptions(variant, options) {
  const game = VARIETIES[variant];
  known(game && rulesOf(variant), N_("this program does not know the game {name}"), { name: variant });
  const names = Object.keys(game.options);
  const written = names.filter((name) => options.has(name));
  const areRight = names.every((name) => {
    const { unwritten, usual } = /** @type {Option} */ (game.options[name]);
    return unwritten ? !options.has(name) || options.get(name) !== usual : options.has(name);
  });
  known(written.length === options.size && areRight, N_("this program knows the game with other options"));
  for (const name of written)
    known(isAllowed(name, /** @type {Option} */ (game.options[name]), options.get(name)), N_("this program does not know such a value of the option {name}"), { name });
  const handicaps = /** @type {number[]} */ (options.get("handicaps") ?? []);
  const isBelow = handicaps.every((points) => points < Number(options.get("max_score")));
  known(isBelow, N_("this program does not know such a value of the option {name}"), { name: "handicaps" });
}

/** What is not known of a game with these options; null if it is known. @param {string} variant @param {Map<string, Value>} options */
export function unknownIn(variant, options) {
  try {
    checkOptions(variant, options);
  } catch (problem) {
    if (problem instanceof Unknown) return problem;
    throw problem;
  }
  return null;
}

/** Hold options against the number of players. Throws Unknown. @param {string} variant @param {Map<string, Value>} options @param {number} players */
export function checkPlayers(variant, options, players) {
  known(players >= (VARIETIES[variant]?.seats[0] ?? 2) && players <= mostPlayers(variant, options), N_("this program does not know the game for so many players"));
  for (const name of ["first_starter", "first_dealer"]) {
    const seat = options.get(name);
    known(typeof seat !== "number" || seat < players, N_("this program does not know such a value of the option {name}"), { name });
  }
  const most = VARIETIES[variant]?.mostDealt ?? Infinity;
  known(Number(options.get("hand") ?? 0) * players <= most, HANDS);
  rulesOf(variant)?.checkPlayers?.(options, players);
}

/** Whether the host of such a table holds plays back while something can be called. @param {string} variant @param {Map<string, Value>} options */
export function holdsPlays(variant, options) {
  return VARIETIES[variant]?.holdsPlays === true && Number(options.get("call_seconds") ?? options.get("lapse_seconds") ?? 0) > 0;
}

/** @param {string} variant @param {Map<string, Value>} options */
export function mostPlayers(variant, options) {
  const most = VARIETIES[variant]?.seats[1] ?? 0;
  return options.get("deck") === "sealed" ? Math.min(most, MOST_HOLDERS) : most;
}

/** The cards of a round's deck, ascending. @param {string} variant @param {Map<string, Value>} options @param {number} playing */
export function cardsToDeal(variant, options, playing) {
  const decks = rulesOf(variant)?.decks?.(options, playing) ?? 1;
  return Array.from({ length: decks * (VARIETIES[variant]?.faces ?? 0) }, (_, card) => card);
}
