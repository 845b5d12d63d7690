/** The puzzles that one visit shows: that of the day, but for a newcomer, then others by the rating; and what answers do to the ratings. */

import { _ } from "../core/language.js";
import { withSign } from "../table/event_text.js";
import { dayNumber, nextOne, ofDay } from "./choosing.js";
import { fetchPuzzles } from "./puzzle.js";
import { PuzzleTable } from "./puzzle_table.js";
import { loadScores, PLACE, withAnswer } from "./scores.js";

/** @import { Keep } from "../client/own_statements.js" */

export class PuzzleRun {
  /** @param {Keep} keep @param {import("./choosing.js").Chance} chance @param {number} now Unix time in milliseconds @param {() => void} changed draws the page */
  constructor(keep, chance, now, changed) {
    this.keep = keep;
    this.chance = chance;
    this.now = now;
    this.changed = changed;
    this.scores = loadScores(keep);
    /** @type {readonly import("./puzzle.js").Line[]} */
    this.lines = [];
    /** The game that puzzles are of; empty: any. */
    this.game = "";
    this.isOfDay = false;
    /** @type {PuzzleTable | null} */
    this.puzzle = null;
    /** The player's rating before the last answer; null if that did not count. @type {number | null} */
    this.before = null;
    /** Why there is no puzzle; empty if there is one. */
    this.problem = _("Connecting to the host …");
    /** Changes so far, for whoever draws anew. */
    this.acts = 0;
    void this.load();
  }

  async load() {
    const lines = await fetchPuzzles();
    this.problem = lines ? "" : _("The host does not answer. Try again in a moment.");
    this.lines = lines ?? [];
    // Who has answered none begins with one of the easiest.
    if (!Object.keys(this.scores.puzzles).length) this.next();
    else this.begin(ofDay(this.lines.map(({ id }) => id), dayNumber(this.now)), true);
    this.changed();
  }

  /** @param {string} id @param {boolean} isOfDay */
  begin(id, isOfDay) {
    const line = this.lines.find((one) => one.id === id);
    if (!line) return;
    this.isOfDay = isOfDay;
    this.before = null;
    this.puzzle = new PuzzleTable(line, this.scores.puzzles[id]?.rating ?? line.rating);
    this.acts += 1;
  }

  next() {
    this.begin(nextOne(this.lines.filter(({ game }) => !this.game || game === this.game), this.scores, this.chance), false);
  }

  /** @param {string} game empty: any */
  choose(game) {
    this.game = game;
    this.next();
  }

  /** The answer. @param {string} action */
  act(action) {
    this.puzzle?.act(action);
    this.rate();
  }

  showAnswer() {
    this.puzzle?.showAnswer();
    this.rate();
  }

  rate() {
    if (!this.puzzle) return;
    const { line: { id, rating }, outcome } = this.puzzle;
    const before = this.scores;
    this.scores = withAnswer(before, id, rating, outcome === "right");
    this.before = this.scores === before ? null : before.rating;
    this.keep.set(PLACE, JSON.stringify(this.scores));
    this.acts += 1;
  }

  goOn() {
    this.puzzle?.goOn();
    this.acts += 1;
  }

  /** @returns {import("../client/table.js").Table | undefined} */
  get table() {
    return this.puzzle?.table;
  }

  /** @returns {readonly string[]} */
  get legal() {
    return this.puzzle?.legal ?? [];
  }

  get title() {
    const day = new Date(this.now).toISOString().slice(0, 10);
    const title = this.isOfDay ? _("puzzle of {day}", { day }) : _("puzzle");
    return title.charAt(0).toUpperCase() + title.slice(1);
  }

  get says() {
    if (!this.puzzle) return "";
    return this.puzzle.outcome ? `${this.puzzle.verdict} ${this.ratingText}` : this.puzzle.question;
  }

  get ratingText() {
    const rating = Math.round(this.scores.rating);
    if (this.before === null) return _("This puzzle was answered before; your rating stays {rating}.", { rating });
    const answers = Object.values(this.scores.puzzles);
    const change = withSign(rating - Math.round(this.before));
    return _("Your rating: {rating} ({change}), {right} of {answered} right.", { rating, change, right: answers.filter(({ right }) => right).length, answered: answers.length });
  }
}
