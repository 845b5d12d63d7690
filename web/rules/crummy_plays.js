/**
 * What a seat may lay in Crummy rummy, as the game's page lists it (docs/rules/crummy.md, "The list of legal actions"): of lay-offs with wild
 * cards the first wild card alone, and only where no natural one is held; of contracts the lean ones.
 */

import { DECK, faceName, isJoker, RANKS } from "../core/cards.js";
import { CONTRACTS, isWild, SHORTEST_RUN } from "./contracts.js";

/** @typedef {import("./crummy.js").CrummyRound} CrummyRound */
/** @typedef {import("./crummy.js").CrummyMeld} CrummyMeld */
/** A run from its low end, each face with whether a wild card lies there. @typedef {{ face: number, isWild: boolean }[]} Run */
/** A set: its rank, its natural cards, whether a wild card completes it. @typedef {{ rank: number, faces: number[], isCompleted: boolean }} Set3 */
/** What a wild card may stand for in a meld, as it is written, and the natural cards that could lie there.
 * @typedef {{ stands: string, natural: number[] }} Place */
/** By face, how many natural cards of it the hand holds. @typedef {readonly number[]} Count */

const SMALLEST_SET = 3; // docs/rules/crummy.md, as the next
const HIGH_ACE = 13;
const WILD_FACES = [1, 14, 27, 40, 52, 53];
const SUITS = [0, 13, 26, 39];

/** Contracts, lay-offs and swaps. @param {CrummyRound} round @param {number} seat @param {readonly number[]} hand @returns {Iterable<string>} */
export function* crummyPlays(round, seat, hand) {
  if (!round.hasLaid[seat]) {
    yield* contracts(round, hand);
    return;
  }
  const held = new Set(hand.map((card) => card % DECK));
  const wild = WILD_FACES.find((face) => held.has(face));
  for (const [on, meld] of round.melds.entries()) {
    for (const { stands, natural } of openPlaces(round, meld)) {
      const own = natural.filter((face) => held.has(face));
      for (const face of own) yield `lay ${faceName(face)} on ${on}`;
      if (own.length === 0 && wild !== undefined) yield `lay ${faceName(wild)}=${stands} on ${on}`;
    }
    yield* swaps(round, on, held);
  }
}

/** A face, unless it is that of a wild card. @param {number} face */
const naturalOf = (face) => (isWild(face) ? [] : [face]);
/** @param {number} rank */
const ofRank = (rank) => SUITS.map((suit) => suit + rank);
/** @param {number} rank */
const openRank = (rank) => `${RANKS.charAt(rank)}?`;

/** @param {CrummyRound} round @param {CrummyMeld} meld @returns {Place[]} */
function openPlaces(round, meld) {
  if (meld.is.kind === "set") return [{ stands: openRank(meld.is.rank), natural: ofRank(meld.is.rank) }];
  return round.placesOf(meld).map((face) => ({ stands: faceName(face), natural: naturalOf(face) }));
}

/** Swaps into a meld: each card held for which a wild card lies there, each place for the wild card. @param {CrummyRound} round @param {number} on
 * @param {ReadonlySet<number>} held @returns {Iterable<string>} */
function* swaps(round, on, held) {
  const { cards, is } = /** @type {CrummyMeld} */ (round.melds[on]);
  for (const [at, card] of cards.entries()) {
    const moves = isJoker(card) || round.options.get("move") !== "jokers";
    if (!isWild(card) || (is.kind === "set" && !moves)) continue;
    const natural = is.kind === "set" ? ofRank(is.rank) : naturalOf(13 * is.suit + ((is.from + at) % 13));
    for (const face of natural.filter((one) => held.has(one)))
      for (const [to, other] of round.melds.entries()) {
        if (to === on ? is.kind === "set" : !moves) continue;
        for (const { stands } of openPlaces(round, other)) yield `swap ${faceName(face)} on ${on} lay ${faceName(card)}=${stands} on ${to}`;
      }
    if (is.kind === "set") return; // its wild cards are equal, so the first that may leave will do
  }
}

// -- contracts

/** The lean contracts: the shortest melds, no natural card left that could lie where a wild one does. @param {CrummyRound} round
 * @param {readonly number[]} hand @returns {Iterable<string>} */
function* contracts(round, hand) {
  const wanted = CONTRACTS[round.contract - 1] ?? { runs: 0, sets: 0, length: 0 };
  const count = Array.from({ length: DECK }, (_, face) => hand.filter((card) => card % DECK === face && !isWild(card)).length);
  const wild = WILD_FACES.flatMap((face) => hand.filter((card) => card % DECK === face).map(() => face));
  const isLow = round.options.get("ace_low") === true;
  const forms = round.takesWholeHand ? wholeHand(count, wild.length, isLow) : shortest(count, wild.length, wanted, isLow);
  for (const { runs, sets } of forms) {
    const supply = [...wild];
    const next = () => faceName(supply.shift() ?? 0);
    const melds = runs.map((run) => run.map((one) => (one.isWild ? `${next()}=${faceName(one.face)}` : faceName(one.face))));
    for (const { rank, faces, isCompleted } of sets) melds.push([...faces.map(faceName), ...(isCompleted ? [`${next()}=${openRank(rank)}`] : [])]);
    yield `contract ${melds.map((words) => words.join(" ")).join(" / ")}`;
  }
}

/** @param {Run} run */
const wildsIn = (run) => run.filter((one) => one.isWild).length;

/** Rounds 1 to 6. @param {Count} count @param {number} wild @param {{ runs: number, sets: number, length: number }} wanted @param {boolean} isLow
 * @returns {Iterable<{ runs: Run[], sets: Set3[] }>} */
function* shortest(count, wild, wanted, isLow) {
  const ranks = Array.from({ length: 13 }, (_, rank) => rank).filter((rank) => ofRank(rank).reduce((sum, face) => sum + (count[face] ?? 0), 0) >= 2);
  if (wanted.runs === 0) {
    const every = ranks.flatMap((rank) => leanSet(count, rank, []));
    for (const sets of choices(every, wanted.sets)) if (sets.filter((one) => one.isCompleted).length <= wild) yield { runs: [], sets };
    return;
  }
  const rows = [0, 1, 2, 3].map((suit) => fillings(count, wild, suit, wanted.length, isLow));
  if (wanted.sets === 0) for (const runs of severalRuns(rows, wild, wanted.runs)) yield { runs, sets: [] };
  else
    for (const rank of ranks)
      for (const runs of severalRuns(rows.map((row) => withAbsent(row, rank)), wild, wanted.runs))
        for (const found of leanSet(count, rank, runs)) if (runs.reduce((sum, run) => sum + wildsIn(run), Number(found.isCompleted)) <= wild) yield { runs, sets: [found] };
}

/** The set of a rank beside these runs: the first cards that they leave, a wild card if those are two. @param {Count} count @param {number} rank
 * @param {readonly Run[]} runs @returns {Set3[]} */
function leanSet(count, rank, runs) {
  const places = runs.flat().filter(({ face }) => face % 13 === rank);
  const used = (/** @type {number} */ face) => Number(places.some((one) => one.face === face && !one.isWild));
  const free = ofRank(rank).flatMap((face) => Array(Math.max(0, (count[face] ?? 0) - used(face))).fill(face));
  const [faces, left] = [free.slice(0, SMALLEST_SET), free.slice(SMALLEST_SET)];
  if (faces.length < 2 || places.some((one) => one.isWild && left.includes(one.face))) return [];
  return [{ rank, faces, isCompleted: faces.length < SMALLEST_SET }];
}

/** So many of these, in their order. @template T @param {readonly T[]} all @param {number} size @returns {Iterable<T[]>} */
function* choices(all, size) {
  if (size === 0) yield [];
  else for (const [at, first] of all.entries()) for (const rest of choices(all.slice(at + 1), size - 1)) yield [first, ...rest];
}

/** So many runs of different suits that need no more wild cards than there are. @param {readonly Run[][]} rows @param {number} wild
 * @param {number} size @returns {Iterable<Run[]>} */
function* severalRuns(rows, wild, size) {
  if (size === 0) yield [];
  else
    for (const [at, row] of rows.entries())
      for (const run of row) if (wildsIn(run) <= wild) for (const rest of severalRuns(rows.slice(at + 1), wild - wildsIn(run), size - 1)) yield [run, ...rest];
}

/** The faces of every run of this length. @param {number} suit @param {number} length @param {boolean} isLow */
function windows(suit, length, isLow) {
  const found = [];
  for (let first = isLow ? 0 : 1; first + length - 1 <= HIGH_ACE; first += 1) found.push(Array.from({ length }, (_, at) => 13 * suit + ((first + at) % 13)));
  return found;
}

/** The runs of a suit with a wild card exactly where the hand has no natural one. @param {Count} count @param {number} wild @param {number} suit
 * @param {number} length @param {boolean} isLow @returns {Run[]} */
function fillings(count, wild, suit, length, isLow) {
  const runs = windows(suit, length, isLow).map((faces) => faces.map((face) => ({ face, isWild: !count[face] })));
  return runs.filter((run) => wildsIn(run) <= wild && 2 * wildsIn(run) <= length);
}

/** The same, and once more with a wild card in place of the card of a rank: the set may take every copy of it. @param {readonly Run[]} runs
 * @param {number} rank @returns {Run[]} */
function withAbsent(runs, rank) {
  const has = runs.filter((run) => 2 * (wildsIn(run) + 1) <= run.length && run.some((one) => one.face % 13 === rank && !one.isWild));
  return [...runs, ...has.map((run) => run.map((one) => ({ ...one, isWild: one.isWild || one.face % 13 === rank })))];
}

/** Round 7: three runs that use up the hand. @param {Count} count @param {number} wild @param {boolean} isLow
 * @returns {Iterable<{ runs: Run[], sets: Set3[] }>} */
function* wholeHand(count, wild, isLow) {
  const suits = [0, 1, 2, 3].filter((suit) => count.slice(13 * suit, 13 * suit + 13).some(Boolean));
  if (suits.length !== 3 || Math.max(...count) > 1) return;
  const rows = suits.map((suit) => {
    const natural = Array.from({ length: 13 }, (_, rank) => 13 * suit + rank).filter((face) => count[face]);
    const lengths = Array.from({ length: HIGH_ACE + 1 }, (_, length) => length).filter((length) => length >= SHORTEST_RUN && length <= 2 * natural.length);
    const covering = lengths.flatMap((length) => windows(suit, length, isLow)).filter((faces) => natural.every((face) => faces.includes(face)));
    return covering.map((faces) => faces.map((face) => ({ face, isWild: !count[face] })));
  });
  for (const runs of severalRuns(rows, wild, 3)) if (runs.reduce((sum, run) => sum + wildsIn(run), 0) === wild) yield { runs, sets: [] };
}
