/** What options of a table and their values are called: values are called as in the terminal's menu of a new table. */

import { _, N_ } from "../core/language.js";
import { applies } from "../rules/options.js";
import { VARIETIES } from "../rules/varieties.js";
import { OPTION_TITLES, VALUE_NAMES } from "./variety_words.js";

/** @import { Value } from "../core/msgpack.js" */

/** The terminal has thirty columns for an option and explains it below; a page has room for words that need no rules. @type {{ [option: string]: string }} */
const TITLES = {
  hand: N_("Cards dealt to each player"),
  first_starter: N_("Who plays first in round 1"),
  reshuffle_limit: N_("How often the pile becomes the new stock in a round"),
  idle_stocks: N_("New stocks in a row with nothing laid, after which the round ends (0: never)"),
  turn_seconds: N_("Seconds for a turn (0: no limit)"),
  voids: N_("Failed shuffles before a deal after which the game is called off"),
  idle_seconds: N_("Seconds to wait for a player before the others may go on"),
  break_seconds: N_("Seconds to look at the cards after a round"),
  deck: N_("Who sees the cards before they are shown"),
  escrow: N_("With a sealed deck: all others together may open the hand of a player who is lost, and go on"),
  rummy_hints: N_("Tell everybody when a rummy can be called"),
  cooldown_seconds: N_("Seconds without a call after a wrong rummy"),
  deals: N_("Rounds that end the game (0: points end it)"),
  discard_to_go_out: N_("You go out only by throwing your last card out"),
  final_melds: N_("When a player is out, the others may lay once more"),
  turn_limit: N_("How often the pile is turned over in a round to become the stock"),
  call_seconds: N_("Seconds in which a card thrown out can be called"),
  buy_in: N_("Chips that each player pays to take part"),
  max_score: N_("Points at which a player is out, or pays again"),
  handicaps: N_("Points to start with, a number for each seat"),
  solidarity: N_("A wild card that is laid stays where it is"),
  strict: N_("At most one wild card in a meld"),
  wild: N_("What is wild: the card turned up, or all of its rank"),
  split: N_("Percent of the chips for the first, the second, …"),
  third_buy_in: N_("The third gets back what taking part costs"),
  decks: N_("Decks of 54 cards"),
  ace_low: N_("A run may begin with an ace: A 2 3 4"),
  move: N_("Wild cards that you may move when you bring the real card"),
  lapse_seconds: N_("Seconds after which the next player may pick up, and a rummy that nobody called lapses"),
  false_call_points: N_("Points that you lose if you call a rummy that is not there (0: you wait instead)"),
  false_call_cards: N_("Cards that you draw if you call a rummy that is not there"),
  around_the_corner: N_("A run may go on past its ace: Q K A 2"),
  offer_seconds: N_("Seconds to say that you want the card of the pile"),
};

/** @param {string} name */
export function optionTitle(name) {
  const title = _(TITLES[name] ?? OPTION_TITLES[name] ?? name);
  return title.charAt(0).toUpperCase() + title.slice(1);
}

/** Values that the terminal calls otherwise. @type {{ [place: string]: string }} */
const VALUES = { "hand 0": N_("by the number of players") };

/** @param {string} name @param {Value} value */
export function valueWords(name, value) {
  if (typeof value === "boolean") return value ? _("yes") : _("no");
  const words = VALUES[`${name} ${value}`] ?? VALUE_NAMES[`${name} ${value}`];
  if (words) return _(words);
  if (name.startsWith("first_")) return value === "draw" ? _("drawn") : _("number {place} at the table", { place: Number(value) + 1 });
  return Array.isArray(value) ? value.join(", ") : String(value);
}

/** The options of a table, each with its value. @param {string} variant @param {Map<string, Value>} options @param {boolean} [isAll] not only the unusual ones */
export function optionLines(variant, options, isAll = false) {
  const known = Object.entries(VARIETIES[variant]?.options ?? {});
  return known.flatMap(([name, option]) => {
    const value = options.get(name) ?? option.usual;
    const isSaid = isAll || String(value) !== String(option.usual);
    return isSaid && applies(option, (other) => options.get(other)) ? [`${optionTitle(name)}: ${valueWords(name, value)}`] : [];
  });
}
