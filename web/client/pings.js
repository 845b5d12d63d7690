/**
 * Pings that the host answers in order, and what their answers prove: protocol/PROTOCOL.md, "Pings"; protocol/FAIRNESS.md, "Kept back".
 *
 * The pong of a ping sent at p says that the host had then nothing more for this page. So an entry that comes behind the pong was made after
 * p, and no more log time can pass behind that entry than passes here after p.
 */

import { hex } from "../core/bytes.js";
import { Clock } from "../ledger/signed_statements.js";
import { LONGEST_TICK } from "./watches.js";

/** @import { OwnStatement, PlayerClock } from "./own_statements.js" */
/** A statement that went out right before a ping, and the number of its request.
 * @typedef {{ own: OwnStatement, game: import("./game.js").Game, table: import("./table.js").Table, number: number }} Behind */
/** @typedef {{ clock: string, at: number, behind: Behind | null, waited: number }} Ping */

/** The clock and time of a ping, and its number. @typedef {{ number: number, clock: string, at: number }} Answered */

/** A host may keep entries back for as long unseen, and the tolerance of a second: less than the shortest turn. */
const PERIOD_MILLIS = 2_000;
/** A segment that is lost twice comes again within three seconds, and a busy disk takes some; what takes longer a person would otherwise take
 * for the others' thinking. */
const SILENT_MILLIS = 6_000;

/** What the host may have kept back at one table. */
export class KeptBack {
  constructor() {
    /** The ping that was newest when the log was not whole here. */
    this.wholeSince = 0;
    /** The newest ping with a pong of the connections before this one: whatever of that game was not here then was made after it.
     * @type {Answered | null} */
    this.earlier = null;
    this.game = 0;
    /** By clock of this page: entries that came behind a pong. @type {Map<string, Clock>} */
    this.clocks = new Map();
  }

  /** A new entry has come. Returns for how many milliseconds it, or one before it, was kept back for certain.
   * @param {OrderedPings} pings @param {number} game @param {number} time of the log */
  take(pings, game, time) {
    if (game !== this.game) {
      this.game = game;
      this.clocks.clear();
    }
    const { clock, t } = pings.clock.now();
    const seen = this.clocks.get(hex(clock));
    const isLate = seen !== undefined && t >= seen.last && !seen.allows(t, time);
    const kept = isLate ? Number((200n * BigInt(time) - 201n * BigInt(t) - (seen.least ?? 0n)) / 200n) : 0;
    if (isLate) this.clocks.clear(); // the next one is counted anew
    const answered = this.newest(pings) ?? this.earlier;
    if (answered) {
      const bound = this.clocks.get(answered.clock) ?? new Clock();
      bound.add(answered.at, time);
      this.clocks.set(answered.clock, bound);
    }
    return kept;
  }

  /** The newest ping with a pong on this connection, if nothing was missing here when it was sent. @param {OrderedPings} pings */
  newest({ answered }) {
    return answered && answered.number > this.wholeSince ? answered : null;
  }

  /** The connection is lost. @param {OrderedPings} pings @param {boolean} wasWhole nothing of the log that was asked for was still on its way */
  lost(pings, wasWhole) {
    if (wasWhole) this.earlier = this.newest(pings) ?? this.earlier;
    this.wholeSince = pings.sent;
  }

  /** Entries come that were asked for: no pong of this connection says when they were made. @param {OrderedPings} pings
   * @param {boolean} isFollowed they go on with a log that was whole on an earlier connection, so its last pong says it */
  behind(pings, isFollowed) {
    this.wholeSince = pings.sent;
    if (!isFollowed) this.earlier = null;
  }
}

/** The pings of one connection at a time. */
export class OrderedPings {
  /** @param {PlayerClock} clock */
  constructor(clock) {
    this.clock = clock;
    /** @type {Map<number, Ping>} */
    this.underWay = new Map();
    /** The newest ping with a pong. @type {Answered | null} */
    this.answered = null;
    this.sent = 0;
    this.since = 0;
  }

  /** The ping that is to go out now, behind a statement or without one. @param {Behind | null} behind @returns {number} */
  next(behind) {
    const { clock, t } = this.clock.now();
    this.sent += 1;
    this.since = 0;
    this.underWay.set(this.sent, { clock: hex(clock), at: t, behind, waited: 0 });
    return this.sent;
  }

  /** Time has gone by. Returns whether another ping is due: there is one without an answer at most. @param {number} millis */
  tick(millis) {
    const passed = Math.min(millis, LONGEST_TICK);
    for (const ping of this.underWay.values()) ping.waited += passed;
    this.since += passed;
    return !this.underWay.size && this.since >= PERIOD_MILLIS;
  }

  /** A pong, which answers all pings before it too. Returns the statements that the host has read by now. @param {number} number
   * @returns {Behind[]} */
  takePong(number) {
    const ping = this.underWay.get(number);
    if (!ping) return [];
    const behind = [];
    for (const [one, { behind: sent }] of [...this.underWay]) {
      if (one > number) continue;
      this.underWay.delete(one);
      if (sent) behind.push(sent);
    }
    this.answered = { number, clock: ping.clock, at: ping.at };
    return behind;
  }

  /** Whether the host has not answered for some seconds. */
  get isSilent() {
    return [...this.underWay.values()].some(({ waited }) => waited >= SILENT_MILLIS);
  }

  /** The connection is lost: no pong will come. */
  lost() {
    this.underWay.clear();
    this.answered = null;
  }
}
