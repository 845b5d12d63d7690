/** Rounds of a sealed deck as events, as protocol/vectors/sealed/round.json has them. */

import { hex, unhex } from "../core/bytes.js";
import { packCards } from "../sealed/ciphertexts.js";
import { escrowContext, HOST, playContext, possessionContext } from "../sealed/contexts.js";
import { checkEscrow, keepersOf, makeEscrow, openPart, rebuiltKey } from "../sealed/escrow.js";
import { IDENTITY, readElement, readScalar, scalarBytes } from "../sealed/group.js";
import { cardsIn, makePlay } from "../sealed/hidden_hand.js";
import { mixCards } from "../sealed/mix.js";
import { proveMix } from "../sealed/mix_proof.js";
import { RoundCards } from "../sealed/round_cards.js";
import { readKey } from "../sealed/round_keys.js";
import { makeShares } from "../sealed/shares.js";

/** @import { Ciphertext } from "../sealed/ciphertexts.js" */
/** @import { EscrowPart } from "../sealed/escrow.js" */
/** @import { Element } from "../sealed/group.js" */

/** @param {string} text */
export const element = (text) => readElement(unhex(text));
/** @param {string} text */
export const scalar = (text) => readScalar(unhex(text));
/** @param {import("../sealed/group.js").Scalar} value */
export const written = (value) => hex(scalarBytes(value));
/** @template T @param {{ [seat: string]: string }} texts @param {(text: string) => T} read @returns {Map<number, T>} */
export const bySeat = (texts, read) => new Map(Object.entries(texts).map(([seat, text]) => [Number(seat), read(text)]));

/** A deck of a program's own state, where the identity may be in. @param {string} text @returns {Ciphertext[]} */
export function ownCards(text) {
  return (text.match(/.{128}/g) ?? []).map((one) => {
    const a = one.slice(0, 64);
    return { a: /^0+$/.test(a) ? IDENTITY : element(a), b: element(one.slice(64)) };
  });
}

/** @param {string} text @returns {EscrowPart} */
export function partOf(text) {
  return { point: element(text.slice(0, 64)), ephemeral: element(text.slice(64, 128)), sealed: scalar(text.slice(128)) };
}

/** A round that events happen to. */
export class EventedRound {
  /** @param {any} round session, deal, z and keys */
  constructor({ session, deal, z, keys }) {
    this.keys = bySeat(keys, element);
    this.cards = new RoundCards({ session: unhex(session), deal: unhex(deal), z: unhex(z) }, this.keys);
    /** @type {Map<number, Map<number, EscrowPart>>} */
    this.parts = new Map();
  }

  /** What an event turns up. Throws Cheat. @param {any} event @returns {number[]} */
  take(event) {
    const { cards } = this;
    switch (event.event) {
      case "key": {
        const { session, deal } = cards.context;
        readKey(unhex(event.Y), possessionContext(session, deal, event.seat, unhex(event.identity)), unhex(event.proof));
        return [];
      }
      case "escrow": {
        const key = /** @type {Element} */ (this.keys.get(event.seat));
        this.parts.set(event.seat, checkEscrow(key, keepersOf(event.seat, [...this.keys.keys()]), unhex(event.blob)));
        return [];
      }
      case "start":
        cards.startStock(unhex(event.deal), unhex(event.z), event.cards);
        return [];
      case "put-back":
        cards.putBack(unhex(event.deal), unhex(event.z), event.cards);
        return [];
      case "deck":
        cards.addDeck(event.seat, unhex(event.deck));
        return [];
      case "proof":
        cards.addProof(event.seat, unhex(event.proof));
        return [];
      case "finish":
        cards.finishMixing();
        return [];
      case "give":
        return cards.give(unhex(event.head), event.position, event.to);
      case "shares":
        return cards.addShares(event.seat, unhex(event.blob));
      case "play":
        cards.play(event.seat, event.number, unhex(event.head), event.named, unhex(event.blob));
        return [];
      case "open-key": {
        const key = /** @type {Element} */ (this.keys.get(event.seat));
        return cards.openKey(event.seat, rebuiltKey(key, this.parts.get(event.seat) ?? new Map(), bySeat(event.opened, scalar)));
      }
      default:
        throw new RangeError(`no event is called ${event.event}`);
    }
  }

  /** All that everybody holds, as text: equal for two programs that have taken the same events. */
  state() {
    const { mixing, stock, due, hands } = this.cards;
    const list = (/** @type {readonly Ciphertext[]} */ cards) => hex(packCards(cards));
    return JSON.stringify({
      mixing: mixing && [mixing.mixers, mixing.decks.map(list), [...mixing.proven].sort()],
      stock: stock && [list(stock.deck), stock.position],
      due: due && [hex(due.head), due.position, due.to, [...due.shares.keys()].sort()],
      hands: [...hands].map(([seat, hand]) => [seat, list(hand.cards), hand.isAged]),
    });
  }
}

/** One holder's side of a round, with nothing around it. Each `fresh` is 32 bytes that are never used twice. */
export class KeyHolder {
  /** @param {number} seat @param {import("../sealed/round_keys.js").RoundKey} key @param {RoundCards} cards */
  constructor(seat, key, cards) {
    this.seat = seat;
    this.key = key;
    this.cards = cards;
    /** @type {import("../sealed/mix.js").Mix | null} */
    this.mix = null;
  }

  /** @param {Element} host the host's key @param {Uint8Array} fresh */
  makeEscrow(host, fresh) {
    const { keys, context } = this.cards;
    const keepers = keepersOf(this.seat, [...keys.keys()]).map((keeper) => /** @type {const} */ ([keeper, keeper === HOST ? host : /** @type {Element} */ (keys.get(keeper))]));
    return makeEscrow(this.key, new Map(keepers), escrowContext(context, this.seat), fresh);
  }

  /** The part of another's key that is kept here. @param {number} dealer @param {ReadonlyMap<number, EscrowPart>} parts of the dealer's key */
  openPart(dealer, parts) {
    return openPart(/** @type {EscrowPart} */ (parts.get(this.seat)), this.seat, this.key.secret, escrowContext(this.cards.context, dealer));
  }

  /** @param {Uint8Array} fresh */
  makeDeck(fresh) {
    const [before, { epoch }] = [this.cards.deckToMix(this.seat), this.cards.currentMixing()];
    this.mix = mixCards(before, epoch.joint, this.cards.mixContext(this.seat), this.key.secret, fresh);
    return packCards(this.mix.after);
  }

  /** The proof of the deck made last. @param {Uint8Array} fresh */
  makeProof(fresh) {
    return proveMix(/** @type {import("../sealed/mix.js").Mix} */ (this.mix), this.key.secret, fresh);
  }

  /** @param {Uint8Array} fresh */
  makeShares(fresh) {
    const { points, context } = this.cards.sharesOwed(this.seat);
    return makeShares(this.key, points, context, fresh);
  }

  /** The hidden cards by index. */
  hand() {
    return cardsIn(this.cards.handOf(this.seat), this.key.secret);
  }

  /** @param {number} number of the action @param {Uint8Array} head @param {readonly number[]} named @param {Uint8Array} fresh */
  makePlay(number, head, named, fresh) {
    return makePlay(this.cards.handOf(this.seat), this.key, named, playContext(this.cards.context, this.seat, number, head), fresh);
  }
}
