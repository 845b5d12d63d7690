/** The options of each game, as the tables of docs/rules give them: which there are, and which values each may have. */

import { N_ } from "../core/language.js";
import { need } from "../verifier/checks.js";

/** @typedef {import("../core/msgpack.js").Value} Value */
/** @typedef {(value: Value | undefined) => boolean} Allows */

/** @param {number} low @param {number} high @returns {Allows} */
const from = (low, high) => (value) => typeof value === "number" && value >= low && value <= high;
/** @param {number} low @param {number} high @returns {Allows} */
const zeroOr = (low, high) => (value) => value === 0 || from(low, high)(value);
/** @type {Allows} */
const truth = (value) => typeof value === "boolean";
/** @param {...string} words @returns {Allows} */
const among = (...words) => (value) => typeof value === "string" && words.includes(value);
/** @type {Allows} */
const drawOrSeat = (value) => value === "draw" || from(0, 11)(value);

const shared = { turn_seconds: from(0, 3600), voids: from(1, 20), break_seconds: from(0, 600), hints: truth };
const calls = { rummy_hints: truth, cooldown_seconds: from(0, 60) };

/** @type {{ [game: string]: { seats: [number, number], options: { [name: string]: Allows } } }} */
export const GAMES = {
  keilty: {
    seats: [2, 6],
    options: {
      ...shared, ...calls, target: from(1, 100_000), hand: zeroOr(3, 13), first_starter: drawOrSeat,
      reshuffle_limit: from(0, 100),
    },
  },
  basic: {
    seats: [2, 6],
    options: {
      ...shared, ...calls, target: from(1, 100_000), deals: from(0, 100), hand: zeroOr(3, 13), discard_to_go_out: truth,
      final_melds: truth, turn_limit: from(0, 20), call_seconds: from(0, 30), first_dealer: drawOrSeat,
    },
  },
  vegas: {
    seats: [2, 12],
    options: {
      ...shared, buy_in: from(0, 1000), max_score: from(10, 1000), hand: from(3, 12), solidarity: truth, strict: truth,
      wild: among("rank", "card"), third_buy_in: truth, reshuffle_limit: from(0, 100),
      decks: (value) => value === null || from(1, 4)(value),
      handicaps: (value) => Array.isArray(value) && value.every((one) => from(0, 999)(one)),
      split: (value) =>
        Array.isArray(value) && value.length > 0 && value.every((one) => from(0, 100)(one)) &&
        value.reduce((/** @type {number} */ sum, one) => sum + Number(one), 0) === 100,
    },
  },
  crummy: {
    seats: [2, 8],
    options: {
      ...shared, ace_low: truth, move: among("any", "jokers"), reshuffle_limit: from(0, 100), offer_seconds: from(1, 60),
    },
  },
  joker: {
    seats: [2, 6],
    options: { ...shared, target: from(1, 100_000), hand: from(3, 12), reshuffle_limit: from(0, 20), first_dealer: drawOrSeat },
  },
};

/** Hold game and options against the tables. Throws Fault `rules-hash`. @param {string} variant @param {Map<string, Value>} options */
export function checkOptions(variant, options) {
  const game = Object.hasOwn(GAMES, variant) ? GAMES[variant] : undefined;
  need(game, "rules-hash", N_("the log is of a game that is not known"));
  const names = Object.keys(game.options);
  need(names.length === options.size && names.every((name) => options.has(name)), "rules-hash", N_("an option is missing, or one too many"));
  for (const name of names)
    need(game.options[name]?.(options.get(name)), "rules-hash", N_("the option {name} has a value that it cannot have"), { name });
}

/** Hold options against the number of players. Throws Fault `rules-hash`. @param {string} variant @param {Map<string, Value>} options @param {number} players */
export function checkPlayers(variant, options, players) {
  const [least, most] = GAMES[variant]?.seats ?? [2, 12];
  need(players >= least && players <= most, "rules-hash", N_("this game is not for so many players"));
  for (const name of ["first_starter", "first_dealer"]) {
    const seat = options.get(name);
    need(typeof seat !== "number" || seat < players, "rules-hash", N_("the option {name} has a value that it cannot have"), { name });
  }
  if (variant === "keilty" || variant === "basic" || variant === "joker")
    need(Number(options.get("hand")) * players <= (variant === "joker" ? 50 : 48), "rules-hash", N_("there are not enough cards for all hands"));
}

/** The cards of a round's deck, ascending. @param {string} variant @param {Map<string, Value>} options @param {number} players */
export function deckOf(variant, options, players) {
  let decks = 1;
  if (variant === "crummy") decks = Math.ceil(players / 2);
  if (variant === "vegas") decks = Number(options.get("decks") ?? Math.ceil((players * (Number(options.get("hand")) + 5)) / 52));
  const size = variant === "keilty" || variant === "basic" ? 52 : 54;
  return Array.from({ length: decks * size }, (_, card) => card);
}
