/**
 * One round's hidden cards as everybody holds them; no secret of a seat that is there is in here. They change by entries
 * of the log alone. What may not come throws a Cheat, and then nothing has changed.
 */

import { must } from "./cheat.js";
import { cardUnder, firstDeck, openCards, readCards } from "./ciphertexts.js";
import { cardWithFace } from "./constants.js";
import { giveContext, mixContext, playContext } from "./contexts.js";
import { SIZE, difference, times } from "./group.js";
import { checkPlay, emptyHand, withReceived } from "./hidden_hand.js";
import { checkMix } from "./mix_proof.js";
import { checkDistinct, checkOpenedKey, jointKey } from "./round_keys.js";
import { checkShares } from "./shares.js";

/** @import { Ciphertext } from "./ciphertexts.js" */
/** @import { EpochContext, RoundContext } from "./contexts.js" */
/** @import { Element, Scalar } from "./group.js" */
/** @import { HiddenHand } from "./hidden_hand.js" */
/** Kept for the audit. @typedef {{ seat: number, before: readonly Ciphertext[], after: readonly Ciphertext[] }} LoggedMix */
/** Kept for the audit. @typedef {{ seat: number, points: readonly Element[], shares: readonly Element[] }} LoggedShares */
/** A chain that is not finished: the first deck, then each mixer's; whose proofs have been checked.
 * @typedef {{ epoch: EpochContext, mixers: readonly number[], decks: readonly (readonly Ciphertext[])[], proven: ReadonlySet<number> }} Mixing */
/** A mixed deck, and the position on top. @typedef {{ epoch: EpochContext, deck: readonly Ciphertext[], position: number }} SealedStock */
/** Cards that were given and wait for shares: the head after the entry that gave them, who gets each from `position` on
 * (null: turned up), and what has come by seat.
 * @typedef {{ head: Uint8Array, position: number, to: readonly (number | null)[], shares: ReadonlyMap<number, readonly Element[]> }} SharesDue */

const LEAST_HOLDERS = 2;
/** With more a deal takes seconds on a phone: each seat checks every other one's mix. */
const MOST_HOLDERS = 6;

/** The positions that are not this seat's own. @param {SharesDue} due @param {number} seat */
function positionsOf({ position, to }, seat) {
  return to.flatMap((receiver, at) => (receiver === seat ? [] : [position + at]));
}

/** The deck under a position. @param {SealedStock} stock @param {number} position */
function cardAt({ deck }, position) {
  return /** @type {Ciphertext} */ (deck[position]);
}

export class RoundCards {
  /** Throws RangeError for a number of holders that there cannot be, Cheat("key") for equal keys.
   * @param {RoundContext} context @param {ReadonlyMap<number, Element>} keys by seat */
  constructor(context, keys) {
    if (keys.size < LEAST_HOLDERS || keys.size > MOST_HOLDERS) throw new RangeError(`a sealed deck has ${LEAST_HOLDERS} to ${MOST_HOLDERS} key holders`);
    checkDistinct([...keys.values()]);
    this.context = context;
    /** @type {ReadonlyMap<number, Element>} */
    this.keys = new Map([...keys].sort(([a], [b]) => a - b));
    /** @type {Map<number, HiddenHand>} */
    this.hands = new Map([...this.keys].map(([seat, key]) => [seat, emptyHand(key)]));
    /** Keys of seats that are lost. @type {Map<number, Scalar>} */
    this.opened = new Map();
    /** @type {Mixing | null} */
    this.mixing = null;
    /** @type {SealedStock | null} */
    this.stock = null;
    /** @type {SharesDue | null} */
    this.due = null;
    /** @type {LoggedMix[]} */
    this.stockMixes = [];
    /** @type {LoggedMix[]} */
    this.handMixes = [];
    /** @type {LoggedShares[]} */
    this.shares = [];
  }

  // -- what there has to be

  currentMixing() {
    must(this.mixing, "mix", "no deck is being mixed");
    return this.mixing;
  }

  currentStock() {
    must(this.stock, "due", "there is no mixed stock");
    return this.stock;
  }

  currentDue() {
    must(this.due, "due", "no shares are due");
    return this.due;
  }

  #needNothingDue() {
    must(this.due === null, "due", "cards are given or mixed while others still wait for shares");
  }

  /** @param {number} seat */
  #keyOf(seat) {
    return /** @type {Element} */ (this.keys.get(seat));
  }

  /** @param {number} seat */
  handOf(seat) {
    return /** @type {HiddenHand} */ (this.hands.get(seat));
  }

  // -- a stock

  /** An epoch begins with these public cards. @param {Uint8Array} deal @param {Uint8Array} z @param {readonly number[]} cards ascending */
  startStock(deal, z, cards) {
    this.#start(deal, z, firstDeck(cards));
  }

  /** An epoch begins with the rest of the stock, then these cards as they were turned up.
   * @param {Uint8Array} deal @param {Uint8Array} z @param {readonly number[]} cards */
  putBack(deal, z, cards) {
    this.#needNothingDue();
    const { deck, position } = this.currentStock();
    this.#start(deal, z, [...deck.slice(position), ...openCards(cards)]);
  }

  /** @param {Uint8Array} deal @param {Uint8Array} z @param {readonly Ciphertext[]} deck */
  #start(deal, z, deck) {
    this.#needNothingDue();
    // Who could begin again until it likes who mixed last would have a choice.
    must(this.mixing === null, "mix", "a stock begins while another one is being mixed");
    // A share for a position of the earlier stock would open a card that is mixed in now.
    this.stock = null;
    const epoch = { session: this.context.session, deal, z, joint: jointKey(this.keys) };
    const mixers = [...this.keys.keys()].filter((seat) => !this.opened.has(seat));
    this.mixing = { epoch, mixers, decks: [deck], proven: new Set() };
  }

  /** M(e, k) of a seat's mix. Throws Cheat("mix") if it has none to make. @param {number} seat */
  mixContext(seat) {
    const { epoch, mixers } = this.currentMixing();
    must(mixers.includes(seat), "mix", "a seat mixes that has no place in the chain");
    return mixContext(epoch, mixers.indexOf(seat));
  }

  /** The deck that a seat has to mix now. Throws Cheat("mix") if it is not its place. @param {number} seat */
  deckToMix(seat) {
    const { mixers, decks } = this.currentMixing();
    must(mixers[decks.length - 1] === seat, "mix", "the next mix is another seat's");
    return /** @type {readonly Ciphertext[]} */ (decks.at(-1));
  }

  /** The next deck; its proof may come later. @param {number} seat @param {Uint8Array} bytes */
  addDeck(seat, bytes) {
    const deck = readCards(bytes, this.deckToMix(seat).length);
    const mixing = this.currentMixing();
    this.mixing = { ...mixing, decks: [...mixing.decks, deck] };
  }

  /** The proof of a deck that is there. @param {number} seat @param {Uint8Array} blob */
  addProof(seat, blob) {
    const context = this.mixContext(seat);
    const mixing = this.currentMixing();
    const at = mixing.mixers.indexOf(seat);
    const [before, after] = [mixing.decks[at], mixing.decks[at + 1]];
    must(before && after && !mixing.proven.has(seat), "mix", "a seat proves a mix that is not there, or proven already");
    checkMix(before, after, mixing.epoch.joint, context, blob);
    this.mixing = { ...mixing, proven: new Set([...mixing.proven, seat]) };
  }

  /** All have mixed and proven it, and what comes out is the stock. Before this nobody signs the root. */
  finishMixing() {
    const { epoch, mixers, decks, proven } = this.currentMixing();
    const isComplete = decks.length === mixers.length + 1 && mixers.every((seat) => proven.has(seat));
    must(isComplete, "mix", "a stock is used that not everybody has mixed, with a proof");
    mixers.forEach((seat, at) => this.stockMixes.push({ seat, before: decks[at] ?? [], after: decks[at + 1] ?? [] }));
    this.mixing = null;
    this.stock = { epoch, deck: decks.at(-1) ?? [], position: 0 };
  }

  // -- cards from the stock

  /** The cards from a position on go to these seats, or are turned up where there is null. Returns what is turned up, if
   * nobody is left to owe a share. @param {Uint8Array} head @param {number} position @param {readonly (number | null)[]} to */
  give(head, position, to) {
    this.#needNothingDue();
    const stock = this.currentStock();
    must(position === stock.position, "due", "a card is given that is not on top of the stock");
    const areThere = to.length >= 1 && to.length <= stock.deck.length - position;
    must(areThere && to.every((seat) => seat === null || this.keys.has(seat)), "due", "cards are given that are not there, or to somebody without a key");
    this.due = { head, position, to: [...to], shares: new Map() };
    this.stock = { ...stock, position: position + to.length };
    return this.#settle();
  }

  /** The positions for which a seat still owes a share. @param {number} seat */
  owedBy(seat) {
    if (this.due === null || this.due.shares.has(seat) || this.opened.has(seat)) return [];
    return positionsOf(this.due, seat);
  }

  /** What a seat has to make shares of, and G(e, s, h). Throws Cheat("due") if it owes none. @param {number} seat */
  sharesOwed(seat) {
    const [due, positions] = [this.currentDue(), this.owedBy(seat)];
    must(positions.length > 0, "due", "a seat owes no shares");
    const stock = this.currentStock();
    return {
      points: positions.map((position) => cardAt(stock, position).a),
      context: giveContext(stock.epoch, seat, due.head, positions),
    };
  }

  /** The shares that a seat owes. With the last of them the cards turned up are known, and returned. @param {number} seat @param {Uint8Array} blob */
  addShares(seat, blob) {
    const { points, context } = this.sharesOwed(seat);
    const shares = checkShares(this.#keyOf(seat), points, context, blob);
    const due = this.currentDue();
    this.shares.push({ seat, points, shares });
    this.due = { ...due, shares: new Map([...due.shares, [seat, shares]]) };
    return this.#settle();
  }

  /** The cards that a seat can read once another one's shares, with this blob, have come: their a, and b without all shares; none before.
   * @param {number} seat @param {number} giver @param {Uint8Array} blob @returns {{ a: Uint8Array, b: Uint8Array[] }[]} */
  cardsWith(seat, giver, blob) {
    const { due, stock } = this;
    const others = [...this.keys.keys()].filter((one) => one !== giver);
    if (!due || !stock || this.opened.size > 0 || others.some((one) => this.owedBy(one).length > 0)) return [];
    const given = positionsOf(due, giver);
    return due.to.flatMap((receiver, at) => {
      if (receiver !== seat) return [];
      const position = due.position + at;
      const { a, b } = cardAt(stock, position);
      const place = SIZE * given.indexOf(position);
      const shares = others.filter((one) => one !== seat).map((one) => this.#shareOf(due, stock, one, position).bytes);
      return [{ a: a.bytes, b: [b.bytes, ...shares, blob.slice(place, place + SIZE)] }];
    });
  }

  /** @returns {number[]} */
  #settle() {
    const [due, stock] = [this.currentDue(), this.currentStock()];
    if ([...this.keys.keys()].some((seat) => this.owedBy(seat).length > 0)) return [];
    /** @type {number[]} */
    const turnedUp = [];
    /** @type {Map<number, Ciphertext[]>} */
    const received = new Map();
    due.to.forEach((receiver, at) => {
      const position = due.position + at;
      const givers = [...this.keys.keys()].filter((seat) => seat !== receiver);
      const { a, b } = cardAt(stock, position);
      // Without the shares of all but its receiver: a ciphertext under that one's key.
      const card = { a, b: difference(b, givers.map((seat) => this.#shareOf(due, stock, seat, position))) };
      if (receiver !== null) {
        received.set(receiver, [...(received.get(receiver) ?? []), card]);
        return;
      }
      const found = cardWithFace(card.b);
      must(found !== null, "mix", "a card that is turned up is no card");
      turnedUp.push(found);
    });
    for (const [seat, cards] of received) this.hands.set(seat, withReceived(this.handOf(seat), cards));
    this.due = null;
    return turnedUp;
  }

  /** @param {SharesDue} due @param {SealedStock} stock @param {number} seat @param {number} position */
  #shareOf(due, stock, seat, position) {
    const given = due.shares.get(seat)?.[positionsOf(due, seat).indexOf(position)];
    return given ?? times(/** @type {Scalar} */ (this.opened.get(seat)), cardAt(stock, position).a);
  }

  // -- plays

  /** A seat's action plays these hidden cards. @param {number} seat @param {number} number of the action @param {Uint8Array} head it is aimed at
   * @param {readonly number[]} named @param {Uint8Array} blob */
  play(seat, number, head, named, blob) {
    this.#needNothingDue();
    const before = this.handOf(seat);
    const { hand, mixed, played, shares } = checkPlay(before, named, playContext(this.context, seat, number, head), blob);
    if (mixed) this.handMixes.push({ seat, before: before.cards, after: mixed });
    this.shares.push({ seat, points: played.map(({ a }) => a), shares });
    this.hands.set(seat, hand);
  }

  // -- a seat that is lost

  /** Its key is open. Returns the cards turned up, if only its shares were missing. @param {number} seat @param {Scalar} secret */
  openKey(seat, secret) {
    checkOpenedKey(this.#keyOf(seat), secret);
    this.opened.set(seat, secret);
    if (this.mixing?.mixers.includes(seat)) {
      // Mixes before its place stay; its own and later ones are made again, in a chain without it.
      const { epoch, mixers, decks, proven } = this.mixing;
      const at = mixers.indexOf(seat);
      const earlier = mixers.slice(0, at);
      this.mixing = {
        epoch, mixers: [...earlier, ...mixers.slice(at + 1)], decks: decks.slice(0, at + 1),
        proven: new Set(earlier.filter((one) => proven.has(one))),
      };
    }
    return this.due === null ? [] : this.#settle();
  }

  /** Its hidden cards, which all can see now. @param {number} seat */
  openHand(seat) {
    const secret = /** @type {Scalar} */ (this.opened.get(seat));
    return this.handOf(seat).cards.map((card) => cardUnder(card, secret));
  }
}
