/** The contracts of Crummy rummy (docs/rules/crummy.md). */

/** By round: cards dealt are six more than its number; the contract is so many runs, of at least so many cards, and so many sets. */
export const CONTRACTS = [
  { runs: 0, sets: 2, length: 4 }, { runs: 1, sets: 1, length: 4 }, { runs: 2, sets: 0, length: 4 }, { runs: 0, sets: 3, length: 4 },
  { runs: 1, sets: 1, length: 7 }, { runs: 2, sets: 1, length: 4 }, { runs: 3, sets: 0, length: 4 },
];
export const SHORTEST_RUN = 4;
