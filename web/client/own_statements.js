/**
 * What this player signs in one log: numbered, chained, kept before it is sent, so that a page that is loaded anew goes
 * on where it was. Source: protocol/FAIRNESS.md, "Statements" and "Contributions".
 */

import { equal, hex, unhex, ZEROS } from "../core/bytes.js";
import { statementHash } from "../core/identifiers.js";
import { decode, encode, mapOf } from "../core/msgpack.js";
import { sign } from "../core/signatures.js";
import { blobHash } from "../sealed/contexts.js";
import { blobOf } from "../ledger/forms.js";
import { Clock } from "../ledger/signed_statements.js";
import { evidenceHash } from "./signed_refusals.js";
import { WATCHES } from "./watches.js";

/**
 * @typedef {object} OwnStatement
 * @property {string} what the kind of the signature
 * @property {Uint8Array} payload
 * @property {Uint8Array} signature
 * @property {Record<string, any>} fields
 * @property {string} hash hexadecimal
 * @property {boolean} acknowledged
 * @property {boolean} isOnItsWay sent on the connection that stands
 * @property {"" | "sent" | "read"} delivered `read`: the host has refused it, or answered something sent behind it, before a void;
 *   `sent`: it was on its way at a void
 * @property {string} refused the code, empty if it was not
 * @property {Uint8Array | null} byHost the host's signature of the refusal
 * @property {Uint8Array | null} refusedAt the head of the log when the host refused it
 * @property {import("../verifier/transcript_file.js").SignedStatement | null} evidence the newer statement that the host's signature names
 * @property {boolean} withdrawn
 * @property {boolean} logged
 * @property {number | null} wall the wall clock when it was signed
 * @property {boolean} isEarlier whether another page signed it: this one was loaded since, or is another window
 * @property {boolean} isHeldBack whether the player was told that the host holds it back
 * @property {boolean} isPutOff whether the host's answer to it, as it was sent last, was that it has not looked at it (`too_many`)
 * @property {boolean} mayBeHeld whether a connection broke before its answer came: the host may have taken it, whatever it says when it comes again
 * @property {Uint8Array} blob what stands beside it with a sealed deck, which has its hash; none for most
 * @property {boolean} isRefusedUnsigned whether the host's answer to it, as it was sent last, was a refusal without a signature
 */

/**
 * Where things are kept, by name; what is given is kept when `set` returns.
 * @typedef {{ get: (name: string) => string | null, set: (name: string, text: string) => void,
 *   remove: (name: string) => void, names: () => string[] }} Keep
 */

/** Largest difference of the steady clock and the wall clock between two readings: many browsers do not count sleep. */
const TOLERATED_MILLIS = 2000;
/** Codes with which an honest host refuses a part that an honest program has signed; a false one stops the log. */
const MAY_BE_TRUE = new Set(["clock", "order"]);
/** How far a wall clock may be corrected while no page is open. A clock that goes on in a new page is ahead by it. */
const WALL_SLACK_MILLIS = WATCHES["time-leads"].millis;

/** The player's clock: a name, and milliseconds. It begins again, by another name, where it and the wall clock disagree. */
export class PlayerClock {
  /** @param {(bytes: number) => Uint8Array} random @param {() => number} millis that go on evenly @param {() => number} wall Unix time */
  constructor(random, millis, wall) {
    this.random = random;
    this.millis = millis;
    this.wall = wall;
    this.name = random(8);
    this.read = { millis: Math.floor(millis()), wall: wall() };
  }

  now() {
    const [millis, wall] = [Math.floor(this.millis()), this.wall()];
    const passed = millis - this.read.millis;
    if (passed < 0 || Math.abs(passed - (wall - this.read.wall)) > TOLERATED_MILLIS) this.renew();
    else this.read = { millis, wall };
    return { clock: this.name, t: this.read.millis };
  }

  renew() {
    this.name = this.random(8);
    this.read = { millis: Math.floor(this.millis()), wall: this.wall() };
  }
}

// How often a part is signed because its clock was refused. The second has a new clock, which no honest host can refuse as `clock`; a third would only be refused again.
export const TRIES = 2;

export class OwnStatements {
  /** @param {Uint8Array} log @param {Uint8Array} secret @param {PlayerClock} clock @param {Keep} keep */
  constructor(log, secret, clock, keep) {
    this.log = log;
    this.secret = secret;
    this.clock = clock;
    this.keep = keep;
    /** @type {Map<string, OwnStatement>} */
    this.byHash = new Map();
    /** @type {Map<string, string>} nonces by what they are for, and the host's commitments by deal, hexadecimal */
    this.nonces = new Map();
    /** What stands beside statements that the log does not hold yet, by its hash, hexadecimal. @type {Map<string, Uint8Array>} */
    this.blobs = new Map();
    /** The clock of an earlier page that goes on in this one. @type {{ here: Uint8Array, name: Uint8Array, ahead: number } | null} */
    this.goesOn = null;
    /** What this page has signed and the log holds, by clock. @type {Map<string, Clock>} */
    this.clocks = new Map();
    /** The same of what earlier pages have signed, whose clock may go on in this one. @type {Map<string, Clock>} */
    this.earlier = new Map();
    /** What was logged last although the host had refused it without a signature, and another was signed since. @type {OwnStatement | null} */
    this.usedRefused = null;
    this.restore();
    this.continueClock();
  }

  /** Go on with the clock of the newest statement, unless the wall clock was set back since. */
  continueClock() {
    const newest = [...this.byHash.values()].reverse().find(({ wall }) => wall !== null);
    if (!newest || newest.wall === null) return;
    const passed = this.clock.wall() - newest.wall;
    if (passed < 0) return;
    const { clock: here, t } = this.clock.now();
    const name = newest.fields.clock;
    const latest = Math.max(...[...this.byHash.values()].filter(({ fields }) => equal(fields.clock, name)).map(({ fields }) => fields.t));
    this.goesOn = { here, name, ahead: latest + passed + WALL_SLACK_MILLIS - t };
  }

  /** The clock for this log, which goes on in a page that is loaded anew: its name, and its milliseconds. */
  now() {
    const { clock, t } = this.clock.now();
    if (!this.goesOn || !equal(this.goesOn.here, clock)) return { clock, t };
    return { clock: this.goesOn.name, t: t + this.goesOn.ahead };
  }

  /** An own statement stands in an entry of this time. @param {OwnStatement} own @param {number} time */
  noteLogged(own, time) {
    own.logged = true;
    if (own.blob.length && this.blobs.delete(hex(blobHash(own.blob)))) this.saveBlobs();
    const isNewerSigned = [...this.byHash.values()].some(({ what, fields }) => ["action", "vote"].includes(what) && fields.n > own.fields.n);
    if (own.isRefusedUnsigned && (own.what === "ready" || isNewerSigned)) this.usedRefused = own; // its player took a consent for refused
    const clocks = own.isEarlier ? this.earlier : this.clocks;
    const name = hex(own.fields.clock);
    const clock = clocks.get(name) ?? new Clock();
    clock.add(own.fields.t, time);
    clocks.set(name, clock);
  }

  /** Whether more time has passed in the log than here since an earlier page signed something: a wall clock can be set, so
   * this is a doubt. @param {number} time of the log */
  leads(time) {
    const { clock, t } = this.now();
    const seen = this.earlier.get(hex(clock));
    return seen !== undefined && t >= seen.last && !seen.allows(t, time);
  }

  /** How much more log time may pass at once behind an entry, without the tolerance. @param {number} time of the log */
  room(time) {
    const { clock, t } = this.now();
    return Math.min(...[this.clocks, this.earlier].map((clocks) => clocks.get(hex(clock))?.room(t, time) ?? Infinity));
  }

  /** Whether no more time has passed in the log than here since this page signed something. @param {number} time of the log */
  allows(time) {
    const { clock, t } = this.now();
    const seen = this.clocks.get(hex(clock));
    if (!seen || seen.allows(t, time)) return true;
    if (t >= seen.last) return false;
    this.clock.renew(); // the own clock ran backwards
    return true;
  }

  get place() {
    return `log/${hex(this.log)}/own`;
  }

  /** Take what is kept and not known here: another window of this browser may have gone on meanwhile. */
  restore() {
    const text = this.keep.get(this.place);
    if (text === null) return;
    const kept = JSON.parse(text);
    this.nonces = new Map(kept.nonces);
    this.blobs = new Map(JSON.parse(this.keep.get(this.blobPlace) ?? "[]").map((/** @type {[string, string]} */ [hash, blob]) => [hash, unhex(blob)]));
    for (const [what, payload, signature, acknowledged, refused, byHost, withdrawn, wall, refusedAt, delivered, evidence] of kept.statements) {
      if (this.byHash.has(hex(statementHash(what, unhex(payload))))) continue;
      const own = this.add(what, unhex(payload), unhex(signature));
      const answer = { acknowledged, refused, byHost: byHost && unhex(byHost), refusedAt: refusedAt && unhex(refusedAt), delivered, evidence: evidence && [evidence[0], unhex(evidence[1]), unhex(evidence[2])] };
      Object.assign(own, { ...answer, withdrawn, wall: wall ?? null, isEarlier: true });
    }
  }

  get blobPlace() {
    return `log/${hex(this.log)}/blobs`;
  }

  saveBlobs() {
    this.keep.set(this.blobPlace, JSON.stringify([...this.blobs].map(([hash, blob]) => [hash, hex(blob)])));
  }

  save() {
    const statements = [...this.byHash.values()].map((own) => [
      own.what,
      hex(own.payload),
      hex(own.signature),
      own.acknowledged,
      own.refused,
      own.byHost && hex(own.byHost),
      own.withdrawn,
      own.wall,
      own.refusedAt && hex(own.refusedAt),
      own.delivered,
      own.evidence && [own.evidence[0], hex(own.evidence[1]), hex(own.evidence[2])],
    ]);
    this.keep.set(this.place, JSON.stringify({ nonces: [...this.nonces], statements }));
  }

  /** @param {string} what @param {Uint8Array} payload @param {Uint8Array} signature @returns {OwnStatement} */
  add(what, payload, signature) {
    const value = decode(payload);
    const fields = value instanceof Map ? Object.fromEntries(value) : {};
    const hash = hex(statementHash(what, payload));
    const answer = { acknowledged: false, isOnItsWay: false, delivered: /** @type {""} */ (""), refused: "", byHost: null, refusedAt: null, evidence: null };
    const blob = this.blobs.get(hex(blobOf(what, fields) ?? ZEROS)) ?? new Uint8Array();
    /** @type {OwnStatement} */
    const own = { what, payload, signature, fields, hash, blob, ...answer, withdrawn: false, logged: false, wall: null, isEarlier: false, isHeldBack: false, isPutOff: false, mayBeHeld: false, isRefusedUnsigned: false };
    this.byHash.set(hash, own);
    return own;
  }

  /** Number of the next statement, and the hash of the one before it. @param {{ n: number, hash: Uint8Array } | null} logged */
  next(logged) {
    this.restore(); // another window may have signed; what it has kept must not be lost, nor its number used twice
    const newest = [...this.byHash.values()].at(-1);
    if (newest !== undefined && newest.fields.n > (logged?.n ?? -1)) return { n: newest.fields.n + 1, prev: unhex(newest.hash) };
    return logged === null ? { n: 0, prev: ZEROS } : { n: logged.n + 1, prev: logged.hash };
  }

  /** Sign and keep the next statement. *logged* is the newest of this player's in the log.
   * @param {string} what @param {Uint8Array} head @param {{ n: number, hash: Uint8Array } | null} logged
   * @param {Record<string, import("../core/msgpack.js").Value>} fields @param {Uint8Array} [blob] what stands beside it */
  sign(what, head, logged, fields, blob = new Uint8Array()) {
    const { n, prev } = this.next(logged);
    if (blob.length) {
      this.blobs.set(hex(blobHash(blob)), blob);
      this.saveBlobs();
    }
    const beginning = { log: this.log, n, prev, head, ...this.now() };
    const payload = encode(mapOf({ ...beginning, ...fields }));
    const own = Object.assign(this.add(what, payload, sign(this.secret, what, payload)), { wall: this.clock.wall() });
    this.save();
    return own;
  }

  /** Whether an earlier statement has a later time on the same clock. @param {OwnStatement} own */
  ranBackwards({ fields: { clock, n, t } }) {
    return [...this.byHash.values()].some(({ fields }) => equal(fields.clock, clock) && fields.n < n && fields.t > t);
  }

  /** Whether another machine with this key signs for this log, maybe by the same clock. */
  get hasTwin() {
    return [...this.byHash.values()].some(({ evidence }) => evidence && !this.byHash.has(hex(evidenceHash(evidence))));
  }

  /** @param {string} what @param {Uint8Array} head @returns {OwnStatement | undefined} the newest aimed at this head */
  newest(what, head) {
    const wanted = hex(head);
    return [...this.byHash.values()].reverse().find((own) => own.what === what && hex(own.fields.head) === wanted);
  }

  /** What is said of an own part when its shuffle is voided: one of ANSWERS. @param {OwnStatement | undefined} own */
  answerOf(own) {
    if (!own || (own.refused && !own.acknowledged && this.hasTwin)) return "silent"; // true, maybe, for what the other machine has signed
    if (own.refused && !own.acknowledged) return own.delivered === "read" && !MAY_BE_TRUE.has(own.refused) ? "read" : "silent"; // else it came too late
    if (!own.acknowledged && !own.delivered && own.isOnItsWay) {
      own.delivered = "sent";
      this.save();
    }
    return own.acknowledged ? "acknowledged" : own.delivered || "silent";
  }

  /** The nonce for something, made at first and kept. @param {string} what @param {(bytes: number) => Uint8Array} random */
  nonceFor(what, random) {
    const kept = this.nonces.get(what);
    if (kept !== undefined) return unhex(kept);
    const fresh = random(32);
    this.nonces.set(what, hex(fresh));
    this.save();
    return fresh;
  }

  /** The host's commitments to a deal as they were first seen here. @param {string} deal @param {string} commitments */
  promise(deal, commitments) {
    const name = `promise ${deal}`;
    const kept = this.nonces.get(name);
    if (kept !== undefined) return kept;
    this.nonces.set(name, commitments);
    this.save();
    return commitments;
  }

  /** The nonce that was kept; null if this browser has not made it. @param {string} what */
  nonceKept(what) {
    const kept = this.nonces.get(what);
    return kept === undefined ? null : unhex(kept);
  }
}
