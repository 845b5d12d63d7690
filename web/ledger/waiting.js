/** What a log stands at, and what is done without the seat that it waits for. Source: protocol/FAIRNESS.md, "Going on without a seat". */

import { N_ } from "../core/language.js";
import { need } from "./checks.js";
import { takesVotes } from "./course.js";

/** @import { Entry } from "./forms.js" */
/** @import { GameLog } from "./game_log.js" */
/** @import { RoundPlay } from "./play.js" */
/** @typedef {{ seat: number, by: number[], protested: boolean }} WaitedEnd for want of whom, by whom, and whether that seat contradicts */
/** What is done without a seat, from which log time on, if so many others want it; by: who does.
 * @typedef {{ what: "play" | "open" | "end", at: number, need: number, by: number[] }} Without */

const IN_PLAY = ["deal", "insert", "act", "show"];
/** Log time between votes that are enough and what follows: who is concerned reads it, and can still act. */
const NOTICE = 20_000;
/** The turn of a seat that was played for before and has not come back. */
const STAND_IN = 5000;

/** Whether the log stands at a position of a round. @param {GameLog} log */
export function isInPlay(log) {
  // Behind the co-signatures for cards that were put back the round goes on.
  return !owedParts(log) && (IN_PLAY.includes(log.last) || (log.isSealed && log.last === "cosigns" && log.isDealt));
}

/** By seat since when it owes a part of a sealed deck; null while nothing is due. Whose co-signature is missing no log shows.
 * @param {GameLog} log @returns {Map<number, number> | null} */
export function owedParts({ hidden, isDealt, isRoundOver, players, last }) {
  // Behind a `want` it is the host that owes, the shuffle.
  if (!hidden || !isDealt || isRoundOver || last === "want") return null;
  if (hidden.root) return new Map(players.flatMap((_, seat) => (hidden.cards.opened.has(seat) ? [] : [[seat, hidden.provenAt.t]])));
  const owed = new Map([...hidden.due].map(([seat, { since }]) => [seat, since]));
  return owed.size > 0 ? owed : null;
}

/** Since when, pauses aside, the log waits for a seat, and since which entry what the others want counts (in a turn all that stands does); null: it does not. Who is waited for in a ceremony
 * stands in no log: there it may be anybody. @param {GameLog} log @param {RoundPlay} play @param {number} seat @returns {{ since: number, index: number } | null} */
export function waitFor(log, play, seat) {
  const rests = log.pausedAt === null ? 0 : log.time - log.pausedAt;
  if (isInPlay(log)) return play.onTurn === seat ? { since: play.waitBegan + rests, index: 0 } : null;
  if (owedParts(log)) {
    const due = log.hidden?.waitedFor(seat);
    return due ? { since: due.since, index: log.noteOf(due.head)?.index ?? -1 } : null;
  }
  return log.session && !log.ended && takesVotes(log, play) ? { since: log.stands.since + rests, index: log.stands.index } : null;
}

/** What would be done without a seat; null where the log does not wait for it, or nobody else has a vote.
 * @param {GameLog} log @param {RoundPlay} play @param {number} seat @returns {Without | null} */
export function outcome(log, play, seat) {
  const found = waitFor(log, play, seat);
  const { votes, hidden } = log;
  if (!found || !votes.others(seat)) return null;
  const at = found.since + 1000 * Number(log.options.get("idle_seconds"));
  const by = votes.of(seat, true, found.index);
  const needed = isInPlay(log) ? votes.needed(seat) : null;
  if (needed !== null) return { what: "play", at: play.stoodInFor.has(seat) ? found.since + STAND_IN : at, need: needed, by };
  const keepers = owedParts(log) ? (hidden?.keepersOf(seat) ?? []) : [];
  if (keepers.length > 0) return { what: "open", at, need: keepers.length, by };
  return ending(log, seat, found.since, by);
}

/** @param {GameLog} log @param {number} seat @param {number} since @param {number[]} by @returns {Without} */
function ending(log, seat, since, by) {
  // A ceremony begins with the break between rounds, in which nobody is late yet.
  const seconds = Number(log.options.get("idle_seconds")) + Number(log.options.get("break_seconds"));
  return { what: "end", at: since + 1000 * seconds, need: log.votes.of(seat, false).length + 1, by };
}

/** What is done without a seat as the others want it now; null as long as they do not. @param {GameLog} log @param {RoundPlay} play @param {number} seat
 * @returns {Without | null} */
export function without(log, play, seat) {
  const found = log.votes.said.get(seat)?.size ? outcome(log, play, seat) : null;
  const waits = waitFor(log, play, seat);
  if (!found || !waits) return null;
  // Whoever is left at a table can end its game, if nobody says otherwise.
  for (const one of [found, ending(log, seat, waits.since, found.by)]) {
    const enough = log.votes.enoughAt(seat, one.need, waits.index);
    const notice = one.what === "play" && play.stoodInFor.has(seat) ? STAND_IN : NOTICE;
    if (enough !== null) return { ...one, at: Math.max(one.at, enough + notice) };
  }
  return null;
}

/** @param {RoundPlay} play @param {Entry} entry */
export function takeVote(play, entry) {
  const { log, statements } = play;
  const { votes } = log;
  const player = log.players[entry.seat];
  need(player, "action-signature", N_("a vote is of a seat that is not there"));
  need(!log.bots.includes(entry.seat), "action-signature", N_("a bot of the host's has voted"));
  const voting = statements.take("vote", entry.signed, player.key, entry.t, "action-signature");
  const { about, yes } = voting;
  const fault = votes.faultOf(entry.seat, { about, yes }, log.noteOf(voting.head)?.index ?? -1, log.stands.index, entry.t);
  need(fault !== "seat", "action-signature", N_("a vote is about a seat that is not there, or for going on without its own"));
  log.held("action-signature");
  need(fault !== "late", "stale-action", N_("a vote is about somebody who has signed something since"));
  need(fault === null, "stale-action", N_("a second vote about a seat came too soon"));
  log.held("stale-action");
  if (about === entry.seat) play.object(entry.seat, entry.t);
  log.votes = votes.add(entry.seat, about, { yes, index: log.index + 1, t: entry.t });
}

/** That the others want the host to play for a seat, and that its time is up. @param {RoundPlay} play @param {number} seat @param {number} t */
export function checkStandIn(play, seat, t) {
  const { log } = play;
  const found = without(log, play, seat);
  need(found?.what === "play", "clock", N_("the host played for a seat without the votes of the others"));
  need(t >= found.at, "clock", N_("the host played for a seat, as the others want, before its time was up"));
  if (play.hasObjected) log.objected.set(seat, (log.objected.get(seat) ?? 0) + 1);
  play.stoodInFor.add(seat);
}

/** An end because the others waited too long. Throws Fault `end`. @param {GameLog} log @param {RoundPlay} play @param {number} t @returns {WaitedEnd} */
export function waitedEnd(log, play, t) {
  const found = log.players.map((_, seat) => ({ seat, ...without(log, play, seat) })).find(({ what, at }) => what === "end" && (at ?? Infinity) <= t);
  need(found, "end", N_("the game was ended without the others wanting it, or before its time"));
  return { seat: found.seat, by: found.by ?? [], protested: log.votes.hasObjected(found.seat, log.stands.index) };
}
