/** The one hash of data in the protocol. Source: protocol/FAIRNESS.md, "Hashes". */

import { sha256 } from "@noble/hashes/sha2.js";
import { frame, joined, utf8 } from "./bytes.js";

export { sha256 };

/**
 * `H(tag, f1, …, fk)`: 32 bytes, each field preceded by its length.
 * @param {string} tag @param {...Uint8Array} fields @returns {Uint8Array}
 */
export function taggedHash(tag, ...fields) {
  return sha256(joined(utf8(`rummynet/v1/${tag}\0`), frame(...fields)));
}
