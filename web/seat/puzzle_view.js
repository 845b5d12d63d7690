/** A puzzle on the page: the parts of a game, with the question or the answer in place of the prompt. */

import { _ } from "../core/language.js";
import { h, select } from "../cards/elements.js";
import { fitCards } from "../live/fitting.js";
import { gameTitle, VARIANTS } from "../live/games.js";
import { icon } from "../table/icons.js";
import { redraw } from "../live/redraw.js";
import { boardElements, handElements, offerElements, playerElements } from "./playing.js";

/** @import { PuzzleRun } from "../puzzles/puzzle_run.js" */
/** @import { Choosing } from "./choosing.js" */
/** @import { Does } from "./seat_requests.js" */

/** The head of the page. @param {HTMLElement} place @param {PuzzleRun} run @param {Does} does @param {() => void} leave */
export function drawPuzzleTitle(place, run, does, leave) {
  const game = run.puzzle ? gameTitle(run.puzzle.line.game) : "";
  redraw(place, ["puzzle", run.title, game, run.game], () => [
    h("button", { class: "plain", "data-key": "back", "aria-label": _("leave the puzzles"), onclick: leave }, icon("leave")),
    h("h1", { title: run.title }, run.title, game && h("small", {}, game)),
    run.puzzle && gameSelect(run, does),
  ]);
}

/** @param {import("./game_view.js").GameParts} parts @param {PuzzleRun} run @param {Choosing} choosing @param {Does} does
 * @param {{ order: import("./playing.js").Order, asked: string }} how */
export function drawPuzzle(parts, run, choosing, does, { order, asked }) {
  const { puzzle } = run;
  parts.prompt.className = `prompt puzzle ${puzzle?.outcome ?? ""}`;
  redraw(parts.prompt, run.says, () => run.says);
  redraw(parts.heard, "puzzle", () => []);
  if (!puzzle) {
    for (const place of [parts.players, parts.hand, parts.offers, parts.log]) redraw(place, "puzzle", () => []);
    redraw(parts.board, ["puzzle", run.problem], () => h("p", { class: "quiet middle", role: "status" }, run.problem));
    return;
  }
  const { table } = puzzle;
  const { position } = /** @type {{ position: any }} */ (table.view);
  const seat = puzzle.line.seat;
  choosing.offer(puzzle.legal, position.hands[seat], position.discard);
  const choice = ["puzzle", run.acts, [...choosing.cards], [...choosing.melds], choosing.most, choosing.line];
  redraw(parts.players, choice, () => playerElements(table));
  redraw(parts.board, choice, () => boardElements(table, puzzle.outcome ? null : choosing, does), puzzle);
  const room = parts.hand.clientWidth;
  redraw(parts.hand, [choice, order, room, innerWidth, innerHeight], () => handElements(table, choosing, does, order, room, puzzle.fresh), puzzle);
  redraw(parts.offers, [choice, asked], () => (puzzle.outcome ? answeredElements(run, does) : openElements(run, choosing, does)));
  fitCards(parts.board, position);
  redraw(parts.log, ["puzzle", run.acts], () => puzzle.told.filter(Boolean).reverse().map((line) => h("li", {}, line)));
}

/** @param {PuzzleRun} run @param {Choosing} choosing @param {Does} does */
function openElements(run, choosing, does) {
  const { table } = run;
  const isChosen = choosing.cards.size > 0 || choosing.melds.size > 0;
  const show = () => { choosing.clear(); run.showAnswer(); does.redraw(); };
  return [
    ...(table ? offerElements(table, choosing, does, false) : []),
    !isChosen && h("button", { class: "quiet", "data-key": "show-answer", onclick: show }, _("show the answer: counts as wrong")),
  ];
}

/** @param {PuzzleRun} run @param {Does} does */
function answeredElements(run, does) {
  return [
    // first: who answered with a key and presses it once more has still to read why
    run.puzzle?.hasMore && h("button", { "data-key": "line", onclick: () => { run.goOn(); does.redraw(); } }, _("watch the next move")),
    h("button", { class: "main", "data-key": "next-puzzle", onclick: () => { run.next(); does.redraw(); } }, _("next puzzle")),
  ];
}

/** Of which game the next ones are. @param {PuzzleRun} run @param {Does} does */
function gameSelect(run, does) {
  return select({ "data-key": "puzzle-game", "aria-label": _("puzzles of which game") }, [["", _("any game")], ...VARIANTS.filter((one) => run.lines.some(({ game }) => game === one)).map((one) => /** @type {const} */ ([one, gameTitle(one)]))], run.game,
    (game) => { run.choose(game); does.redraw(); });
}
