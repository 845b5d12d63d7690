/** The one hash of data in the protocol. Source: protocol/FAIRNESS.md, "Hashes". */

import { sha256 } from "@noble/hashes/sha2.js";
import { u32, utf8 } from "./bytes.js";

export { sha256 };

/**
 * `H(tag, f1, …, fk)`: 32 bytes, each field preceded by its length.
 * @param {string} tag @param {...Uint8Array} fields @returns {Uint8Array}
 */
export function taggedHash(tag, ...fields) {
  const state = sha256.create().update(utf8(`rummynet/v1/${tag}\0`));
  for (const field of fields) state.update(u32(field.length)).update(field);
  return state.digest();
}
