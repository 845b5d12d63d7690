/**
 * What a seat may lay in Vegas rummy, as the game's page lists it (docs/rules/vegas.md, "The list of legal actions"): a wild card never stands
 * for a card that the hand holds, never makes up a whole meld, and wild cards are used in their order.
 */

import { DECK, faceName, RANKS } from "../core/cards.js";

/** @typedef {import("./vegas.js").VegasRound} VegasRound */

const FEWEST = 3; // docs/rules/vegas.md, as the next
const LONGEST_RUN = 13;
const HIGH_ACE = 13;

/** Melds, lay-offs and swaps; the rules still refuse some. @param {VegasRound} round @param {readonly number[]} hand @returns {Iterable<string>} */
export function* vegasPlays(round, hand) {
  const held = new Set(hand.map((card) => card % DECK));
  const wild = hand.filter((card) => round.isWild(card)).map((card) => card % DECK).sort((a, b) => inOrder(a) - inOrder(b));
  for (const faces of shapes()) yield* filled(faces, held, wild);
  for (let rank = 0; rank < 13; rank += 1) yield* withOpenSuits(rank, held, wild);
  for (const [on, meld] of round.melds.entries()) {
    for (const face of round.fittingFaces(meld)) {
      if (held.has(face)) yield `lay ${faceName(face)} on ${on}`;
      else if (wild[0] !== undefined) yield `lay ${faceName(wild[0])}=${faceName(face)} on ${on}`;
    }
    for (const face of held) yield `swap ${faceName(face)} on ${on}`;
  }
}

/** Jokers first, then the wild rank by suit. @param {number} face */
const inOrder = (face) => (face < 52 ? DECK : 0) + face;

/** The faces of every run and set, in the order of the table. @returns {Iterable<number[]>} */
function* shapes() {
  for (let suit = 0; suit < 52; suit += 13)
    for (let first = 0; first + FEWEST - 1 <= HIGH_ACE; first += 1)
      for (let size = FEWEST; size <= LONGEST_RUN && first + size - 1 <= HIGH_ACE; size += 1) yield Array.from({ length: size }, (_, at) => suit + ((first + at) % 13));
  for (let rank = 0; rank < 13; rank += 1) {
    const four = [0, 13, 26, 39].map((suit) => suit + rank);
    yield four;
    for (const left of four) yield four.filter((face) => face !== left);
  }
}

/** The wild cards that are left in their order, if these faces are laid for what they are. @param {readonly number[]} wild
 * @param {readonly number[]} own */
function leftOver(wild, own) {
  const left = [...wild];
  for (const face of own) if (left.includes(face)) left.splice(left.indexOf(face), 1);
  return left;
}

/** The meld of these faces, wild cards where one is not held. @param {readonly number[]} faces @param {ReadonlySet<number>} held
 * @param {readonly number[]} wild @returns {Iterable<string>} */
function* filled(faces, held, wild) {
  const own = faces.filter((face) => held.has(face));
  const supply = leftOver(wild, own);
  if (own.length === 0 || faces.length - own.length > supply.length) return;
  yield `meld ${faces.map((face) => (held.has(face) ? faceName(face) : `${faceName(supply.shift() ?? 0)}=${faceName(face)}`)).join(" ")}`;
}

/** What is held of a rank, with wild cards up to three whose suit is left open. @param {number} rank @param {ReadonlySet<number>} held
 * @param {readonly number[]} wild @returns {Iterable<string>} */
function* withOpenSuits(rank, held, wild) {
  const own = [0, 13, 26, 39].map((suit) => suit + rank).filter((face) => held.has(face));
  const [left, lacking] = [leftOver(wild, own), FEWEST - own.length];
  if (own.length === 0 || lacking <= 0 || lacking > left.length) return;
  yield `meld ${[...own.map(faceName), ...left.slice(0, lacking).map((face) => `${faceName(face)}=${RANKS.charAt(rank)}?`)].join(" ")}`;
}
