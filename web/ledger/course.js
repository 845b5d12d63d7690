/** Which entry may follow which, and round, epoch and time of each. Source: protocol/FAIRNESS.md, "The log". */

import { N_ } from "../core/language.js";
import { need } from "./checks.js";

/** @import { Entry } from "./forms.js" */
/** @import { GameLog } from "./game_log.js" */

/** Entries that do not affect what may follow them. */
export const ASIDES = new Set(["vote", "pause"]);
/** Entries of a sealed deck of which the same is true. What is due follows from the hidden cards. */
export const DECK_ASIDES = new Set(["part", "host-part", "up", "late"]);
/** No vote reaches over one of these: a part of all is a sign of life of every seat. */
export const VOTES_BEGIN = new Set(["seats", "nonce-commits", "nonces", "host-commit", "commits", "reveals", "keys", "cosigns"]);

const MID_ROUND = ["act", "vote", "pause", "want", "show", "score", "end"];
/** @type {{ [kind: string]: string[] }} */
const FOLLOWERS = {
  "": ["open"],
  open: ["seats"],
  seats: ["nonce-commits", "seats", "vote", "end"],
  "nonce-commits": ["nonces", "seats", "vote", "end"],
  nonces: ["host-commit", "vote", "end"],
  "host-commit": ["commits", "void"],
  commits: ["shuffle"],
  shuffle: ["reveals", "void"],
  reveals: ["root"],
  root: ["cosigns", "void"],
  cosigns: ["deal", "act"],
  void: ["host-commit", "seats", "vote", "end"],
  deal: ["insert", ...MID_ROUND],
  insert: MID_ROUND,
  act: MID_ROUND,
  want: ["host-commit", "shuffle", "vote", "end"],
  show: ["act", "vote", "pause", "score", "end"],
  score: ["host-commit", "seats", "vote", "pause", "end"],
  end: [],
};

const SEALED_MID_ROUND = ["insert", ...MID_ROUND.filter((kind) => kind !== "show")];
/** The same with a sealed deck. Its parts stand wherever one is due, and move nothing here. @type {{ [kind: string]: string[] }} */
const SEALED_FOLLOWERS = {
  ...FOLLOWERS,
  shuffle: ["keys", "cosigns", "void", "vote", "end"],
  keys: ["cosigns", "void"],
  cosigns: ["deal", ...SEALED_MID_ROUND],
  deal: SEALED_MID_ROUND,
  insert: ["cosigns", "vote", "end"],
  act: SEALED_MID_ROUND,
  want: ["shuffle", "vote", "end"],
};
/** What may come while parts of a sealed deck, or co-signatures, are due. */
const WHILE_DUE = new Set(["cosigns", "vote", "end"]);

/** Hold the order of entries. Throws Fault `chain`, and `void` for what follows the last void. @param {GameLog} log @param {Entry} entry
 * @param {boolean} isKnown whether the position of a round stands */
export function checkCourse(log, entry, isKnown) {
  need(mayStand(log, entry, isKnown), "chain", N_("an entry stands where none of its kind may stand"));
  if (log.pausedAt !== null) need(entry.e === "vote" || entry.e === "pause", "chain", N_("an entry stands in a pause"));
  checkRound(log, entry);
  need(entry.t >= log.time, "chain", N_("the time of the log runs backwards"));
  need(!log.isCalledOff || (entry.e === "end" && entry.why === "voids"), "void", N_("the game went on after its last void"));
}

/** Whether an entry may stand here, but for pauses and numbers. @param {GameLog} log @param {Entry} entry @param {boolean} isKnown */
function mayStand(log, entry, isKnown) {
  const isPossible = log.isSealed ? mayFollowSealed(log, entry, isKnown) : FOLLOWERS[log.last]?.includes(entry.e);
  return isPossible && isInPlace(log, entry);
}

/** Whether a vote may stand here. @param {GameLog} log @param {import("./play.js").RoundPlay} play */
export function takesVotes(log, play) {
  return mayStand(log, /** @type {Entry} */ ({ e: "vote" }), play.round !== null);
}

/** Whether an entry may follow where nobody sees the cards. @param {GameLog} log @param {Entry} entry @param {boolean} isKnown */
function mayFollowSealed(log, entry, isKnown) {
  const { hidden, last } = log;
  // Behind the first co-signatures comes the deal, behind those of a new stock the draw that it is for.
  if (last === "cosigns" && (!log.isDealt || log.wanted)) return entry.e === (log.isDealt ? "act" : "deal");
  const isHeldUp = hidden !== null && (hidden.isWaiting || (last === "deal" && !isKnown));
  if (hidden && hidden.blamed !== null) return entry.e === "void";
  if (DECK_ASIDES.has(entry.e)) {
    if (hidden === null || last === "score" || last === "end") return false;
    if (entry.e === "up") return !hidden.isWaiting && !isKnown;
    return entry.e !== "late" || (!hidden.isWaiting && isKnown);
  }
  if (!SEALED_FOLLOWERS[last]?.includes(entry.e)) return false;
  if (last === "shuffle" && hidden === null) return entry.e === "keys" || entry.e === "void";
  if (entry.e === "keys") return false;
  // Nothing is dealt anew once somebody may have seen a card.
  if (entry.e === "void") return log.sealed.size === 0;
  return !isHeldUp || WHILE_DUE.has(entry.e);
}

/** What the kind before does not decide alone. @param {GameLog} log @param {Entry} entry */
function isInPlace(log, entry) {
  const { last } = log;
  switch (entry.e) {
    case "seats":
      if (last === "open") return true;
      if (last === "void") return log.joining.length > 0 && !log.isDealt;
      return log.session !== null;
    case "deal":
      return !log.isDealt;
    case "act":
      if (last !== "cosigns" || (log.isSealed && log.isDealt && log.wanted === null)) return entry.why !== "want";
      return log.isDealt && entry.why === "want" && entry.seat === log.wanted?.seat && entry.do === log.wanted?.do;
    case "host-commit":
      return !(last === "score" && log.isFinished);
    case "vote":
      return log.session !== null && !(last === "score" && log.isFinished);
    case "pause":
      return entry.on === (log.pausedAt === null) && !(last === "score" && log.isFinished);
    case "show":
      return !log.isShown;
    default:
      return true;
  }
}

/** @param {GameLog} log @param {Entry} entry */
function checkRound(log, entry) {
  if (entry.round === undefined) {
    if (entry.e === "seats" && log.last === "score") need(!log.isFinished, "chain", N_("the game goes on after it was won"));
    return;
  }
  const due = entry.e === "host-commit" && log.isRoundOver ? log.round + 1 : log.round;
  need(entry.round === due, "chain", N_("an entry is of another round"));
  if (["shuffle", "reveals", "keys", "root", "cosigns"].includes(entry.e))
    need(entry.epoch === (entry.e === "shuffle" ? log.epochDue : log.epoch), "chain", N_("an entry is of another shuffle"));
}
