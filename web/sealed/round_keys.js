/** The key that each holder makes for a round, and the proof that it has the secret of what it shows. */

import { joined, u8 } from "../core/bytes.js";
import { holds } from "../core/held.js";
import { must } from "./cheat.js";
import { HedgedNonces } from "./nonces.js";
import { SIZE, base, hashToScalar, isSame, plus, readElement, readScalar, scalarBytes, scalarPlus, scalarTimes, times, total } from "./group.js";

/** @import { Element, Scalar } from "./group.js" */
/** x and Y = xB. @typedef {{ secret: Scalar, public: Element }} RoundKey */

/** A holder's key from the 32 random bytes that it keeps. Throws RangeError. @param {Uint8Array} secret @param {Uint8Array} deal @param {number} seat */
export function roundKey(secret, deal, seat) {
  if (secret.length !== SIZE) throw new RangeError(`a round's secret has ${SIZE} bytes`);
  return keyOf(hashToScalar("key", secret, deal, u8(seat)));
}

/** @param {Scalar} secret @returns {RoundKey} */
export function keyOf(secret) {
  return { secret, public: base(secret) };
}

/** T and s. @param {RoundKey} key @param {Uint8Array} context A(s) @param {Uint8Array} fresh 32 random bytes */
export function provePossession(key, context, fresh) {
  const w = new HedgedNonces(key.secret, fresh, "pop", context, key.public.bytes).scalar("w");
  const commit = base(w);
  const c = hashToScalar("pop", context, key.public.bytes, commit.bytes);
  return joined(commit.bytes, scalarBytes(scalarPlus(w, scalarTimes(c, key.secret))));
}

/** The key that a seat shows with its proof. Throws Cheat("key") or Cheat("element").
 * @param {Uint8Array} bytes @param {Uint8Array} context A(s) @param {Uint8Array} proof */
export function readKey(bytes, context, proof) {
  const key = readElement(bytes);
  must(proof.length === 2 * SIZE, "key", `a proof of possession has ${2 * SIZE} bytes, not ${proof.length}`);
  const [commit, s] = [readElement(proof.subarray(0, SIZE)), readScalar(proof.subarray(SIZE))];
  const isProven = holds("key", [context, bytes, proof], () => {
    const c = hashToScalar("pop", context, bytes, commit.bytes);
    return isSame(base(s), plus(commit, times(c, key)));
  });
  must(isProven, "key", "the proof for a key does not hold");
  return key;
}

/** Two seats with one key would read each other's cards. Throws Cheat("key"). @param {readonly Element[]} keys */
export function checkDistinct(keys) {
  const isDistinct = keys.every((key, at) => keys.slice(0, at).every((other) => !isSame(key, other)));
  must(isDistinct, "key", "two seats have shown the same key");
}

/** J. @param {ReadonlyMap<number, Element>} keys */
export function jointKey(keys) {
  return total([...keys.values()]);
}

/** Throws Cheat("key-open") unless xB = Y. @param {Element} key @param {Scalar} secret */
export function checkOpenedKey(key, secret) {
  must(isSame(base(secret), key), "key-open", "what was opened is not the secret of a key");
}
