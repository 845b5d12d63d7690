/**
 * A puzzle as a table: the position, the answer, what is told after it, and how it can go on, in the words of the program
 * (client/rummynet_client/core/views/puzzle_table.py). It looks like a table to those who draw one.
 */

import { _, N_, ngettext } from "../core/language.js";
import { BOT_NAMES } from "../live/variety_words.js";
import { actionWords } from "../table/action_text.js";
import { adviceText, halfInterval, wholePoints } from "../table/reason_text.js";
import { eventsLine } from "../table/event_text.js";
import { positionOf, tableOf } from "../ledger/round_history.js";
import { placeOf, PlayedRound } from "./puzzle.js";

/** What became of it: "shown", the player asked for the answer. @typedef {"" | "right" | "wrong" | "shown"} Outcome */

const THEMES = {
  take: N_("what to take from the pile"),
  draw: N_("leaving the pile alone"),
  lay: N_("what to lay"),
  hold: N_("holding cards back"),
  throw: N_("what to throw out"),
  out: N_("going out"),
};

export class PuzzleTable {
  /** @param {import("./puzzle.js").Line} line @param {number} rating that of the puzzle now */
  constructor(line, rating) {
    this.line = line;
    this.rating = rating;
    this.played = new PlayedRound(line);
    /** @type {Outcome} */
    this.outcome = "";
    /** What was done; empty before, and where the answer was asked for. */
    this.action = "";
    /** Which of the best actions it is about. */
    this.best = 0;
    this.steps = 0;
    this.names = BOT_NAMES.slice(0, line.start.players);
    /** Cards of each meld when it was asked: what is told names them. */
    this.melds = tableOf(this.played.round).melds.map(({ cards }) => cards.map((word) => word.split("=")[0] ?? word));
  }

  /** Everything that may be done: the list has judged it. @returns {string[]} */
  get legal() {
    return this.outcome ? [] : this.line.plays.flatMap(([actions]) => actions);
  }

  /** The answer. @param {string} action */
  act(action) {
    if (this.outcome) return;
    const [play, at] = placeOf(this.line, action);
    this.action = action;
    this.outcome = play === 0 ? "right" : "wrong";
    if (play === 0) this.best = at;
  }

  showAnswer() {
    this.outcome ||= "shown";
  }

  get hasMore() {
    return this.steps < this.moves.length;
  }

  goOn() {
    this.played.play(this.moves[this.steps] ?? "");
    this.steps += 1;
  }

  /** @returns {readonly string[]} */
  get moves() {
    return this.line.answers[this.best]?.[1] ?? [];
  }

  get question() {
    return _("Puzzle {id}, rated {rating}: which play is best?", { id: this.line.id, rating: wholePoints(this.rating) });
  }

  /** What is told after the answer: right or not, and why. */
  get verdict() {
    const { plays, answers, theme: kind } = this.line;
    const by = { names: this.names, melds: this.melds };
    const best = adviceText(plays[0]?.[0][this.best] ?? "", answers[this.best]?.[0] ?? [], by);
    const theme = _("Theme: {theme}.", { theme: _(THEMES[kind]) });
    if (this.outcome === "right") return `${_("Right: {best}.", { best })} ${theme}`;
    if (this.outcome === "shown") return `${_("The best play: {best}.", { best })} ${theme}`;
    const [, loss = 0, error = 0] = plays[placeOf(this.line, this.action)[0]] ?? [];
    const n = wholePoints(loss);
    const says = ngettext(
      "Not the best: '{done}' costs about {n} ± {error} point. The best play: {best}.",
      "Not the best: '{done}' costs about {n} ± {error} points. The best play: {best}.",
      n, { done: actionWords(this.action, this.melds), n, error: halfInterval(error), best },
    );
    return `${says} ${theme}`;
  }

  /** What happened, action by action, as the seat hears of it; the oldest first. */
  get told() {
    const { seat } = this.line;
    return this.played.told.map((events) => {
      const heard = events.map((event) => (event.event === "drew" && event.seat !== seat ? { ...event, card: null } : event));
      return eventsLine(heard, { names: this.names, me: seat });
    });
  }

  /** Cards that came in this turn. @returns {ReadonlySet<string>} */
  get fresh() {
    const { round, handsBefore } = this.played;
    const { seat } = this.line;
    const before = handsBefore[seat] ?? [];
    return new Set(round.turn === seat ? (tableOf(round).hands[seat] ?? []).filter((card) => !before.includes(card)) : []);
  }

  get position() {
    const position = positionOf(this.played.round);
    const isOwn = (/** @type {number} */ at) => at === this.line.seat;
    return {
      ...position, hands: position.hands.map((hand, at) => (isOwn(at) ? hand : [])), hidden: position.hands.map((hand, at) => (isOwn(at) ? 0 : hand.length)),
    };
  }

  /** @returns {import("../client/table.js").Table} */
  get table() {
    const { seat, game } = this.line;
    const log = { seat, ended: "", isShuffling: false, last: "act", auditor: { play: { round: this.played.round, history: [] } } };
    const shown = { seats: [], options: new Map(), variant: game, paused: false };
    return /** @type {any} */ ({
      names: this.names.map((name, at) => (at === seat ? _("you") : name)), shown, game: { log }, view: { position: this.position, legal: this.legal, seat }, melds: this.position.melds.map(({ cards }) => cards), away: [], logLines: [], clock: null, isActing: false, pauseUntil: 0,
    });
  }
}
