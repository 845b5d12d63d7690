/** A file into records. Source: protocol/FAIRNESS.md, "Transcript files". */

import { readU32, utf8 } from "../core/bytes.js";
import { N_ } from "../core/language.js";
import { MOST_BLOB } from "../ledger/forms.js";

/** Kind, payload and signature of a statement. @typedef {[string, Uint8Array, Uint8Array]} SignedStatement */
/**
 * @typedef {{ kind: "entry", signature: Uint8Array, entry: Uint8Array }} EntryRecord
 * @typedef {{ kind: "opening", seat: number, round: number, epoch: number, position: number, card: number, salt: Uint8Array,
 *   path: Uint8Array }} OpeningRecord
 * @typedef {{ kind: "refusal", seat: number, statement: string, signature: Uint8Array, refusal: Uint8Array, code: string,
 *   head: Uint8Array, evidence: Uint8Array, shown: SignedStatement | null, payload: Uint8Array, blob: Uint8Array }} RefusalRecord
 * @typedef {{ kind: "last-word", seat: number, signature: Uint8Array, payload: Uint8Array }} LastWordRecord
 * @typedef {EntryRecord | OpeningRecord | RefusalRecord | LastWordRecord} Rec
 */

export const TITLE = utf8("rummynet transcript\n");
/** Counted up with each change of form or checks. */
export const VERSION = 9;
/** The length of what names the program that wrote the file, behind the version. */
export const WRITER = 48;
export const MOST_FILE = 67_108_864; // FAIRNESS.md, "Transcript files": a reader needs a limit before it reads
export const STATEMENTS = ["ready", "nonce-commit", "nonce", "commit", "reveal", "root", "action", "vote", "last-word", "key", "part"];
/** @type {{ [kind: number]: (length: number) => boolean }} */
const LENGTHS = {
  1: (length) => length >= 65 && length <= 60_064,
  2: (length) => length >= 40 && length <= 296 && (length - 40) % 32 === 0,
  3: (length) => length >= 201 && length <= 52_342,
  4: (length) => length >= 66 && length <= 1_089,
};

export class NotATranscript extends Error {}

/** The file is a transcript, of a version that this program does not know. */
export class OtherVersion extends NotATranscript {
  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    super(N_("This transcript has another version and cannot be checked by this page; use the version that wrote it."));
    /** The program that wrote the file, where its version says that; it may be any text. */
    this.writer = (bytes[TITLE.length] ?? 0) < 8 ? "" : String.fromCharCode(...bytes.subarray(TITLE.length + 1, TITLE.length + 1 + WRITER)).replace(/[^ -~]/g, "");
  }
}

/** The bytes of a transcript that may be compressed as a whole (gzip). Throws NotATranscript.
 * @param {Uint8Array<ArrayBuffer>} bytes */
export async function inflated(bytes) {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  if (typeof DecompressionStream === "undefined") throw new NotATranscript(N_("this browser is too old to unpack this file: unpack it with another program first"));
  const all = await unpacked(bytes, "gzip");
  if (!all || !(await isOnePart(bytes, all.length))) throw new NotATranscript(N_("this transcript is compressed, and damaged; ask for a complete copy"));
  return all;
}

/** Whether a file is one part from its head to its last byte: Node inflates several, and does not mind zeros behind them. A browser that does
 * not know the form minds by itself. @param {Uint8Array<ArrayBuffer>} bytes @param {number} size of all that it holds */
async function isOnePart(bytes, size) {
  const packed = bytes.subarray(headEnd(bytes), -8);
  try {
    const first = await unpacked(packed, "deflate-raw");
    return first?.length === size && !(await unpacked(packed.subarray(0, -1), "deflate-raw"));
  } catch (problem) {
    if (problem instanceof TypeError) return true;
    throw problem;
  }
}

/** What these bytes hold; null if they are damaged. Throws NotATranscript.
 * @param {Uint8Array<ArrayBuffer>} bytes @param {CompressionFormat} form */
async function unpacked(bytes, form) {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream(form)).getReader();
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const pieces = [];
  let size = 0;
  for (;;) {
    const read = await reader.read().catch(() => null);
    if (!read) return null;
    if (read.done) break;
    pieces.push(read.value);
    size += read.value.length;
    if (size > MOST_FILE) throw new NotATranscript(N_("the file is longer than any transcript"));
  }
  const all = new Uint8Array(size);
  pieces.reduce((at, piece) => (all.set(piece, at), at + piece.length), 0);
  return all;
}

/** Where the head of a file ends that gzip has packed (RFC 1952, 2.3). @param {Uint8Array} bytes */
function headEnd(bytes) {
  const flags = bytes[3] ?? 0;
  let at = 10;
  if (flags & 4) at += 2 + (bytes[at] ?? 0) + 256 * (bytes[at + 1] ?? 0);
  for (const flag of [8, 16]) if (flags & flag) at = bytes.indexOf(0, at) + 1;
  return flags & 2 ? at + 2 : at;
}

/** The records, and whether the file stops inside one. Throws NotATranscript. @param {Uint8Array} bytes */
export function readTranscript(bytes) {
  if (bytes.length > MOST_FILE) throw new NotATranscript(N_("the file is longer than any transcript"));
  if (bytes.length < TITLE.length + 1 || TITLE.some((byte, at) => bytes[at] !== byte))
    throw new NotATranscript(N_("this file is no transcript of rummynet"));
  if (bytes[TITLE.length] !== VERSION) throw new OtherVersion(bytes);
  if (bytes.length < TITLE.length + 1 + WRITER) throw new NotATranscript(N_("this file is no transcript of rummynet"));
  /** @type {Rec[]} */
  const records = [];
  let at = TITLE.length + 1 + WRITER;
  while (at < bytes.length) {
    const lengthOk = LENGTHS[bytes[at] ?? 0];
    if (!lengthOk) throw new NotATranscript(N_("the file has a record of an unknown kind"));
    if (at + 5 > bytes.length) return { records, cut: true };
    const length = readU32(bytes, at + 1);
    if (!lengthOk(length)) throw new NotATranscript(N_("the file has a record of a length that its kind cannot have"));
    if (at + 5 + length > bytes.length) return { records, cut: true };
    records.push(recordOf(bytes[at] ?? 0, bytes.subarray(at + 5, at + 5 + length)));
    at += 5 + length;
  }
  return { records, cut: false };
}

/** @param {number} kind @param {Uint8Array} body @returns {Rec} */
function recordOf(kind, body) {
  if (kind === 1) return { kind: "entry", signature: body.subarray(0, 64), entry: body.subarray(64) };
  const seat = body[0] ?? 0;
  if (kind === 2) {
    const [epoch, position, card] = [body[5] ?? 0, body[6] ?? 0, body[7] ?? 0];
    const [salt, path] = [body.subarray(8, 40), body.subarray(40)];
    return { kind: "opening", seat, round: readU32(body, 1), epoch, position, card, salt, path };
  }
  if (kind === 4) return { kind: "last-word", seat, signature: body.subarray(1, 65), payload: body.subarray(65) };
  const statement = STATEMENTS[body[1] ?? 0];
  const at = 195 + (body[194] ?? 0);
  const code = body.subarray(195, at);
  const end = at + 2 + 256 * (body[at] ?? 0) + (body[at + 1] ?? 0);
  const payload = body.subarray(at + 2, end);
  const last = end + 2 + 256 * (body[end] ?? 0) + (body[end + 1] ?? 0);
  const blob = body.subarray(end + 2, last);
  if (statement === undefined || code.length < 1 || code.length > 30 || payload.length < 1 || payload.length > 1_024 || blob.length > MOST_BLOB || last > body.length)
    throw new NotATranscript(N_("the file has a refusal of a form that none can have"));
  if (code.some((byte) => byte > 127)) throw new NotATranscript(N_("the file has a refusal of a form that none can have"));
  const [evidence, shown] = [body.subarray(162, 194), evidenceOf(body.subarray(last))];
  const [signature, refusal, head] = [body.subarray(2, 66), body.subarray(66, 130), body.subarray(130, 162)];
  return { kind: "refusal", seat, statement, signature, refusal, head, evidence, shown, code: String.fromCharCode(...code), payload, blob };
}

/** @param {Uint8Array} body what stands behind a refused statement @returns {SignedStatement | null} */
function evidenceOf(body) {
  if (body.length === 0) return null;
  const statement = STATEMENTS[body[0] ?? 0];
  if (statement === undefined || body.length < 66 || body.length > 1_089) throw new NotATranscript(N_("the file has a refusal of a form that none can have"));
  return [statement, body.subarray(65), body.subarray(1, 65)];
}
