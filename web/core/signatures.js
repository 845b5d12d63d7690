/**
 * Ed25519 as protocol/FAIRNESS.md ("Signatures") takes it: canonical keys and points, none of small order, and the
 * equation without the cofactor. The library's own `verify` multiplies by the cofactor, so it is not used here.
 */

import { ed25519 } from "@noble/curves/ed25519.js";
import { bytesToNumberLE } from "@noble/curves/utils.js";
import { sha512 } from "@noble/hashes/sha2.js";
import { equal, hex, joined, utf8 } from "./bytes.js";
import { holds } from "./held.js";

const { Point } = ed25519;
const FIELD = 2n ** 255n - 19n; // RFC 8032, section 5.1
const ORDER = Point.Fn.ORDER;
Point.BASE.precompute(8); // a table of 33 windows in place of 44: built once, used for every signature
const EIGHTH = BigInt("0x05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826");
const SMALL_ORDER = new Set([0n, 1n, FIELD - 1n, EIGHTH, FIELD - EIGHTH]);

/** @typedef {InstanceType<typeof Point>} CurvePoint */

/** Whether 32 bytes are in the form of a point that may be used: y below p, and not that of a point of small order.
 * @param {Uint8Array} bytes */
function isWellFormed(bytes) {
  if (bytes.length !== 32) return false;
  const y = bytesToNumberLE(bytes) & ((1n << 255n) - 1n);
  return y < FIELD && !SMALL_ORDER.has(y);
}

/** Points of the keys met so far with their tables: a log has few keys and thousands of signatures.
 * @type {Map<string, CurvePoint | null>} */
const points = new Map();
// the players and hosts of four full tables; a file that names thousands of keys must not fill memory
const MOST_POINTS = 64;

/** The point of a key; null if it is none that may sign. @param {Uint8Array} key */
function pointOf(key) {
  const name = hex(key);
  const known = points.get(name);
  if (known !== undefined) return known;
  /** @type {CurvePoint | null} */
  let point = null;
  if (isWellFormed(key)) {
    try {
      point = Point.fromBytes(key);
      point.precompute(8);
    } catch {
      point = null;
    }
  }
  if (points.size >= MOST_POINTS) points.clear();
  points.set(name, point);
  return point;
}

/** Whether a public key can sign here (condition 1). @param {Uint8Array} key */
export function isUsableKey(key) {
  return pointOf(key) !== null;
}

/** What is signed. @param {string} kind @param {Uint8Array} payload */
export function signedBytes(kind, payload) {
  return joined(utf8(`rummynet/v1/sig/${kind}\0`), payload);
}

/** Whether the signature of this kind holds (conditions 1 to 4).
 * @param {Uint8Array} key @param {string} kind @param {Uint8Array} payload @param {Uint8Array} signature */
export function isSignature(key, kind, payload, signature) {
  return holds("signature", [key, signature, signedBytes(kind, payload)], () => verifies(key, kind, payload, signature));
}

/** @param {Uint8Array} key @param {string} kind @param {Uint8Array} payload @param {Uint8Array} signature */
function verifies(key, kind, payload, signature) {
  if (signature.length !== 64) return false;
  const point = pointOf(key);
  const r = signature.subarray(0, 32);
  const s = bytesToNumberLE(signature.subarray(32));
  if (point === null || !isWellFormed(r) || s >= ORDER) return false;
  const k = bytesToNumberLE(sha512(joined(r, key, signedBytes(kind, payload)))) % ORDER;
  return equal(Point.BASE.multiplyUnsafe(s).subtract(point.multiplyUnsafe(k)).toBytes(), r);
}

/** A signature of this kind with a private key of 32 bytes. @param {Uint8Array} secret @param {string} kind @param {Uint8Array} payload */
export function sign(secret, kind, payload) {
  return ed25519.sign(signedBytes(kind, payload), secret);
}

/** The public key of a private one. @param {Uint8Array} secret */
export function publicKey(secret) {
  return ed25519.getPublicKey(secret);
}
