/**
 * A game as a row of frames: what happened, and the table after it, from this program's own replay of the transcript.
 *
 * @typedef {import("../ledger/round_history.js").TableNow} Position
 * @typedef {import("../ledger/round_history.js").GameEvent} GameEvent
 * @typedef {import("../ledger/round_history.js").Moment} Moment
 * @typedef {{ text: string, by: number, since: number, millis: number, melds: string[][] }} MissedRummy melds: the cards of each meld that lay there
 * @typedef {{ round: number, events: GameEvent[], position: Position, clock: boolean, seat: number | null, missed: MissedRummy[], note: string }} Frame
 */

import { _ } from "../core/language.js";
import { actionWords } from "./action_text.js";
import { eventsLine } from "./event_text.js";

/** @param {import("../ledger/round_history.js").RoundHistory[]} rounds @returns {Frame[]} */
export function framesOf(rounds) {
  return rounds.flatMap(({ round, moments, score }) =>
    moments.map(({ seat, text, why, events, table }, at) => {
      const missed = score && at === moments.length - 1 ? missedRummies(moments) : [];
      return { round, events, position: table, clock: why !== null, seat: text ? seat : null, missed, note: "" };
    }),
  );
}

/** What happened, in one line. @param {Frame} frame @param {readonly string[]} names @param {(seat: number) => boolean} sees whether the cards of a
 * seat are seen */
export function frameText({ events, clock }, names, sees) {
  const told = events.map((event) => (event.event === "drew" && !sees(event.seat ?? -1) ? { ...event, card: null } : event));
  return eventsLine(told, { names, me: null }) + (clock ? ` ${_("(the clock)")}` : "");
}

/** A rummy that nobody called. @param {MissedRummy} missed @param {readonly string[]} names */
export function missedText({ text, by, millis, melds }, names) {
  const cards = actionWords(text.replace("rummy ", ""), melds);
  return _("{cards} (made possible by {name}, there for {seconds} s)", { cards, name: names[by] ?? "", seconds: Math.round(millis / 1000) });
}

/** The cards that a call plays. @param {{ text: string }} call */
export const cardsOf = ({ text }) => text.split(" on ")[0]?.split(" ").slice(2) ?? [];

/** Rummies that passed without a call, in the order in which they became possible. One whose cards were called, or taken and
 * played, is not missed. Of those that one action made possible and that share a card the largest is told: it was one chance.
 * @param {readonly Moment[]} moments @returns {MissedRummy[]} */
export function missedRummies(moments) {
  /** @type {MissedRummy[]} */
  const missed = [];
  /** @type {Map<string, { text: string, by: number, since: number }>} */
  const open = new Map();
  let last = 0;
  /** @type {string[][]} */
  let melds = [];
  const close = (/** @type {Set<string>} */ used, /** @type {Set<string>} */ now) => {
    for (const [name, { text, by, since }] of open) {
      if (now.has(name)) continue;
      open.delete(name);
      if (!cardsOf({ text }).some((word) => used.has(word))) missed.push({ text, by, since, millis: last - since, melds });
    }
  };
  for (const { text, t, table } of moments) {
    last = t;
    melds = table.melds.map(({ cards }) => cards);
    const takes = text.startsWith("take ") || text.startsWith("rummy ");
    const words = takes ? (text.split(" on ")[0]?.split(" ") ?? []) : [];
    const used = new Set(words.filter((word) => !["take", "rummy", "meld", "lay"].includes(word)));
    close(used, new Set(table.calls.map((one) => `${one.by} ${one.text}`)));
    for (const call of table.calls) {
      const name = `${call.by} ${call.text}`;
      if (!open.has(name)) open.set(name, { ...call, since: t });
    }
  }
  close(new Set(), new Set());
  /** @type {MissedRummy[]} */
  const kept = [];
  for (const one of [...missed].sort((a, b) => cardsOf(b).length - cardsOf(a).length || (a.text < b.text ? -1 : 1))) {
    const cards = cardsOf(one);
    if (kept.every((other) => other.since !== one.since || !cardsOf(other).some((card) => cards.includes(card)))) kept.push(one);
  }
  return missed.filter((one) => kept.includes(one));
}
