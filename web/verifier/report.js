/** A whole file checked: what holds, where it fails, and what nobody can check. Source: protocol/FAIRNESS.md, "The checks". */

import { hex } from "../core/bytes.js";
import { wordIndexes } from "../core/identifiers.js";
import { N_ } from "../core/language.js";
import { harmless } from "../core/text.js";
import { Unknown } from "../core/unknown.js";
import { Auditor } from "./auditor.js";
import { Fault } from "../ledger/checks.js";
import { readTranscript } from "./transcript_file.js";

/** @typedef {ReturnType<typeof reportOf>} Report */

// Chosen: some tens of milliseconds of a phone, so that the page answers touches in between.
const SLICE = 25;

/**
 * Check a transcript in slices, yielding how many records are done. Throws NotATranscript.
 * @param {Uint8Array} bytes @param {Auditor} [auditor] @returns {Generator<{ done: number, records: number }, Report, void>}
 */
export function* checking(bytes, auditor = new Auditor()) {
  const { records, cut } = readTranscript(bytes);
  /** @type {{ fault: Fault, record: number } | null} */
  let wrong = null;
  for (let done = 0; done < records.length && !wrong; done += 1) {
    if (done % SLICE === 0) yield { done, records: records.length };
    try {
      auditor.feed(/** @type {import("./transcript_file.js").Rec} */ (records[done]));
    } catch (problem) {
      if (problem instanceof Fault) wrong = { fault: problem, record: done };
      else if (!(problem instanceof Unknown)) throw problem;
    }
  }
  return reportOf(auditor, { records: records.length, cut, wrong });
}

/** Check a transcript at once. Throws NotATranscript. @param {Uint8Array} bytes @returns {Report} */
export function check(bytes) {
  const steps = checking(bytes);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** What was found in a file. @param {Auditor} auditor @param {{ records: number, cut: boolean, wrong: { fault: Fault, record: number } | null }} file */
function reportOf({ log, refusals, unknown }, { records, cut, wrong }) {
  const why = wrong?.fault ?? unknown;
  const isWhole = log.ended?.why === "played" && !cut;
  return {
    verdict: /** @type {"verified" | "incomplete" | "not-verified" | "unknown"} */ (wrong ? "not-verified" : unknown ? "unknown" : isWhole ? "verified" : "incomplete"),
    holds: wrong === null && records > 0, // as far as the file goes
    cut, // inside a record
    check: wrong?.fault.check ?? null,
    record: wrong?.record ?? null, // from 0
    reason: why ? why.reason : whyNot(records, cut, log.ended?.why ?? null), // a sentence with places, and their values
    values: why?.values ?? {},
    passed: log.passed, // how often each check held
    records,
    variant: log.variant,
    players: log.players.map(({ name }) => harmless(name)),
    rounds: log.round,
    words: log.session ? wordIndexes(log.session) : [], // indexes into the list
    scores: log.scores,
    voids: log.voids.map(({ keys: _, ...said }) => said),
    unsigned: log.unsigned, // how often the host acted without a signature; the same by seat and cause ("2 vote")
    unsignedBy: [...log.unsignedBy],
    objected: [...log.objected], // by seat: how often of these by vote although it had objected
    // By seat: how often the player's clock began again; how many of the player's statements the file does not show.
    clockBreaks: log.players.flatMap(({ key }, seat) => {
      const breaks = (log.statements?.signers.get(hex(key))?.clocks.size ?? 0) - 1;
      return breaks > 0 ? [/** @type {[number, number]} */ ([seat, breaks])] : [];
    }),
    missing: log.players.flatMap(({ key }, seat) => {
      const count = log.statements?.missing(key) ?? 0;
      return count > 0 ? [/** @type {[number, number]} */ ([seat, count])] : [];
    }),
    waited: log.waited,
    // By code: how many statements of the file's owner the host refused.
    refused: [...refusals.codes].sort(([a], [b]) => (a < b ? -1 : 1)),
    ended: /** @type {string | null} */ (log.ended?.why ?? null),
  };
}

/** @param {number} records @param {boolean} cut @param {string | null} ended */
function whyNot(records, cut, ended) {
  if (cut) return N_("the file stops inside a record");
  if (records === 0) return N_("the file holds no record");
  if (ended === null) return N_("the game was not played to its end");
  if (ended === "waited") return N_("it was ended before it was won: the others had waited too long for somebody");
  return ended === "played" ? "" : N_("the game was called off");
}

/** The exit status, that of `rummynet verify`. @param {Report} report @param {boolean} partial */
export function statusOf(report, partial) {
  if ((report.cut && !partial) || report.verdict === "unknown") return 2;
  if (!report.holds) return 1;
  return report.verdict === "verified" || partial ? 0 : 1;
}
