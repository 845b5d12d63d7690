/** The last games that this device played at this host: kept in the browser, listed below the tables. */

import { _, currentLanguage } from "../core/language.js";
import { hex } from "../core/bytes.js";
import { h } from "../cards/elements.js";
import { gameTitle } from "../live/games.js";
import { VARIETIES } from "../rules/varieties.js";
import { pointsText } from "../table/event_text.js";
import { lastScore } from "./round_result.js";

/** @import { Keep } from "../client/own_statements.js" */
/** @import { Table } from "../client/table.js" */
/** @import { Verdict } from "./fairness.js" */
/** `at`: Unix time in milliseconds; `points` by place, the first first.
 * @typedef {{ log: string, at: number, variant: string, kind: Verdict["kind"], points: [string, number][] }} PastGame */

const PLACE = "games";
/** What a long session plays, and a list that a thumb still goes through; some 300 bytes each are nothing beside the logs. */
const MOST = 20;

/** From the best to the worst. @type {Verdict["kind"][]} */
const KINDS = ["good", "part", "bad"];

/** The games that were kept, newest first. @param {Keep} keep @returns {PastGame[]} */
export function pastGames(keep) {
  return JSON.parse(keep.get(PLACE) ?? "[]");
}

/** Keep what there is to say of the player's game, once it has ended or was found unfair.
 * @param {Keep} keep @param {Table} table @param {Verdict | null} verdict @param {number} now Unix time in milliseconds */
export function notePastGame(keep, table, verdict, now) {
  const log = table.game?.log;
  if (!log || !verdict || log.seat === null || !(log.ended || log.fault)) return;
  const games = pastGames(keep);
  const id = hex(log.id);
  const before = games.find((one) => one.log === id);
  const { variant } = table.shown;
  // what was found once stays: a player puts doubts away, and a host may show its log in another way to a page that is loaded anew
  const kind = KINDS[Math.max(KINDS.indexOf(verdict.kind), before ? KINDS.indexOf(before.kind) : 0)] ?? verdict.kind;
  const game = { log: id, at: before?.at ?? now, variant, kind, points: pointsByPlace(table, variant) };
  if (JSON.stringify(before) === JSON.stringify(game)) return;
  const others = games.filter((one) => one !== before);
  keep.set(PLACE, JSON.stringify([game, ...others].sort((a, b) => b.at - a.at).slice(0, MOST)));
}

/** After the last round, or as they stood where a game was broken off. @param {Table} table @param {string} variant @returns {[string, number][]} */
function pointsByPlace(table, variant) {
  const scores = lastScore(table)?.scores ?? table.view?.position.scores ?? [];
  const sign = VARIETIES[variant]?.highestWins === false ? 1 : -1;
  const points = table.names.map((name, seat) => /** @type {[string, number]} */ ([name, scores[seat] ?? 0]));
  return points.sort((a, b) => sign * (a[1] - b[1]));
}

/** @param {readonly PastGame[]} games @returns {HTMLElement[]} */
export function pastGameElements(games) {
  if (!games.length) return [];
  const kinds = { good: _("fair"), part: _("not fully checked"), bad: _("NOT FAIR") };
  const dateText = (/** @type {number} */ at) => new Date(at).toLocaleString(currentLanguage(), { dateStyle: "medium", timeStyle: "short" });
  return [
    h("details", { "data-key": "past-games" },
      h("summary", {}, _("Your last games on this device")),
      h("ul", { class: "past-games" }, ...games.map(({ at, variant, kind, points }) =>
        h("li", {},
          h("p", { class: "quiet" }, `${dateText(at)} · ${gameTitle(variant)} · `, h("span", { class: kind }, kinds[kind])),
          h("p", {}, points.map(([name, value]) => `${name} ${pointsText(value)}`).join(", "))))),
    ),
  ];
}
