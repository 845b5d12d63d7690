/** The lesson on the page: the parts of a game, with the instruction in place of the prompt. */

import { _ } from "../core/language.js";
import { h } from "../cards/elements.js";
import { fitCards } from "../live/fitting.js";
import { redraw } from "../live/redraw.js";
import { wordText } from "../table/card_names.js";
import { boardElements, handElements, offerElements, playerElements, promptText } from "./playing.js";

/** @import { GameParts } from "./game_view.js" */
/** @import { Lesson } from "./lesson.js" */
/** @import { Does } from "./seat_requests.js" */

const CARD = /\b[A2-9TJQK][CDHS]\b/g;

/** @param {GameParts} parts @param {Lesson} lesson @param {import("./choosing.js").Choosing} choosing @param {Does} does @param {import("./playing.js").Order} order
 * @param {() => void} leave */
export function drawLesson(parts, lesson, choosing, does, order, leave) {
  const { table } = lesson;
  const position = table.view?.position;
  choosing.offer(lesson.legal, position?.hands[0] ?? [], position?.discard ?? []);
  const choice = ["lesson", lesson.acts, [...choosing.cards], [...choosing.melds], choosing.isCalling, choosing.most, choosing.line, order];
  redraw(parts.players, choice, () => playerElements(table));
  redraw(parts.board, choice, () => boardElements(table, choosing, does));
  const room = parts.hand.clientWidth;
  redraw(parts.hand, [choice, room, innerWidth, innerHeight], () => handElements(table, choosing, does, order, room));
  const says = choosing.isCalling ? promptText(table, choosing) : lesson.says;
  redraw(parts.prompt, says, () => says.replace(CARD, wordText));
  parts.prompt.className = "prompt lesson";
  redraw(parts.offers, choice, () => [
    ...(lesson.isDone ? [] : offerElements(table, choosing, does)),
    h("button", { class: lesson.isDone ? "main" : "quiet", "data-key": "end-lesson", onclick: leave }, lesson.isDone ? _("To the table") : _("end the lesson")),
  ]);
  fitCards(parts.board, position);
  redraw(parts.log, "lesson", () => []);
}
