/**
 * The decisions of a finished game that cost the player most, each with a picture of its moment: found by the host's coach, which takes
 * its time, so the page asks until they are there (docs/bots.md, "The coach").
 */

import { hex } from "../core/bytes.js";
import { _, ngettext } from "../core/language.js";
import { h } from "../cards/elements.js";
import { factsElement, meldsElement, pilesElement } from "../live/table_elements.js";
import { actionWords } from "../table/action_text.js";
import { bySuit, wordCard } from "../table/card_names.js";
import { cardsOf, missedRummies } from "../table/frames.js";
import { adviceText, halfInterval, wholePoints } from "../table/reason_text.js";

/** @import { Table } from "../client/table.js" */
/** A line of `replay --coach --json`; `position` as in `rummynet engine`, by what the seat saw.
 * @typedef {{ round: number, seat: number, turn: number, did: string, better: string, reasons: import("../table/reason_text.js").Reason[], points: number, error: number, position: any }} Moment */
/** @typedef {"asked" | "failed" | readonly Moment[]} Found */

/** As in the terminal: with their positions three fill a screen. */
const MOST = 3;
const AGAIN_MILLIS = 2000; // the search takes seconds to minutes

export class TurningPoints {
  /** @param {() => void} changed draws the page */
  constructor(changed) {
    this.changed = changed;
    /** By log. @type {Map<string, Found>} */
    this.found = new Map();
  }

  /** What there is of the table's game; undefined if it was not asked for. @param {Table} table */
  of(table) {
    return table.game ? this.found.get(hex(table.game.log.id)) : undefined;
  }

  /** @param {Table} table */
  async ask({ number, game }) {
    const seat = game?.log.seat;
    if (!game || seat === null || seat === undefined) return;
    const log = hex(game.log.id);
    if (this.found.get(log) === "asked") return;
    this.found.set(log, "asked");
    this.changed();
    this.found.set(log, await this.fetchMoments(`/coach/${number}/${game.number}/${seat}`));
    this.changed();
  }

  /** @param {string} path @returns {Promise<Found>} */
  async fetchMoments(path) {
    for (;;) {
      const answer = await fetch(path).catch(() => null);
      if (answer?.status === 200) {
        const lines = (await answer.text()).split("\n").filter(Boolean);
        return lines.map((line) => JSON.parse(line)).sort((a, b) => b.points - a.points).slice(0, MOST);
      }
      if (answer?.status !== 202) return "failed";
      await new Promise((resolve) => window.setTimeout(resolve, AGAIN_MILLIS));
    }
  }
}

/** @param {Found | undefined} found @param {Table} table @returns {HTMLElement[]} */
export function turningPointElements(found, { names, game }) {
  if (found === undefined) return [];
  const status = (/** @type {string} */ says) => [h("p", { role: "status", class: "turning-points round-result" }, says)];
  if (found === "asked") return status(_("The coach looks at your game. This can take some minutes."));
  if (found === "failed") return status(_("The host's coach has no answer. Try again in a moment."));
  const lost = lostCalls(game);
  if (!found.length) return status(_("none of your plays cost you much; {rest}", { rest: lost || _("the cards and small differences decided") }));
  return [h("section", { class: "turning-points" }, h("h2", {}, _("The turning points of your game")), lost && h("p", {}, lost), ...found.map((one) => momentElement(one, names)))];
}

/** The rummies that the player could have called and nobody called; "" for none. @param {Table["game"]} game */
function lostCalls(game) {
  const missed = game?.log.auditor.play.history.flatMap(({ moments, score }) => (score ? missedRummies(moments) : [])) ?? [];
  const lost = missed.filter(({ by }) => by !== game?.log.seat);
  return !lost.length ? "" : ngettext(
    "you could have called {n} rummy that nobody called: {cards} cards",
    "you could have called {n} rummies that nobody called: {cards} cards in all",
    lost.length, { n: lost.length, cards: lost.flatMap(cardsOf).length },
  );
}

/** @param {Moment} moment @param {readonly string[]} names */
function momentElement(moment, names) {
  const { position, seat, round } = moment;
  const hand = (position.hands[seat] ?? []).filter((/** @type {string | null} */ card) => card !== null);
  const seen = { ...position, stock: position.stock.length };
  return h("figure", {},
    h("figcaption", {}, _("Round {round}: {out}", { round, out: momentText(moment, names) })),
    factsElement(position, names),
    pilesElement(seen, null),
    meldsElement(seen, names, null),
    h("div", { class: "pile-of wide" },
      h("div", { class: "fan own-hand", role: "group", "aria-label": _("your hand") }, ...bySuit(hand).map((card) => wordCard(card))),
      h("span", { class: "label" }, _("your hand"))));
}

/** A decision that cost points, with the better play. @param {Moment} moment @param {readonly string[]} names */
export function momentText({ turn, did, better, reasons, points, error, position }, names) {
  const melds = position.melds.map((/** @type {{ cards: string[] }} */ { cards }) => cards.map((word) => word.split("=")[0] ?? word));
  const n = wholePoints(points);
  return ngettext(
    "turn {turn}, about {n} ± {error} point: not '{done}' but {better}",
    "turn {turn}, about {n} ± {error} points: not '{done}' but {better}",
    n, { turn, n, error: halfInterval(error), done: actionWords(did, melds), better: adviceText(better, reasons, { names, melds }) },
  );
}
