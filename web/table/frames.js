/**
 * A game as a row of frames: what happened, and the table after it.
 *
 * Cards are written as in the notation (`7H`, `7H.1`, `*1=3C`). Of Keilty rummy the frames come from this program's own
 * replay of the transcript; of other games from rummynet, which puts them beside the transcript.
 *
 * @typedef {{ cards: string[], by: number[] }} TableMeld
 * @typedef {{ hands: string[][], hidden: number[], stock: number, pile: string[], melds: TableMeld[], turn: number | null, scores: number[] }} Position
 * @typedef {{ event: string, seat?: number, card?: string | null, cards?: string[], meld?: number, count?: number, action?: string,
 *   wild?: string, out?: number | null, round_scores?: number[], scores?: number[], winner?: number | null }} GameEvent
 * @typedef {{ text: string, by: number, millis: number }} MissedRummy
 * @typedef {{ round: number, events: GameEvent[], position: Position, clock: boolean, seat: number | null, missed: MissedRummy[], note: string }} Frame
 */

import { faceName } from "../core/cards.js";
import { parseAction } from "../core/notation.js";

/** @typedef {import("../verifier/round_history.js").RoundHistory} RoundHistory */
/** @typedef {import("../verifier/round_history.js").Moment} Moment */
/** @typedef {import("../core/notation.js").Play} Play */

/** @param {readonly number[]} cards */
const names = (cards) => cards.map(faceName);

/** The frames of a game of Keilty rummy. @param {RoundHistory[]} rounds @returns {Frame[]} */
export function keiltyFrames(rounds) {
  /** @type {Frame[]} */
  const frames = [];
  let scores = rounds[0]?.moments[0]?.table.hands.map(() => 0) ?? [];
  for (const { round, moments, score } of rounds) {
    moments.forEach((moment, at) => {
      const before = moments[at - 1];
      const isLast = at === moments.length - 1;
      const events = before ? actionEvents(moment, before) : dealEvents(moment);
      if (isLast && score) {
        scores = score.scores;
        events.push({ event: "round_ended", out: score.out, round_scores: score.round_scores, scores: score.scores });
        if (score.finished) events.push({ event: "game_ended", winner: score.winner });
      }
      const position = positionOf(moment, scores);
      frames.push({ round, events, position, clock: moment.why !== null, seat: moment.text ? moment.seat : null, missed: [], note: "" });
    });
    const last = frames.at(-1);
    if (last && score) last.missed = missedRummies(moments);
  }
  return frames;
}

/** @param {Moment} moment @param {number[]} scores @returns {Position} */
function positionOf({ table }, scores) {
  return {
    hands: table.hands.map(names),
    hidden: table.hidden,
    stock: table.stock,
    pile: names(table.pile),
    melds: table.melds.map(({ cards, by }) => ({ cards: names(cards), by })),
    turn: table.phase === "over" ? null : table.turn,
    scores,
  };
}

/** @param {Moment} moment @returns {GameEvent[]} */
function dealEvents({ table }) {
  return [{ event: "dealt" }, { event: "turned_up", card: names(table.pile)[0] ?? null }];
}

/** @param {Moment} moment @param {Moment} before @returns {GameEvent[]} */
function actionEvents(moment, before) {
  const { seat, text } = moment;
  if (moment.shuffled) return [{ event: "shuffled", count: moment.shuffled }];
  const action = parseAction(text);
  /** @type {GameEvent[]} */
  const events = [];
  if (action === null) return events;
  /** @param {Play} play */
  const laid = (play) => {
    const cards = names(play.cards);
    const meld = play.do === "lay" ? play.on : moment.table.melds.length - 1;
    events.push({ event: play.do === "lay" ? "laid_off" : "laid_down", seat, cards, meld });
  };
  const taken = names(before.table.pile.slice(moment.table.pile.length));
  switch (action.do) {
    case "draw":
      events.push({ event: "drew", seat, card: moment.drew === null ? null : faceName(moment.drew) });
      break;
    case "throw":
      events.push({ event: "threw_out", seat, card: faceName(action.card) });
      break;
    case "pass":
      events.push({ event: "passed", seat, action: "pass" });
      break;
    case "take":
      events.push({ event: "took", seat, cards: taken });
      laid(action.play);
      break;
    case "rummy":
      events.push({ event: "called_rummy", seat }, { event: "took", seat, cards: taken });
      laid(action.play);
      break;
    default:
      laid(action);
  }
  return events;
}

/** Rummies that passed without a call, in the order in which they became possible. One whose cards were called, or taken and
 * played, is not missed. @param {Moment[]} moments @returns {MissedRummy[]} */
export function missedRummies(moments) {
  /** @type {MissedRummy[]} */
  const missed = [];
  /** @type {Map<string, { text: string, by: number, since: number }>} */
  const open = new Map();
  let last = 0;
  const close = (/** @type {Set<string>} */ used, /** @type {Set<string>} */ now) => {
    for (const [name, { text, by, since }] of open) {
      if (now.has(name)) continue;
      open.delete(name);
      if (!text.split(" on ")[0]?.split(" ").some((word) => used.has(word))) missed.push({ text, by, millis: last - since });
    }
  };
  for (const { text, t, table } of moments) {
    last = t;
    const takes = text.startsWith("take ") || text.startsWith("rummy ");
    const words = takes ? (text.split(" on ")[0]?.split(" ") ?? []) : [];
    const used = new Set(words.filter((word) => !["take", "rummy", "meld", "lay"].includes(word)));
    const now = new Set(table.rummies.map((one) => `${one.by} ${one.text}`));
    close(used, now);
    for (const rummy of table.rummies) {
      const name = `${rummy.by} ${rummy.text}`;
      if (!open.has(name)) open.set(name, { ...rummy, since: t });
    }
  }
  close(new Set(), new Set());
  return missed;
}

/** A short text of a position, to compare two programs' by. @param {Position} position */
export function positionText({ hands, hidden, stock, pile, melds, turn }) {
  const held = hands.map((cards, seat) => `${[...cards].sort().join(" ")}+${hidden[seat] ?? 0}`).join("/");
  const laid = melds.map(({ cards, by }) => `${cards.join(" ")}:${by.join(" ")}`).join("/");
  return [held, stock, pile.join(" "), laid, turn ?? "-"].join("|");
}
