/** The options of each game, as the tables of docs/rules give them: which there are, and which values each may have. */

import { N_ } from "../core/language.js";
import { known, Unknown } from "../verifier/checks.js";
import { rulesOf } from "./games.js";
import { VARIETIES } from "./varieties.js";

/** @typedef {import("../core/msgpack.js").Value} Value */
/**
 * @typedef {object} Option
 * @property {"number" | "truth" | "choice" | "list" | "seat"} kind `seat`: the number of one, or `draw`
 * @property {Value} usual the value where none is chosen
 * @property {number} low of numbers, and of those in a list
 * @property {number} high
 * @property {readonly Value[]} choices all values of a choice; of a number those besides the range
 * @property {boolean} [unwritten] whether it is named at a table and in logs only where it has another value than usual
 * @property {readonly [string, Value]} [onlyWith] another option and its value without which this one means nothing
 */

/** @param {number} usual @param {number} low @param {number} high @param {...Value} also @returns {Option} */
const number = (usual, low, high, ...also) => ({ kind: "number", usual, low, high, choices: also });
/** @param {boolean} usual @returns {Option} */
const truth = (usual) => ({ kind: "truth", usual, low: 0, high: 0, choices: [true, false] });
/** @param {...string} words the first is the usual one @returns {Option} */
const choice = (...words) => ({ kind: "choice", usual: words[0] ?? "", low: 0, high: 0, choices: words });
/** @param {number[]} usual @param {number} high @param {number} low @returns {Option} */
const list = (usual, high, low = 0) => ({ kind: "list", usual, low, high, choices: [] });
/** @param {Option} option @returns {Option} */
const unwritten = (option) => ({ ...option, unwritten: true });
/** @type {Option} */
const seat = { kind: "seat", usual: "draw", low: 0, high: 11, choices: ["draw"] };
/** Any number as usual. @type {Option} */
const buys = { kind: "number", usual: null, low: 0, high: 20, choices: [null] };
/** @type {Option} */
const decks = { kind: "number", usual: null, low: 1, high: 4, choices: [null] };

const shared = { turn_seconds: number(0, 5, 3600, 0), voids: number(3, 1, 20), idle_seconds: number(180, 30, 3600), break_seconds: number(30, 0, 600), hints: truth(false), deck: choice("plain", "sealed"), escrow: /** @type {Option} */ ({ ...truth(true), onlyWith: ["deck", "sealed"] }) };
const targetOrDeals = { target: number(500, 1, 100_000), deals: number(0, 0, 100) };
/** After how many new stocks in a row without a lay a round is blocked; 0: never. */
const idle_stocks = number(1, 0, 10);
const calls = { rummy_hints: truth(false), cooldown_seconds: number(3, 0, 60), false_call_points: unwritten(number(0, 0, 100)), false_call_cards: unwritten(number(0, 0, 4)), call_lot_millis: unwritten(number(0, 0, 1000)) };
/** Never as usual. @type {Option} */
const lapse_seconds = { kind: "number", usual: null, low: 0, high: 20, choices: [null], unwritten: true };

/** Seats that play a round with a sealed deck. */
const MOST_HOLDERS = 6;

/** By game: for how many, and its options in the order in which people are asked for them.
 * @type {{ [game: string]: { seats: [number, number], options: { [name: string]: Option } } }} */
export const GAMES = {
  keilty: {
    seats: [2, 6],
    options: {
      ...targetOrDeals, hand: number(0, 3, 13, 0), first_starter: seat, reshuffle_limit: number(10, 0, 100), idle_stocks, lapse_seconds,
      ...shared, ...calls,
    },
  },
  basic: {
    seats: [2, 6],
    options: {
      ...targetOrDeals, hand: number(0, 3, 13, 0), discard_to_go_out: truth(false),
      final_melds: truth(true), turn_limit: number(3, 0, 20), call_seconds: number(3, 0, 30), first_dealer: seat, around_the_corner: unwritten(truth(false)),
      ...shared, ...calls,
    },
  },
  vegas: {
    seats: [2, 12],
    options: {
      buy_in: number(1, 0, 1000), max_score: number(100, 10, 1000), handicaps: list([], 999), hand: number(7, 3, 12),
      solidarity: truth(true), strict: truth(false), wild: choice("rank", "card"), aces: choice("ask", "low"), split: list([70, 30], 100),
      third_buy_in: truth(false), decks, reshuffle_limit: number(10, 0, 100), idle_stocks, ...shared,
    },
  },
  crummy: {
    seats: [2, 8],
    options: {
      contracts: list([1, 2, 3, 4, 5, 6, 7], 7, 1), ace_low: truth(false), move: choice("any", "jokers"),
      reshuffle_limit: number(10, 0, 100), idle_stocks, buys, offer_seconds: number(8, 1, 60),
      ...shared,
    },
  },
  joker: {
    seats: [2, 6],
    options: {
      ...targetOrDeals, hand: number(8, 3, 12), reshuffle_limit: number(3, 0, 20), idle_stocks, first_dealer: seat,
      trade_points: choice("joker", "card"), ...shared,
    },
  },
};

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
  const game = Object.hasOwn(GAMES, variant) ? GAMES[variant] : undefined;
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
  // Lots follow from the secret that the host opens at the end of a round, and a sealed deck has none.
  known(!(lotMillis(options) && options.get("deck") === "sealed"), N_("this program knows the game with other options"));
}

/** For how many milliseconds calls wait for others, so that lots decide between them; 0: the first has it. @param {Map<string, Value>} options */
export function lotMillis(options) {
  return Number(options.get("call_lot_millis") ?? 0);
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
  known(players >= 2 && players <= mostPlayers(variant, options), N_("this program does not know the game for so many players"));
  for (const name of ["first_starter", "first_dealer"]) {
    const seat = options.get(name);
    known(typeof seat !== "number" || seat < players, N_("this program does not know such a value of the option {name}"), { name });
  }
  if (variant === "keilty" || variant === "basic" || variant === "joker")
    known(Number(options.get("hand")) * players <= (variant === "joker" ? 50 : 48), N_("this program does not know the game with hands of so many cards"));
  if (variant !== "vegas") return;
  const handicaps = /** @type {number[]} */ (options.get("handicaps"));
  known([0, players].includes(handicaps.length), N_("this program does not know such a value of the option {name}"), { name: "handicaps" });
  known(hasCards(options, players), N_("this program does not know the game with hands of so many cards"));
}

/** Whether the host of such a table holds plays back while something can be called. @param {string} variant @param {Map<string, Value>} options */
export function holdsPlays(variant, options) {
  const seconds = Number(options.get("call_seconds") ?? options.get("lapse_seconds") ?? 0);
  return VARIETIES[variant]?.holdsPlays === true && (seconds > 0 || lotMillis(options) > 0);
}

/** @param {string} variant @param {Map<string, Value>} options */
export function mostPlayers(variant, options) {
  const most = GAMES[variant]?.seats[1] ?? 0;
  return options.get("deck") === "sealed" ? Math.min(most, MOST_HOLDERS) : most;
}

/** How many decks a round has that so many play. @param {string} variant @param {Map<string, Value>} options @param {number} playing */
export function decksOf(variant, options, playing) {
  if (variant === "crummy") return Math.ceil(playing / 2);
  if (variant === "vegas") return Number(options.get("decks") ?? Math.ceil((playing * (Number(options.get("hand")) + 5)) / 52));
  return 1;
}

/** The cards of a round's deck, ascending. @param {string} variant @param {Map<string, Value>} options @param {number} playing */
export function cardsToDeal(variant, options, playing) {
  const size = variant === "keilty" || variant === "basic" ? 52 : 54;
  return Array.from({ length: decksOf(variant, options, playing) * size }, (_, card) => card);
}

/** Whether the decks of Vegas rummy hold a hand and a card for each who plays, and one more. @param {Map<string, Value>} options @param {number} playing */
export function hasCards(options, playing) {
  return cardsToDeal("vegas", options, playing).length >= playing * (Number(options.get("hand")) + 1) + 1;
}
