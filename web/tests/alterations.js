/** Alterations of transcripts as protocol/vectors/transcripts/index.json lists them. */

import { hex, joined, u32, unhex, ZEROS } from "../core/bytes.js";
import { nextHead } from "../core/identifiers.js";
import { sign } from "../core/signatures.js";
import { readTranscript } from "../verifier/transcript_file.js";

/** @typedef {[number, number, string][]} Edits */

/** @param {Uint8Array} file @param {Edits} edits @returns {Uint8Array} */
export function edited(file, edits) {
  let bytes = file;
  for (const [at, gone, come] of [...edits].sort((a, b) => b[0] - a[0]))
    bytes = joined(bytes.subarray(0, at), unhex(come), bytes.subarray(at + gone));
  return bytes;
}

/** Signatures by head: alterations of one file share their beginnings. @type {Map<string, Uint8Array>} */
const signed = new Map();

/**
 * The same file with the host's signatures made anew over its entries, as far as somebody reads who stops at a record.
 * @param {Uint8Array} file @param {Uint8Array} secret @param {number} [last] that record @returns {Uint8Array}
 */
export function resigned(file, secret, last = Infinity) {
  const { records } = readTranscript(file);
  let head = ZEROS;
  let at = 69;
  /** @type {Uint8Array[]} */
  const parts = [file.slice(0, at)];
  for (const [number, record] of records.entries()) {
    const length = new DataView(file.buffer, file.byteOffset).getUint32(at + 1);
    const body = file.slice(at + 5, at + 5 + length);
    if (record.kind === "entry" && number <= last) {
      head = nextHead(head, record.entry);
      const signature = signed.get(hex(head)) ?? sign(secret, "head", head);
      signed.set(hex(head), signature);
      body.set(signature);
    }
    parts.push(Uint8Array.of(file[at] ?? 0), u32(length), body);
    at += 5 + length;
  }
  return joined(...parts);
}
