/** SHA-512 over a tag and fields with their lengths, for elements and scalars, which are made from 64 bytes. */

import { sha512 } from "@noble/hashes/sha2.js";
import { frame, joined, u16, utf8 } from "../core/bytes.js";

/** @typedef {"face" | "gen" | "gen0" | "key" | "mix-u" | "mix-x" | "nonce" | "nonce-order" | "nonce-scalar" | "pad" | "pop" | "share" | "share-w"} WideTag */

/** S(tag, f1, …): 64 bytes. @param {WideTag} tag @param {...Uint8Array} fields @returns {Uint8Array} */
export function wideHash(tag, ...fields) {
  return sha512(joined(utf8(`rummynet/v1/sealed/${tag}\0`), frame(...fields)));
}

/** The first 16 bytes of SHA-512(statement ‖ u16 index), a weight's. @param {Uint8Array} statement @param {number} index @returns {Uint8Array} */
export function weightBytes(statement, index) {
  return sha512(joined(statement, u16(index))).subarray(0, 16);
}
