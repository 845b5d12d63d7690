/**
 * What a holder's program computes for a sealed deck, as jobs of plain data: so that a Worker can do them, and the same fresh bytes give the
 * same part again. All that a job needs is in it; nothing else is decrypted by it.
 */

import { packCards } from "./ciphertexts.js";
import { makeEscrow } from "./escrow.js";
import { faceOf } from "./constants.js";
import { elementFrom, readScalar } from "./group.js";
import { makePlay } from "./hidden_hand.js";
import { mixCards } from "./mix.js";
import { proveMix } from "./mix_proof.js";
import { keyOf } from "./round_keys.js";
import { makeShares } from "./shares.js";

/** @import { Ciphertext } from "./ciphertexts.js" */
/** @import { PlainElement } from "./group.js" */
/** @typedef {[PlainElement, PlainElement]} PlainCard */
/** Ciphertexts as two elements; `secret` is x.
 * @typedef {{ kind: "escrow", keepers: [number, Uint8Array][] } | { kind: "mix", cards: PlainCard[], key: Uint8Array }
 *   | { kind: "share", points: Uint8Array[] } | { kind: "play", cards: PlainCard[], isAged: boolean, named: number[] }} Work */
/** @typedef {Work & { secret: Uint8Array, context: Uint8Array, fresh: Uint8Array }} Job */

/** @param {readonly Ciphertext[]} cards @returns {PlainCard[]} */
export function plainCards(cards) {
  return cards.map(({ a, b }) => [a.plain, b.plain]);
}

/** @param {PlainElement} plain */
export function elementOf(plain) {
  return elementFrom(plain, faceOf);
}

/** @param {readonly PlainCard[]} cards @returns {Ciphertext[]} */
export function cardsOf(cards) {
  return cards.map(([a, b]) => ({ a: elementOf(a), b: elementOf(b) }));
}

/** The bytes of a part; of a mix the deck, then its proof. @param {Job} job @returns {Uint8Array[]} */
export function makePart(job) {
  const key = keyOf(readScalar(job.secret));
  const { context, fresh } = job;
  switch (job.kind) {
    case "escrow":
      return [makeEscrow(key, new Map(job.keepers.map(([seat, one]) => [seat, elementOf(one)])), context, fresh)];
    case "mix": {
      const mix = mixCards(cardsOf(job.cards), elementOf(job.key), context, key.secret, fresh);
      return [packCards(mix.after), proveMix(mix, key.secret, fresh)];
    }
    case "share":
      return [makeShares(key, job.points.map(elementOf), context, fresh)];
    default:
      return [makePlay({ key: key.public, cards: cardsOf(job.cards), isAged: job.isAged }, key, job.named, context, fresh)];
  }
}
