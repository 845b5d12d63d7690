/**
 * Nonces from fresh bytes, a secret, and all that they are for: fresh bytes that come twice then never give one nonce
 * under two challenges, which would give the secret away.
 */

import { u16, utf8 } from "../core/bytes.js";
import { shuffle } from "../core/deck.js";
import { SIZE, hashToScalar, scalarBytes } from "./group.js";
import { wideHash } from "./wide_hash.js";

/** The nonces of one proof, and the permutation of one mix. */
export class HedgedNonces {
  /** @type {Uint8Array} */
  #seed;

  /** Throws RangeError. @param {import("./group.js").Scalar} secret @param {Uint8Array} fresh 32 random bytes @param {string} purpose @param {...Uint8Array} statement */
  constructor(secret, fresh, purpose, ...statement) {
    if (fresh.length !== SIZE) throw new RangeError(`nonces are made from ${SIZE} fresh random bytes`);
    this.#seed = wideHash("nonce", scalarBytes(secret), fresh, utf8(purpose), ...statement);
  }

  /** @param {string} name @param {number} [index] */
  scalar(name, index = 0) {
    return hashToScalar("nonce-scalar", this.#seed, utf8(name), u16(index));
  }

  /** @param {string} name @param {number} count */
  scalars(name, count) {
    return Array.from({ length: count }, (_, index) => this.scalar(name, index));
  }

  /** A permutation of 0 to count - 1. @param {number} count @returns {number[]} */
  order(count) {
    return shuffle(Array(count).keys(), wideHash("nonce-order", this.#seed));
  }
}
