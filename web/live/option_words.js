/** What options of a table and their values are called: the same sentences as in the terminal's menu of a new table. */

import { _, N_ } from "../core/language.js";
import { GAMES } from "../rules/options.js";

/** @typedef {import("../core/msgpack.js").Value} Value */
/** @typedef {import("../rules/options.js").Option} Option */

/** @type {{ [option: string]: string }} */
const TITLES = {
  target: N_("Points that end the game"),
  deals: N_("Rounds that end the game"),
  hand: N_("Cards dealt to each"),
  first_starter: N_("Who begins round 1"),
  first_dealer: N_("Who deals round 1"),
  reshuffle_limit: N_("New stocks in a round"),
  idle_stocks: N_("New stocks without a lay"),
  turn_seconds: N_("Seconds for a turn"),
  voids: N_("Void shuffles that end it"),
  idle_seconds: N_("Seconds a turn may be left unused"),
  break_seconds: N_("Seconds to look at a round"),
  hints: N_("players may ask for hints"),
  rummy_hints: N_("Hints at a rummy"),
  cooldown_seconds: N_("Pause after a false call"),
  discard_to_go_out: N_("Last card is thrown out"),
  final_melds: N_("The others lay once more"),
  turn_limit: N_("Pile turned over in a round"),
  call_seconds: N_("Seconds to call a throw"),
  buy_in: N_("Chips of a buy-in"),
  max_score: N_("Points that put one out"),
  handicaps: N_("Points to start with"),
  solidarity: N_("Wild cards stay where laid"),
  strict: N_("One wild card a meld"),
  wild: N_("The card turned up makes wild"),
  split: N_("Parts of the pot in percent"),
  third_buy_in: N_("A buy-in for the third"),
  decks: N_("Decks of 54 cards"),
  ace_low: N_("A-2-3-4 counts as a run"),
  move: N_("Wild cards that a swap moves"),
  offer_seconds: N_("Seconds to want a card"),
};

/** By option and value: what stands in place of the value. @type {{ [place: string]: string }} */
const VALUES = {
  "turn_seconds 0": N_("no limit"),
  "hand 0": N_("10, 7 or 6"),
  "deals 0": N_("to the target"),
  "decks null": N_("as many as needed"),
  "first_starter draw": N_("drawn"),
  "first_dealer draw": N_("drawn"),
  "handicaps ": N_("none"),
  "wild rank": N_("its rank"),
  "wild card": N_("that card only"),
  "move any": N_("any of them"),
  "move jokers": N_("jokers"),
};

/** @param {string} name */
export function optionTitle(name) {
  const title = _(TITLES[name] ?? name);
  return title.charAt(0).toUpperCase() + title.slice(1);
}

/** @param {string} name @param {Value} value */
export function valueWords(name, value) {
  if (typeof value === "boolean") return value ? _("yes") : _("no");
  const words = VALUES[`${name} ${value}`];
  if (words) return _(words);
  if (name.startsWith("first_")) return _("number {place} at the table", { place: Number(value) + 1 });
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
