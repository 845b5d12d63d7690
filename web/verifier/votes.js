/** Votes of seats that the host is to play for another. Source: protocol/FAIRNESS.md, "Votes". */

import { rested } from "./clocks.js";

/** @import { GameLog } from "./game_log.js" */

/** How long a program has to object before the host plays for its seat, in milliseconds. */
export const TIME_TO_OBJECT = 5000;
/** Votes that it takes at least: with two people nobody plays the other's turns. */
const LEAST = 2;

/** How many other seats have a vote. @param {GameLog} log @param {number} about */
export function othersWithVote({ players, bots }, about) {
  return players.filter((_, seat) => seat !== about && !bots.includes(seat)).length;
}

export class Votes {
  /** By seat voted about: who wants it. @type {Map<number, Set<number>>} */
  wanting = new Map();
  /** By voter and seat: the index of the entry of the last vote. @type {Map<string, number>} */
  last = new Map();
  /** By seat: since when the votes about it have been enough. @type {Map<number, number>} */
  carried = new Map();

  /** The seat has signed something. @param {number} seat */
  seen(seat) {
    this.wanting.delete(seat);
  }

  /** @param {number} voter @param {number} about @param {boolean} yes @param {number} index */
  add(voter, about, yes, index) {
    this.last.set(`${voter} ${about}`, index);
    if (voter === about) return;
    const wanting = this.wanting.get(about) ?? new Set();
    if (yes) wanting.add(voter);
    else wanting.delete(voter);
    this.wanting.set(about, wanting);
  }

  /** Where the voter voted about that seat before; -1: nowhere. @param {number} voter @param {number} about */
  lastOf(voter, about) {
    return this.last.get(`${voter} ${about}`) ?? -1;
  }

  /** Whether more than half of all other seats want it, and enough. @param {GameLog} log @param {number} about */
  carry(log, about) {
    const wanting = this.wanting.get(about)?.size ?? 0;
    return wanting >= LEAST && 2 * wanting > othersWithVote(log, about);
  }

  /** The table rested: no wait goes on meanwhile. @param {number} began @param {number} ended */
  pauseEnded(began, ended) {
    for (const [seat, since] of this.carried) this.carried.set(seat, rested(since, began, ended));
  }

  /** Note at this time for which seats the votes are enough. @param {GameLog} log @param {number} time */
  noteCarried(log, time) {
    const carried = log.players.map((_, seat) => seat).filter((seat) => this.carry(log, seat));
    this.carried = new Map(carried.map((seat) => [seat, this.carried.get(seat) ?? time]));
  }
}
