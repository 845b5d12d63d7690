/**
 * A guided first round of Keilty rummy with fixed cards and no host, as `rummynet play --teach` has it: the same cards,
 * steps and sentences. It looks like a table to those who draw one.
 */

import { cardOf, faceName } from "../core/cards.js";
import { _, N_ } from "../core/language.js";
import { actionWords } from "../table/action_text.js";
import { KeiltyRound } from "../rules/keilty.js";
import { legalActions } from "../rules/legal.js";
import { positionOf } from "../ledger/round_history.js";

/** @typedef {{ says: string, actions: readonly string[], instead?: string, replies?: readonly string[] }} Step */

const HANDS = ["5S 6S JS 9D 9H AC", "JC JD JH KD QS 3H"];
const STOCK = "7S QC 4S 9C";
const PILE = "8S";

/** @type {readonly Step[]} */
export const STEPS = [
  { says: N_("Welcome. You sit at a table with a teacher. You begin a turn by picking up a card: draw one from the stock."), actions: ["draw"] },
  {
    says: N_("You drew 7S. With 5S and 6S that is a run: three or more of one suit in a row. Lay the three down."),
    actions: ["meld 5S 6S 7S"], instead: N_("first lay the run: a throw-out ends your turn"),
  },
  {
    says: N_("Cards on the table count for you, cards in your hand count against you. You end a turn by throwing out a card. AC goes with nothing and costs most: throw it out."),
    actions: ["throw AC", "throw JS", "throw 9D", "throw 9H"], replies: ["draw", "meld JC JD JH", "throw KD"],
  },
  {
    says: N_("The pile is spread out: you can take any card in it. You then take all cards above it too, and must play the card at once. 8S goes on your run: take down to it."),
    actions: ["take 8S lay 8S on 0"], instead: N_("the pile has more for you this time: take down to 8S"),
  },
  {
    says: N_("The cards above it came with it. Now lay off: the teacher laid three jacks, and your JS goes with them. Cards that you add to other people's melds count for you."),
    actions: ["lay JS on 1"], instead: N_("first lay off JS: a throw-out ends your turn"),
  },
  {
    says: N_("You hold two nines, and a third would make a set. Keep one more card: in Keilty you must throw out your last card. Throw out AC, which costs most."),
    actions: ["throw AC", "throw KD"], instead: N_("the nines belong together: throw out AC or KD"), replies: ["draw", "throw 4S"],
  },
  {
    says: N_("Look at the pile: the teacher threw out 4S, and it goes with the run on the table. A thrown-out card that could have been played is a RUMMY: the first player to see it calls it, even out of turn. Call it. At a real table nobody will point it out to you."),
    actions: ["rummy lay 4S on 0"], instead: N_("call the rummy first: a call takes 4S and your turn still begins afterwards"),
  },
  { says: N_("Yours! 4S lies on the run and counts for you. Now it is your turn: draw."), actions: ["draw"] },
  { says: N_("9C makes a set of three nines. Lay them down."), actions: ["meld 9C 9D 9H"], instead: N_("first lay the nines: a throw-out ends your turn") },
  { says: N_("You have one card left, the one you kept. Throw it out and you go out: the round is over."), actions: ["throw KD", "throw AC"] },
];
export const DONE = N_("That was a round. What you laid counts for you, and what the teacher still held counts against the teacher. Bots wait for you at your own table.");

/** @param {string} text @returns {number[]} */
function cardsOfText(text) {
  return text.split(" ").map((word) => cardOf(word) ?? 0);
}

export class Lesson {
  constructor() {
    const hands = HANDS.map(cardsOfText);
    const first = cardsOfText(STOCK);
    const [up = 0] = cardsOfText(PILE);
    const used = new Set([...hands.flat(), ...first, up]);
    const rest = Array.from({ length: 52 }, (_one, card) => card).filter((card) => !used.has(card));
    this.round = new KeiltyRound({ players: 2, starter: 0, pile: [up], shuffles: 10, idle: 1, hands: hands.map((one) => ({ known: new Set(one), unknown: 0 })), stock: [...first, ...rest] });
    this.at = 0;
    /** Why what was done last is not for this moment; empty if it was. */
    this.refusal = "";
    /** Actions so far, for whoever draws anew. */
    this.acts = 0;
  }

  get isDone() {
    return this.at >= STEPS.length;
  }

  get says() {
    const step = STEPS[this.at];
    return [this.refusal, _(step ? step.says : DONE)].filter(Boolean).join(" ");
  }

  /** Do what leads on; anything else is refused with its reason. @param {string} text in the notation */
  act(text) {
    const step = STEPS[this.at];
    if (!step) return;
    if (!step.actions.includes(text)) {
      this.refusal = `${_("{action} is possible; {instead}", { action: actionWords(text, this.melds), instead: _(step.instead ?? "") })}.`;
      return;
    }
    this.refusal = "";
    this.apply(0, text);
    for (const reply of step.replies ?? []) this.apply(1, reply);
    this.at += 1;
  }

  /** @param {number} seat @param {string} text */
  apply(seat, text) {
    this.round.act(seat, text);
    this.acts += 1;
  }

  get melds() {
    return this.round.melds.map(({ cards }) => cards.map((card) => faceName(card)));
  }

  /** Everything that the pupil may do by the rules, calls apart. @returns {string[]} */
  get legal() {
    return this.isDone ? [] : legalActions(this.round, 0);
  }

  /** The lesson as a table. @returns {import("../client/table.js").Table} */
  get table() {
    const { round } = this;
    const names = [_("pupil"), _("the teacher")];
    const { hands: [own = []], ...seen } = positionOf(round);
    const position = { ...seen, hands: [own, []], hidden: [0, round.handCount(1)], scores: this.isDone ? round.result().points : [0, 0] };
    const log = { seat: 0, ended: "", isShuffling: false, last: "act", auditor: { play: { round, history: [] } } };
    const shown = { seats: [], options: new Map(), variant: "keilty", paused: false };
    return /** @type {any} */ ({
      names, shown, game: { log }, view: { position, legal: this.legal, seat: 0 }, melds: this.melds, away: [], logLines: [], clock: null, isActing: false, pauseUntil: 0,
    });
  }
}
