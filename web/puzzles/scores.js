/**
 * Ratings of a player and of the puzzles that the player has answered, by Elo: rummynet/puzzles/scores.py, which says where the numbers
 * come from. Kept in the browser, in the same form as the program's file.
 */

/** @import { Keep } from "../client/own_statements.js" */
/** @typedef {{ rating: number, right: boolean }} Answered the rating of the puzzle since then, on this device */
/** @typedef {{ form: 1, rating: number, puzzles: { [id: string]: Answered } }} PuzzleScores */

export const PLACE = "puzzles";
const FIRST_RATING = 1200;
const SCALE = 400;
const [STEP_AT_FIRST, STEP] = [40, 20];
const NEW = 20;
const PUZZLE_STEP = 10;

/** One decimal is kept. @param {number} value */
const rounded = (value) => Number(value.toFixed(1));

/** What this browser has kept. @param {Keep} keep @returns {PuzzleScores} */
export function loadScores(keep) {
  return JSON.parse(keep.get(PLACE) ?? "null") ?? { form: 1, rating: FIRST_RATING, puzzles: {} };
}

/** The scores after an answer; only the first answer to a puzzle counts. @param {PuzzleScores} scores @param {string} id @param {number} first its rating
 * in the list @param {boolean} right @returns {PuzzleScores} */
export function withAnswer(scores, id, first, right) {
  if (scores.puzzles[id]) return scores;
  const answered = Object.keys(scores.puzzles).length;
  const gained = Number(right) - 1 / (1 + 10 ** ((first - scores.rating) / SCALE));
  const step = answered < NEW ? STEP_AT_FIRST : STEP;
  const puzzle = { rating: rounded(first - PUZZLE_STEP * gained), right };
  return { form: 1, rating: rounded(scores.rating + step * gained), puzzles: { ...scores.puzzles, [id]: puzzle } };
}
