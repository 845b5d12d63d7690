/**
 * One action of a log: its signature, the position that it was aimed at, what the host does without a signature, the cards
 * drawn. Source: protocol/FAIRNESS.md, "The play".
 */

import { equal, hex, ZEROS } from "../core/bytes.js";
import { N_ } from "../core/language.js";
import { readAction } from "../rules/actions.js";
import { Illegal } from "../rules/round.js";
import { blobHash } from "../sealed/contexts.js";
import { Fault, need } from "./checks.js";
import { checkStandIn } from "./waiting.js";

/** @import { Entry, Statement } from "./forms.js" */
/** @import { RoundPlay } from "./play.js" */

/** Spelling, signature, aim and time. Returns what its player signed; null if the host acts. @param {RoundPlay} play @param {Entry} entry
 * @returns {Statement | null} */
export function checkAction(play, entry) {
  const { log } = play;
  need(readAction(entry.do), "rules", N_("an action is not written as the notation has it"));
  const player = log.players[entry.seat];
  need(player, "rules", N_("an action is of a seat that is not there"));
  need((entry.signed === null) !== (entry.why === null), "action-signature", N_("an action is neither signed nor said to be the host's, or both"));
  if (entry.why === "want") {
    checkSignedProof(play, entry, null);
    return null;
  }
  if (entry.signed === null) {
    if (entry.why === "vote") checkStandIn(play, entry.seat, entry.t);
    checkSignedProof(play, entry, null);
    play.clocks.take(play.publicRound, entry);
    log.unsigned += 1;
    const whose = `${entry.seat} ${entry.why}`;
    log.unsignedBy.set(whose, (log.unsignedBy.get(whose) ?? 0) + 1);
    log.held("clock");
    return null;
  }
  const statement = play.statements.take("action", entry.signed, player.key, entry.t, "action-signature");
  const fits = equal(statement.session, log.session ?? ZEROS) && statement.round === log.round && statement.do === entry.do;
  need(fits, "action-signature", N_("an action is not the one that its player signed"));
  log.held("action-signature");
  checkAim(play, entry, statement);
  log.held("stale-action");
  if (log.hidden?.late?.seat !== entry.seat) play.hasActed(entry.seat);
  checkSignedProof(play, entry, statement);
  play.clocks.take(play.publicRound, entry);
  return statement;
}

/** That the proof beside an action is the one that was signed, and what a sealed deck asks besides. @param {RoundPlay} play @param {Entry} entry
 * @param {Statement | null} statement */
function checkSignedProof({ log, present }, entry, statement) {
  const { hidden } = log;
  need(entry.why !== "gone" || hidden?.cards.opened.has(entry.seat), "clock", N_("the host played for a player whose key nobody opened"));
  // Nothing stands beside a `want`, which plays no card.
  const hash = entry.e === "act" && entry.proof.length > 0 ? blobHash(entry.proof) : null;
  const signed = statement?.proof ?? null;
  need(hash === null ? signed === null : signed !== null && equal(hash, signed), "part", N_("a player signed another proof than the log holds"));
  const isLate = entry.e === "act" && hidden?.late?.seat === entry.seat;
  need(!isLate || present.clockVerbs.includes(entry.do.split(" ")[0] ?? ""), "clock", N_("a player whose time was up did something else than the clock does"));
}

/** @param {RoundPlay} play @param {Entry} entry @param {Statement} statement */
function checkAim(play, entry, statement) {
  const aimed = play.positions.get(hex(statement.head));
  need(aimed, "stale-action", N_("an action was aimed at no position of this round"));
  const action = readAction(entry.do);
  const races = action !== null && play.present.races(action);
  const isLate = races && aimed.index >= (play.acted.get(entry.seat) ?? -1);
  need(play.aims.has(hex(statement.head)) || isLate, "stale-action", N_("an action was aimed at an earlier position than the one it met"));
  if (!races) return;
  const brings = play.present.bringsFrom(action, play.present.pile);
  const then = play.present.bringsFrom(action, aimed.pile);
  need(brings.length === then.length && brings.every((card, at) => card === then[at]), "stale-action", N_("a call brings other cards than where it was aimed"));
}

/** Cards and places of the deck that an action took, and the hidden cards that it plays. @param {RoundPlay} play @param {Entry} entry
 * @param {{ drawn: number, isOpen: boolean, played: readonly number[], statement: Statement | null }} done how many cards the rules draw, whether
 *   everybody knows which; the cards that left the hand */
export function checkDrawn(play, entry, { drawn, isOpen, played, statement }) {
  const sealed = /** @type {import("./game_log.js").Sealed} */ (play.log.shuffle);
  const isNamed = drawn > 0 && !isOpen && sealed.back === null;
  need(entry.drawn === drawn, "position", N_("other cards were drawn than the action says"));
  checkPlayed(play.log, entry, played, statement);
  need((entry.position !== null) === isNamed, "position", N_("other cards were drawn than the action says"));
  if (sealed.back) for (let left = entry.drawn; left > 0; left -= 1) sealed.draws.push(entry.seat);
  if (entry.position === null) return;
  need(entry.position === sealed.next, "position", N_("a place of the deck was skipped or used twice"));
  need(entry.position + entry.drawn <= sealed.cards.length, "position", N_("more cards are drawn than there are"));
  for (let at = 0; at < entry.drawn; at += 1) sealed.given.set(entry.position + at, { seat: entry.seat, index: play.log.index + 1 });
  sealed.next = entry.position + entry.drawn;
  play.log.held("position", entry.drawn);
}

/** The hidden cards among those that an action plays. @param {import("./game_log.js").GameLog} log @param {Entry} entry @param {readonly number[]} played
 * @param {Statement | null} statement */
function checkPlayed({ hidden }, entry, played, statement) {
  if (!hidden) return need(entry.proof.length === 0, "hand", N_("hidden cards are proven of a deck that is not sealed"));
  need(statement || hidden.hiddenAmong(played).length === 0, "hand", N_("the host played a hidden card of a player"));
  hidden.play(entry.seat, statement?.n ?? 0, statement?.head ?? ZEROS, played, entry.proof);
}

/** Do something by the rules. Throws Fault `rules`. @template T @param {() => T} work @returns {T} */
export function inRules(work) {
  try {
    return work();
  } catch (problem) {
    if (problem instanceof Illegal) throw new Fault("rules", problem.message);
    throw problem;
  }
}
