/** The outcome of checking a transcript, as a person reads it: the verdict, what it does not cover, and each check. */

import words from "../../protocol/vectors/words.txt";
import { _, N_, ngettext } from "../core/language.js";
import { CHECKS } from "../verifier/checks.js";
import { h } from "../cards/elements.js";

/** @typedef {import("../verifier/report.js").Report} Report */

const WORDS = words.trim().split("\n");
const HONEST = N_(
  "Not covered: the host sees every card as it deals and could tell a friend, it can throw a deal away (each time is counted), players can talk to each other, and anybody can stop playing.",
);

/** @typedef {"good" | "part" | "bad"} Kind */

/** The verdict in a word for a badge. @param {Report} report @returns {{ kind: Kind, text: string }} */
export function verdictBadge({ verdict }) {
  switch (verdict) {
    case "verified":
      return { kind: "good", text: _("verified") };
    case "unknown":
      return { kind: "part", text: _("cannot be checked") };
    case "incomplete":
      return { kind: "part", text: _("not finished") };
    default:
      return { kind: "bad", text: _("NOT VERIFIED") };
  }
}

/** What was found, in a sentence. @param {Report} report @returns {string} */
function verdictSentence(report) {
  const reason = report.reason ? _(report.reason, report.values) : "";
  switch (report.verdict) {
    case "verified":
      return _("VERIFIED: the deck was fair and every move legal.");
    case "unknown":
      return _("UNKNOWN: this game cannot be checked by this version of the page; a newer one can ({reason}).", { reason });
    case "incomplete":
      return _("INCOMPLETE: {reason}", { reason });
    default:
      return _("NOT VERIFIED: check {check} failed at record {record}: {reason}", { check: report.check ?? "", record: report.record ?? 0, reason });
  }
}

/** The verdict as sentences. @param {Report} report @returns {string[]} */
export function verdictSentences(report) {
  const said = [verdictSentence(report)];
  if (report.verdict === "not-verified" || report.verdict === "unknown") return said;
  if (report.voids.length) {
    const protests = report.voids.reduce((sum, one) => sum + one.protests.length, 0);
    const names = [...new Set(report.voids.flatMap((one) => one.names))].join(", ");
    const aside = ngettext("{n} shuffle was put aside", "{n} shuffles were put aside", report.voids.length, { n: report.voids.length });
    const silent = _("said to be silent: {names}; protests: {protests}", { names, protests });
    said.push(`${aside} (${silent}).`);
  }
  if (report.unsigned)
    said.push(ngettext("The host acted {n} time without a signature, as clocks and votes say.", "The host acted {n} times without a signature, as clocks and votes say.", report.unsigned, { n: report.unsigned }));
  return [...said, _(HONEST)];
}

/** The whole outcome. @param {Report} report @param {string[]} besides more sentences @returns {HTMLElement} */
export function checkElement(report, besides = []) {
  const { kind, text } = verdictBadge(report);
  const rows = Object.entries(CHECKS).map(([name, establishes]) => checkRow(report, name, establishes));
  return h("section", { class: "checks" },
    h("h2", { class: `verdict ${kind}` }, `${SIGN[kind]} ${text}`),
    ...[...verdictSentences(report), ...besides].map((sentence) => h("p", {}, sentence)),
    factsElement(report),
    h("h3", {}, _("each check")),
    h("ul", { class: "rows" }, ...rows.filter((row) => row !== null)),
  );
}

const SIGN = { good: "✓", part: "◐", bad: "✗" };

/** @param {Report} report */
function factsElement(report) {
  /** @type {[string, string][]} */
  const facts = [
    [_("players"), report.players.join(", ")],
    [_("rounds"), String(report.rounds)],
    [_("points"), report.scores.map((points, seat) => `${report.players[seat] ?? ""} ${points}`).join(", ")],
    [_("the table's six words"), report.words.map((at) => WORDS[at] ?? "").join(" ")],
    [_("records"), String(report.records)],
  ];
  return h("dl", {}, ...facts.filter(([, value]) => value).flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]));
}

/** @param {Report} report @param {string} name @param {string} establishes */
function checkRow(report, name, establishes) {
  const times = report.passed[name] ?? 0;
  const failed = report.check === name;
  if (!failed && times === 0) return null;
  const kind = failed ? "bad" : "good";
  const says = failed ? _("does not hold at record {record}: {reason}", { record: report.record ?? 0, reason: _(report.reason, report.values) }) : _(establishes);
  const how = failed ? _("failed") : _("held {times}×", { times });
  return h("li", { class: kind },
    h("span", { class: "sign", "aria-hidden": "true" }, SIGN[kind]),
    h("span", {}, h("b", {}, says), " ", h("small", {}, `${name} · ${how}`)),
  );
}
