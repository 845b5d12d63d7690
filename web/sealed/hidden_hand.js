/**
 * A seat's hidden cards as everybody holds them: ciphertexts under its key. A play opens some by index. Since an index
 * would tell when a card was drawn, a list that a drawn card has joined is mixed by its holder before the next play.
 */

import { joined } from "../core/bytes.js";
import { must } from "./cheat.js";
import { CIPHERTEXT, cardUnder, packCards, readCards } from "./ciphertexts.js";
import { faceOf } from "./constants.js";
import { isSame, minus } from "./group.js";
import { mixCards } from "./mix.js";
import { checkMix, mixProofSize, proveMix } from "./mix_proof.js";
import { checkShares, makeShares, sharesSize } from "./shares.js";

/** @import { Ciphertext } from "./ciphertexts.js" */
/** @import { Element, Scalar } from "./group.js" */
/** @import { RoundKey } from "./round_keys.js" */
/** A list under its holder's key; `isAged` if the next play has to mix it.
 * @typedef {{ key: Element, cards: readonly Ciphertext[], isAged: boolean }} HiddenHand */

/** @param {Element} key @returns {HiddenHand} */
export function emptyHand(key) {
  return { key, cards: [], isAged: false };
}

/** With cards that came together: they have one age, so the deal, or a draw to an empty list, does not age it.
 * @param {HiddenHand} hand @param {readonly Ciphertext[]} cards @returns {HiddenHand} */
export function withReceived({ key, cards: held, isAged }, cards) {
  return { key, cards: [...held, ...cards], isAged: isAged || held.length > 0 };
}

/** The cards by index, null for what is none. @param {HiddenHand} hand @param {Scalar} secret */
export function cardsIn({ cards }, secret) {
  return cards.map((card) => cardUnder(card, secret));
}

/** @param {number} cards */
function mixedSize(cards) {
  return CIPHERTEXT * cards + mixProofSize(cards);
}

/** The blob that plays these cards, in the order in which the action names them. Throws RangeError for a card not held.
 * @param {HiddenHand} hand @param {RoundKey} key @param {readonly number[]} named @param {Uint8Array} context P(s, i, h) @param {Uint8Array} fresh 32 random bytes */
export function makePlay(hand, key, named, context, fresh) {
  /** @type {readonly Ciphertext[]} */
  let cards = hand.cards;
  let held = cardsIn(hand, key.secret);
  /** @type {Uint8Array} */
  let front = new Uint8Array(0);
  if (hand.isAged) {
    const mix = mixCards(cards, key.public, context, key.secret, fresh);
    cards = mix.after;
    held = mix.order.map((from) => held[from] ?? null);
    front = joined(packCards(cards), proveMix(mix, key.secret, fresh));
  }
  const indexes = named.map((card) => held.indexOf(card));
  if (indexes.includes(-1)) throw new RangeError("a card that is not held");
  const points = indexes.map((index) => /** @type {Ciphertext} */ (cards[index]).a);
  return joined(front, Uint8Array.from(indexes), makeShares(key, points, context, fresh));
}

/** Check what takes long in a play: its mix, and its shares. Throws Cheat. @param {HiddenHand} hand @param {Uint8Array} context @param {Uint8Array} blob */
export function checkPlayAhead(hand, context, blob) {
  const count = hand.cards.length;
  const front = hand.isAged ? mixedSize(count) : 0;
  const cards = hand.isAged ? readCards(blob.subarray(0, CIPHERTEXT * count), count) : hand.cards;
  if (hand.isAged) checkMix(hand.cards, cards, hand.key, context, blob.subarray(CIPHERTEXT * count, front));
  const named = Math.floor((blob.length - front - sharesSize(0)) / (1 + sharesSize(1) - sharesSize(0)));
  const points = [...blob.subarray(front, front + named)].flatMap((index) => cards[index]?.a ?? []);
  checkShares(hand.key, points, context, blob.subarray(front + named));
}

/** The play that a blob proves: what it leaves, the mixed list if there was one, what was opened. Throws Cheat("hand"), ("mix"), ("share") or ("element").
 * @param {HiddenHand} hand @param {readonly number[]} named @param {Uint8Array} context P(s, i, h) @param {Uint8Array} blob */
export function checkPlay(hand, named, context, blob) {
  const count = hand.cards.length;
  must(named.length >= 1 && named.length <= count, "hand", `${named.length} cards are played from ${count} hidden ones`);
  const front = blob.length - named.length - sharesSize(named.length);
  must(front === 0 || front === mixedSize(count), "hand", `no play of ${named.length} out of ${count} hidden cards has ${blob.length} bytes`);
  must(hand.isAged === front > 0, "hand", "a hand that a drawn card has joined is mixed before a card is played, and no other one");
  const mixed = hand.isAged ? readCards(blob.subarray(0, CIPHERTEXT * count), count) : null;
  if (mixed) checkMix(hand.cards, mixed, hand.key, context, blob.subarray(CIPHERTEXT * count, front));
  const cards = mixed ?? hand.cards;
  const indexes = [...blob.subarray(front, front + named.length)];
  const areThere = indexes.every((index) => index < count) && new Set(indexes).size === indexes.length;
  must(areThere, "hand", "a play opens a hidden card twice, or one that is not there");
  const played = indexes.map((index) => /** @type {Ciphertext} */ (cards[index]));
  const shares = checkShares(hand.key, played.map(({ a }) => a), context, blob.subarray(front + named.length));
  played.forEach(({ b }, at) => {
    const face = minus(b, /** @type {Element} */ (shares[at]));
    must(isSame(face, faceOf(/** @type {number} */ (named[at]))), "hand", "a play opens another card than it names");
  });
  const left = cards.filter((_, index) => !indexes.includes(index));
  return { hand: { key: hand.key, cards: left, isAged: false }, mixed, played, shares };
}
