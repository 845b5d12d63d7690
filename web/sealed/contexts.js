/**
 * What binds a proof to its place: table, round, epoch, seat and moment. A proof that is carried elsewhere meets another
 * context there, and fails.
 */

import { frame, u32, u8, utf8 } from "../core/bytes.js";
import { taggedHash } from "../core/hash.js";

/** @import { Element } from "./group.js" */
/** What proofs of a whole round are bound to: `deal` of its first epoch, `z` with all contributions to that.
 * @typedef {{ session: Uint8Array, deal: Uint8Array, z: Uint8Array }} RoundContext */
/** What proofs about one stock are bound to: `deal` and `z` of its epoch, and the stock's key.
 * @typedef {{ session: Uint8Array, deal: Uint8Array, z: Uint8Array, joint: Element }} EpochContext */

/** Stands for the host where a seat is named: it keeps a part of each key, and has no key to the deck. */
export const HOST = 255;

/** A(s). @param {Uint8Array} session @param {Uint8Array} deal @param {number} seat @param {Uint8Array} identity */
export function possessionContext(session, deal, seat, identity) {
  return frame(utf8("pop"), session, deal, u8(seat), identity);
}

/** M(e, k). @param {EpochContext} epoch @param {number} index of the mix in its chain */
export function mixContext({ session, deal, z, joint }, index) {
  return frame(utf8("mix"), session, deal, z, joint.bytes, u8(index));
}

/** G(e, s, h). @param {EpochContext} epoch @param {number} seat @param {Uint8Array} head after the entry that made the shares due
 * @param {readonly number[]} positions */
export function giveContext({ session, deal, z, joint }, seat, head, positions) {
  return frame(utf8("give"), session, deal, z, joint.bytes, u8(seat), head, Uint8Array.from(positions));
}

/** P(s, i, h). @param {RoundContext} round @param {number} seat @param {number} number of the signed action @param {Uint8Array} head it is aimed at */
export function playContext({ session, deal, z }, seat, number, head) {
  return frame(utf8("play"), session, deal, z, u8(seat), u32(number), head);
}

/** X(s). @param {RoundContext} round @param {number} seat */
export function escrowContext({ session, deal, z }, seat) {
  return frame(utf8("escrow"), session, deal, z, u8(seat));
}

/** C(s, t): t says that its part of s's key does not open. @param {RoundContext} round @param {number} dealer @param {number} seat */
export function complaintContext({ session, deal, z }, dealer, seat) {
  return frame(utf8("complain"), session, deal, z, u8(dealer), u8(seat));
}

/** Z_e of a later epoch. @param {Uint8Array} deal of that epoch @param {Uint8Array} z of the first @param {Uint8Array} head after its `shuffle` */
export function epochZ(deal, z, head) {
  return taggedHash("sealed-z", deal, z, head);
}

/** k of a seat, or the host's. @param {Uint8Array} deal @param {number} seat @param {Uint8Array} identity @param {Uint8Array} key @param {Uint8Array} possession */
export function keyCommitment(deal, seat, identity, key, possession) {
  return taggedHash("key-commit", deal, u8(seat), identity, key, possession);
}

/** What a signed statement holds in place of a proof. @param {Uint8Array} blob */
export function blobHash(blob) {
  return taggedHash("blob", blob);
}

/** R, all that the seats co-sign. @param {EpochContext} epoch @param {ReadonlyMap<number, Element>} keys by seat
 * @param {readonly Uint8Array[]} escrows by ascending seat @param {readonly Uint8Array[]} mixes each a deck and its proof @param {number} cards */
export function sealedRoot({ deal, z, joint }, keys, escrows, mixes, cards) {
  const seats = [...keys].sort(([a], [b]) => a - b);
  return taggedHash(
    "sealed-root", deal, z, joint.bytes, Uint8Array.from(seats, ([seat]) => seat), ...seats.map(([, key]) => key.bytes),
    u8(escrows.length), ...escrows.map(blobHash), ...mixes.map(blobHash), u8(cards),
  );
}
