/** What is played without a table, and the turning points of a game. The page loads it when somebody asks for it (client/page_part.js). */

export { PuzzleRun } from "../../puzzles/puzzle_run.js";
export { Lesson } from "../../seat/lesson.js";
export { drawLesson } from "../../seat/lesson_view.js";
export { drawPuzzle, drawPuzzleTitle } from "../../seat/puzzle_view.js";
export { TurningPoints, turningPointElements } from "../../seat/turning_points.js";
