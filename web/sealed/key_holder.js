/**
 * One holder's side: the only place where a round's secret meets the cards. There is no request to decrypt: shares are
 * made of what the holder's own copy of the log says is due, and what was made once is sent again as it was.
 */

import { hex } from "../core/bytes.js";
import { must } from "./cheat.js";
import { packCards } from "./ciphertexts.js";
import { HOST, complaintContext, escrowContext, playContext } from "./contexts.js";
import { complain, keepersOf, makeEscrow, openPart } from "./escrow.js";
import { cardsIn, makePlay } from "./hidden_hand.js";
import { mixCards } from "./mix.js";
import { proveMix } from "./mix_proof.js";
import { makeShares } from "./shares.js";

/** @import { EscrowPart } from "./escrow.js" */
/** @import { Element } from "./group.js" */
/** @import { RoundKey } from "./round_keys.js" */

/** A seat with its key. Each `fresh` is 32 random bytes that are never used twice. */
export class KeyHolder {
  /** @type {RoundKey} */
  #key;
  /** @type {import("./mix.js").Mix | null} */
  #mix = null;
  /** What was made, by context: that names the position of each share. @type {Map<string, Uint8Array>} */
  #made = new Map();

  /** @param {number} seat @param {RoundKey} key @param {import("./round_cards.js").RoundCards} cards */
  constructor(seat, key, cards) {
    this.seat = seat;
    this.cards = cards;
    this.#key = key;
  }

  /** @param {Element} host the host's key @param {Uint8Array} fresh */
  makeEscrow(host, fresh) {
    const { keys, context } = this.cards;
    const keepers = keepersOf(this.seat, [...keys.keys()]).map((keeper) => {
      return /** @type {const} */ ([keeper, keeper === HOST ? host : /** @type {Element} */ (keys.get(keeper))]);
    });
    return makeEscrow(this.#key, new Map(keepers), escrowContext(context, this.seat), fresh);
  }

  /** The part of another's key that is kept here. @param {number} dealer @param {ReadonlyMap<number, EscrowPart>} parts of the dealer's key */
  openPart(dealer, parts) {
    return openPart(this.#partOf(parts), this.seat, this.#key.secret, escrowContext(this.cards.context, dealer));
  }

  /** @param {ReadonlyMap<number, EscrowPart>} parts */
  #partOf(parts) {
    return /** @type {EscrowPart} */ (parts.get(this.seat));
  }

  /** The proof that a part does not open; all keys of the round are dead after it.
   * @param {number} dealer @param {ReadonlyMap<number, EscrowPart>} parts @param {Uint8Array} fresh */
  complain(dealer, parts, fresh) {
    const { stockMixes, context } = this.cards;
    // A complaint decrypts what the dealer chose for E: once there are cards, it could be one of them.
    must(stockMixes.length === 0, "due", "nobody complains of a part once cards can be given");
    return complain(this.#partOf(parts), this.#key, complaintContext(context, dealer, this.seat), fresh);
  }

  /** The mixed deck, if it is this seat's place. @param {Uint8Array} fresh */
  makeDeck(fresh) {
    const [before, { epoch }] = [this.cards.deckToMix(this.seat), this.cards.currentMixing()];
    this.#mix = mixCards(before, epoch.joint, this.cards.mixContext(this.seat), this.#key.secret, fresh);
    return packCards(this.#mix.after);
  }

  /** The proof of the deck made last. Throws RangeError if there is none. @param {Uint8Array} fresh */
  makeProof(fresh) {
    if (this.#mix === null) throw new RangeError("there is no mix to prove");
    return proveMix(this.#mix, this.#key.secret, fresh);
  }

  /** The shares that this seat owes. Throws Cheat("due") if there are none. @param {Uint8Array} fresh */
  makeShares(fresh) {
    const { points, context } = this.cards.sharesOwed(this.seat);
    const name = hex(context);
    const blob = this.#made.get(name) ?? makeShares(this.#key, points, context, fresh);
    this.#made.set(name, blob);
    return blob;
  }

  /** The hidden cards by index. */
  hand() {
    return cardsIn(this.cards.handOf(this.seat), this.#key.secret);
  }

  /** The blob that plays these. Throws RangeError for a card not held.
   * @param {number} number of the action @param {Uint8Array} head @param {readonly number[]} named @param {Uint8Array} fresh */
  makePlay(number, head, named, fresh) {
    const context = playContext(this.cards.context, this.seat, number, head);
    return makePlay(this.cards.handOf(this.seat), this.#key, named, context, fresh);
  }

  /** x, once the rules say that no hidden card matters any more. */
  open() {
    return this.#key.secret;
  }
}
