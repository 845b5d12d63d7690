/** Who wants the game to go on without a seat that keeps it waiting. Source: protocol/FAIRNESS.md, "Going on without a seat". */

import { rested } from "./clocks.js";

/** Log time between two votes of a seat about the same one. */
const AGAIN = 5000;
/** Votes that it takes at least: with two people nobody plays the other's turns. */
const LEAST = 2;
/** @typedef {{ yes: boolean, index: number, t: number }} Vote what a seat has said last about another one, and where */

export class Votes {
  /** @param {number} [seats] how many @param {number[]} [people] those that have a vote @param {number} [index] of the entry over which no vote reaches */
  constructor(seats = 0, people = [], index = 0) {
    this.seats = seats;
    this.people = people;
    this.index = index;
    /** By seat: the entry of its last signature, if that is newer. @type {Map<number, number>} */
    this.signed = new Map();
    /** By seat and voter; a seat's word about itself is an objection. @type {Map<number, Map<number, Vote>>} */
    this.said = new Map();
  }

  /** @param {number} seat */
  signedAt(seat) {
    return this.signed.get(seat) ?? this.index;
  }

  /** With other words about somebody. @param {Votes["said"]} said @param {Votes["signed"]} [signed] */
  but(said, signed = this.signed) {
    return Object.assign(new Votes(this.seats, this.people, this.index), { said, signed });
  }

  /** The seat has signed something: it is there. @param {number} seat @param {number} index */
  seen(seat, index) {
    return this.but(new Map([...this.said].filter(([about]) => about !== seat)), new Map([...this.signed, [seat, index]]));
  }

  /** @param {number} voter @param {number} about @param {Vote} vote */
  add(voter, about, vote) {
    const votes = voter === about ? this : this.seen(voter, vote.index);
    return votes.but(new Map([...votes.said, [about, new Map([...(votes.said.get(about) ?? []), [voter, vote]])]]));
  }

  /** What keeps a vote from being taken at log time t: its seat, that it is too late, or a second one; null if nothing does. seen: the entry at its
   * head; standsAt: that which the log stands at. @param {number} voter @param {{ about: number, yes: boolean }} voting @param {number} seen
   * @param {number} standsAt @param {number} t @returns {"seat" | "late" | "again" | null} */
  faultOf(voter, { about, yes }, seen, standsAt, t) {
    if (about >= this.seats || (about === voter && yes)) return "seat";
    if (seen < this.signedAt(about)) return "late";
    const own = this.lastOf(voter, about);
    if (!own) return null;
    return (about === voter ? own.index > standsAt : t < own.t + AGAIN) ? "again" : null;
  }

  /** @param {number} voter @param {number} about */
  lastOf(voter, about) {
    return this.said.get(about)?.get(voter);
  }

  /** Who wants to go on without the seat, or not to, and has said so since an entry; not the seat itself.
   * @param {number} about @param {boolean} yes @param {number} [since] */
  of(about, yes, since = 0) {
    const said = [...(this.said.get(about) ?? [])];
    return said.filter(([seat, vote]) => seat !== about && vote.yes === yes && vote.index >= since).map(([seat]) => seat).sort((a, b) => a - b);
  }

  /** Whether the seat has said since an entry that it is there. @param {number} seat @param {number} since */
  hasObjected(seat, since) {
    return (this.lastOf(seat, seat)?.index ?? -1) >= since;
  }

  /** How many others have a vote. @param {number} about */
  others(about) {
    return this.people.filter((seat) => seat !== about).length;
  }

  /** How many votes let the host play for the seat; null: there are too few others. @param {number} about */
  needed(about) {
    const others = this.others(about);
    return others < LEAST ? null : Math.max(LEAST, Math.floor(others / 2) + 1);
  }

  /** Since when so many others want to go on without the seat, by an entry or a later one; null: they do not.
   * @param {number} about @param {number} need @param {number} [since] */
  enoughAt(about, need, since = 0) {
    const wanting = [...(this.said.get(about)?.values() ?? [])].filter(({ yes, index }) => yes && index >= since);
    return wanting.map(({ t }) => t).sort((a, b) => a - b)[need - 1] ?? null;
  }

  /** The table rested: none of that is time of a vote. @param {number} began @param {number} ended */
  pauseEnded(began, ended) {
    /** @param {Map<number, Vote>} said @returns {[number, Vote][]} */
    const later = (said) => [...said].map(([seat, vote]) => [seat, { ...vote, t: rested(vote.t, began, ended) }]);
    return this.but(new Map([...this.said].map(([about, said]) => [about, new Map(later(said))])));
  }
}
