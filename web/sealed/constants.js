/**
 * Elements that are the same in every game, all from hashes, so that nobody knows a relation between them: the face of
 * each card, and the generators of the mix proof. They are computed, never received.
 */

import { hex, u8 } from "../core/bytes.js";
import { Element, hashToElement, prepare, total } from "./group.js";

/** Codes of cards: four decks of 54, copies counted apart. */
export const CARDS = 216;

/** @type {Element[]} */
const faces = [];
/** @type {Element[]} */
const generators = [];
/** @type {Map<string, number>} */
const cardsByFace = new Map();
/** @type {Map<number, Element>} */
const generatorTotals = new Map();

/** F_c = hg("face", u8 c). Throws RangeError. @param {number} card @returns {Element} */
export function faceOf(card) {
  if (!Number.isInteger(card) || card < 0 || card >= CARDS) throw new RangeError("no code of a card");
  return (faces[card] ??= new Element(() => hashToElement("face", u8(card)).point, null, () => card));
}

/** Take the faces as another thread of this page has computed them. @param {readonly Uint8Array[]} all */
export function takeFaces(all) {
  all.forEach((bytes, card) => {
    faces[card] = new Element(() => hashToElement("face", u8(card)).point, bytes, () => card);
    cardsByFace.set(hex(bytes), card);
  });
}

/** The card with this face; null if there is none. @param {Element} face */
export function cardWithFace(face) {
  if (cardsByFace.size === 0) for (let card = 0; card < CARDS; card += 1) cardsByFace.set(hex(faceOf(card).bytes), card);
  return cardsByFace.get(hex(face.bytes)) ?? null;
}

/** The first generators, G_i = hg("gen", u8 i). @param {number} count up to CARDS */
export function generatorsFor(count) {
  return Array.from({ length: count }, (_, index) => (generators[index] ??= hashToElement("gen", u8(index))));
}

/** Σ G_i of the first: every check of a mix needs it. @param {number} count */
export function generatorTotal(count) {
  const known = generatorTotals.get(count) ?? total(generatorsFor(count));
  generatorTotals.set(count, known);
  return known;
}

/** @type {Element | null} */
let start = null;

/** G* = hg("gen0"): where the chain of the mix proof begins. */
export function chainStart() {
  if (!start) prepare((start = hashToElement("gen0")));
  return start;
}
