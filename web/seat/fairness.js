/** What this page has checked of a game, in plain words: at its end, and in the menu under "fair?". */

import { equal, hex } from "../core/bytes.js";
import { _, ngettext } from "../core/language.js";
import { harmless } from "../core/text.js";
import { h } from "../cards/elements.js";
import { sentences } from "../client/incidents.js";
import { faultWords, notCovered, unknownWords } from "../table/fault_words.js";
import { noPartText } from "./trouble.js";

/** @import { FollowedLog } from "../client/followed_log.js" */
/** @import { Incident } from "../client/incidents.js" */
/** `kind`: "good" only if the deck and every move were checked, with a part of the player's in every shuffle, and nothing is doubtful.
 * @typedef {{ kind: "good" | "part" | "bad", says: string[] }} Verdict */

/** What was found of the table's game; null without one. @param {import("../client/table.js").Table} table @param {readonly Incident[]} incidents what was noted about the
 * host @returns {Verdict | null} */
export function verdictOf({ game, earlierTrouble }, incidents) {
  if (!game) return null;
  const { log } = game;
  if (log.fault) return { kind: "bad", says: [`${_("NOT FAIR")}: ${faultWords(log.fault)}`] };
  if (log.unknown) return { kind: "part", says: [unknownWords(log.unknown)] };
  const { unsigned: n } = log.state;
  const acts = n ? [ngettext("The host acted {n} time without a signature, as clocks and votes allow.", "The host acted {n} times without a signature, as clocks and votes allow.", n, { n })] : [];
  const besides = [...voids(log), ...acts];
  if (!log.ended) return { kind: "part", says: [...checkedSoFar(log), ...besides] };
  if (log.ended !== "played") return { kind: "part", says: [...calledOff(log), ...besides, notCovered()] };
  const doubts = sentences(incidents.filter(({ log: of, kind }) => of === hex(log.id) && kind !== "void"));
  const gaps = [...noPart(log), ...(earlierTrouble ? [noPartText(earlierTrouble)] : []), ...(doubts.length ? [_("This page noticed something that it cannot prove: {doubts}.", { doubts: doubts.join("; ") })] : [])];
  const found = gaps.length
    ? _("This device checked the deck and every move, and found nothing wrong.")
    : _("Fair: this device checked the deck and every move.");
  return { kind: gaps.length ? "part" : "good", says: [found, ...gaps, ...besides, notCovered()] };
}

/** @param {FollowedLog} log */
function checkedSoFar({ length }) {
  return [
    ngettext("{count} entry of the log was checked as it came: the host's signature, everybody's signatures, the shuffle, and each card that you were shown.", "{count} entries of the log were checked as they came: the host's signature, everybody's signatures, the shuffle, and each card that you were shown.", length, { count: length }),
    _("Every play was checked against the rules."),
  ];
}

/** A game without a winner: the secrets of the round that was broken off stay secret, and so its deck. @param {FollowedLog} log */
function calledOff({ state }) {
  const rounds = state.passed.score ?? 0;
  return [
    ...(rounds ? [ngettext("This device checked {n} round to its end, the deck and every move, and found nothing wrong.", "This device checked {n} rounds to their ends, the decks and every move, and found nothing wrong.", rounds, { n: rounds })] : []),
    state.isDealt && !state.isShown
      ? _("The last round was broken off: its moves were checked, but its deck was never opened, so nobody can check that.")
      : rounds ? "" : _("No card was dealt in this game."),
  ].filter(Boolean);
}

/** Shuffles that the player had no part in: whoever made all of the parts chose the deck. @param {FollowedLog} log */
function noPart({ auditor, me, seat }) {
  if (seat === null) return [_("You watched and had no part in the shuffle: you cannot know that host and players did not choose the deck together.")];
  const first = auditor.entries.find(({ e }) => e === "seats");
  const wasThere = first?.players.some((/** @type {{ key: Uint8Array }} */ { key }) => equal(key, me));
  return wasThere ? [] : [_("You came in later and had no part in the first shuffles: you cannot know that host and players did not choose those decks together.")];
}

/** @param {FollowedLog} log */
function voids({ state }) {
  const n = state.voids.length;
  if (!n) return [];
  const names = [...new Set(state.voids.flatMap((one) => one.names))].map(harmless).join(", ");
  return [`${ngettext("{n} shuffle was put aside", "{n} shuffles were put aside", n, { n })} (${names}).`];
}

const SIGN = { good: "✓ ", part: "", bad: "✗ " };

/** @param {Verdict | null} verdict */
export function verdictElements(verdict) {
  if (!verdict) return [];
  const { kind, says } = verdict;
  const [found = "", ...more] = says;
  return [
    h("p", { class: `verdict ${kind}`, role: kind === "bad" ? "alert" : null }, SIGN[kind] + found),
    ...more.map((one) => h("p", { class: "quiet" }, one)),
  ];
}
