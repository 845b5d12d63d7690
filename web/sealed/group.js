/**
 * ristretto255 (RFC 9496): elements and scalars from outside, and arithmetic with them. The only module of the sealed
 * deck that knows the library, so another one can take its place here.
 *
 * Why @noble/curves: the pages have it already, so the whole sealed deck adds 15 kB to one (6 kB compressed). It starts at
 * once, needs no permission in the content policy, and is another library than the package's, so a mistake of one shows.
 * libsodium.js was measured with these same modules: 413 kB more (171 kB compressed), WebAssembly, which the policy would
 * have to allow ('wasm-unsafe-eval'), and an asynchronous start. Milliseconds of processor time, Node 20, one run of both
 * on a busy machine, November 2026:
 *
 *     cards                        20            52            108
 *     mix: noble, libsodium     25,  5.0      42,   12       75,   24
 *     its proof made            47,   21     118,   50      222,  103
 *     its proof checked         63,   29     151,   71      298,  143
 *     a share made, checked     noble 2.8, 2.5; libsodium 0.6, 0.8
 *
 * A deal for one of four seats with 52 cards (a mix, its proof, three checks) takes 0.61 s with noble and 0.28 s with
 * libsodium. That is the price. Another one: sums of BigInt do not take the same time for every value, so how long a page
 * computes tells a little about its secrets, to whoever can measure it.
 */

import { interleavedMSMUnsafe } from "@noble/curves/abstract/curve.js";
import { ristretto255, ristretto255_hasher } from "@noble/curves/ed25519.js";
import { bytesToNumberLE, numberToBytesLE } from "@noble/curves/utils.js";
import { equal, frame } from "../core/bytes.js";
import { holds } from "../core/held.js";
import { must } from "./cheat.js";
import { weightBytes, wideHash } from "./wide_hash.js";

const { Point } = ristretto255;
const FIELD = 2n ** 255n - 19n;
const ORDER = Point.Fn.ORDER;
export const SIZE = 32;

/** @import { WideTag } from "./wide_hash.js" */
/** @typedef {InstanceType<typeof Point>} CurvePoint */
/** @typedef {bigint} Scalar a number below the order of the group */

/** An element as plain data, for another thread: its bytes, a card whose face it is, or an element and those to take from it.
 * @typedef {Uint8Array | number | Uint8Array[]} PlainElement */

export class Element {
  /** @type {CurvePoint | (() => CurvePoint)} */
  #point;
  /** @type {Uint8Array | null} */
  #bytes;
  /** @type {(() => PlainElement) | null} */
  #recipe;

  /** @param {CurvePoint | (() => CurvePoint)} point or what makes it, where that may never be asked for
   * @param {Uint8Array | null} [bytes] its spelling, where it is known @param {(() => PlainElement) | null} [recipe] what it is made of */
  constructor(point, bytes = null, recipe = null) {
    this.#point = point;
    this.#bytes = bytes;
    this.#recipe = recipe;
  }

  get point() {
    if (typeof this.#point === "function") this.#point = this.#point();
    return this.#point;
  }

  get isSpelled() {
    return this.#bytes !== null;
  }

  /** Take its bytes as another thread of this page has computed them. @param {Uint8Array} bytes */
  spell(bytes) {
    this.#bytes ??= bytes;
  }

  /** @returns {PlainElement} */
  get plain() {
    return this.#bytes ?? this.#recipe?.() ?? this.bytes;
  }

  /** Its 32 bytes, made when they are asked for first: that takes as long as thirty additions. */
  get bytes() {
    this.#bytes ??= this.point.toBytes();
    return this.#bytes;
  }
}

Point.BASE.precompute(8);
export const IDENTITY = new Element(Point.ZERO, new Uint8Array(SIZE));
export const BASE = new Element(Point.BASE);
export const ZERO = 0n;
export const ONE = 1n;

// -- from outside

/** The element that these bytes are the one spelling of; never the identity. Throws Cheat("element").
 * @param {Uint8Array} bytes */
export function readElement(bytes) {
  const [found] = readPieces(bytes, [bytes]);
  return /** @type {Element} */ (found);
}

/** The elements of these pieces. Those that are known to be some become points when they are asked for. @param {Uint8Array} bytes
 * @param {Uint8Array[]} parts */
function readPieces(bytes, parts) {
  /** @type {Element[] | null} */
  let found = null;
  holds("elements", [bytes], () => {
    found = parts.map(decoded);
    return true;
  });
  return found ?? parts.map((one) => {
    const copy = one.slice();
    return new Element(() => Point.fromBytes(copy), copy);
  });
}

/** @param {Uint8Array} bytes */
function decoded(bytes) {
  must(bytes.length === SIZE, "element", `an element has ${SIZE} bytes, not ${bytes.length}`);
  // These three are tests of ours: libraries differ in what they take for a second spelling of the same element.
  must(bytesToNumberLE(bytes) < FIELD, "element", "an element is written as a number beyond the field");
  must(((bytes[0] ?? 0) & 1) === 0, "element", "an element is written as an odd number");
  must(bytes.some((byte) => byte !== 0), "element", "an element is the identity");
  const copy = bytes.slice();
  try {
    return new Element(Point.fromBytes(copy), copy);
  } catch {
    must(false, "element", "these bytes are no element of the group");
  }
}

/** An element that was made or checked here, from plain data; of a first deck it may be the identity. @param {PlainElement} plain
 * @param {(card: number) => Element} faceOf @returns {Element} */
export function elementFrom(plain, faceOf) {
  if (typeof plain === "number") return faceOf(plain);
  if (Array.isArray(plain)) {
    const [from = IDENTITY, ...less] = plain.map((one) => elementFrom(one, faceOf));
    return difference(from, less);
  }
  return plain.some((byte) => byte !== 0) ? readElement(plain) : IDENTITY;
}

/** The scalar that these bytes are the one spelling of. Throws Cheat("element"). @param {Uint8Array} bytes @returns {Scalar} */
export function readScalar(bytes) {
  must(bytes.length === SIZE, "element", `a scalar has ${SIZE} bytes, not ${bytes.length}`);
  const value = bytesToNumberLE(bytes);
  // Never reduced: with s + L for s a proof would have a second spelling.
  must(value < ORDER, "element", "a scalar is not below the order of the group");
  return value;
}

/** Bytes cut into 32 each; the last piece may be shorter, and whoever reads it refuses it. @param {Uint8Array} bytes */
function pieces(bytes) {
  return Array.from({ length: Math.ceil(bytes.length / SIZE) }, (_, at) => bytes.subarray(SIZE * at, SIZE * at + SIZE));
}

/** The elements joined in these bytes. Throws Cheat("element"). @param {Uint8Array} bytes */
export function readElements(bytes) {
  return readPieces(bytes, pieces(bytes));
}

/** The scalars joined in these bytes. Throws Cheat("element"). @param {Uint8Array} bytes */
export function readScalars(bytes) {
  return pieces(bytes).map(readScalar);
}

/** @param {Scalar} value @returns {Uint8Array} */
export function scalarBytes(value) {
  return numberToBytesLE(value, SIZE);
}

/** A list of elements as one field of a hash. @param {readonly Element[]} elements */
export function listed(elements) {
  return frame(...elements.map(({ bytes }) => bytes));
}

// -- from hashes

/** hs: a scalar from a hash. @param {WideTag} tag @param {...Uint8Array} fields @returns {Scalar} */
export function hashToScalar(tag, ...fields) {
  return bytesToNumberLE(wideHash(tag, ...fields)) % ORDER;
}

/** hg: an element from a hash; nobody knows its logarithm. @param {WideTag} tag @param {...Uint8Array} fields */
export function hashToElement(tag, ...fields) {
  // The type of the hasher makes this optional; it is there (RFC 9496, section 4.3.4).
  const derive = /** @type {(bytes: Uint8Array) => CurvePoint} */ (ristretto255_hasher.deriveToCurve);
  return new Element(derive(wideHash(tag, ...fields)));
}

/** The weights with these indexes in a sum: 128 bits each, drawn after the whole statement.
 * @param {Uint8Array} statement @param {number} first @param {number} end @returns {Scalar[]} */
export function weightsOf(statement, first, end) {
  return Array.from({ length: end - first }, (_, at) => bytesToNumberLE(weightBytes(statement, first + at)));
}

// -- elements

/** @param {Element} p @param {Element} q */
export function isSame(p, q) {
  return p.isSpelled && q.isSpelled ? equal(p.bytes, q.bytes) : p.point.equals(q.point);
}

/** @param {Element} p @param {Element} q */
export function plus(p, q) {
  return new Element(p.point.add(q.point));
}

/** @param {Element} p @param {Element} q */
export function minus(p, q) {
  return new Element(p.point.subtract(q.point));
}

/** P without all of the others, computed when it is asked for. @param {Element} p @param {readonly Element[]} less */
export function difference(p, less) {
  const point = () => less.reduce((left, one) => left.subtract(one.point), p.point);
  return new Element(point, null, () => [p.bytes, ...less.map(({ bytes }) => bytes)]);
}

/** s P, also for a secret s. @param {Scalar} s @param {Element} p */
export function times(s, p) {
  // The library refuses zero, and takes the identity for a mistake.
  if (s === 0n || p.point.is0()) return IDENTITY;
  return new Element(p.point.multiply(s));
}

/** s B of the base point, also for a secret s. @param {Scalar} s */
export function base(s) {
  return times(s, BASE);
}

/** Make a table of an element that will be multiplied dozens of times: a third of the time for each. @param {Element} p */
export function prepare(p) {
  if (!p.point.is0()) p.point.precompute(6);
}

/** The sum of all; the identity if there are none. @param {readonly Element[]} elements */
export function total(elements) {
  return elements.reduce(plus, IDENTITY);
}

/** Σ s_i P_i, over as many as there are weights; how long it takes depends on the weights.
 * @param {readonly Scalar[]} weights @param {readonly Element[]} elements */
export function combination(weights, elements) {
  const points = elements.slice(0, weights.length).map(({ point }) => point);
  return new Element(interleavedMSMUnsafe(Point, points, 5)([...weights]));
}

// -- scalars

/** @param {Scalar} s @param {Scalar} t @returns {Scalar} */
export function scalarPlus(s, t) {
  return (s + t) % ORDER;
}

/** @param {Scalar} s @param {Scalar} t @returns {Scalar} */
export function scalarMinus(s, t) {
  return (s - t + ORDER) % ORDER;
}

/** @param {Scalar} s @param {Scalar} t @returns {Scalar} */
export function scalarTimes(s, t) {
  return (s * t) % ORDER;
}

/** @param {readonly Scalar[]} values */
export function scalarTotal(values) {
  return values.reduce(scalarPlus, ZERO);
}

/** @param {readonly Scalar[]} values */
export function scalarProduct(values) {
  return values.reduce(scalarTimes, ONE);
}

/** Σ s_i t_i. @param {readonly Scalar[]} weights @param {readonly Scalar[]} values */
export function scalarCombination(weights, values) {
  return weights.reduce((sum, weight, at) => scalarPlus(sum, scalarTimes(weight, values[at] ?? ZERO)), ZERO);
}
