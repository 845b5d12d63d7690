/** The shuffle, salts and the tree over the deck. Source: protocol/FAIRNESS.md, "The shuffle" and "Openings". */

import { shake256 } from "@noble/hashes/sha3.js";
import { equal, joined, u8, utf8 } from "./bytes.js";
import { taggedHash } from "./hash.js";

/** A stream of bytes from a key, and even draws from it. */
export class Drbg {
  /** @param {Uint8Array} key */
  constructor(key) {
    this.stream = shake256.create({}).update(joined(utf8("rummynet/v1/drbg\0"), key));
    this.used = 0;
    this.rejected = 0;
  }

  /** A number from 0 to limit - 1. @param {number} limit 1 to 256 */
  below(limit) {
    const bound = 256 - (256 % limit);
    for (;;) {
      const byte = this.stream.xof(1)[0] ?? 0;
      this.used += 1;
      if (byte < bound) return byte % limit;
      this.rejected += 1;
    }
  }
}

/** The deck, its top first. @param {Iterable<number>} cards @param {Uint8Array} key @returns {number[]} */
export function shuffle(cards, key) {
  const deck = [...cards].sort((a, b) => a - b);
  const stream = new Drbg(key);
  for (let i = deck.length - 1; i > 0; i -= 1) {
    const j = stream.below(i + 1);
    [deck[i], deck[j]] = [deck[j] ?? 0, deck[i] ?? 0];
  }
  return deck;
}

/** What is drawn by, of all contributions and a secret of the host. @param {"first-key" | "deck-key" | "salt-key" | "insert-key"} what @param {Uint8Array} z
 * @param {Uint8Array} secret */
export function drawKey(what, z, secret) {
  return taggedHash(what, z, secret);
}

/** How many cards lie above each card put back. @param {Uint8Array} key @param {number[]} stocks cards in the stock before each */
export function insertPlaces(key, stocks) {
  const stream = new Drbg(key);
  return stocks.map((size) => stream.below(size + 1));
}

/** @param {Uint8Array} deal @param {number} position @param {number} card @param {Uint8Array} salt */
export function leafHash(deal, position, card, salt) {
  return taggedHash("leaf", deal, u8(position), u8(card), salt);
}

/** The leaves of a deck. @param {Uint8Array} deal @param {number[]} deck @param {Uint8Array} key that of the salts */
export function leavesOf(deal, deck, key) {
  return deck.map((card, position) => leafHash(deal, position, card, taggedHash("salt", key, u8(position))));
}

/** The largest power of two below a number of leaves. @param {number} count above 1 */
function leftPart(count) {
  let size = 1;
  while (size * 2 < count) size *= 2;
  return size;
}

/** The root over leaves, as in RFC 6962. @param {Uint8Array[]} leaves at least one @returns {Uint8Array} */
export function merkleRoot(leaves) {
  const only = leaves[0];
  if (only === undefined) throw new RangeError("a tree without leaves");
  if (leaves.length === 1) return only;
  const cut = leftPart(leaves.length);
  return taggedHash("node", merkleRoot(leaves.slice(0, cut)), merkleRoot(leaves.slice(cut)));
}

/** The sides on which the siblings of a position stand, from the leaf upward: true where the sibling is on the left.
 * @param {number} position @param {number} count @returns {boolean[]} */
function siblingSides(position, count) {
  if (count === 1) return [];
  const cut = leftPart(count);
  return position < cut
    ? [...siblingSides(position, cut), false]
    : [...siblingSides(position - cut, count - cut), true];
}

/** @typedef {{ position: number, card: number, salt: Uint8Array, path: Uint8Array }} Opening */

/** Whether an opening leads to the root. @param {Uint8Array} deal @param {Opening} opening @param {number} count cards of the deck @param {Uint8Array} root */
export function isOpening(deal, { position, card, salt, path }, count, root) {
  if (position >= count) return false;
  const sides = siblingSides(position, count);
  if (path.length !== 32 * sides.length) return false;
  let node = leafHash(deal, position, card, salt);
  sides.forEach((left, at) => {
    const sibling = path.subarray(32 * at, 32 * at + 32);
    node = left ? taggedHash("node", sibling, node) : taggedHash("node", node, sibling);
  });
  return equal(node, root);
}

/** @param {Uint8Array} deal @param {Uint8Array} cset @param {Uint8Array} z @param {number} count @param {Uint8Array} root */
export function dealRoot(deal, cset, z, count, root) {
  return taggedHash("deal-root", deal, cset, z, u8(count), root);
}
