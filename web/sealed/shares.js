/** Shares of cards: d_i = x a_i for a batch, with one proof for all (Chaum-Pedersen; RFC 9497, section 2.2, for the batch). */

import { joined } from "../core/bytes.js";
import { holds } from "../core/held.js";
import { must } from "./cheat.js";
import { HedgedNonces } from "./nonces.js";
import {
  BASE, ONE, SIZE, base, combination, hashToScalar, listed, readElements, readScalar, scalarBytes, scalarMinus, scalarPlus,
  scalarTimes, times, weightsOf, ZERO,
} from "./group.js";
import { wideHash } from "./wide_hash.js";

/** @import { Element } from "./group.js" */

/** Bytes of a batch: the shares, c and s. @param {number} count */
export function sharesSize(count) {
  return SIZE * (count + 2);
}

/** What weights and challenge are hashed from. @param {Uint8Array} context @param {Element} key @param {readonly Element[]} points
 * @param {readonly Element[]} shares */
function statementOf(context, key, points, shares) {
  return [context, key.bytes, listed(points), listed(shares)];
}

/** v_0 = 1, v_1, v_2, …: a batch that is wrong in one place is found for certain, another one but for 2^-128.
 * @param {readonly Uint8Array[]} statement @param {number} count */
function weightsFor(statement, count) {
  return [ONE, ...weightsOf(wideHash("share-w", ...statement), 1, count)];
}

/** The shares of these a_i with their proof. Throws RangeError for none.
 * @param {import("./round_keys.js").RoundKey} key @param {readonly Element[]} points @param {Uint8Array} context @param {Uint8Array} fresh 32 random bytes */
export function makeShares(key, points, context, fresh) {
  if (points.length === 0) throw new RangeError("a batch of shares has at least one");
  const shares = points.map((point) => times(key.secret, point));
  const statement = statementOf(context, key.public, points, shares);
  const a = combination(weightsFor(statement, points.length), points);
  const w = new HedgedNonces(key.secret, fresh, "share", ...statement).scalar("w");
  const c = hashToScalar("share", ...statement, base(w).bytes, times(w, a).bytes);
  return joined(...shares.map(({ bytes }) => bytes), scalarBytes(c), scalarBytes(scalarPlus(w, scalarTimes(c, key.secret))));
}

/** The shares, if their proof holds. Throws Cheat("share") or Cheat("element").
 * @param {Element} key @param {readonly Element[]} points @param {Uint8Array} context @param {Uint8Array} blob */
export function checkShares(key, points, context, blob) {
  const count = points.length;
  must(blob.length === sharesSize(count), "share", `${count} shares have ${sharesSize(count)} bytes, not ${blob.length}`);
  const shares = readElements(blob.subarray(0, SIZE * count));
  const c = readScalar(blob.subarray(SIZE * count, SIZE * (count + 1)));
  const s = readScalar(blob.subarray(SIZE * (count + 1)));
  const statement = statementOf(context, key, points, shares);
  const areProven = holds("shares", [...statement, blob], () => {
    const weights = weightsFor(statement, count);
    const minusC = scalarMinus(ZERO, c);
    const t1 = combination([s, minusC], [BASE, key]);
    const t2 = combination([s, minusC], [combination(weights, points), combination(weights, shares)]);
    return c === hashToScalar("share", ...statement, t1.bytes, t2.bytes);
  });
  must(areProven, "share", "the proof of a seat's shares does not hold");
  return shares;
}
