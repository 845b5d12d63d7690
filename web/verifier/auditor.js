/** Checks a game's log record by record, and stops at the first thing that is wrong. Source: protocol/FAIRNESS.md. */

import { nextHead } from "../core/identifiers.js";
import { N_ } from "../core/language.js";
import { isSignature, isUsableKey } from "../core/signatures.js";
import { Unknown } from "../core/unknown.js";
import { need } from "../ledger/checks.js";
import { readEntry } from "../ledger/forms.js";
import { Ledger } from "../ledger/ledger.js";
import { Refusals } from "./false_refusals.js";
import { OwnerRecords } from "./owner_records.js";

/** @import { Entry } from "../ledger/forms.js" */
/** @import { Rec } from "./transcript_file.js" */

export class Auditor extends Ledger {
  ownerRecords = new OwnerRecords();
  refusals = new Refusals(this.log);
  /** The entries that held, in order. @type {Entry[]} */
  entries = [];
  /** What this program does not know of the log; of what follows only form and host's signature are checked. @type {Unknown | null} */
  unknown = null;

  constructor() {
    super();
    this.play.watcher = this.refusals;
  }

  /** Check the next record. Throws Fault, Unknown. @param {Rec} record */
  feed(record) {
    try {
      this.take(record);
    } catch (problem) {
      if (problem instanceof Unknown) this.unknown = problem;
      throw problem;
    }
  }

  /** @param {Rec} record */
  take(record) {
    if (this.unknown && (record.kind !== "entry" || this.log.index < 0)) throw this.unknown;
    if (record.kind === "entry") this.takeEntry(record.entry, record.signature);
    else if (record.kind === "opening") this.ownerRecords.takeOpening(this.log, this.play, record);
    else if (record.kind === "refusal") this.refusals.judge(record, this.ownerRecords.takeRefusal(this.log, record), this.play);
    else this.takeLastWord(record);
  }

  /** Its time is the word of the file's owner alone: nobody else has seen it. @param {import("./transcript_file.js").LastWordRecord} record */
  takeLastWord(record) {
    const { n } = this.ownerRecords.takeLastWord(this.log, record);
    if (this.log.ended) this.refusals.lastNumber = n;
  }

  /** @param {Uint8Array} packed @param {Uint8Array} signature */
  takeEntry(packed, signature) {
    const { log } = this;
    const head = nextHead(log.head, packed);
    const first = log.index < 0 ? readEntry(packed) : null;
    if (first) {
      need(first.e === "open", "chain", N_("the log does not begin with its opening"));
      need(isUsableKey(first.host), "host-signature", N_("the host has a key that cannot sign"));
    }
    need(isSignature(first?.host ?? log.host, "head", head, signature), "host-signature", N_("the host's signature does not hold"));
    const entry = first ?? readEntry(packed);
    log.held("host-signature");
    log.held("format");
    try {
      if (this.unknown) throw this.unknown;
      this.push(entry, head);
    } catch (problem) {
      if (problem instanceof Unknown) Object.assign(log, { head, index: log.index + 1 });
      throw problem;
    }
    this.refusals.addEntry(entry, this.play, this.countsAs);
    this.entries.push(entry);
  }
}
