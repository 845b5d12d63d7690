/**
 * Choosing an action by touch, in any game: of the legal actions those remain that name all cards and melds touched. A
 * rummy is called with cards of the pile that the player touches, since nobody tells which there are.
 */

import { cardOf, rankOf } from "../core/cards.js";
import { cardsOf, meldsOf } from "../live/actions.js";

/** Games in which a rummy can be called. */
const CALLING = new Set(["keilty", "basic"]);

export class Choosing {
  constructor() {
    /** @type {readonly string[]} */
    this.legal = [];
    /** @type {Set<string>} cards, as the notation names them */
    this.cards = new Set();
    /** @type {Set<number>} */
    this.melds = new Set();
    /** Whether a rummy is being called. */
    this.isCalling = false;
  }

  /** What may be done has changed: what is chosen stays as far as it is still of use. @param {readonly string[]} legal */
  offer(legal) {
    if (legal.join("\n") === this.legal.join("\n")) return;
    this.legal = legal;
    if (!this.isCalling && !this.matching().length) this.clear();
  }

  clear() {
    this.cards.clear();
    this.melds.clear();
    this.isCalling = false;
  }

  /** The actions that name all that is chosen. @param {string[]} [cards] @param {number[]} [melds] besides */
  matching(cards = [], melds = []) {
    const wanted = [...this.cards, ...cards];
    const on = [...this.melds, ...melds];
    return this.legal.filter((action) => {
      const [named, at] = [cardsOf(action), meldsOf(action)];
      return wanted.every((card) => named.includes(card)) && on.every((meld) => at.includes(meld));
    });
  }

  /** The actions to offer as buttons: those that name nothing more than what is chosen come first.
   * @param {number} most */
  offers(most) {
    if (!this.cards.size && !this.melds.size) {
      return this.legal.filter((action) => !action.startsWith("throw ")).slice(0, most);
    }
    const size = this.cards.size;
    return this.matching().sort((a, b) => Math.abs(cardsOf(a).length - size) - Math.abs(cardsOf(b).length - size)).slice(0, most);
  }

  /** @param {string} card */
  touchCard(card) {
    if (this.cards.delete(card)) return;
    if (!this.isCalling && !this.matching([card]).length) this.clear();
    if (this.isCalling || this.matching([card]).length) this.cards.add(card);
  }

  /** @param {number} meld */
  touchMeld(meld) {
    if (this.melds.delete(meld)) return;
    if (this.isCalling) this.melds.clear();
    else if (!this.matching([], [meld]).length) this.clear();
    if (this.isCalling || this.matching([], [meld]).length) this.melds.add(meld);
  }

  /** @param {string} card @param {boolean} inPile */
  isCardUseful(card, inPile) {
    if (this.isCalling) return inPile;
    return this.cards.has(card) || this.matching([card]).length > 0;
  }

  /** @param {number} meld */
  isMeldUseful(meld) {
    if (this.isCalling) return true;
    return this.melds.has(meld) || (this.cards.size > 0 && this.matching([], [meld]).length > 0);
  }

  /** The call of what is chosen; null while that is none. */
  call() {
    const cards = inOrder([...this.cards]);
    const [meld] = this.melds;
    if (!this.isCalling || !cards.length) return null;
    if (meld !== undefined) return `rummy lay ${cards.join(" ")} on ${meld}`;
    return cards.length < 3 ? null : `rummy meld ${cards.join(" ")}`;
  }
}

/** Whether rummies are called in a game. @param {string} variant */
export function hasCalls(variant) {
  return CALLING.has(variant);
}

/** Cards as the notation orders them in a meld: a set by suit, a run upward, an ace above a king last.
 * @param {string[]} cards */
export function inOrder(cards) {
  const rank = (/** @type {string} */ card) => rankOf(cardOf(card) ?? 0);
  const ranks = cards.map(rank);
  const isHigh = ranks.includes(12) && ranks.includes(0) && !ranks.includes(1);
  const place = (/** @type {string} */ card) => (isHigh && rank(card) === 0 ? 13 : rank(card));
  return [...cards].sort((a, b) => place(a) - place(b) || (cardOf(a) ?? 0) - (cardOf(b) ?? 0));
}
