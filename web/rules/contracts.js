/** The contracts and the wild cards of Crummy rummy (docs/rules/crummy.md). */

import { isJoker, rankOf } from "../core/cards.js";

/** By number, from 1: cards dealt are six more than it; the contract is so many runs, of at least so many cards, and so many sets. */
export const CONTRACTS = [
  { runs: 0, sets: 2, length: 4 }, { runs: 1, sets: 1, length: 4 }, { runs: 2, sets: 0, length: 4 }, { runs: 0, sets: 3, length: 4 },
  { runs: 1, sets: 1, length: 7 }, { runs: 2, sets: 1, length: 4 }, { runs: 3, sets: 0, length: 4 },
];
export const SHORTEST_RUN = 4;

/** The number of a round's contract, from 1. @param {ReadonlyMap<string, unknown>} options @param {number} round from 1 */
export const contractNumber = (options, round) => Number(/** @type {number[]} */ (options.get("contracts"))[round - 1] ?? 0);

/** Jokers and twos. @param {number} card */
export const isWild = (card) => isJoker(card) || rankOf(card) === 1;
