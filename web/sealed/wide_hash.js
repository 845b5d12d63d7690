/** SHA-512 over a tag and fields with their lengths, for elements and scalars, which are made from 64 bytes. */

import { sha512 } from "@noble/hashes/sha2.js";
import { joined, u32, utf8 } from "../core/bytes.js";

/** @typedef {"face" | "gen" | "gen0" | "key" | "mix-u" | "mix-x" | "nonce" | "nonce-order" | "nonce-scalar" | "pad" | "pop" | "share" | "share-w"} WideTag */

/** S(tag, f1, …): 64 bytes. @param {WideTag} tag @param {...Uint8Array} fields @returns {Uint8Array} */
export function wideHash(tag, ...fields) {
  const state = sha512.create().update(utf8(`rummynet/v1/sealed/${tag}\0`));
  for (const field of fields) state.update(u32(field.length)).update(field);
  return state.digest();
}

/** Fields joined, each with its length in front, so that no two lists give the same bytes. @param {...Uint8Array} fields */
export function frame(...fields) {
  return joined(...fields.flatMap((field) => [u32(field.length), field]));
}

/** Two bytes, the most significant first. @param {number} value @returns {Uint8Array} */
export function u16(value) {
  return Uint8Array.of(value >>> 8, value);
}

/** The first 16 bytes of SHA-512(statement ‖ u16 index), a weight's. @param {Uint8Array} statement @param {number} index @returns {Uint8Array} */
export function weightBytes(statement, index) {
  return sha512(joined(statement, u16(index))).subarray(0, 16);
}
