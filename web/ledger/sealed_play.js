/**
 * A round with a sealed deck, from its deal to the keys of all: the parts that make hidden cards, and whose clock runs meanwhile. Source:
 * protocol/SEALED.md, "The log".
 */

import { N_ } from "../core/language.js";
import { Hidden } from "../rules/round.js";
import { need } from "./checks.js";
import { cardsAreOpen, playAgain } from "./round_end.js";
import { readPart } from "./sealed_shuffles.js";
import { beginShuffle, nextStock } from "./shuffles.js";
import { checkStandIn, without } from "./waiting.js";

/** @import { Learned, Moment, SealedRound } from "../sealed/sealed_round.js" */
/** @import { Entry } from "./forms.js" */
/** @import { Sealed } from "./game_log.js" */
/** @import { RoundPlay } from "./play.js" */

/** The check that holds where a part of this name is taken. @type {{ [what: string]: import("./checks.js").CheckName }} */
const CHECK_OF_PART = { escrow: "escrow", complain: "escrow", mix: "mix", proof: "mix", share: "share", open: "key-open", key: "key-open" };

/** @param {RoundPlay} play */
function hiddenOf(play) {
  return /** @type {SealedRound} */ (play.log.hidden);
}

/** The seven of clubs, which in no game is turned up without end. */
const NATURAL = 6;

// -- the deal

/** The deal; the card that it turns up comes with the shares. @param {RoundPlay} play @param {Entry} entry @param {Moment} at */
export function dealHidden(play, entry, at) {
  play.deal = entry;
  play.turnedUp = [];
  play.heldUpSince = null;
  // Who begins, and who gets which card, hang on no card: so this is checked before anybody gives a share.
  play.checkDealt(entry, deckWith(play, [NATURAL]), 1);
  const up = Number(needsCard(play));
  /** @type {Sealed} */ (play.log.shuffle).next += up;
  learn(play, hiddenOf(play).deal([...entry.to], up, at), at.t);
}

/** Whether the rules turn up a card more than all know. @param {RoundPlay} play */
function needsCard(play) {
  const { log, rules, before, joining } = play;
  const starter = play.starterDue(/** @type {Sealed} */ (log.shuffle));
  const { players, options, round: number, scores: totals } = log;
  try {
    rules.begin({ options, players: players.length, starter, number, totals, deck: deckKnown(play), before, joining });
  } catch (problem) {
    if (problem instanceof Hidden) return true;
    throw problem;
  }
  return false;
}

/** The deck as far as all know it. @param {RoundPlay} play */
function deckKnown(play) {
  return deckWith(play, play.turnedUp);
}

/** A deck of which these cards are turned up. @param {RoundPlay} play @param {readonly number[]} turnedUp */
function deckWith({ log, deal }, turnedUp) {
  const deck = /** @type {Sealed} */ (log.shuffle).cards.map(() => /** @type {number | null} */ (null));
  const dealt = deal?.to.length ?? 0;
  turnedUp.forEach((card, at) => (deck[dealt + at] = card));
  return deck;
}

/** What an entry has shown to all; the position of the round, if that is complete by it. @param {RoundPlay} play @param {Learned} learned @param {number} t */
function learn(play, { turnedUp, opened }, t) {
  play.turnedUp.push(...turnedUp);
  for (const card of turnedUp) play.seen.set(card, play.log.index + 1);
  if (play.round === null && play.deal && play.log.isDealt && hiddenOf(play).cards.due === null && !needsCard(play))
    play.beginRound({ ...play.deal, up: play.turnedUp.map((card) => ({ card })) }, deckKnown(play), play.turnedUp.length, t);
  for (const { seat, card } of opened) learnHeld(play, seat, card);
}

/** A hidden card of a hand that is known from now on. @param {RoundPlay} play @param {number} seat @param {number} card */
export function learnHeld(play, seat, card) {
  const { present } = play;
  if (present.hand(seat).known.has(card)) return;
  need(present.reveal(seat, card), "opening", N_("a card is shown after it was seen elsewhere"));
}

/** One more card is turned up, as the deal is not complete without it. @param {RoundPlay} play @param {Entry} _entry @param {Moment} at */
export function takeTurnUp(play, _entry, at) {
  need(play.log.isDealt && play.round === null && needsCard(play), "position", N_("another number of cards is turned up than the rules say"));
  /** @type {Sealed} */ (play.log.shuffle).next += 1;
  learn(play, hiddenOf(play).turnUp(at), at.t);
}

/** Cards that were turned up go back into the stock, all of which is mixed. @param {RoundPlay} play @param {Moment} at */
export function insertHidden(play, at) {
  const { log } = play;
  const hidden = hiddenOf(play);
  hidden.putBack(play.turnedUp.slice(0, -1), at);
  const count = hidden.cards.currentMixing().decks[0]?.length ?? 0;
  beginShuffle(log, hidden.epoch, nextStock(log, hidden.epoch), Array(count).fill(0));
}

// -- parts

/** @param {RoundPlay} play @param {Entry} entry @param {Moment} at */
export function takePart(play, entry, at) {
  const { log } = play;
  const { what, head } = readPart(log, entry);
  const hidden = hiddenOf(play);
  if (what === "complain") hidden.complain(entry.seat, entry.blob);
  else learn(play, hidden.takePart(entry.seat, what, head, entry.blob, at), at.t);
  log.held(CHECK_OF_PART[what] ?? "part");
  if (hidden.isOpen && !log.isShown) openAll(play, at.t);
}

/** The host's part of a key. @param {RoundPlay} play @param {Entry} entry @param {Moment} at */
export function takeHostPart(play, entry, at) {
  const found = without(play.log, play, entry.about);
  need(found?.what === "open" && at.t >= found.at, "gone", N_("the host opened its part of a key before all had given the seat up"));
  learn(play, hiddenOf(play).takeHostPart(entry.about, entry.z, at), at.t);
  play.log.held("key-open");
}

/** A seat's time is up, and only its own program can do what a clock would. @param {RoundPlay} play @param {Entry} entry @param {Moment} at */
export function takeLate(play, { seat, why, t }, at) {
  const { clocks, publicRound: present } = play;
  const hidden = hiddenOf(play);
  const timer = clocks.named(present, seat, why).find(({ text }) => text === null);
  need(timer && hidden.late === null, "clock", N_("the host says that a player is late, which no clock of the game says"));
  if (why === "vote") checkStandIn(play, seat, t);
  else clocks.checkWait(present, seat, why, t);
  hidden.late = { seat, due: { what: "action", head: at.head, since: t } };
  play.log.held("clock");
}

/** What an action draws, and whether it ends a wait. @param {RoundPlay} play @param {Entry} entry @param {Moment} at */
export function drawHidden(play, entry, at) {
  const hidden = hiddenOf(play);
  if (entry.drawn > 0 && entry.position !== null) learn(play, hidden.draw(entry.seat, entry.position, entry.drawn, at), at.t);
  const isOnTurn = play.present.timers(1).some(({ kind, seat }) => kind === "turn" && seat === hidden.late?.seat);
  if (hidden.late && (hidden.late.seat === entry.seat || !isOnTurn)) hidden.late = null;
}

/** What an entry of a round is to positions: the last share makes that of the deal, the last key shows the cards.
 * @param {RoundPlay} play @param {Entry} entry @param {{ isKnown: boolean, isShown: boolean }} before it */
export function countsAs({ log, round }, entry, before) {
  if (!before.isKnown && round !== null) return "deal";
  if (!before.isShown && log.isShown) return "show";
  if (entry.e === "deal" || (entry.e === "cosigns" && log.last === "insert")) return "part";
  return entry.e;
}

/** No time of a wait passes while parts are due. A shuffle that a draw asked for is counted with that draw. @param {RoundPlay} play @param {number} t */
export function noteWaiting(play, t) {
  const { hidden, wanted } = play.log;
  const isHeldUp = hidden !== null && play.round !== null && hidden.isWaiting && wanted === null;
  if (isHeldUp) play.heldUpSince ??= t;
  else if (play.heldUpSince !== null) {
    play.standStill(t - play.heldUpSince);
    play.heldUpSince = null;
  }
}

// -- the end

/** Ask for all keys, once no hidden card matters any more. @param {RoundPlay} play @param {Moment} at */
export function endIfDue(play, at) {
  const { log, round } = play;
  const { hidden } = log;
  if (hidden && round?.isPlayed && !log.isShown && !hidden.isWaiting && !hidden.isEnding) hidden.endPlay(at);
}

/** All keys are open: every deck and share by them, and the round once more with every card known. @param {RoundPlay} play @param {number} t */
function openAll(play, t) {
  const { left, orders } = hiddenOf(play).audit();
  playAgain(play, orders, (round, step) => {
    round.putBack(null);
    round.setStock(orders.get(step.epoch) ?? []);
    return step.epoch;
  });
  for (const [seat, cards] of left) {
    const { known } = play.present.hand(seat);
    need(cards.every((card) => known.has(card)), "hand", N_("a player holds other cards by its key than by the moves of the round"));
  }
  cardsAreOpen(play, t);
  play.heldUpSince = null; // what is waited for from here on begins here
  play.log.held("deck", orders.size);
}
