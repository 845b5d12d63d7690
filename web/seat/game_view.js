/** A game on the page: each of its parts is drawn anew when what it shows has changed. */

import { _ } from "../core/language.js";
import { h } from "../cards/elements.js";
import { fitCards } from "../live/fitting.js";
import { redraw } from "../live/redraw.js";
import { lastScore } from "./round_result.js";
import { verdictElements } from "./fairness.js";
import { isPausing } from "../client/table.js";
import { boardElements, handElements, offerElements, playerElements, promptText, shufflingText } from "./playing.js";
import { logLine, newestLines } from "./talk.js";

/** @import { Table } from "../client/table.js" */
/** @import { Does } from "./seat_requests.js" */
/** @typedef {{ [name in "players" | "board" | "hand" | "prompt" | "offers" | "log" | "heard" | "people"]: HTMLElement }} GameParts */

const MOST_HEARD = 6; // a turn of a fast bot; more would still be read when the own turn is there
const LINES = 60; // two or three rounds; each redraw makes all of them anew

/** Whether the own seat may do anything now. @param {Table} table */
export function mayPlay(table) {
  const log = table.game?.log;
  return Boolean(log && log.seat !== null && !log.fault && !log.isShuffling && !log.ended && !log.isPaused);
}

/** Whether it is the player's turn. @param {GameParts} parts @param {Table} shown @param {import("./choosing.js").Choosing} choosing @param {Does} does
 * @param {{ mayAct: boolean, order: import("./playing.js").Order, asked: string, hint: string, verdict: import("./fairness.js").Verdict | null,
 *   turning: import("./turning_points.js").Found | undefined, turningElements: () => HTMLElement[] }} how */
export function drawPlay(parts, shown, choosing, does, { mayAct, order, asked, hint, verdict, turning, turningElements }) {
  const { view, game: played, clock } = shown;
  const position = view?.position;
  const seat = played?.log.seat ?? null;
  const fresh = freshCards(shown);
  const choice = [[...choosing.cards], [...choosing.melds], choosing.isCalling, choosing.version, choosing.most, choosing.line];
  const people = [shown.shown.delays, ...shown.shown.seats.map((/** @type {any[]} */ row) => row.slice(2))];
  const room = parts.hand.clientWidth; // before anything changes: it would lay out the page once more
  const end = [lastScore(shown)?.round, verdict];
  redraw(parts.players, [position, people, end], () => playerElements(shown, end.some(Boolean)));
  redraw(parts.board, [position, choice, end, played?.log.isShuffling, position ? "" : shufflingText(shown), turning], () => boardElements(shown, mayAct ? choosing : null, does, verdictElements(verdict), turningElements()), shown);
  redraw(parts.hand, [position?.hands, position?.hidden, choice, order, mayAct, played?.log.ended, [...fresh], room, innerWidth, innerHeight], () => handElements(shown, choosing, does, order, room, fresh), shown);
  const isMine = mayAct && position?.turn === seat && choosing.legal.length > 0;
  const prompt = hint ? _("simple hint: {advice}", { advice: hint }) : promptText(shown, choosing);
  redraw(parts.prompt, prompt, () => prompt);
  parts.prompt.className = `prompt${isMine ? " turn" : ""}${clock?.seat === seat && clock?.stage === "warning" ? " hurry" : ""}`;
  const key = [choice, asked, shown.isActing, shown.shown.stage, isPausing(shown), played?.log.ended, played?.log.isShuffling, position?.melds, position?.discard.length, mayAct];
  redraw(parts.offers, key, () => offerElements(shown, choosing, does), shown);
  parts.offers.setAttribute("aria-busy", String(shown.isActing));
  fitCards(parts.board, [position?.melds, position?.discard, end, turning, parts.hand.querySelectorAll(".cards").length, parts.people.querySelector("button") !== null]);
  redraw(parts.log, [shown.noted, shown.logLines.at(-1), played?.number, shown.number], () => newestLines(shown, LINES));
  redraw(parts.heard, [shown.noted, shown.number], () => unheardLines(shown, does));
  return isMine;
}

/** How many lines of each table have been read aloud. @type {WeakMap<Table, number>} */
const heard = new WeakMap();

/** What is read aloud to those who hear the page: the lines that came since, the oldest first; of a log that comes at once, the newest.
 * A rummy that another player called is shown over the table too. @param {Table} table @param {Does} does */
function unheardLines(table, does) {
  const before = heard.get(table) ?? table.noted - 1;
  heard.set(table, table.noted);
  const came = Math.min(table.noted - before, MOST_HEARD);
  const lines = came > 0 ? table.logLines.slice(-came) : [];
  const call = lines.filter((one) => "entry" in one && one.entry.seat !== table.game?.log.seat && one.events.some(({ event }) => event === "called_rummy")).pop();
  if (call) does.explain(logLine(table, call)?.textContent ?? "", false);
  return lines.flatMap((one) => logLine(table, one) ?? []).map((line) => h("p", {}, line.textContent));
}

/** The hand that was drawn last, in which round and behind how many throws, and what had come into it since that throw.
 * @type {WeakMap<Table, { round: string, threw: number, hand: readonly string[], fresh: Set<string> }>} */
const seen = new WeakMap();

/** The cards that came in this turn, not the deal's. Whole turns of others may pass between two frames, so the log says when the turn began.
 * @param {Table} table @returns {ReadonlySet<string>} */
export function freshCards(table) {
  const position = table.view?.position;
  const seat = table.game?.log.seat ?? -1;
  /** @type {readonly string[]} */
  const hand = position?.hands[seat] ?? [];
  const before = seen.get(table);
  const round = position ? `${table.game?.number} ${position.round}` : before?.round ?? "";
  // A hand that is not there for a moment would make the next one look dealt.
  if (before && before.round === round && !hand.length) return before.fresh;
  const moments = table.game?.log.auditor.play.history.at(-1)?.moments ?? [];
  const threw = moments.filter(({ events }) => events.some(({ event }) => event === "threw_out")).length;
  const isDeal = !before?.hand.length || before.round !== round;
  const came = isDeal ? [] : hand.filter((card) => !before?.hand.includes(card));
  const earlier = before?.threw === threw ? [...before.fresh] : [];
  const fresh = position?.turn !== seat || isDeal ? new Set() : new Set([...earlier, ...came].filter((card) => hand.includes(card)));
  seen.set(table, { round, threw, hand, fresh });
  return fresh;
}
