/**
 * What this player signs in one log: numbered, chained, kept before it is sent, so that a page that is loaded anew goes
 * on where it was. Source: protocol/FAIRNESS.md, "Statements" and "Contributions".
 */

import { hex, unhex, ZEROS } from "../core/bytes.js";
import { statementHash } from "../core/identifiers.js";
import { decode, encode, mapOf } from "../core/msgpack.js";
import { sign } from "../core/signatures.js";

/** @typedef {import("../core/msgpack.js").Value} Value */

/**
 * @typedef {object} OwnStatement
 * @property {string} what the kind of the signature
 * @property {Uint8Array} payload
 * @property {Uint8Array} signature
 * @property {Record<string, any>} fields
 * @property {string} hash hexadecimal
 * @property {boolean} acknowledged
 * @property {string} refused the code, empty if it was not
 * @property {Uint8Array | null} byHost the host's signature of the refusal
 * @property {boolean} withdrawn
 * @property {boolean} logged
 * @property {boolean} isHeldBack whether the player was told that the host holds it back
 */

/**
 * Where things are kept, by name; what is given is kept when `set` returns.
 * @typedef {{ get: (name: string) => string | null, set: (name: string, text: string) => void,
 *   remove: (name: string) => void, names: () => string[] }} Keep
 */

/** The player's clock: a name that is new whenever the program is, and milliseconds. */
export class PlayerClock {
  /** @param {(bytes: number) => Uint8Array} random @param {() => number} millis that go on evenly */
  constructor(random, millis) {
    this.random = random;
    this.millis = millis;
    this.name = random(8);
  }

  now() {
    return Math.floor(this.millis());
  }

  renew() {
    this.name = this.random(8);
  }
}

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
    this.restore();
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
    for (const [what, payload, signature, acknowledged, refused, byHost, withdrawn] of kept.statements) {
      if (this.byHash.has(hex(statementHash(what, unhex(payload))))) continue;
      const own = this.add(what, unhex(payload), unhex(signature));
      Object.assign(own, { acknowledged, refused, byHost: byHost && unhex(byHost), withdrawn });
    }
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
    ]);
    this.keep.set(this.place, JSON.stringify({ nonces: [...this.nonces], statements }));
  }

  /** @param {string} what @param {Uint8Array} payload @param {Uint8Array} signature @returns {OwnStatement} */
  add(what, payload, signature) {
    const value = decode(payload);
    const fields = value instanceof Map ? Object.fromEntries(value) : {};
    const hash = hex(statementHash(what, payload));
    const own = { what, payload, signature, fields, hash, acknowledged: false, refused: "", byHost: null, withdrawn: false, logged: false, isHeldBack: false };
    this.byHash.set(hash, own);
    return own;
  }

  /** Sign and keep the next statement. *logged* is the newest of this player's in the log.
   * @param {string} what @param {Uint8Array} head @param {{ n: number, hash: Uint8Array } | null} logged
   * @param {Record<string, Value>} fields */
  sign(what, head, logged, fields) {
    this.restore(); // another window may have signed; what it has kept must not be lost, nor its number used twice
    const newest = [...this.byHash.values()].at(-1);
    let n = logged === null ? 0 : logged.n + 1;
    let prev = logged === null ? ZEROS : logged.hash;
    if (newest !== undefined && newest.fields.n >= n) {
      n = newest.fields.n + 1;
      prev = unhex(newest.hash);
    }
    const beginning = { log: this.log, n, prev, head, clock: this.clock.name, t: this.clock.now() };
    const payload = encode(mapOf({ ...beginning, ...fields }));
    const own = this.add(what, payload, sign(this.secret, what, payload));
    this.save();
    return own;
  }

  /** @param {string} what @param {Uint8Array} head @returns {OwnStatement | undefined} the newest aimed at this head */
  newest(what, head) {
    const wanted = hex(head);
    return [...this.byHash.values()].reverse().find((own) => own.what === what && hex(own.fields.head) === wanted);
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
