/** Cards as ciphertexts: `{a, b}` under a key Y holds the face F if a = rB and b = F + rY. */

import { joined } from "../core/bytes.js";
import { must } from "./cheat.js";
import { CARDS, cardWithFace, faceOf } from "./constants.js";
import { IDENTITY, SIZE, base, listed, minus, plus, readElements, times } from "./group.js";

/** @import { Element, Scalar } from "./group.js" */
/** @typedef {{ a: Element, b: Element }} Ciphertext */

export const CIPHERTEXT = 2 * SIZE;

/** The deck before the first mix, which everybody computes. Throws RangeError unless the codes ascend. @param {readonly number[]} cards */
export function firstDeck(cards) {
  const ascends = cards.every((card, at) => card >= 0 && card < CARDS && (at === 0 || card > (cards[at - 1] ?? CARDS)));
  if (cards.length === 0 || !ascends) throw new RangeError("the first deck has cards in ascending order, each once");
  return openCards(cards);
}

/** Cards that everybody has seen, in the order given. @param {readonly number[]} cards @returns {Ciphertext[]} */
export function openCards(cards) {
  return cards.map((card) => ({ a: IDENTITY, b: faceOf(card) }));
}

/** The same card under another mask. @param {Ciphertext} card @param {Scalar} mask @param {Element} key @returns {Ciphertext} */
export function reEncrypted({ a, b }, mask, key) {
  return { a: plus(a, base(mask)), b: plus(b, times(mask, key)) };
}

/** The card in it; null if it is none. @param {Ciphertext} card @param {Scalar} secret */
export function cardUnder({ a, b }, secret) {
  return cardWithFace(minus(b, times(secret, a)));
}

/** @param {readonly Ciphertext[]} cards */
export function packCards(cards) {
  return joined(...cards.flatMap(({ a, b }) => [a.bytes, b.bytes]));
}

/** Exactly so many ciphertexts. Throws Cheat("mix") for another number, Cheat("element").
 * @param {Uint8Array} bytes @param {number} count @returns {Ciphertext[]} */
export function readCards(bytes, count) {
  must(bytes.length === CIPHERTEXT * count, "mix", `${count} cards have ${CIPHERTEXT * count} bytes, not ${bytes.length}`);
  const found = readElements(bytes);
  return Array.from({ length: count }, (_, at) => ({ a: found[2 * at] ?? IDENTITY, b: found[2 * at + 1] ?? IDENTITY }));
}

/** list(a, b) as one field of a hash. @param {readonly Ciphertext[]} cards */
export function listedCards(cards) {
  return listed(cards.flatMap(({ a, b }) => [a, b]));
}
