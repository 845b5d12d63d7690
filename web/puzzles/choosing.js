/** Which puzzle comes next, as rummynet/puzzles/choosing.py has it: one a day for everybody, and others by rating. */

import { hex, utf8 } from "../core/bytes.js";
import { sha256 } from "../core/hash.js";

/** @import { Line } from "./puzzle.js" */
/** `chance(m)` is a uniform choice from 0 to m-1. @typedef {(below: number) => number} Chance */

/** The next puzzle is drawn among so many, the nearest to one's own rating. */
const NEAREST = 5;
const DAY_MILLIS = 86_400_000;
/** The number of 1970-01-01 where 0001-01-01 is 1: as Python counts days, whose list decides. */
const FIRST_DAY = 719_163;

/** The number of a day in UTC, the same for everybody. @param {number} now Unix time in milliseconds */
export function dayNumber(now) {
  return Math.floor(now / DAY_MILLIS) + FIRST_DAY;
}

/** The puzzle of a day: each comes once before any comes again. @param {readonly string[]} ids @param {number} day */
export function ofDay(ids, day) {
  const cycle = Math.floor(day / ids.length);
  const keyed = ids.map((id) => ({ id, key: hex(sha256(utf8(`rummynet puzzle ${cycle} ${id}`))) }));
  keyed.sort((a, b) => (a.key < b.key ? -1 : 1));
  return keyed[day % ids.length]?.id ?? "";
}

/** A puzzle that has not been answered yet, about as hard as one's own rating; where all have been, any.
 * @param {readonly Line[]} lines @param {import("./scores.js").PuzzleScores} scores @param {Chance} chance */
export function nextOne(lines, scores, chance) {
  const left = lines.filter(({ id }) => !scores.puzzles[id]);
  if (!left.length) return lines[chance(lines.length)]?.id ?? "";
  const far = (/** @type {Line} */ { rating }) => Math.abs(rating - scores.rating);
  const nearest = left.sort((a, b) => far(a) - far(b) || (a.id < b.id ? -1 : 1)).slice(0, NEAREST);
  return nearest[chance(nearest.length)]?.id ?? "";
}
