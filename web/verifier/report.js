/** A whole file checked: what holds, where it fails, and what nobody can check. Source: protocol/FAIRNESS.md, "The checks". */

import { hex } from "../core/bytes.js";
import { wordIndexes } from "../core/identifiers.js";
import { N_ } from "../core/language.js";
import { harmless } from "../core/text.js";
import { Unknown } from "../core/unknown.js";
import { Auditor } from "./auditor.js";
import { Fault } from "./checks.js";
import { readTranscript } from "./transcript_file.js";

/**
 * @typedef {object} Report
 * @property {"verified" | "incomplete" | "not-verified" | "unknown"} verdict
 * @property {boolean} holds nothing was found wrong as far as the file goes
 * @property {boolean} cut the file stops inside a record
 * @property {string | null} check that failed
 * @property {number | null} record where, counted from 0
 * @property {string} reason a sentence with places
 * @property {{ [name: string]: string | number }} values for the places
 * @property {{ [check: string]: number }} passed how often each check held
 * @property {number} records
 * @property {string} variant
 * @property {string[]} players their names, as they may be shown
 * @property {number} rounds
 * @property {number[]} words indexes into the list of words
 * @property {number[]} scores
 * @property {Omit<import("./game_log.js").VoidNote, "keys">[]} voids
 * @property {number} unsigned how often the host acted without a signature
 * @property {[string, number][]} unsignedBy the same by seat and cause ("2 vote")
 * @property {[number, number][]} objected by seat: how often of these by vote although it had objected
 * @property {[number, number][]} clockBreaks by seat: how often the player's clock began again
 * @property {[number, number][]} missing by seat: how many statements of the player the file does not show
 * @property {import("./waiting.js").WaitedEnd | null} waited
 * @property {[string, number][]} refused by code: how many statements of the file's owner the host refused
 * @property {string | null} ended
 */

/** Records between two pauses. */
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

/** @param {Auditor} auditor @param {{ records: number, cut: boolean, wrong: { fault: Fault, record: number } | null }} file @returns {Report} */
function reportOf({ log, play: { refusals }, unknown }, { records, cut, wrong }) {
  const why = wrong?.fault ?? unknown;
  const isWhole = log.ended?.why === "played" && !cut;
  return {
    verdict: wrong ? "not-verified" : unknown ? "unknown" : isWhole ? "verified" : "incomplete",
    holds: wrong === null && records > 0,
    cut,
    check: wrong?.fault.check ?? null,
    record: wrong?.record ?? null,
    reason: why ? why.reason : whyNot(records, cut, log.ended?.why ?? null),
    values: why?.values ?? {},
    passed: log.passed,
    records,
    variant: log.variant,
    players: log.players.map(({ name }) => harmless(name)),
    rounds: log.round,
    words: log.session ? wordIndexes(log.session) : [],
    scores: log.scores,
    voids: log.voids.map(({ keys: _, ...said }) => said),
    unsigned: log.unsigned,
    unsignedBy: [...log.unsignedBy],
    objected: [...log.objected],
    clockBreaks: log.players.flatMap(({ key }, seat) => {
      const breaks = (log.statements?.signers.get(hex(key))?.clocks.size ?? 0) - 1;
      return breaks > 0 ? [/** @type {[number, number]} */ ([seat, breaks])] : [];
    }),
    missing: log.players.flatMap(({ key }, seat) => {
      const count = log.statements?.missing(key) ?? 0;
      return count > 0 ? [/** @type {[number, number]} */ ([seat, count])] : [];
    }),
    waited: log.waited,
    refused: [...refusals.codes].sort(([a], [b]) => (a < b ? -1 : 1)),
    ended: log.ended?.why ?? null,
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
