/** A game that is ended because it waits for somebody. Source: protocol/FAIRNESS.md, "A game that waits". */

import { hex } from "../core/bytes.js";
import { N_ } from "../core/language.js";
import { need } from "./checks.js";
import { othersWithVote } from "./votes.js";

/** @import { Entry } from "./forms.js" */
/** @import { GameLog } from "./game_log.js" */
/** @import { RoundPlay } from "./play.js" */
/** @typedef {{ seat: number, by: number[], protested: boolean }} WaitedEnd for want of whom, by whom, and whether that seat contradicts */

const IN_PLAY = ["deal", "insert", "act", "show"];

/** Entries that do not affect what may follow them. */
export const ASIDES = new Set(["vote", "close", "pause"]);

/** Entries of a sealed deck of which the same is true. What is due follows from the hidden cards. */
export const DECK_ASIDES = new Set(["part", "host-part", "up", "late"]);

/** The wishes to end the game since the newest entry that is neither a vote nor a close. */
export class Closes {
  /** By seat: who wants the game to end for want of it. @type {Map<number, Set<number>>} */
  wanting = new Map();
  /** Seats that say that they have done their part. @type {Set<number>} */
  protests = new Set();
  /** The seat that the newest entry, a close, is about; -1 if that is another. */
  newest = -1;
  /** Heads that a close may be aimed at. @type {Set<string>} */
  aims = new Set();
  /** When the log came to stand here. */
  since = 0;
}

/** @param {GameLog} log @param {Entry} entry @param {Uint8Array} head */
export function noteForCloses(log, entry, head) {
  if (!ASIDES.has(entry.e)) {
    log.closes = new Closes();
    log.closes.since = entry.e === "open" ? 0 : entry.t;
  } else if (entry.e !== "close") log.closes.newest = -1;
  log.closes.aims.add(hex(head));
}

/** @param {GameLog} log @param {Entry} entry */
export function takeClose(log, entry) {
  const { seat, signed } = entry;
  const player = log.players[seat];
  need(player, "action-signature", N_("a wish to end the game is of or about a seat that is not there"));
  need(!log.bots.includes(seat), "action-signature", N_("a bot of the host's wants to end the game"));
  const { about, head } = /** @type {import("./statements.js").Statements} */ (log.statements).take("close", signed, player.key, entry.t, "action-signature");
  need(about < log.players.length, "action-signature", N_("a wish to end the game is of or about a seat that is not there"));
  log.held("action-signature");
  const { closes } = log;
  need(closes.aims.has(hex(head)), "stale-action", N_("a wish to end the game was signed before the log went on"));
  log.held("stale-action");
  closes.newest = about === seat ? -1 : about;
  if (about === seat) closes.protests.add(seat);
  else closes.wanting.set(about, (closes.wanting.get(about) ?? new Set()).add(seat));
}

/** Whether the log stands at a position of a round. @param {GameLog} log */
function isInPlay(log) {
  // Behind the co-signatures for cards that were put back the round goes on.
  return IN_PLAY.includes(log.last) || (log.isSealed && log.last === "cosigns" && log.isDealt);
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

/** An end because the others waited too long. Throws Fault `end`. @param {GameLog} log @param {RoundPlay} play @param {Entry} entry @returns {WaitedEnd} */
export function waitedEnd(log, play, entry) {
  const { newest: seat, wanting, protests, since } = log.closes;
  const by = [...(wanting.get(seat) ?? [])].sort((a, b) => a - b);
  need(seat >= 0 && 2 * by.length > othersWithVote(log, seat), "end", N_("the game was ended without most of the others wanting it"));
  const idle = 1000 * Number(log.options.get("idle_seconds"));
  const owed = owedParts(log);
  if (owed || !isInPlay(log)) {
    const rest = 1000 * Number(log.options.get("break_seconds"));
    const began = owed ? owed.get(seat) : since;
    need(began !== undefined, "end", N_("the game was ended for want of somebody who owed nothing"));
    need(entry.t - began >= idle + rest, "end", N_("the game was ended before anybody had waited long enough"));
  } else {
    need(play.onTurn === seat, "end", N_("the game was ended for want of somebody who was not on turn"));
    need(entry.t - play.waitBegan >= idle, "end", N_("the game was ended before anybody had waited long enough"));
  }
  return { seat, by, protested: protests.has(seat) };
}
