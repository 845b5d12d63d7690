/**
 * Whether what the host claimed with a signed refusal follows from the log: by the entries up to the head that it names, at once; whether
 * the rules allowed an action by the cards of its signer, or at the `show` by all. What depends on more than the log is counted and not
 * judged. A file's owner may leave refusals out, so none is false because another one is missing. Source: protocol/FAIRNESS.md, "Refusals".
 */

import { equal, hex, ZEROS } from "../core/bytes.js";
import { DECK } from "../core/cards.js";
import { statementHash } from "../core/identifiers.js";
import { N_ } from "../core/language.js";
import { isSignature } from "../core/signatures.js";
import { readAction, wordsOfHand } from "../rules/actions.js";
import { holdsPlays } from "../rules/options.js";
import { Illegal } from "../rules/round.js";
import { VARIETIES } from "../rules/varieties.js";
import { Cheat } from "../sealed/cheat.js";
import { checkPlayAt } from "../sealed/sealed_round.js";
import { askedBy } from "../ledger/asked.js";
import { Fault, need } from "../ledger/checks.js";
import { ASIDES, DECK_ASIDES, takesVotes } from "../ledger/course.js";
import { readStatement } from "../ledger/forms.js";
import { Votes } from "../ledger/votes.js";

/** @import { Action } from "../rules/actions.js" */
/** @import { Round } from "../rules/round.js" */
/** @import { HandsSeen } from "../sealed/sealed_round.js" */
/** @import { Entry, Statement } from "../ledger/forms.js" */
/** @import { RoundPlay } from "../ledger/play.js" */
/** @import { RefusalRecord, SignedStatement } from "./transcript_file.js" */
/** What refusals depend on behind one entry of the log: whether the table rests, the log has its end and takes votes; the kind of the newest entry
 * that is no vote, pause or part of a sealed deck; whether such parts are due, and which; the hidden hands, where somebody may act; the votes, and
 * the entry that the log stands at; what it asks of every seat; session and round of the newest deal, and whether its scores are still to come; the
 * newest entry that made a position or asked for a new stock; the head of that position, null once an entry behind it made that stale; who may
 * answer ahead in it; the newest action; by seat the newest call.
 * @typedef {{ index: number, t: number, isPaused: boolean, isOver: boolean, takesVotes: boolean, stands: string, waits: boolean,
 *   due: Map<number, import("../sealed/sealed_round.js").Due>, hands: HandsSeen | null, votes: Votes, standsAt: number, asked: import("../ledger/asked.js").AskedPart | null,
 *   session: Uint8Array | null, round: number, inRound: boolean, position: number, aim: Uint8Array | null, early: number[], acted: number, called: Map<number, number> }} Moment */
/** A refused action that the cards will judge. @typedef {{ record: RefusalRecord, read: Statement, moment: Moment }} Claim */
/** @typedef {{ key: Uint8Array, read: Statement, hash: Uint8Array }} Refused */
/** What is known of one refused statement: at the head after which entry it was refused.
 * @typedef {{ hash: Uint8Array, code: string, at: number, isCall: boolean }} Earlier */
/** since: the entry at the head of an action of the round that is dealt at that moment.
 * @typedef {{ record: RefusalRecord, refused: Refused, moment: Moment, since: number | undefined }} Case */

const POSITIONS = new Set(["deal", "insert", "act", "show"]);
/** What an honest host says without its signature alone. */
const NEVER_TRUE = new Set(["signature", "trouble", "too_many"]);
/** Codes of refused actions that say nothing about the rules; every other one does. */
const BY_LOG = new Set(["shuffling", "stale", "clock", "wrong_statement", "cooldown", "no_game", "order", "paused", "not_due"]);
/** Before the first entry. @type {Moment} */
const START = {
  index: -1, t: 0, isPaused: false, isOver: false, takesVotes: false, stands: "", waits: false, due: new Map(), hands: null, votes: new Votes(), standsAt: 0, asked: null,
  session: null, round: 0, inRound: false, position: -1, aim: null, early: [], acted: -1, called: new Map(),
};

export class Refusals {
  /** @param {import("../ledger/game_log.js").GameLog} log */
  constructor(log) {
    this.log = log;
    /** By code: how many statements were refused. @type {Map<string, number>} */
    this.codes = new Map();
    this.moments = [START];
    /** The newest `deal`. */
    this.dealt = 0;
    /** By number of the statement. @type {Map<number, Earlier>} */
    this.refused = new Map();
    /** @type {Claim[]} */
    this.claims = [];
    /** The number of the last word at the end of the log, behind which its owner signs nothing. @type {number | null} */
    this.lastNumber = null;
    /** What the open cards contradict. @type {Claim | null} */
    this.contradicted = null;
  }

  /** The newest moment. */
  get now() {
    return /** @type {Moment} */ (this.moments.at(-1));
  }

  /** @param {Uint8Array} head @returns {number | undefined} the entry after which it was the head; -1: before the first */
  indexOf(head) {
    return equal(head, ZEROS) ? -1 : this.log.noteOf(head)?.index;
  }

  /** @param {Entry} entry @param {RoundPlay} play behind it @param {string} kind what the entry counts as: with a sealed deck the last share makes the
   * position that the deal began */
  addEntry(entry, play, kind) {
    const { log } = this;
    const { hidden, index, head } = log;
    const waits = hidden?.isWaiting ?? false;
    const moment = {
      ...this.now, index, t: log.time, isPaused: log.pausedAt !== null, isOver: log.ended !== null, takesVotes: takesVotes(log, play) ?? false, waits, due: hidden?.due ?? new Map(),
      hands: (waits ? null : hidden?.handsSeen) ?? null, votes: log.votes, standsAt: log.stands.index,
    };
    if (!ASIDES.has(kind) && !DECK_ASIDES.has(kind)) Object.assign(moment, { stands: kind, asked: askedBy(log, entry) });
    if (kind === "deal") {
      Object.assign(moment, { session: log.session, round: log.round, inRound: true });
      Object.assign(this, { dealt: index, claims: [] });
    }
    if (kind === "score") moment.inRound = false;
    if (kind === "act") moment.acted = index;
    if (entry.e === "act" && entry.do.startsWith("rummy ")) moment.called = new Map([...moment.called, [entry.seat, index]]);
    if (POSITIONS.has(kind) && play.round) Object.assign(moment, { position: index, aim: head, early: this.mayBeEarly(play.round) });
    if (kind === "want" || kind === "late") moment.aim = null;
    if (kind === "want") moment.position = index;
    this.moments.push(moment);
  }

  /** The seats that may answer an offer before they are asked. @param {Round} round */
  mayBeEarly(round) {
    if (!VARIETIES[this.log.variant]?.ordersAnswers) return [];
    return round.timers(0).map(({ seat }) => seat).filter((seat) => seat !== round.actor);
  }

  /** Judge a refusal that is well signed, and count it. Throws Fault. @param {RefusalRecord} record @param {Refused} refused
   * @param {RoundPlay} play */
  judge(record, refused, play) {
    const { read, hash } = refused;
    const { statement: kind, code } = record;
    const at = this.indexOf(record.head);
    const seen = kind === "ready" ? -1 : this.indexOf(read.head);
    const moment = this.moments[(at ?? NaN) + 1];
    if (at === undefined || !moment) throw new Fault("refusal", N_("a refusal names a head that is none of this log before it"));
    need(seen === undefined || seen <= at, "refusal", N_("a refusal names an older head than the statement that it refuses"));
    const isHere = kind === "action" && moment.session !== null && equal(read.session, moment.session) && read.round === moment.round;
    const since = isHere ? seen : undefined;
    need(this.lastNumber === null || read.n <= this.lastNumber, "refusal", N_("a statement was signed after the last word"));
    if (isWithoutEvidence(record, refused) || this.isFalse({ record, refused, moment, since })) throw falseRefusal(code);
    const isByCards = !BY_LOG.has(code) || (code === "wrong_statement" && this.mayProve(record, refused));
    if (kind === "action" && isByCards && since !== undefined) this.judgeByRules({ record, read, moment }, play);
    const isCall = kind === "action" && read.do.startsWith("rummy ");
    if (!this.refused.has(read.n)) this.refused.set(read.n, { hash, code, at, isCall });
    this.codes.set(code, (this.codes.get(code) ?? 0) + 1);
  }

  /** Whether the log alone contradicts the claim. @param {Case} one */
  isFalse(one) {
    const { record, refused, moment } = one;
    const { statement: kind, code } = record;
    const { key, read } = refused;
    if (NEVER_TRUE.has(code)) return true;
    if (code === "no_game") return !moment.isOver;
    if (code === "clock") return this.fitsTime(kind, refused) && this.areKnown(key, read.n);
    if (code === "order" || (code === "wrong_statement" && !this.follows(refused))) return false;
    if (kind === "action") return this.isFalseOfAction(one);
    if (kind === "vote") return this.isFalseOfVote(one);
    if (kind !== "ready") return this.isFalseOfPart(one);
    return code === "wrong_statement" || code === "cooldown" || (code === "paused" && !moment.isPaused) || (code === "shuffling" && isInPlay(moment));
  }

  /** @param {Case} one */
  isFalseOfAction({ record: { code, seat }, refused, moment, since }) {
    const { read } = refused;
    const isCall = read.do.startsWith("rummy ");
    switch (code) {
      case "not_absent":
      case "no_seat":
        return true;
      case "shuffling":
        return isInPlay(moment);
      case "paused":
        return !moment.isPaused;
      case "stale":
        return since !== undefined && moment.aim !== null && equal(read.head, moment.aim);
      case "wrong_statement": // what proves the cards is judged by the cards
        return read.proof === null && !this.log.isSealed;
      case "not_due":
        return this.waitsForNothing(seat, refused, moment);
      case "cooldown":
        return !isCall || this.isCool(refused, moment);
      case "race":
        return !isCall || (since !== undefined && [...moment.called].every(([other, index]) => other === seat || index <= since));
      case "too_late":
        return !isCall || (since !== undefined && moment.acted <= since);
      default:
        return false;
    }
  }

  /** @param {Case} one */
  isFalseOfVote({ record: { code, seat }, refused, moment }) {
    const { read } = refused;
    const isObjection = read.about === seat;
    const fault = moment.votes.faultOf(seat, /** @type {any} */ (read), this.indexOf(read.head) ?? -1, moment.standsAt, moment.t);
    switch (code) {
      case "wrong_statement":
        return !this.log.bots.includes(seat);
      case "shuffling":
        return moment.takesVotes;
      case "no_seat":
        return fault !== "seat";
      case "stale":
        return fault !== "late" && !(fault === "again" && isObjection);
      case "not_due":
        return isObjection ? this.waitsForNothing(seat, refused, moment) : fault !== "again";
      case "not_absent":
        return isObjection; // that is about nobody's absence
      default:
        return true;
    }
  }

  /** @param {Case} one */
  isFalseOfPart({ record: { code, seat, statement: kind }, refused: { key, read }, moment }) {
    const { asked } = moment;
    if (code === "wrong_statement") return asked?.kind === kind && asked.fits(seat, read);
    if (code !== "not_due") return true;
    if (kind !== "part") return asked?.kind === kind && this.areKnown(key, read.n, { at: moment.index });
    const due = moment.due.get(seat); // whatever else is wrong with it, the host says that
    return due !== undefined && due.what === read.what && equal(due.head, read.head);
  }

  /** Whether the host keeps nothing there that a seat signed before. A game that keeps no action keeps none. For a seat that may answer ahead it may
   * keep an answer that a clock gave: that stands in no log. @param {number} seat @param {Refused} refused @param {Moment} moment */
  waitsForNothing(seat, { key, read }, moment) {
    const { ordersAnswers } = VARIETIES[this.log.variant] ?? {};
    if (!moment.inRound || !(this.holdsPlays || ordersAnswers)) return true;
    return !moment.early.includes(seat) && this.areKnown(key, read.n, { at: moment.index });
  }

  get statements() {
    return /** @type {import("../ledger/signed_statements.js").Statements} */ (this.log.statements);
  }

  /** @param {string} kind @param {Refused} refused */
  fitsTime(kind, { key, read }) {
    const clock = this.statements.signers.get(hex(key))?.clocks.get(hex(read.clock));
    return !clock || clock.allows(read.t, kind === "ready" ? null : this.statements.timeOfHead(read.head));
  }

  /** Whether a statement names the one before it rightly, as far as the file shows that one. @param {Refused} refused */
  follows({ key, read }) {
    if (read.n === 0) return equal(read.prev, ZEROS);
    const logged = this.statements.loggedAs(key, read.n - 1);
    if (logged) return equal(logged.hash, read.prev);
    const earlier = this.refused.get(read.n - 1);
    return earlier !== undefined && earlier.code !== "order" && equal(earlier.hash, read.prev);
  }

  /** Whether the file shows each statement before number n, back to one logged by some time. One that is missing may have been refused, or
   * wait at the host; or another machine with this key signed it. With *at* none of them may have waited at the head after that entry: logged
   * or refused by then. A vote is logged although a part that was signed before it waits. @param {Uint8Array} key @param {number} n @param {{ by?: number, at?: number }} [limits] */
  areKnown(key, n, { by = Infinity, at = Infinity } = {}) {
    for (let number = n - 1; number >= 0; number -= 1) {
      const logged = this.statements.loggedAs(key, number);
      const earlier = this.refused.get(number);
      if ((logged?.index ?? earlier?.at ?? 0) > at || (!logged && (!earlier || earlier.code === "order"))) return false;
      if (logged && logged.time <= by && (at === Infinity || !logged.isVote)) return true;
    }
    return true;
  }

  /** Whether no call of this player was refused by the rules within the cool-down, going by log time. @param {Refused} refused @param {Moment} moment */
  isCool({ key, read }, moment) {
    const cooldown = 1000 * Number(this.log.options.get("cooldown_seconds") ?? 0);
    if (!cooldown) return true;
    for (const earlier of this.refused.values()) {
      // the next entry came after the refusal; without one up to here it may have been a moment ago
      const isOver = earlier.at < moment.index && moment.t - (this.moments[earlier.at + 2]?.t ?? moment.t) > cooldown;
      if (earlier.isCall && earlier.at <= moment.index && !isOver) return false;
    }
    return this.areKnown(key, read.n, { by: moment.t - cooldown });
  }

  // -- by the rules

  /** Whether the file shows all by which an action may be wrong: the statement before it, and what stood beside it.
   * @param {RefusalRecord} record @param {Refused} refused */
  mayProve({ blob }, refused) {
    return (blob.length > 0 || refused.read.proof === null) && this.follows(refused);
  }

  /** Judge an action by what is known of the cards now: the rules are said to forbid it, or its proof not to hold. Throws Fault.
   * @param {Claim} claim @param {RoundPlay} play */
  judgeByRules(claim, play) {
    const { moment, record } = claim;
    const { now } = this;
    const isSameRound = moment.round === now.round && moment.session === now.session && this.log.round === now.round;
    if (!isInPlay(moment) || !isSameRound) return;
    const round = play.round ?? play.before;
    if (now.position === moment.position && round && contradicts(claim, round, this.holdsPlays)) throw falseRefusal(record.code);
    if (!this.log.isShown) this.claims.push(claim);
  }

  get holdsPlays() {
    return holdsPlays(this.log.variant, this.log.options);
  }

  /** Look at what was refused in the position after an entry, or the deal, with all cards known. @param {number | null} after @param {Round} round */
  holdAgainst(after, round) {
    const position = after ?? this.dealt;
    for (const claim of this.claims) if (claim.moment.position === position && contradicts(claim, round, this.holdsPlays)) this.contradicted = claim;
  }

  /** All cards of the round have been looked at. Throws Fault. */
  cardsShown() {
    this.claims = [];
    if (this.contradicted) throw falseRefusal(this.contradicted.record.code);
  }
}

/** Whether the evidence that a code needs is not named, or shows nothing. It may be left out of the file. @param {RefusalRecord} record
 * @param {Refused} refused */
function isWithoutEvidence({ code, evidence, shown }, { key, read, hash }) {
  if ((code === "order") === equal(evidence, ZEROS)) return true;
  return shown !== null && !isNewer(shown, key, read, hash);
}

/** Whether a key has signed another statement for the same log than one with this hash, and no older one.
 * @param {SignedStatement} shown @param {Uint8Array} key @param {{ log: Uint8Array, n: number }} than @param {Uint8Array} hash */
export function isNewer([kind, payload, signature], key, { log, n }, hash) {
  if (equal(statementHash(kind, payload), hash) || !isSignature(key, kind, payload, signature)) return false;
  try {
    const read = readStatement(kind, payload);
    return equal(read.log, log) && read.n >= n;
  } catch (problem) {
    if (problem instanceof Fault) return false;
    throw problem;
  }
}

/** @param {string} code */
function falseRefusal(code) {
  return new Fault("refusal", N_("the host refused a statement as {code!r}, which is not true"), { code });
}

/** Whether somebody may act: the log stands at a position of a round. @param {Moment} moment */
function isInPlay({ stands, waits }) {
  return POSITIONS.has(stands) && !waits;
}

/** Whether the action is, or waits for, an answer to an offer: what the host was told of others stands in no log. What is only held back for a
 * while (a pick-up, while a throw-out can be called) is legal or not like everything else.
 * @param {Round} round @param {Action} action @param {boolean} holdsPlays whether the game holds plays back for calls */
function goesByAnswers(round, action, holdsPlays) {
  return action.do !== "rummy" && (round.races(action) || (round.holdsBack && !holdsPlays));
}

/** Whether the rules, and what is known of the cards, contradict a claim. @param {Claim} claim @param {Round} round @param {boolean} holdsPlays */
function contradicts(claim, round, holdsPlays) {
  const { seat, code } = claim.record;
  const text = claim.read.do;
  if (code === "not_your_turn" && round.actor === seat) return true;
  if (code === "wrong_statement") return isProven(claim, round, holdsPlays);
  const hand = round.hands[seat];
  const action = readAction(text);
  if (!hand || hand.unknown > 0 || !action || goesByAnswers(round, action, holdsPlays) || !isExplicit(round, action)) return false;
  if (round.needsStock(seat, action)) return true;
  // To refuse it is true of a call that was right where it was aimed; that there is no such call is not.
  if (round.isFalseCall(seat, action)) return code === "no_such_call";
  try {
    round.copy().act(seat, text);
    return true;
  } catch (problem) {
    if (problem instanceof Illegal) return false;
    throw problem;
  }
}

/** Whether the rules allow the action of a claim, as far as the cards are known, and what stood beside it proves its cards.
 * @param {Claim} claim @param {Round} round @param {boolean} holdsPlays */
function isProven({ record: { seat, blob }, read, moment: { hands } }, round, holdsPlays) {
  const action = readAction(read.do);
  if (hands === null || !action || goesByAnswers(round, action, holdsPlays)) return false;
  const trial = round.copy();
  trial.played = [];
  try {
    if (!round.needsStock(seat, action)) trial.act(seat, read.do);
    checkPlayAt(hands, { seat, number: read.n, head: read.head }, trial.played, blob);
    return true;
  } catch (problem) {
    if (problem instanceof Illegal || problem instanceof Cheat) return false;
    throw problem;
  }
}

/** Whether the host may keep the action for a while, so that something else comes first. @param {Round} round @param {Action} action */
export function mayWait(round, action) {
  return action.do !== "rummy" && (round.races(action) || round.holdsBack);
}

/** Whether the action names the deck of each card of the hand of which more than one copy does not lie open.
 * @param {Round} round @param {Action} action */
function isExplicit(round, action) {
  const decks = "decks" in round ? Number(round.decks) : 1;
  const open = round.openCards();
  return wordsOfHand(action).every(({ face, deck }) => {
    const hidden = Array.from({ length: decks }, (_, number) => face + DECK * number).filter((card) => !open.has(card));
    return deck !== null || hidden.length <= 1;
  });
}
