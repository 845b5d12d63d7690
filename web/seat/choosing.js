/**
 * Choosing an action by touch, in any game: of the legal actions those remain that name all cards and melds touched. A
 * rummy is called with cards of the pile that the player touches, since nobody tells which there are.
 *
 * Cards are touched as they lie there, `9C.1`; an action may name a face alone, `9C`, or one of two equal cards in place of
 * the other. So each action is held against the hand and the pile first: which cards can be meant by it.
 */

import { cardOf, rankOf } from "../core/cards.js";
import { faceOf, isCard, meldsOf } from "../table/action_text.js";

/** Buttons on a phone before the hand is pushed out of sight; a further one shows more. */
const FEW_OFFERS = 8;
// Chosen: one touch shows all of most positions, and a list of hundreds is not laid out at once.
const MORE_OFFERS = 24;
/** A take that lays the card at once; the top of a pile alone may be taken without. */
const LAYING_TAKE = /^take \S+ /;
/** What wild cards stand for. */
const STANDS = /=\S+/g;

/** Cards of one face that an action takes: as many of these. @typedef {{ count: number, cards: string[] }} Need */
/** @typedef {{ action: string, needs: Map<string, Need>, melds: number[], line: string }} Choice */

export class Choosing {
  constructor() {
    /** @type {readonly string[]} */
    this.legal = [];
    /** Whether the host has said so of the position that is shown. */
    this.isLegalKnown = true;
    /** @type {Choice[]} */
    this.choices = [];
    /** The own hand. @type {readonly string[]} */
    this.hand = [];
    /** Whether plays with the pile are shown before one of its cards is touched. */
    this.hasHints = true;
    /** How often what may be done has changed. */
    this.version = 0;
    /** @type {Set<string>} cards, as they lie there */
    this.cards = new Set();
    /** @type {Set<number>} */
    this.melds = new Set();
    this.isCalling = false;
    this.most = FEW_OFFERS;
    /** The line of `lines` whose actions are shown one by one. */
    this.line = "";
  }

  /** What may be done has changed: what is chosen stays as far as it is still of use. @param {readonly string[] | null} known the legal actions; null
   * while they are not known, as after a lost connection: nothing is offered then, and what is chosen waits for them
   * @param {readonly string[]} hand the own cards @param {readonly string[]} pile the newest card last @param {boolean} [hasHints] */
  offer(known, hand, pile, hasHints = true) {
    this.hasHints = hasHints;
    const legal = known ?? [];
    const isLegalKnown = known !== null;
    if (legal.join("\n") === this.legal.join("\n") && hand.join() === this.hand.join() && isLegalKnown === this.isLegalKnown) return;
    this.version += 1;
    this.legal = legal;
    this.isLegalKnown = isLegalKnown;
    this.hand = hand;
    this.choices = legal.map((action) => ({ action, needs: needsOf(action, hand, pile), melds: meldsOf(action), line: lineOf(action) }));
    this.most = FEW_OFFERS;
    this.line = "";
    if (isLegalKnown && !this.isCalling && !this.matching().length) this.clear();
  }

  clear() {
    this.cards.clear();
    this.melds.clear();
    this.isCalling = false;
    this.most = FEW_OFFERS;
    this.line = "";
  }

  /** The choices that take all that is chosen. @param {string[]} [cards] @param {number[]} [melds] besides */
  matching(cards = [], melds = []) {
    const wanted = [...this.cards, ...cards];
    const on = [...this.melds, ...melds];
    return this.choices.filter((choice) => takesAll(choice.needs, wanted) && on.every((meld) => choice.melds.includes(meld)));
  }

  /** The choices that may be seen. @returns {Choice[]} */
  get seen() {
    if (this.hasHints) return this.choices;
    return this.choices.filter(({ action, needs }) => !LAYING_TAKE.test(action) || (this.cards.size > 0 && takesAll(needs, [...this.cards])));
  }

  /** What can be done with what is chosen, in the order of the buttons: those that take nothing more come first. While nothing is chosen
   * a card to throw out is one to touch, and what names no card comes first. */
  get open() {
    if (!this.cards.size && !this.melds.size) {
      const touched = this.seen.filter((choice) => !(choice.action.startsWith("throw ") && sizeOf(choice)));
      return [...touched.filter(({ needs }) => !needs.size), ...touched.filter(({ needs }) => needs.size)];
    }
    const more = (/** @type {Choice} */ choice) => sizeOf(choice) - this.cards.size + choice.melds.length - this.melds.size;
    return this.matching().sort((a, b) => more(a) - more(b));
  }

  /** Those that differ only in what wild cards stand for are one line, until it is chosen. */
  get lines() {
    /** @type {Map<string, Choice[]>} */
    const lines = new Map();
    for (const choice of this.open) {
      const line = lines.get(choice.line);
      if (line) line.push(choice);
      else lines.set(choice.line, [choice]);
    }
    return lines.get(this.line)?.map((choice) => [choice]) ?? [...lines.values()];
  }

  get offers() {
    return this.lines.slice(0, this.most).flatMap(([choice, ...others]) => (choice ? [others.length ? this.actionOf(choice).replace(STANDS, "") : this.actionOf(choice)] : []));
  }

  /** Whether an offer is a line of several actions. @param {string} offer */
  isLine(offer) {
    const line = lineOf(offer);
    return this.line !== line && !offer.includes("=") && this.choices.some((choice) => choice.line === line && choice.action.includes("="));
  }

  get unseen() {
    return Math.max(0, this.lines.length - this.most);
  }

  /** Show the actions of a line one by one. @param {string} offer */
  showLine(offer) {
    this.line = lineOf(offer);
    this.most = FEW_OFFERS;
  }

  showMore() {
    this.most += MORE_OFFERS;
  }

  /** The action with the very copies that were touched: whichever of two equal cards it names, the other will do as well.
   * @param {Choice} choice */
  actionOf({ action, needs }) {
    const copies = new Map([...needs].map(([face, { cards }]) => [face, [...cards].sort((a, b) => Number(this.cards.has(b)) - Number(this.cards.has(a)))]));
    return action
      .split(" ")
      .map((word) => {
        const [name = "", stands] = word.split("=");
        const copy = isCard(word) && name.includes(".") ? copies.get(faceOf(name))?.shift() : undefined;
        return copy === undefined ? word : stands === undefined ? copy : `${copy}=${stands}`;
      })
      .join(" ");
  }

  /** @param {string} card */
  touchCard(card) {
    this.most = FEW_OFFERS;
    if (this.cards.delete(card)) return;
    if (!this.isCalling && !this.matching([card]).length) this.clear();
    if (this.isCalling || this.matching([card]).length) this.cards.add(card);
  }

  /** @param {number} meld */
  touchMeld(meld) {
    this.most = FEW_OFFERS;
    if (this.melds.delete(meld)) return;
    if (this.isCalling) this.melds.clear();
    else if (!this.matching([], [meld]).length) this.clear();
    if (this.isCalling || this.matching([], [meld]).length) this.melds.add(meld);
  }

  /** Whether a touch of the card does anything. @param {string} card @param {boolean} inPile */
  isCardOpen(card, inPile) {
    if (this.isCalling) return inPile;
    return this.cards.has(card) || (inPile ? this.choices : this.seen).some(({ needs }) => takesAll(needs, [card]));
  }

  /** Whether the card goes with what is chosen. @param {string} card @param {boolean} inPile */
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

/** By face: the cards of hand and pile that an action takes. What it names of a meld on the table (the wild card of a swap, or of a
 * trade) is chosen with that meld. @param {string} action @param {readonly string[]} hand @param {readonly string[]} pile
 * @returns {Map<string, Need>} */
function needsOf(action, hand, pile) {
  const words = action.split(" ");
  /** @type {Map<string, Need>} */
  const needs = new Map();
  const swap = words.indexOf("swap");
  words.forEach((word, at) => {
    const isOnward = swap >= 0 && at > swap + 1; // of what a swap moves on
    if (!isCard(word) || words[at - 1] === "for" || isOnward) return;
    const face = faceOf(word);
    const isTaken = at === 1 && (words[0] === "take" || words[0] === "want");
    const held = hand.filter((card) => faceOf(card) === face);
    const lying = pile.filter((card) => faceOf(card) === face).slice(-1);
    const cards = isTaken ? lying : held.length ? held : lying;
    const before = needs.get(face)?.count ?? 0;
    needs.set(face, { cards, count: Math.min(before + 1, cards.length) });
  });
  return needs;
}

/** @param {Map<string, Need>} needs @param {readonly string[]} wanted */
function takesAll(needs, wanted) {
  return [...wanted].every((card) => {
    const need = needs.get(faceOf(card));
    return need !== undefined && need.cards.includes(card) && wanted.filter((one) => need.cards.includes(one)).length <= need.count;
  });
}

/** @param {Choice} choice */
function sizeOf({ needs }) {
  return [...needs.values()].reduce((all, { count }) => all + count, 0);
}

/** @param {string} action */
function lineOf(action) {
  return action.replace(STANDS, "").replace(/\.\d/g, "").split(" ").sort().join(" ");
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
