/**
 * The games whose rules the verifier has: of these it checks moves, points and clocks too. What a page may say of a game follows
 * from this table.
 *
 * @typedef {import("./round.js").Options} Options
 * @typedef {import("./round.js").Round} Round
 */
/**
 * @typedef {object} Setting
 * @property {Options} options
 * @property {number} players
 * @property {number} starter
 * @property {number} number of the round, from 1
 * @property {number[]} totals of the game so far, by seat
 * @property {(number | null)[]} deck top first; null where a card is not known
 * @property {Round | null} before the end of the last round, all cards known; null before round 1
 * @property {number[]} joining seats that are new in this round
 */
/**
 * @typedef {object} Game
 * @property {string} [starterOption] the option that names a seat for round 1, or has one drawn; none: it is always drawn
 * @property {"begins" | "deals"} namedSeat what the seat does that is named or drawn; if it deals the next one begins
 * @property {number} step from the starter of one round to that of the next
 * @property {(deck: number[], seats: number) => number} [dealerDrawn] who is found by drawing cards from a deck shuffled in public
 * @property {(before: Round | null, joining: number[], seats: number) => number[]} [playing] who plays the coming round, ascending; all, if not given
 * @property {(before: Round, joining: number[], seats: number) => number} [nextStarter] where that is no plain step
 * @property {(options: Options, playing: number) => number} [decks] how many a round has that so many play; one, if not given
 * @property {(options: Options, players: number) => void} [checkPlayers] hold the game's own options against the number of players; throws Unknown
 * @property {(setting: Setting) => Round} begin throws Illegal
 */

import { basic } from "./basic.js";
import { crummy } from "./crummy.js";
import { joker } from "./joker.js";
import { keilty } from "./keilty.js";
import { vegas } from "./vegas.js";

/** @type {{ readonly [variant: string]: Game }} */
const GAMES = Object.assign(Object.create(null), { keilty, basic, vegas, crummy, joker });

/** The rules of a game; null where this program does not have them. @param {string} variant @returns {Game | null} */
export function rulesOf(variant) {
  return GAMES[variant] ?? null;
}
