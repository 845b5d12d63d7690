/** Which of several equal cards an action means (docs/rules/vegas.md, "How actions are written"). */

import { DECK } from "../core/cards.js";
import { N_ } from "../core/language.js";
import { demand } from "./round.js";

/** @typedef {import("./actions.js").Word} Word */

/** The cards that words mean: those with a deck first, then each face the lowest copy there.
 * @param {readonly Word[]} words @param {number} decks @param {(card: number) => boolean} isThere @returns {number[]} */
export function cardsMeant(words, decks, isThere) {
  /** @type {(number | null)[]} */
  const cards = words.map(({ face, deck }) => {
    demand(deck === null || (decks > 1 && deck < decks), N_("a card is not named as this game names it"));
    return deck === null ? null : face + DECK * deck;
  });
  words.forEach(({ face, deck }, at) => {
    if (deck !== null) return;
    const copies = Array.from({ length: decks }, (_, number) => face + DECK * number);
    const card = copies.find((copy) => isThere(copy) && !cards.includes(copy));
    demand(card !== undefined, N_("a card that is played is not in the hand"));
    cards[at] = card;
  });
  return /** @type {number[]} */ (cards);
}

/** The cards of a hand that words mean; where the hand is not known, the lowest copy not known to be elsewhere.
 * @param {import("./round.js").Round} round @param {number} seat @param {readonly Word[]} words @param {number} decks @returns {number[]} */
export function cardsHeld(round, seat, words, decks) {
  const { known, unknown } = round.hand(seat);
  const cards = cardsMeant(words, decks, (card) => known.has(card) || (unknown > 0 && !round.isSeen(card)));
  round.checkHeld(seat, cards);
  return cards;
}

/** The top of the pile, which a word names, goes to a hand. @param {import("./round.js").Round} round @param {number} seat @param {Word} word */
export function takeOpen(round, seat, word) {
  const top = round.pile.at(-1);
  const [card] = cardsMeant([word], round.decks, (one) => one === top);
  demand(card === top, N_("the card to be taken is not in the pile"));
  round.addCards(seat, round.takeFromPile(-1));
}
