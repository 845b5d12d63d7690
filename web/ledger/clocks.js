/**
 * Whether the host acted for a seat when a clock of the game allows it, and not before, by log time; and that it did what this
 * clock does. Source: protocol/FAIRNESS.md, "The play" and "Going on without a seat".
 */

import { N_ } from "../core/language.js";
import { need } from "./checks.js";

/** @import { Round, Timer } from "../rules/round.js" */

export class Clocks {
  /** @param {number} turnSeconds the option */
  constructor(turnSeconds) {
    this.turnSeconds = turnSeconds;
    /** Since when each wait has run without a break, by seat and kind. @type {Map<string, number>} */
    this.since = new Map();
    /** Waits that began again with an objection. @type {Set<string>} */
    this.renewed = new Set();
    /** The time of the newest position that made older aims stale. */
    this.moved = 0;
    /** When the time of others was cut short for a seat in a hurry, which has to act then; with a new stock or cards put back nobody is. @type {number | null} */
    this.cut = null;
  }

  /** A position stands. @param {Round} round @param {number} t @param {boolean} [isAnswer] to an offer: older aims stay valid */
  note(round, t, isAnswer = false) {
    this.since = new Map(round.timers(this.turnSeconds).map(({ seat, kind }) => [`${seat} ${kind}`, this.since.get(`${seat} ${kind}`) ?? t]));
    for (const wait of this.renewed) if (!this.since.has(wait)) this.renewed.delete(wait);
    if (!isAnswer) this.moved = t;
  }

  /** Waits of a seat that can still begin again. @param {number} seat */
  renewable(seat) {
    return [...this.since.keys()].filter((wait) => wait.startsWith(`${seat} `) && !this.renewed.has(wait));
  }

  /** The seat has signed that it is there: its waits begin again, once each. @param {number} seat @param {number} t */
  object(seat, t) {
    for (const wait of this.renewable(seat)) {
      this.renewed.add(wait);
      this.since.set(wait, t);
    }
  }

  /** A shuffle in mid-turn took so long: none of that is time of a wait that goes on. @param {number} millis */
  standStill(millis) {
    for (const [wait, since] of this.since) this.since.set(wait, since + millis);
  }

  /** The table rested: no wait goes on meanwhile. @param {number} began @param {number} ended */
  pauseEnded(began, ended) {
    for (const [wait, since] of this.since) this.since.set(wait, rested(since, began, ended));
    this.moved = rested(this.moved, began, ended);
  }

  /** An action comes, signed or not. @param {Round} round before it @param {import("./forms.js").Entry} entry */
  take(round, entry) {
    need(this.cut === null || this.cut === entry.t, "clock", N_("the host cut the time of others short for nobody"));
    const own = round.timers(this.turnSeconds).filter(({ seat }) => seat === entry.seat);
    if (entry.signed !== null) {
      // An early answer that is the clock's own too hands the hurry on to the next seat.
      if (!own.some(({ kind, text }) => kind === "rule" && text === entry.do)) this.cut = null;
      return;
    }
    this.checkDone(round, entry.seat, entry.do, entry.why);
    if (entry.why === "vote" || entry.why === "gone") {
      this.cut = null;
      return;
    }
    this.checkWait(round, entry.seat, entry.why, entry.t);
  }

  /** That the wait of a seat is over, or cut short for another one. @param {Round} round @param {number} seat @param {string} why
   * @param {number} t */
  checkWait(round, seat, why, t) {
    const own = round.timers(this.turnSeconds).filter((timer) => timer.seat === seat);
    const waited = t - (this.since.get(`${seat} ${why}`) ?? t);
    if (waited >= 1000 * (own[0]?.seconds ?? 0)) return;
    const mayHurry = Array.from({ length: round.players }, (_, other) => round.hurries(other)).some((least) => least !== null && t - this.moved >= 1000 * least);
    need(mayHurry, "clock", N_("the host played for a seat before its time was up"));
    this.cut = t;
  }

  /** The clocks that a cause names for a seat; for votes, and a seat whose key is open, the turn clock, running or not. @param {Round} round
   * @param {number} seat @param {string} why */
  named(round, seat, why) {
    const isStandIn = why === "vote" || why === "gone";
    return round.timers(isStandIn ? 1 : this.turnSeconds).filter((timer) => timer.seat === seat && timer.kind === (isStandIn ? "turn" : why));
  }

  /** That some clock does this for the seat, as far as the cards are known.
   * @param {Round} round @param {number} seat @param {string} text @param {string} why */
  checkDone(round, seat, text, why) {
    const does = (/** @type {Timer} */ timer) => (timer.text === null ? timer.verbs.includes(text.split(" ")[0] ?? "") : timer.text === text);
    need(this.named(round, seat, why).some(does), "clock", N_("the host did something else than the clock does"));
  }
}

/** The beginning of a wait, later by what a pause took of it. @param {number} since @param {number} began @param {number} ended */
export function rested(since, began, ended) {
  return since + ended - Math.max(since, began);
}
