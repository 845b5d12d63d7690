/** Sentences of the host in the reader's language. Source: protocol/PROTOCOL.md, "Sentences". */

import { _, N_, ngettext } from "../core/language.js";
import { harmless } from "../core/text.js";
import { endText, entryText } from "../live/entry_text.js";
import { wordText } from "../table/card_names.js";

/** @import { Without } from "../ledger/waiting.js" */

/** A card in notation, with its deck and what it stands for; not within a word: names of players may hold the same letters. */
const CARD = /(?<![\w*.=])(?:\*[12]|[A2-9TJQK][CDHS])(?:\.[0-3])?(?:=[A2-9TJQK][CDHS?])?(?![\w=])/g;
/** Codes of the rules for a call after which the caller may not call for a while. */
const WRONG_CALLS = new Set(["no_such_call", "own_doing"]);

/** Why the host has refused something, with cards as they look. @param {import("../client/table.js").Answer} answer
 * @param {import("../client/table.js").Table | undefined} table */
export function refusalText({ code, says }, table) {
  const names = table?.names ?? [];
  const newest = table?.logLines.map((one) => ("entry" in one ? entryText(one.entry, one.events, { names, me: table.game?.log.seat ?? null }) : "")).filter(Boolean).pop();
  if (code === "stale" && newest && table?.shown.stage === "playing") return _("Too late: {what}.", { what: newest });
  const why = hostSentence(says, names).replace(CARD, (word) => (names.includes(word) ? word : wordText(word)));
  const seconds = Number(table?.shown.options.get("cooldown_seconds") ?? 0);
  if (!WRONG_CALLS.has(code) || seconds <= 0) return why;
  return [why, _("You can call again in {seconds} s.", { seconds })].join(". ");
}

/** @param {any} sentence text, or template and values @param {readonly string[]} names of the players by seat @returns {string} */
export function hostSentence(sentence, names) {
  if (typeof sentence === "string") return _(sentence);
  if (!Array.isArray(sentence)) return "";
  const [template, values, many, number] = sentence;
  /** @type {{ [name: string]: string | number }} */
  const filled = {};
  const isSeat = (/** @type {any} */ value) => Array.isArray(value) && value[0] === "seat {seat}" && value[1] instanceof Map; // stands for its player
  for (const [name, value] of values instanceof Map ? values : []) {
    filled[name] = typeof value === "number" ? value : isSeat(value) ? (names[value[1].get("seat")] ?? "?") : hostSentence(value, names);
  }
  if (typeof many === "string") return ngettext(template, many, Number(number), filled);
  return _(template, filled);
}

/** Why a game ended before its first deal, in the words of the host if it has some. @param {import("../client/table.js").Table} table */
export function whyOver({ view, logLines, names }) {
  const at = view ? -1 : logLines.map((one) => "entry" in one && one.entry.e === "end").lastIndexOf(true);
  if (at < 0) return "";
  const host = logLines.slice(at).flatMap((one) => ("said" in one && one.said.by === "host" ? [harmless(hostSentence(one.said.text, names))] : []));
  const [end] = logLines.slice(at);
  return host[0] ?? (end && "entry" in end ? endText(end.entry.why) : "");
}

/** What is done without a seat, in words that a time may follow. */
export const OUTCOMES = { play: N_("the host plays for them"), open: N_("their hand is opened, and the host plays it"), end: N_("the game ends") };
export const OWN_OUTCOMES = { play: N_("the host plays for you"), open: N_("your hand is opened, and the host plays it"), end: N_("the game ends") };

/** What is done without a seat, and when. @param {{ would: Without | null, follows: Without | null }} absence @param {number} now log time
 * @param {typeof OUTCOMES} words */
export function outcomeText({ would, follows }, now, words) {
  const { what, at, need, by } = /** @type {Without} */ (would);
  const then = follows && inTime(_(words[follows.what]), follows.at - now);
  if (follows?.what === what) return `${then}`;
  const values = { what: inTime(_(words[what]), at - now), have: by.length, n: need };
  const isOnePlayers = need === 1 && words === OUTCOMES; // of each who reads it
  const says = isOnePlayers ? _("{what} if you stop waiting", values) : ngettext("{what} if {n} player stops waiting", "{what} if {n} players stop waiting ({have} so far)", need, values);
  // One vote of several ends a game in the end; with another one something else is done, and sooner.
  return then ? _("{says}; else {then}", { says, then }) : says;
}

/** What is done, and when; of minutes none is read aloud second by second. @param {string} what @param {number} millis */
function inTime(what, millis) {
  const seconds = Math.ceil(millis / 1000);
  if (seconds <= 0) return what;
  return seconds > 90 ? _("{what} in {minutes} min", { what, minutes: Math.ceil(seconds / 60) }) : _("{what} in {seconds} s", { what, seconds });
}
