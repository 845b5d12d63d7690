/** Plays the puzzles of tests/web/test_puzzle_pages.py, and tells every difference: `node tests/agree_puzzles.js < LINES`. */

import "./catalogues.js";
import { createInterface } from "node:readline";
import { useLanguage } from "../core/language.js";
import { nextOne, ofDay } from "../puzzles/choosing.js";
import { PuzzleTable } from "../puzzles/puzzle_table.js";
import { momentText } from "../seat/turning_points.js";
import { withAnswer } from "../puzzles/scores.js";

/** @import { Line } from "../puzzles/puzzle.js" */

let differences = 0;
/** @type {Line[]} */
const lines = [];

/** @param {string} about @param {unknown} here @param {unknown} there */
function compare(about, here, there) {
  if (JSON.stringify(here) === JSON.stringify(there)) return;
  differences += 1;
  if (differences <= 20) console.log(`${about}: the package ${JSON.stringify(there)}, here ${JSON.stringify(here)}`);
}

/** @param {any} position */
function seen({ hands, hidden, discard, melds, stock, turn, phase, scores, wild = null, laid = null }) {
  return { hands: hands.map((/** @type {string[]} */ hand) => [...hand].sort()), hidden, discard, melds, stock, turn, phase, scores, wild, laid };
}

/** One puzzle answered in every way that is asked for. @param {Line} line @param {any} asked */
function comparePuzzle(line, { language, answers, position, told, line: moves, end }) {
  useLanguage([language]);
  const open = new PuzzleTable(line, line.rating);
  compare(`${line.id} position`, seen(open.position), position);
  compare(`${line.id} told`, open.told.filter(Boolean), told);
  for (const [action, outcome, question, verdict] of answers) {
    const table = /** @type {PuzzleTable} */ (Object.assign(Object.create(PuzzleTable.prototype), open)); // the moves are played once
    compare(`${line.id} question`, table.question, question);
    if (action) table.act(action);
    else table.showAnswer();
    compare(`${line.id} ${action}`, [table.outcome, table.verdict], [outcome, verdict]);
  }
  open.showAnswer();
  const before = open.told.length;
  while (open.hasMore) open.goOn();
  compare(`${line.id} line`, open.told.slice(before), moves);
  compare(`${line.id} end`, seen(open.position), end);
}

for await (const text of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(text);
  if (asked.puzzle) {
    if (!lines.some(({ id }) => id === asked.puzzle.id)) lines.push(asked.puzzle);
    comparePuzzle(asked.puzzle, asked);
  } else if (asked.moment) {
    useLanguage([asked.language]);
    compare(`moment ${asked.moment.did}`, momentText(asked.moment, asked.names), asked.says);
  } else if (asked.days) {
    const ids = lines.map(({ id }) => id);
    compare("days", Object.keys(asked.days).map((day) => ofDay(ids, Number(day))), Object.values(asked.days));
  } else {
    /** @type {import("../puzzles/scores.js").PuzzleScores} */
    let scores = { form: 1, rating: 1200, puzzles: {} };
    for (const { id, first, right, after, next } of asked.scores) {
      scores = withAnswer(scores, id, first, right);
      compare(`rating after ${id}`, scores, after);
      compare(`next after ${id}`, [0, 1, 2, 3, 4].map((place) => nextOne([...lines], scores, () => place)), next);
    }
  }
}
console.log(`${differences} differences`);
