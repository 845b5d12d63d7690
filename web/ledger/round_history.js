/**
 * What happened in each step of a round, and what lay on the table after it: for the pages that show a game. Cards are named as in
 * positions: `7H`, with several decks `7H.1`, on the table `*1=3C`.
 *
 * @typedef {{ cards: string[], by: number[] }} TableMeld
 * @typedef {ReturnType<typeof tableOf>} TableNow
 */
/**
 * What happened, named as in protocol/rummynet_protocol/events.py. `onto`: the cards of the meld before.
 * @typedef {{ event: string, seat?: number, card?: string | null, cards?: string[], meld?: number, onto?: string[], count?: number,
 *   action?: string, points?: number, wild?: string, out?: number | null, round_scores?: number[], scores?: number[], winner?: number | null }} GameEvent
 */

import { cardName } from "../core/cards.js";
import { readAction, wordText } from "../rules/actions.js";

/** @import { Action, Trade } from "../rules/actions.js" */
/** @import { Round } from "../rules/round.js" */
/** @import { Entry } from "./forms.js" */
/** A step; the first is the deal. Deal and new stocks have no text.
 * @typedef {{ seat: number, text: string, why: string | null, t: number, events: GameEvent[], table: TableNow }} Moment */
/** @typedef {{ round: number, starter: number, moments: Moment[], score: Entry | null }} RoundHistory */

const MOST_DRAWN = 4; // by one action, in any game: for a false call

/** The card of a word, whatever it stands for. @param {string} word */
const plain = (word) => word.split("=")[0] ?? word;

/** @param {Round} round */
export function tableOf(round) {
  const names = (/** @type {Iterable<number>} */ cards) => Array.from(cards, (card) => cardName(card, round.decks));
  return {
    hands: round.hands.map(({ known }) => names([...known].sort((a, b) => a - b))), // the cards known in each, and how many more there are
    hidden: round.hands.map(({ unknown }) => unknown),
    stock: round.stockSize, // and its top, as far as the next action may draw
    top: names(round.stock?.slice(0, MOST_DRAWN) ?? []),
    pile: names(round.pile),
    melds: round.melds.map((meld) => ({ cards: round.meldWords(meld), by: meld.by })),
    turn: round.phase === "over" ? null : round.turn,
    scores: [...(round.isCounted ? round.result().totals : round.totals)],
    out: round.out,
    isCounted: round.isCounted,
    calls: round.calls, // that are possible, and who made each so
  };
}

/** A round for those who look at its table, named as in `rummynet engine`, but that the stock is a number. @param {Round} round */
export function positionOf(round) {
  const { hands, hidden, stock, pile: discard, melds, scores, out, isCounted } = tableOf(round);
  const { turn, phase, options, shufflesLeft, falseCalls } = round;
  return {
    hands, hidden, stock, discard, melds, scores, on_table: round.onTable, out, turn, phase, round: round.number, options: Object.fromEntries(options), false_calls: [...falseCalls],
    stocks_since_lay: round.stocksSinceLay, reshuffles: Number(options.get("reshuffle_limit") ?? shufflesLeft) - shufflesLeft, winner: phase === "over" && isCounted ? round.result().winner : null, ...round.ownFacts,
  };
}

/** The deal. @param {Round} round @param {Entry} entry @returns {Moment} */
export function dealMoment(round, entry) {
  const up = entry.up.map((/** @type {{ card: number }} */ { card }) => ({ event: "turned_up", card: cardName(card, round.decks) }));
  return { seat: entry.starter, text: "", why: null, t: entry.t, events: [{ event: "dealt" }, ...up], table: tableOf(round) };
}

/** A new stock. @param {Round} round @param {number} t @returns {Moment} */
export function shuffleMoment(round, t) {
  return { seat: round.turn, text: "", why: null, t, events: [{ event: "shuffled", count: round.stockSize }], table: tableOf(round) };
}

/** An action. @param {Round} round after it @param {TableNow} before @param {{ seat: number, text: string, why: string | null, t: number }} step
 * @returns {Moment} */
export function actionMoment(round, before, { seat, text, why, t }) {
  const table = tableOf(round);
  const events = actionEvents(seat, text, before, table, round);
  if (before.out === null && table.out !== null) events.push({ event: "went_out", seat: table.out });
  if (!before.isCounted && table.isCounted) events.push(...endEvents(round.result()));
  return { seat, text, why, t, events, table };
}

/** @param {import("../rules/round.js").Result} result @returns {GameEvent[]} */
export function endEvents({ out, points, totals, winner, finished }) {
  const ended = { event: "round_ended", out, round_scores: points, scores: totals };
  return finished ? [ended, { event: "game_ended", winner }] : [ended];
}

/** @param {number} seat @param {string} text @param {TableNow} before @param {TableNow} after @param {Round} round @returns {GameEvent[]} */
function actionEvents(seat, text, before, after, { callTakes, options }) {
  const action = readAction(text);
  const drew = Array.from({ length: Math.max(0, before.stock - after.stock) }, (_, at) => ({ event: "drew", seat, card: before.top[at] ?? null }));
  const took = { event: "took", seat, cards: before.pile.slice(after.pile.length) };
  const threw = { event: "threw_out", seat, card: after.pile.at(-1) ?? null };
  const laid = laidEvents(seat, before, after);
  const traded = (/** @type {Trade} */ { card, joker }) => ({ event: "exchanged", seat, card: wordText(card), wild: wordText(joker) });
  switch (action?.do) {
    case "draw":
      return drew;
    case "take":
      return [took, ...(action.play?.do === "trade" ? [traded(action.play)] : laid)];
    case "want":
      return [took, ...drew];
    case "throw":
      return [threw];
    case "rummy":
      if (!laid.length) return [{ event: "called_falsely", seat, cards: action.play.cards.map(wordText), points: Number(options.get("false_call_points") ?? 0) }, ...drew];
      return [{ event: "called_rummy", seat }, ...(callTakes ? [took] : []), ...laid];
    case "declare":
      return [{ event: "declared", seat }, ...laid, ...(action.thrown ? [threw] : [])];
    case "turn":
      return [{ event: "turned_over", seat, count: after.stock }, { event: "turned_up", card: after.pile[0] ?? null }];
    case "swap":
      return swapEvents(seat, action, before, after);
    case "trade":
      return [traded(action)];
    case "penalty":
      return [{ event: "chose", seat, action: text }, ...(action.from === "pile" ? [took] : drew)];
    default:
      if (/^(aces|buy)\b/.test(text)) return [{ event: "chose", seat, action: text }];
      return /^(pass|waive|decline)$/.test(text) ? [{ event: "passed", seat, action: text }] : laid;
  }
}

/** What came onto the table, meld by meld. @param {number} seat @param {TableNow} before @param {TableNow} after @returns {GameEvent[]} */
function laidEvents(seat, before, after) {
  return after.melds.flatMap(({ cards }, meld) => {
    const old = before.melds[meld]?.cards.map(plain);
    if (!old) return [{ event: "laid_down", seat, meld, cards }];
    const laid = cards.filter((word) => !old.includes(plain(word)));
    const onto = cards.map(plain).filter((card) => old.includes(card));
    return laid.length ? [{ event: "laid_off", seat, meld, cards: laid, onto }] : [];
  });
}

/** A natural card in place of a wild one, and where that went on to. @param {number} seat @param {Action & { do: "swap" }} action
 * @param {TableNow} before @param {TableNow} after @returns {GameEvent[]} */
function swapEvents(seat, { on, onward }, before, after) {
  /** The words of a meld that it did not have. @param {number} meld */
  const fresh = (meld) => (after.melds[meld]?.cards ?? []).filter((word) => !before.melds[meld]?.cards.includes(word));
  const card = fresh(on).find((word) => word === plain(word)) ?? null;
  if (!onward) {
    const stay = after.melds[on]?.cards.map(plain) ?? [];
    return [{ event: "exchanged", seat, meld: on, card, wild: before.melds[on]?.cards.map(plain).find((one) => !stay.includes(one)) ?? "" }];
  }
  const [moved = ""] = fresh(onward.on).filter((word) => word !== plain(word));
  const onto = (after.melds[onward.on]?.cards ?? []).filter((word) => word !== moved).map(plain);
  return [{ event: "exchanged", seat, meld: on, card, wild: plain(moved) }, { event: "laid_off", seat, meld: onward.on, cards: [moved], onto }];
}
