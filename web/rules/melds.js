/** Sets and runs of one deck, and laying cards onto them. Source: docs/rules/keilty.md, "What counts" and "How actions are written". */

import { rankOf, suitOf } from "../core/cards.js";

/** Cards of a meld. */
export const FEWEST = 3;

/** Whether cards, in this order, are a set: three or four of one rank, in the order C D H S. @param {readonly number[]} cards */
export function isSet(cards) {
  const first = cards[0];
  if (first === undefined || cards.length < 3 || cards.length > 4) return false;
  return cards.every((card, at) => rankOf(card) === rankOf(first) && (at === 0 || card > (cards[at - 1] ?? 0)));
}

/** Whether cards follow each other in this order in one suit; the ace comes before the two or behind the king.
 * @param {readonly number[]} cards */
function isSequence(cards) {
  const first = cards[0];
  if (first === undefined || cards.length > 13) return false;
  return cards.every((card, at) => {
    if (suitOf(card) !== suitOf(first)) return false;
    const rank = rankOf(first) + at;
    return rank === 13 ? rankOf(card) === 0 && at === cards.length - 1 : rank < 13 && rankOf(card) === rank;
  });
}

/** Whether cards, in this order, are a run: three to thirteen, an ace at one end at most.
 * @param {readonly number[]} cards */
export function isRun(cards) {
  return cards.length >= 3 && isSequence(cards) && cards.filter((card) => rankOf(card) === 0).length <= 1;
}

/** Whether cards, in this order, are a run with its ace between king and two, which may be laid where a table plays around the corner: at most
 * twelve cards, as a run of all thirteen is written from the ace. @param {readonly number[]} cards */
export function isRunAround(cards) {
  const ace = cards.findIndex((card) => rankOf(card) === 0);
  const follows = cards.every((card, at) => at === 0 || (suitOf(card) === suitOf(cards[0] ?? 0) && rankOf(card) === (rankOf(cards[at - 1] ?? 0) + 1) % 13));
  return follows && cards.length <= 12 && ace > 0 && ace < cards.length - 1;
}

/** Whether cards, in this order, may be laid as a meld: a run of all thirteen that is laid at once is written from the ace.
 * @param {readonly number[]} cards */
export function isMeld(cards) {
  const isFromTwo = cards.length === 13 && rankOf(cards[0] ?? 0) !== 0;
  return isSet(cards) || (isRun(cards) && !isFromTwo);
}

/**
 * The meld with the cards laid onto it; null if they do not fit. An ace that would fit at both ends lies low.
 * @param {readonly number[]} meld @param {readonly number[]} cards in sequence, for one end
 * @returns {{ meld: number[], end: "set" | "low" | "high" } | null}
 */
export function laidOnto(meld, cards) {
  if (isSet(meld)) {
    const whole = [...meld, ...cards].sort((a, b) => a - b);
    return cards.length === 1 && isSet(whole) ? { meld: whole, end: "set" } : null;
  }
  const low = [...cards, ...meld];
  if (isRun(low)) return { meld: low, end: "low" };
  const high = [...meld, ...cards];
  return isRun(high) ? { meld: high, end: "high" } : null;
}

/** Every meld that can be made of these cards, each in its written order. @param {Iterable<number>} cards @param {boolean} [around] with runs around
 * the corner @returns {number[][]} */
export function meldsOf(cards, around = false) {
  const there = new Set(cards);
  /** @type {number[][]} */
  const found = [];
  for (let rank = 0; rank < 13; rank += 1) {
    const same = [0, 13, 26, 39].map((suit) => suit + rank).filter((card) => there.has(card));
    if (same.length === 4) {
      found.push(same);
      for (const left of same) found.push(same.filter((card) => card !== left));
    } else if (same.length === 3) found.push(same);
  }
  for (let suit = 0; suit < 52; suit += 13)
    for (let from = 0; from < 12; from += 1) {
      const run = [];
      for (let at = from; at <= 13; at += 1) {
        const card = suit + (at % 13);
        if (!there.has(card) || (at === 13 && from <= 1)) break;
        run.push(card);
        if (run.length >= 3) found.push([...run]);
      }
    }
  if (around) found.push(...sequencesOf(there).filter(isRunAround));
  return found;
}

/** One card or more that follow each other in a suit, the two behind the ace and the ace behind the king. @param {Iterable<number>} cards @returns {number[][]} */
function sequencesOf(cards) {
  const there = new Set(cards);
  return [...there].flatMap((first) => {
    const found = [[first]];
    for (let laid = [first]; laid.length < 13; found.push(laid)) {
      const next = 13 * suitOf(first) + ((rankOf(first) + laid.length) % 13);
      if (!there.has(next)) break;
      laid = [...laid, next];
    }
    return found;
  });
}

/** Everything that these cards can be laid on as onto a meld, each in its written order.
 * @param {readonly number[]} meld @param {Iterable<number>} cards @returns {number[][]} */
export function layOffsOf(meld, cards) {
  const there = new Set(cards);
  if (isSet(meld)) return [...there].filter((card) => laidOnto(meld, [card])).map((card) => [card]);
  const [first, last] = [meld[0] ?? 0, meld.at(-1) ?? 0];
  const suit = 13 * suitOf(first);
  /** @type {number[][]} */
  const found = [];
  /** @type {number[]} */
  let cardsLow = [];
  for (let rank = rankOf(first) - 1; rank >= 0 && there.has(suit + rank); rank -= 1) {
    cardsLow = [suit + rank, ...cardsLow];
    if (!laidOnto(meld, cardsLow)) break;
    found.push(cardsLow);
  }
  /** @type {number[]} */
  let cardsHigh = [];
  const highest = rankOf(last) === 0 ? 13 : rankOf(last);
  for (let rank = highest + 1; rank <= 13 && there.has(suit + (rank % 13)); rank += 1) {
    cardsHigh = [...cardsHigh, suit + (rank % 13)];
    const laid = laidOnto(meld, cardsHigh);
    if (!laid) break;
    if (laid.end === "high") found.push(cardsHigh);
  }
  return found;
}
