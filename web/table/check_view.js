/** The outcome of checking a transcript, as a person reads it: the verdict, what it does not cover, and each check. */

import { _, N_, ngettext } from "../core/language.js";
import { notCovered } from "./fault_words.js";
import { CHECKS } from "../ledger/checks.js";
import { h } from "../cards/elements.js";
import { wordsOf } from "./six_words.js";

/** @import { Report } from "../verifier/report.js" */

/** @typedef {"good" | "part" | "bad"} Kind */

/** @type {{ [verdict in Report["verdict"]]: [Kind, string] }} */
const BADGES = {
  verified: ["good", N_("verified")], unknown: ["part", N_("cannot be checked")], incomplete: ["part", N_("not finished")], "not-verified": ["bad", N_("NOT VERIFIED")],
};

/** The verdict in a word for a badge. @param {Report} report */
export function verdictBadge({ verdict }) {
  const [kind, text] = BADGES[verdict];
  return { kind, text: _(text) };
}

/** What was found, in a sentence. @param {Report} report @returns {string} */
function verdictSentence(report) {
  const reason = report.reason ? _(report.reason, report.values) : "";
  switch (report.verdict) {
    case "verified":
      return _("VERIFIED: the deck was fair and every move legal.");
    case "unknown":
      return _("UNKNOWN: this game cannot be checked by this version of the page; a newer one may ({reason}).", { reason });
    case "incomplete":
      return _("INCOMPLETE: {reason}", { reason });
    default:
      return _("NOT VERIFIED: check {check} failed at record {record}: {reason}", { check: report.check ?? "", record: report.record ?? 0, reason });
  }
}

/** Of what somebody says about voids only this is told: that nothing was sent contradicts nobody. @type {[string, string][]} */
const SAYS = [
  ["sent", N_("{times} the part was on its way, its player says")],
  ["read", N_("{times} the host had read the part, its player says")],
  ["acknowledged", N_("{times} the host had confirmed the part, its player says")],
];

/** How often and how long somebody was silent by the host's account, and what that player says. @param {Report["voids"]} voids
 * @param {string} name */
function silentWords(voids, name) {
  const named = voids.filter((one) => one.names.includes(name));
  const seconds = named.map(({ millis }) => Math.floor(millis / 1000)).join(", ");
  const answers = named.flatMap((one) => one.answers.filter((_says, at) => one.names[at] === name));
  const counted = SAYS.map(([kind, says]) => ({ says, count: answers.filter((one) => one === kind).length }));
  return [
    _("{name} silent {times} for {seconds} s", { name, times: howOften(named.length), seconds }),
    ...counted.filter(({ count }) => count).map(({ says, count }) => _(says, { times: howOften(count) })),
  ];
}

/** @param {number} count */
function howOften(count) {
  if (count < 3) return count === 1 ? _("once") : _("twice");
  return _("{count} times", { count });
}

/** The verdict as sentences. @param {Report} report @returns {string[]} */
export function verdictSentences(report) {
  const said = [verdictSentence(report)];
  if (report.verdict === "not-verified" || report.verdict === "unknown") return said;
  if (report.voids.length) {
    const aside = ngettext("{n} shuffle was put aside", "{n} shuffles were put aside", report.voids.length, { n: report.voids.length });
    const names = [...new Set(report.voids.flatMap((one) => one.names))];
    said.push(`${aside} (${names.flatMap((name) => silentWords(report.voids, name)).join(", ")}).`);
  }
  const refused = report.refused.reduce((sum, [, count]) => sum + count, 0);
  const codes = report.refused.map(([code, count]) => `${code} ${count}×`).join(", ");
  if (refused)
    said.push(ngettext("The host refused {n} statement of the owner of this file ({codes}).", "The host refused {n} statements of the owner of this file ({codes}).", refused, { n: refused, codes }));
  if (report.unsigned)
    said.push(ngettext("The host acted {n} time without a signature, as clocks and votes allow.", "The host acted {n} times without a signature, as clocks and votes allow.", report.unsigned, { n: report.unsigned }));
  for (const [seat, n] of report.clockBreaks)
    said.push(ngettext("The clock of {name} began again {n} time: nobody can check the host's time between the two clocks.", "The clock of {name} began again {n} times: nobody can check the host's time between these clocks.", n, { name: report.players[seat] ?? "", n }));
  for (const [seat, n] of report.missing)
    said.push(ngettext("{name} signed {n} statement that did not count.", "{name} signed {n} statements that did not count.", n, { name: report.players[seat] ?? "", n }));
  if (report.missing.length) said.push(_("That is usual: it came too late, as when two players call at once, was taken back, or belonged to a voided shuffle. A refusal is in the file of its player."));
  return [...said, notCovered()];
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
    [_("the table's six words"), wordsOf(report.words)],
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
