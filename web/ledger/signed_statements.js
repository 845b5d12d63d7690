/**
 * What holds for every signed statement, in this order: its signature, its form, its place among its player's statements,
 * its time, and that the host had not refused it. Source: protocol/FAIRNESS.md, "Statements", "Time", "Refusals".
 */

import { equal, hex, ZEROS } from "../core/bytes.js";
import { statementHash } from "../core/identifiers.js";
import { N_ } from "../core/language.js";
import { isSignature } from "../core/signatures.js";
import { Fault, need } from "./checks.js";
import { readStatement } from "./forms.js";

/** @import { CheckName } from "./checks.js" */
/** @import { Envelope, Statement } from "./forms.js" */
/** @typedef {{ hash: Uint8Array, time: number, index: number, isVote: boolean }} Logged */

/** One player's clock as far as the log shows it: the latest t, and the least of 200 A - 201 a. */
export class Clock {
  last = -1;
  /** @type {bigint | null} */
  least = null;

  /** Whether log time C at the head may be met by t = c. @param {number} c @param {number | null} headTime */
  allows(c, headTime) {
    if (c < this.last) return false;
    if (headTime === null || this.least === null) return true;
    return 200n * BigInt(headTime) - 201n * BigInt(c) <= this.least + 200_000n;
  }

  /** How much more log time may pass at once behind an entry that was there at t = c, without the tolerance. @param {number} c
   * @param {number} entryTime */
  room(c, entryTime) {
    return this.least === null ? Infinity : Number((this.least + 201n * BigInt(c)) / 200n) - entryTime;
  }

  /** @param {number} a @param {number} entryTime */
  add(a, entryTime) {
    const gap = 200n * BigInt(entryTime) - 201n * BigInt(a);
    if (this.least === null || gap < this.least) this.least = gap;
    this.last = Math.max(this.last, a);
  }
}

class Signer {
  n = -1;
  hash = ZEROS;
  /** By number: each statement in the log, the time and index of its entry, whether it is a vote. @type {Map<number, Logged>} */
  logged = new Map();
  /** @type {Map<string, Clock>} */
  clocks = new Map();
  /** The numbers of all statements that the file shows. @type {Set<number>} */
  numbers = new Set();
}

export class Statements {
  /** @param {Uint8Array} log @param {(head: Uint8Array) => number | null} timeOfHead the time of the entry with this head, if it is
   *   one of this log @param {(check: CheckName, times?: number) => void} held @param {() => number} index of the entry that is checked */
  constructor(log, timeOfHead, held, index) {
    this.log = log;
    this.index = index;
    this.timeOfHead = timeOfHead;
    this.held = held;
    /** @type {Map<string, Signer>} */
    this.signers = new Map();
    /** Key and hash of each. @type {Set<string>} */
    this.refused = new Set();
  }

  /**
   * The statement in an envelope of an entry. Throws Fault: `owner` if the signature does not hold.
   * @param {string} kind @param {Envelope} envelope @param {Uint8Array} key @param {number} time of the entry @param {CheckName} owner
   * @returns {Statement}
   */
  take(kind, envelope, key, time, owner) {
    const { payload, signature } = envelope;
    need(isSignature(key, kind, payload, signature), owner, N_("a player's signature does not hold"));
    const statement = readStatement(kind, payload);
    const hash = statementHash(kind, payload);
    const signer = this.signers.get(hex(key)) ?? new Signer();
    this.signers.set(hex(key), signer);
    this.checkOrder(kind, statement, signer);
    this.checkTime(kind, statement, signer);
    if (this.refused.has(hex(key) + hex(hash)))
      throw new Fault("refusal", N_("the log holds a statement that the host had refused"));
    signer.n = statement.n;
    signer.hash = hash;
    signer.numbers.add(statement.n);
    if (kind !== "last-word") noteLogged(signer, statement, { hash, time, index: this.index(), isVote: kind === "vote" }); // that was signed behind its entry, and bounds nothing that comes later
    this.held("statement-order");
    this.held("time");
    return statement;
  }

  /** @param {string} kind @param {Statement} statement @param {Signer} signer */
  checkOrder(kind, { log, n, prev }, signer) {
    need(equal(log, this.log), "statement-order", N_("a statement was signed for another log"));
    need(n > signer.n, "statement-order", N_("a statement stands behind one that was signed later"));
    if (signer.n < 0) need(kind === "ready", "statement-order", N_("a player's first statement is no consent"));
    if (n === 0) need(equal(prev, ZEROS), "statement-order", N_("a statement does not follow the one before it"));
    if (n === signer.n + 1 && n > 0 && signer.n >= 0)
      need(equal(prev, signer.hash), "statement-order", N_("a statement does not follow the one before it"));
  }

  /** @param {string} kind @param {Statement} statement @param {Signer} signer */
  checkTime(kind, { clock, t, head }, signer) {
    const seen = signer.clocks.get(hex(clock));
    const headTime = kind === "ready" ? null : this.timeOfHead(head);
    need(!seen || seen.allows(t, headTime), "time", N_("the host's clock ran ahead of a player's"));
  }

  /** Number `n` of a player, if the log holds it. @param {Uint8Array} key @param {number} n */
  loggedAs(key, n) {
    return this.signers.get(hex(key))?.logged.get(n) ?? null;
  }

  /** A refusal in the file: its statement must not stand in the log, before or after. Throws Fault.
   * @param {Uint8Array} key @param {number} n @param {Uint8Array} hash */
  refuse(key, n, hash) {
    const logged = this.loggedAs(key, n);
    need(!logged || !equal(logged.hash, hash), "refusal", N_("the log holds a statement that the host had refused"));
    this.refused.add(hex(key) + hex(hash));
    this.signers.get(hex(key))?.numbers.add(n);
  }

  /** How many statements of a player, up to the newest that the file shows, it does not show. @param {Uint8Array} key */
  missing(key) {
    const shown = this.signers.get(hex(key))?.numbers ?? new Set();
    return Math.max(-1, ...shown) + 1 - shown.size;
  }
}

/** @param {Signer} signer @param {Statement} statement @param {Logged} logged */
function noteLogged(signer, statement, logged) {
  const clock = hex(statement.clock);
  const seen = signer.clocks.get(clock) ?? new Clock();
  seen.add(statement.t, logged.time);
  signer.clocks.set(clock, seen);
  signer.logged.set(statement.n, logged);
}
