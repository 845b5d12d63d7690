/** Votes of seats that the host is to play for another. Source: protocol/FAIRNESS.md, "Votes". */

/** @typedef {import("./game_log.js").GameLog} GameLog */

export class Votes {
  /** By seat voted about: who wants it. @type {Map<number, Set<number>>} */
  wanting = new Map();
  /** By voter and seat: the index of the entry of the last vote. @type {Map<string, number>} */
  last = new Map();

  /** The seat has signed something. @param {number} seat */
  seen(seat) {
    this.wanting.delete(seat);
  }

  /** @param {number} voter @param {number} about @param {boolean} yes @param {number} index */
  add(voter, about, yes, index) {
    const wanting = this.wanting.get(about) ?? new Set();
    if (yes) wanting.add(voter);
    else wanting.delete(voter);
    this.wanting.set(about, wanting);
    this.last.set(`${voter} ${about}`, index);
  }

  /** Where the voter voted about that seat before; -1: nowhere. @param {number} voter @param {number} about */
  lastOf(voter, about) {
    return this.last.get(`${voter} ${about}`) ?? -1;
  }

  /** Whether more than half of all other seats want it. @param {number} about @param {number} seats */
  carry(about, seats) {
    return 2 * (this.wanting.get(about)?.size ?? 0) > seats - 1;
  }
}
