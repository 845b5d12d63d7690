/** Between two rounds and after the last one: who went out, everybody's points and cards, and the rummies nobody called. */

import { _, ngettext } from "../core/language.js";
import { h } from "../cards/elements.js";
import { bySuit, wordCard } from "../table/card_names.js";
import { outText, pointsText, winnerText, withSign } from "../table/event_text.js";
import { VARIETIES } from "../rules/varieties.js";
import { missedRummies, missedText } from "../table/frames.js";

/** @import { Table } from "../client/table.js" */
/** @typedef {Record<string, any>} Entry */

const MOST_MISSED = 4; // more would push the points off a phone

/** The score of the round that is over while no new one has been dealt; null during a round. @param {Table} table @returns {Entry | null} */
export function lastScore(table) {
  for (let at = table.logLines.length - 1; at >= 0; at -= 1) {
    const one = table.logLines[at];
    if (!one || !("entry" in one)) continue;
    if (one.entry.e === "deal") return null;
    if (one.entry.e === "score") return one.entry;
  }
  return null;
}

/** @param {Table} table @param {Entry} score @param {HTMLElement[]} verdict what was checked of the game, at its end */
export function roundResultElement(table, score, verdict) {
  const { names } = table;
  const me = table.game?.log.seat ?? null;
  const seats = names.map((_name, seat) => seat).sort((a, b) => (score.scores[b] ?? 0) - (score.scores[a] ?? 0));
  const order = VARIETIES[table.shown.variant]?.highestWins === false ? seats.reverse() : seats;
  const held = heldCards(table);
  const rows = order.map((seat) =>
    h("tr", { class: seat === me ? "me" : null },
      h("th", { scope: "row" }, names[seat] ?? "", held?.[seat]?.length ? h("span", { class: "fan" }, ...held[seat].map((card) => wordCard(card))) : null),
      h("td", {}, withSign(score.round_scores[seat] ?? 0)),
      h("td", {}, h("b", {}, pointsText(score.scores[seat] ?? 0))),
    ),
  );
  return h("section", { class: "round-result", "aria-label": titleText(score, names, me) },
    h("h2", {}, titleText(score, names, me)),
    h("table", {},
      h("thead", {}, h("tr", {}, h("td", {}), h("th", { scope: "col" }, _("round")), h("th", { scope: "col" }, _("Points")))),
      h("tbody", {}, ...rows),
    ),
    ...verdict,
    ...missedElements(table),
  );
}

/** @param {Entry} score @param {readonly string[]} names @param {number | null} me */
function titleText(score, names, me) {
  if (!score.finished) return _("Round {round}: {out}", { round: score.round, out: outText(score.out, { names, me }) });
  const won = winnerText(score.winner, { names, me }, score.scores);
  return won.charAt(0).toUpperCase() + won.slice(1);
}

/** What each seat was left with, once the cards are open; else null. @param {Table} table */
export function heldCards(table) {
  const history = table.game?.log.auditor.play.history.at(-1);
  return history?.score ? (history.moments.at(-1)?.table.hands.map(bySuit) ?? null) : null;
}

/** @param {Table} table */
function missedElements(table) {
  const history = table.game?.log.auditor.play.history.at(-1);
  const missed = missedRummies(history?.score ? history.moments : []);
  if (!missed.length) return [];
  const lines = missed.slice(0, MOST_MISSED).map((one) => h("li", {}, missedText(one, table.names)));
  return [
    h("h3", {}, ngettext("{n} rummy that nobody called", "{n} rummies that nobody called", missed.length, { n: missed.length })),
    h("ul", {}, ...lines),
  ];
}
