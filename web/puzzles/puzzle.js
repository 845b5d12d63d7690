/** A puzzle of the list (docs/puzzles.md), played up to its question by the page's own rules. */

import { cardOf } from "../core/cards.js";
import { rulesOf } from "../rules/games.js";
import { VARIETIES } from "../rules/varieties.js";
import { actionMoment, tableOf } from "../ledger/round_history.js";
import { isCard } from "../table/action_text.js";

/** @import { Value } from "../core/msgpack.js" */
/** Actions that come to the same, points less than the best play, the standard error of that. @typedef {[string[], number, number]} JudgedPlay */
/**
 * @typedef {object} Line of the list
 * @property {string} id
 * @property {string} game
 * @property {{ [option: string]: Value }} options those that are not the usual ones
 * @property {number} seat who has to play
 * @property {"take" | "draw" | "lay" | "hold" | "throw" | "out"} theme
 * @property {number} rating
 * @property {JudgedPlay[]} plays the best first
 * @property {[import("../table/reason_text.js").Reason[], string[]][]} answers for each of the best actions: why, and how it can go on
 * @property {any} start the deal, as in `rummynet engine`
 * @property {string[]} moves
 */

/** Where the host has the list: a line for each puzzle. */
const LIST = "/puzzles.jsonl";

/** The list; null if the host does not answer. @returns {Promise<Line[] | null>} */
export async function fetchPuzzles() {
  try {
    const answer = await fetch(LIST);
    return answer.ok ? (await answer.text()).trim().split("\n").map((line) => JSON.parse(line)) : null;
  } catch {
    return null;
  }
}

/** The options of the round. @param {Line} line @returns {Map<string, Value>} */
function optionsOf({ game, options }) {
  const usual = Object.entries(VARIETIES[game]?.options ?? {}).map(([name, option]) => /** @type {[string, Value]} */ ([name, option.usual]));
  return new Map([...usual, ...Object.entries(options)]);
}

/** A round as the list writes it down: what was done, and what came of it. */
export class PlayedRound {
  /** @param {Line} line */
  constructor(line) {
    const { hands, discard, stock, starter, players, round: number, scores } = line.start;
    const { length } = hands[0];
    // As it was dealt: a card at a time, the one that lies open, the rest.
    const dealt = Array.from({ length: players * length }, (_, at) => hands[(starter + (at % players)) % players][Math.floor(at / players)]);
    const deck = [...dealt, ...discard, ...stock].map((name) => cardOf(name));
    const rules = /** @type {import("../rules/games.js").Game} */ (rulesOf(line.game));
    this.round = rules.begin({ options: optionsOf(line), players, starter, number, totals: scores, deck, before: null, joining: [] });
    this.round.totals = scores; // Vegas rummy begins a game with its handicaps
    /** What happened so far, action by action. @type {import("../ledger/round_history.js").GameEvent[][]} */
    this.told = [];
    /** The hands when the turn began. */
    this.handsBefore = tableOf(this.round).hands;
    for (const move of line.moves) this.play(move);
  }

  /** @param {string} move the seat and the action */
  play(move) {
    const { round } = this;
    const [, seat = "", text = ""] = /^(\d+) (.+)$/.exec(move) ?? [];
    const [before, turn] = [tableOf(round), round.turn];
    round.act(Number(seat), text);
    this.told.push(actionMoment(round, before, { seat: Number(seat), text, why: null, t: 0 }).events);
    if (round.turn !== turn) this.handsBefore = tableOf(round).hands;
  }
}

/** The place of the play that an action belongs to, and of the action in it. With several decks it does not matter which of two equal cards
 * is named, since the list has each play once. @param {Line} line @param {string} action @returns {[number, number]} */
export function placeOf({ plays }, action) {
  const bare = (/** @type {string} */ text) => text.split(" ").map((word) => (isCard(word) ? word.replace(/\.\d/, "") : word)).join(" ");
  for (const same of [(/** @type {string} */ one) => one === action, (/** @type {string} */ one) => bare(one) === bare(action)]) {
    for (const [play, [actions]] of plays.entries()) {
      const at = actions.findIndex(same);
      if (at >= 0) return [play, at];
    }
  }
  throw new Error(`not judged: ${action}`);
}
