/** The forms of entries and statements (protocol/FAIRNESS.md, "Statements" and "Log entries"): every field, and no other. */

import { N_ } from "../core/language.js";
import { CodecError, decode } from "../core/msgpack.js";
import { known } from "../core/unknown.js";
import { Fault } from "./checks.js";

/** @import { Value } from "../core/msgpack.js" */
/** @typedef {(value: Value) => any} Form takes a value, gives what it is read as; throws WrongForm */
/** @typedef {{ payload: Uint8Array, signature: Uint8Array }} Envelope */
/** @typedef {{ e: string, t: number, [field: string]: any }} Entry */
/** @typedef {{ log: Uint8Array, n: number, prev: Uint8Array, head: Uint8Array, clock: Uint8Array, t: number, [field: string]: any }} Statement */

const VERSION = 5;
/** What a player says of the own part of a shuffle that was voided; each says more than the one before. */
export const ANSWERS = ["silent", "sent", "read", "acknowledged"];
/** What a seat gives to a sealed deck beside its key, by what it is called (protocol/SEALED.md, "The log"). */
const PARTS = ["escrow", "complain", "mix", "proof", "share", "open", "gone", "key"];
// the proof of a play out of 216 cards has 48,664 bytes; an entry around it has room in a frame of 64 KiB
export const MOST_BLOB = 50_000;

class WrongForm extends Error {}

/** @param {boolean} holds */
function demand(holds) {
  if (!holds) throw new WrongForm();
}

/** @param {number} low @param {number} high @returns {Form} */
const whole = (low, high) => (value) => {
  demand(typeof value === "number" && value >= low && value <= high);
  return value;
};
/** @param {number} low @param {number} [high] @returns {Form} */
const bytes = (low, high = low) => (value) => {
  demand(value instanceof Uint8Array && value.length >= low && value.length <= high);
  return value;
};
/** @param {number} most characters @returns {Form} */
const text = (most) => (value) => {
  demand(typeof value === "string" && [...value].length <= most);
  return value;
};
/** @param {...string} words @returns {Form} */
const oneOf = (...words) => (value) => {
  demand(typeof value === "string" && words.includes(value));
  return value;
};
/** @type {Form} */
const truth = (value) => {
  demand(typeof value === "boolean");
  return value;
};
/** @param {Form} form @returns {Form} */
const orNil = (form) => (value) => (value === null ? null : form(value));
/** @param {Form} form @param {number} most @param {number} [least] @returns {Form} */
const list = (form, most, least = 0) => (value) => {
  demand(Array.isArray(value) && value.length >= least && value.length <= most);
  return /** @type {Value[]} */ (value).map(form);
};
/** @param {...Form} forms @returns {Form} */
const tuple = (...forms) => (value) => {
  demand(Array.isArray(value) && value.length === forms.length);
  return /** @type {Value[]} */ (value).map((item, at) => /** @type {Form} */ (forms[at])(item));
};

const LONG = 2 ** 53; // the largest whole number that JavaScript counts exactly (FAIRNESS.md has the same)
const hash = bytes(32);
const seat = whole(0, 11);
const round = whole(1, 100_000);
const epoch = whole(0, 255);
const moment = whole(0, LONG);
const points = whole(-1e9, 1e9);
/** @type {Form} */
const envelope = (value) => {
  const [payload, signature] = tuple(bytes(0, 1_024), bytes(64))(value);
  return { payload, signature };
};
const envelopes = list(envelope, 12);
const blob = bytes(0, MOST_BLOB);
const clocks = ["turn", "rule", "vote"];
/** @type {Form} */
const opening = (value) => {
  const [position, card, salt, path] = tuple(whole(0, 215), whole(0, 215), hash, bytes(0, 256))(value);
  demand(path.length % 32 === 0);
  return { position, card, salt, path };
};
/** @type {Form} */
const player = (value) => {
  const [key, name] = tuple(hash, text(64))(value);
  return { key, name };
};
/** @type {Form} */
const option = (value) => {
  const plain = value === null || ["boolean", "number", "bigint", "string"].includes(typeof value);
  const numbers =
    Array.isArray(value) && value.length <= 12 && value.every((one) => ["number", "bigint"].includes(typeof one));
  demand(plain || numbers);
  demand(typeof value !== "string" || [...value].length <= 200);
  return value;
};
/** @type {Form} */
const options = (value) => {
  demand(value instanceof Map && value.size <= 40);
  const map = /** @type {Map<string, Value>} */ (value);
  for (const [name, one] of map) {
    demand([...name].length <= 30);
    option(one);
  }
  return map;
};

const action = { seat, do: text(400), signed: orNil(envelope), why: orNil(oneOf(...clocks, "gone")) };
/** @type {{ [kind: string]: { [field: string]: Form } }} */
const ENTRIES = {
  open: {
    version: whole(VERSION, VERSION), table: hash, game: whole(1, 2 ** 31), before: hash, host: hash, host_name: text(64),
    variant: text(20), options, at: moment,
  },
  seats: { players: list(player, 12), joining: list(seat, 12), bots: list(seat, 12), ready: envelopes, t: moment },
  "nonce-commits": { signed: envelopes, t: moment },
  nonces: { signed: envelopes, t: moment },
  "host-commit": { round, first: epoch, commits: list(tuple(hash, hash), 4), t: moment },
  commits: { round, first: epoch, signed: envelopes, t: moment },
  shuffle: { round, epoch, cards: bytes(0, 216), t: moment },
  reveals: { round, epoch, signed: envelopes, t: moment },
  keys: { round, epoch, signed: envelopes, public: hash, proof: bytes(64), t: moment },
  part: { round, seat, signed: envelope, blob, t: moment },
  "host-part": { round, about: seat, z: hash, t: moment },
  root: { round, epoch, root: hash, deal_root: hash, t: moment },
  cosigns: { round, epoch, signed: list(orNil(envelope), 12), pub: orNil(hash), t: moment },
  void: { round, epoch, signed: list(orNil(envelope), 12), t: moment },
  deal: { round, starter: seat, to: bytes(0, 216), up: list(opening, 64), t: moment },
  up: { round, t: moment },
  insert: { round, count: whole(1, 64), t: moment },
  want: { ...action, t: moment },
  late: { round, seat, why: oneOf(...clocks), t: moment },
  act: {
    ...action, why: orNil(oneOf(...clocks, "want", "gone")), drawn: whole(0, 4), position: orNil(whole(0, 215)), t: moment,
    proof: blob,
  },
  vote: { seat, signed: envelope, t: moment },
  pause: { on: truth, t: moment },
  show: { round, secrets: list(tuple(epoch, hash), 256), t: moment },
  score: {
    round, out: orNil(seat), round_scores: list(points, 12), scores: list(points, 12), winner: orNil(seat),
    finished: truth, t: moment,
  },
  end: { why: oneOf("played", "voids", "epochs", "no-session", "waited"), t: moment },
};

const common = { log: hash, n: whole(0, 2 ** 31), prev: hash, head: hash, clock: bytes(8), t: moment };
const MOST_ANSWERED = 20;
const answered = list(oneOf(...ANSWERS), MOST_ANSWERED);
/** @type {{ [kind: string]: { [field: string]: Form } }} */
const STATEMENT_FORMS = {
  ready: { ...common, rules: hash, players: hash },
  "nonce-commit": { ...common, seat, commit: hash },
  nonce: { ...common, commits: hash, nonce: hash },
  commit: { ...common, session: hash, round, first: epoch, commits: list(hash, 4), answered },
  reveal: { ...common, session: hash, deal: hash, cset: hash, x: hash },
  key: { ...common, session: hash, deal: hash, cset: hash, x: hash, public: bytes(0, 32), proof: bytes(0, 64) },
  part: { ...common, session: hash, round, what: oneOf(...PARTS), blob: hash },
  root: { ...common, session: hash, deal: hash, root: hash },
  action: { ...common, session: hash, round, do: text(400), proof: orNil(hash) },
  vote: { ...common, about: seat, yes: truth },
  "last-word": { ...common, answered },
};

/** @param {Map<string, Value>} map @param {{ [field: string]: Form }} form @param {string[]} besides */
function fieldsOf(map, form, besides) {
  const names = Object.keys(form);
  demand(map.size === names.length + besides.length);
  /** @type {any} */
  const read = {};
  for (const name of names) {
    demand(map.has(name));
    read[name] = /** @type {Form} */ (form[name])(/** @type {Value} */ (map.get(name)));
  }
  return read;
}

/** An entry of the log. Throws Fault `format`; Unknown for the opening of a log of another version. @param {Uint8Array} packed @returns {Entry} */
export function readEntry(packed) {
  return reading(() => {
    const map = decode(packed);
    if (!(map instanceof Map)) throw new WrongForm();
    const kind = map.get("e");
    demand(typeof kind === "string" && Object.hasOwn(ENTRIES, kind));
    const version = map.get("version");
    known(kind !== "open" || version === VERSION || !(typeof version === "number" || typeof version === "bigint"), N_("the log is of another version"));
    const name = /** @type {string} */ (kind);
    return { e: name, t: 0, ...fieldsOf(map, /** @type {{ [field: string]: Form }} */ (ENTRIES[name]), ["e"]) };
  });
}

/** A statement of this kind. Throws Fault `format`. @param {string} kind @param {Uint8Array} payload @returns {Statement} */
export function readStatement(kind, payload) {
  return reading(() => {
    const map = decode(payload);
    if (!(map instanceof Map)) throw new WrongForm();
    return fieldsOf(map, /** @type {{ [field: string]: Form }} */ (STATEMENT_FORMS[kind]), []);
  });
}

/** The hash of what stands beside a statement of a sealed deck; null if nothing does. @param {string} kind
 * @param {{ [field: string]: any }} read @returns {Uint8Array | null} */
export function blobOf(kind, read) {
  return (kind === "part" ? read.blob : kind === "action" ? read.proof : null) ?? null;
}

/** @template T @param {() => T} read @returns {T} */
function reading(read) {
  try {
    return read();
  } catch (problem) {
    if (!(problem instanceof WrongForm) && !(problem instanceof CodecError)) throw problem;
    throw new Fault("format", N_("a record is not of the form that the protocol gives it"));
  }
}
