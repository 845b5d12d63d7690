/** Alterations of transcripts as protocol/vectors/transcripts/index.json lists them. */

import { joined, u32, unhex, ZEROS } from "../core/bytes.js";
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

/** The same file with the host's signatures made anew over all entries. @param {Uint8Array} file @param {Uint8Array} secret @returns {Uint8Array} */
export function resigned(file, secret) {
  const { records } = readTranscript(file);
  let head = ZEROS;
  let at = 21;
  /** @type {Uint8Array[]} */
  const parts = [file.slice(0, 21)];
  for (const record of records) {
    const length = new DataView(file.buffer, file.byteOffset).getUint32(at + 1);
    const body = file.slice(at + 5, at + 5 + length);
    if (record.kind === "entry") {
      head = nextHead(head, record.entry);
      body.set(sign(secret, "head", head));
    }
    parts.push(Uint8Array.of(file[at] ?? 0), u32(length), body);
    at += 5 + length;
  }
  return joined(...parts);
}
