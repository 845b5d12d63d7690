/**
 * One action of a log: its signature, the position that it was aimed at, what the host does without a signature, the cards
 * drawn. Source: protocol/FAIRNESS.md, "The play".
 */

import { equal, hex, ZEROS } from "../core/bytes.js";
import { N_ } from "../core/language.js";
import { parseAction } from "../core/notation.js";
import { need } from "./checks.js";
import { TIME_TO_OBJECT } from "./votes.js";

/** @typedef {import("./forms.js").Entry} Entry */
/** @typedef {import("./forms.js").Statement} Statement */
/** @typedef {import("./game_log.js").Sealed} Sealed */
/** @typedef {import("./play.js").RoundPlay} RoundPlay */

/** What an action of any game can look like: words and cards with single spaces. */
const SPELLING = /^[a-z]+(?: (?:[a-z]+|\/|0|[1-9]\d{0,2}|(?:[A2-9TJQK][CDHS]|\*[12])(?:\.[0-3])?(?:=[A2-9TJQK][CDHS?])?))*$/;

/** First words of actions that race against others, in the other games. */
const RACING = new Set(["rummy", "want", "waive", "out", "penalty", "call"]);

/** Signature, aim and time. @param {RoundPlay} play @param {Entry} entry */
export function checkAction(play, entry) {
  const { log } = play;
  const isWritten = play.knowsRules ? parseAction(entry.do) !== null : SPELLING.test(entry.do);
  need(isWritten, "rules", N_("an action is not written as the notation has it"));
  const player = log.players[entry.seat];
  need(player, "rules", N_("an action is of a seat that is not there"));
  if (entry.signed === null) {
    checkUnsigned(play, entry);
    log.unsigned += 1;
    const whose = `${entry.seat} ${entry.why}`;
    log.unsignedBy.set(whose, (log.unsignedBy.get(whose) ?? 0) + 1);
    log.held("clock");
    return;
  }
  const statement = play.statements.take("action", entry.signed, player.key, entry.t, "action-signature");
  const fits = equal(statement.session, log.session ?? ZEROS) && statement.round === log.round && statement.do === entry.do;
  need(fits, "action-signature", N_("an action is not the one that its player signed"));
  log.held("action-signature");
  checkAim(play, entry, statement);
  log.held("stale-action");
  play.hasSigned(entry.seat);
}

/** @param {RoundPlay} play @param {Entry} entry @param {Statement} statement */
function checkAim(play, entry, statement) {
  const aimed = play.positions.get(hex(statement.head));
  need(aimed, "stale-action", N_("an action was aimed at no position of this round"));
  const action = play.knowsRules ? parseAction(entry.do) : null;
  const races = play.knowsRules ? action?.do === "rummy" : RACING.has(entry.do.split(" ")[0]);
  if (!races) {
    need(play.aims.has(hex(statement.head)), "stale-action", N_("an action was aimed at an earlier position than the one it met"));
    return;
  }
  need(aimed.index >= (play.acted.get(entry.seat) ?? -1), "stale-action", N_("a call was aimed at a position before its player's last action"));
  if (action?.do !== "rummy" || !play.round) return;
  const brings = play.round.broughtBy(action.play);
  const then = broughtFrom(aimed.pile, action.play.cards);
  need(brings.length === then.length && brings.every((card, at) => card === then[at]), "stale-action", N_("a call brings other cards than where it was aimed"));
}

/** What the host does without a signature. @param {RoundPlay} play @param {Entry} entry */
function checkUnsigned(play, entry) {
  const { log, round } = play;
  if (entry.why === "vote") checkVotes(play, entry);
  if (!round) return;
  need(entry.why !== "rule", "clock", N_("the host acted by a clock that this game does not have"));
  need(round.turn === entry.seat && round.phase !== "over", "clock", N_("the host played for a seat that was not on turn"));
  const verb = entry.do.split(" ")[0];
  const possible = round.phase === "play" ? ["throw"] : round.stockSize > 0 || round.canShuffle ? ["draw"] : ["take", "pass"];
  need(possible.includes(verb), "clock", N_("the host did something else than the clock does"));
  if (entry.why !== "turn") return;
  const seconds = Number(log.options.get("turn_seconds"));
  need(seconds > 0, "clock", N_("the host played by a turn clock that the table does not have"));
  need(entry.t - play.turnBegan >= 1000 * seconds, "clock", N_("the host played for a seat before its time was up"));
}

/** Whether the others want it, and the seat had its time. @param {RoundPlay} play @param {Entry} entry */
function checkVotes(play, { seat, t }) {
  const { log } = play;
  need(play.votes.carry(log, seat), "clock", N_("the host played for a seat without the votes of the others"));
  const since = Math.max(play.votes.carried.get(seat) ?? t, play.onTurn === seat ? play.waitBegan : 0);
  need(t - since >= TIME_TO_OBJECT, "clock", N_("the host played for a seat before its program could object"));
  if (play.onTurn !== seat || !play.hasObjected) return;
  need(t - play.waitBegan >= 1000 * Number(log.options.get("idle_seconds")), "clock", N_("the host played for a seat that had objected, before its time was up"));
  log.objected.set(seat, (log.objected.get(seat) ?? 0) + 1);
}

/** @param {RoundPlay} play @param {Entry} entry */
export function checkDrawn(play, entry) {
  const sealed = /** @type {Sealed} */ (play.log.shuffle);
  if (play.knowsRules) {
    const due = entry.do === "draw" ? 1 : 0;
    need(entry.drawn === due && (entry.position === null) === (due === 0), "position", N_("other cards were drawn than the action says"));
  }
  if (entry.position === null) {
    if (entry.drawn > 0) sealed.unnamed.set(entry.seat, (sealed.unnamed.get(entry.seat) ?? 0) + entry.drawn);
    if (entry.drawn > 0) sealed.next = -1;
    return;
  }
  need(entry.drawn > 0, "position", N_("other cards were drawn than the action says"));
  need(sealed.next < 0 || entry.position === sealed.next, "position", N_("a place of the deck was skipped or used twice"));
  need(entry.position + entry.drawn <= sealed.cards.length, "position", N_("more cards are drawn than there are"));
  for (let at = 0; at < entry.drawn; at += 1) sealed.given.set(entry.position + at, { seat: entry.seat, index: play.log.index + 1 });
  sealed.next = entry.position + entry.drawn;
  play.log.held("position", entry.drawn);
}

/** @param {number[]} pile @param {number[]} cards */
function broughtFrom(pile, cards) {
  const places = cards.map((card) => pile.indexOf(card));
  return places.includes(-1) ? [] : pile.slice(Math.min(...places));
}
