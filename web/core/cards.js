/**
 * Cards by number and by name. A card is 13 × suit + rank (suits C D H S, ranks A 2 … K), 52 and 53 are jokers, and
 * cards of a further deck are 54 more (protocol/FAIRNESS.md, "Log entries"). With several decks a card has the number of
 * its deck behind it, `7H.1` (docs/rules/vegas.md).
 */

export const RANKS = "A23456789TJQK";
export const SUITS = "CDHS";
export const SIGNS = "♣♦♥♠";
export const DECK = 54; // jokers are counted in every deck, so that one code is the same card in every game

/** @param {number} card 0 to 215 */
export function isJoker(card) {
  return card % DECK >= 52;
}

/** 0 (ace) to 12 (king). @param {number} card */
export function rankOf(card) {
  return (card % DECK) % 13;
}

/** 0 to 3: clubs, diamonds, hearts, spades. @param {number} card */
export function suitOf(card) {
  return Math.floor((card % DECK) / 13);
}

/** Which of several decks, from 0. @param {number} card */
export function deckOf(card) {
  return Math.floor(card / DECK);
}

/** The name without the deck: `7H`, `*1`. @param {number} card */
export function faceName(card) {
  if (isJoker(card)) return `*${(card % DECK) - 51}`;
  return RANKS.charAt(rankOf(card)) + SUITS.charAt(suitOf(card));
}

/** The name as it is written where so many decks are in play. @param {number} card @param {number} decks */
export function cardName(card, decks = 1) {
  return decks === 1 ? faceName(card) : `${faceName(card)}.${deckOf(card)}`;
}

const NAME = /^(?:([A2-9TJQK])([CDHS])|\*([12]))(?:\.([0-3]))?$/;

/** The card of a name, with its deck or without; null if it is none. @param {string} name @returns {number | null} */
export function cardOf(name) {
  const parts = NAME.exec(name);
  if (!parts) return null;
  const face = parts[3] ? 51 + Number(parts[3]) : 13 * SUITS.indexOf(parts[2] ?? "") + RANKS.indexOf(parts[1] ?? "");
  return face + DECK * Number(parts[4] ?? 0);
}
