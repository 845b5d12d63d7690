/** What lay on the table after each step of a round of Keilty rummy: for the pages that show a game. */

import { actionText } from "../core/notation.js";

/** @typedef {import("./forms.js").Entry} Entry */
/** @typedef {import("../rules/keilty.js").KeiltyRound} KeiltyRound */
/** A step of a round and what lay on the table after it; the first is the deal, without an action.
 * @typedef {{ seat: number, text: string, why: string | null, t: number, shuffled: number, drew: number | null, table: TableNow }} Moment */
/** @typedef {{ hands: number[][], hidden: number[], stock: number, pile: number[], melds: import("../rules/keilty.js").Meld[], turn: number,
 *   phase: string, rummies: { text: string, by: number }[] }} TableNow */
/** @typedef {{ round: number, starter: number, moments: Moment[], score: import("./forms.js").Entry | null }} RoundHistory */

/** @param {KeiltyRound} round @returns {TableNow} */
export function tableOf(round) {
  return {
    hands: round.hands.map(({ known }) => [...known]),
    hidden: round.hands.map(({ unknown }) => unknown),
    stock: round.stockSize,
    pile: round.pile,
    melds: round.melds,
    turn: round.turn,
    phase: round.phase,
    rummies: [...round.rummies.values()].map(({ play, by }) => ({ text: actionText({ do: "rummy", play }), by })),
  };
}

/** @param {KeiltyRound} round @param {{ seat: number, text: string, why: string | null, t: number }} step @returns {Moment} */
export function momentOf(round, step) {
  return { ...step, shuffled: 0, drew: step.text === "draw" ? round.drawn : null, table: tableOf(round) };
}

/** @param {KeiltyRound} round @param {number} t @returns {Moment} */
export function shuffleMoment(round, t) {
  return { seat: round.turn, text: "", why: null, t, shuffled: round.stockSize, drew: null, table: tableOf(round) };
}

/** @param {KeiltyRound} round @param {Entry} entry @returns {Moment} */
export function dealMoment(round, entry) {
  return { seat: entry.starter, text: "", why: null, t: entry.t, shuffled: 0, drew: null, table: tableOf(round) };
}
