/** The transcript of a game, as protocol/FAIRNESS.md ("Transcript files") lays it out: records as they come. */

import { joined, u16, u32, u8, utf8, ZEROS } from "../core/bytes.js";
import { STATEMENTS, TITLE, VERSION, WRITER } from "../verifier/transcript_file.js";
import { evidenceHash } from "./signed_refusals.js";

const HEADER = joined(TITLE, u8(VERSION), utf8("rummynet-page".padEnd(WRITER, "\0")));
const NONE = new Uint8Array();

/** What a refused statement stands with in a file: with another reason its bytes would only make the file longer.
 * @param {import("./own_statements.js").OwnStatement} own */
export function blobShown({ refused, blob }) {
  return refused === "wrong_statement" ? blob : NONE;
}

export class Transcript {
  constructor() {
    /** @type {Uint8Array[]} */
    this.records = [];
  }

  /** A record of a kind: 1 an entry, 2 an opening, 3 a refusal, 4 the owner's last word. @param {number} kind @param {...Uint8Array} parts */
  add(kind, ...parts) {
    const body = joined(...parts);
    this.records.push(joined(u8(kind), u32(body.length), body));
  }

  /** @param {number} seat @param {import("./own_statements.js").OwnStatement} own refused, with the host's signature */
  addRefusal(seat, own) {
    if (!own.byHost) return;
    const code = utf8(own.refused);
    const begin = [Uint8Array.of(seat, STATEMENTS.indexOf(own.what)), own.signature, own.byHost, own.refusedAt ?? ZEROS, evidenceHash(own.evidence)];
    const [what, payload, signature] = own.evidence ?? [];
    const shown = what && payload && signature ? [u8(STATEMENTS.indexOf(what)), signature, payload] : [];
    const blob = blobShown(own);
    this.add(3, ...begin, u8(code.length), code, u16(own.payload.length), own.payload, u16(blob.length), blob, ...shown);
  }

  bytes() {
    return joined(HEADER, ...this.records);
  }
}
