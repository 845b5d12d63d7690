/** A game on the page: each of its parts is drawn anew when what it shows has changed. */

import { _ } from "../core/language.js";
import { redraw } from "../live/redraw.js";
import { lastScore } from "./round_result.js";
import { verdictElements } from "./fairness.js";
import { isPausing } from "../client/table.js";
import { boardElements, handElements, offerElements, promptText, shufflingText } from "./playing.js";
import { newestLines } from "./talk.js";

/** @typedef {import("../client/table.js").Table} Table */
/** @typedef {import("./choosing.js").Choosing} Choosing */
/** @typedef {import("./playing.js").PlayActions} PlayActions */
/** @typedef {{ [name in "board" | "hand" | "prompt" | "offers" | "log"]: HTMLElement }} GameParts */

const LINES = 60; // two or three rounds; each redraw makes all of them anew
/** Melds up to which cards are drawn larger, where the board has room. */
// Chosen: from a fifth on the larger cards would fill the board.
const FEW_MELDS = 4;

/** Whether the own seat may do anything now. @param {Table} table */
export function mayPlay(table) {
  const log = table.game?.log;
  return Boolean(log && log.seat !== null && !log.fault && !table.isViewWrong && !log.isShuffling && !log.ended && !log.isPaused);
}

/** Whether it is the player's turn. @param {GameParts} parts @param {Table} shown @param {Choosing} choosing @param {PlayActions} does
 * @param {{ mayAct: boolean, order: import("./playing.js").Order, asked: string, hint: string, verdict: import("./fairness.js").Verdict | null }} how */
export function drawPlay(parts, shown, choosing, does, { mayAct, order, asked, hint, verdict }) {
  const { view, game: played, clock } = shown;
  const position = view?.position;
  const seat = played?.log.seat ?? null;
  const fresh = freshCards(shown);
  const choice = [[...choosing.cards], [...choosing.melds], choosing.isCalling, choosing.version, choosing.most];
  const people = shown.shown.seats.map((/** @type {any[]} */ row) => row.slice(2));
  redraw(parts.board, [position, choice, people, lastScore(shown)?.round, played?.log.isShuffling, position ? "" : shufflingText(shown), verdict], () => boardElements(shown, mayAct ? choosing : null, does, verdictElements(verdict)));
  redraw(parts.hand, [position?.hands, position?.hidden, choice, order, mayAct, played?.log.ended, [...fresh]], () => handElements(shown, choosing, does, order, fresh));
  const isMine = mayAct && position?.turn === seat && choosing.legal.length > 0;
  const prompt = hint ? _("simple hint: {advice}", { advice: hint }) : promptText(shown, choosing);
  redraw(parts.prompt, prompt, () => prompt);
  parts.prompt.className = `prompt${isMine ? " turn" : ""}${clock?.seat === seat && clock?.stage === "warning" ? " hurry" : ""}`;
  parts.board.classList.toggle("roomy", (position?.melds.length ?? 0) <= FEW_MELDS);
  const key = [choice, asked, shown.isActing, shown.shown.stage, isPausing(shown), played?.log.ended, played?.log.isShuffling, position?.melds, position?.discard.length, mayAct];
  redraw(parts.offers, key, () => offerElements(shown, choosing, does));
  parts.offers.setAttribute("aria-busy", String(shown.isActing || shown.isAskingView));
  redraw(parts.log, [shown.noted, played?.number, shown.number], () => newestLines(shown, LINES));
  return isMine;
}

/** The hand that was seen last, and what came into it in this turn. @type {WeakMap<Table, { hand: readonly string[], fresh: Set<string> }>} */
const seen = new WeakMap();

/** The cards that came in this turn, not the deal's. @param {Table} table @returns {ReadonlySet<string>} */
function freshCards(table) {
  const position = table.view?.position;
  const seat = table.game?.log.seat ?? -1;
  /** @type {readonly string[]} */
  const hand = position?.hands[seat] ?? [];
  const before = seen.get(table) ?? { hand: [], fresh: new Set() };
  const came = before.hand.length ? hand.filter((card) => !before.hand.includes(card)) : [];
  const isDeal = came.length === hand.length;
  const fresh = position?.turn !== seat || isDeal ? new Set() : new Set([...before.fresh, ...came].filter((card) => hand.includes(card)));
  seen.set(table, { hand, fresh });
  return fresh;
}
