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
import { askedBy } from "./asked_parts.js";
import { Fault, need } from "./checks.js";
import { ASIDES, DECK_ASIDES, VOTES_BEGIN } from "./course.js";
import { readStatement } from "./forms.js";
import { AGAIN } from "./votes.js";

/** @import { Action } from "../rules/actions.js" */
/** @import { Round } from "../rules/round.js" */
/** @import { HandsSeen } from "../sealed/sealed_round.js" */
/** @import { Entry, Statement } from "./forms.js" */
/** @import { RoundPlay } from "./play.js" */
/** @import { RefusalRecord, SignedStatement } from "./transcript_file.js" */
/** @typedef {{ kind: string, t: number, isPaused: boolean, waits: boolean, due: Map<number, import("../sealed/sealed_round.js").Due>, caller: number | null,
 *   voted: [number, number] | null, signer: number | null, early: number[], hands: HandsSeen | null }} Line an entry, as far as refusals depend on it; whether the table
 *   rests after it; whether parts of a sealed deck are due then, and which; the seat of a call; the seat of a vote, and that which it is about; who signed an action, or a vote about
 *   another seat; the seats that may answer ahead in the position that it made; the hidden hands, where somebody may act */
/** @typedef {{ seat: number, text: string, code: string, position: number, number: number, head: Uint8Array, hands: HandsSeen | null, blob: Uint8Array }} Claim
 *   a refused action that the cards will judge; the hidden hands at the head of its refusal, and what proves the cards that it plays */
/** @typedef {{ key: Uint8Array, read: Statement, hash: Uint8Array }} Refused */
/** What is known of one refused statement: at the head after which entry it was refused.
 * @typedef {{ hash: Uint8Array, code: string, at: number, isCall: boolean }} Earlier */
/** @typedef {{ record: RefusalRecord, refused: Refused, at: number, seen: number | undefined, since: number | undefined }} Case
 *   seen: the entry at the statement's head; since: the same if it belongs to this round */

const POSITIONS = new Set(["deal", "insert", "act", "show"]);
/** What moves nothing that somebody may answer. */
const MOVES_NOTHING = new Set([...ASIDES, ...DECK_ASIDES]);
const MOVES = new Set([...POSITIONS, "want", "late"]);
/** What an honest host says without its signature alone. */
const NEVER_TRUE = new Set(["signature", "trouble", "too_many"]);
/** Codes of refused actions that say nothing about the rules; every other one does. */
const BY_LOG = new Set(["shuffling", "stale", "clock", "wrong_statement", "cooldown", "no_game", "order", "paused", "not_due"]);
/** What is said of votes alone. Every other code may be one of the rules, also of a newer program's. */
const NEVER_OF_ACTIONS = new Set(["not_absent", "no_seat"]);
const OF_PARTS = ["not_due", "wrong_statement", "clock", "no_game", "order"];
/** By kind of statement, all that an honest host may say; a `ready` has many more reasons, and actions the rules'. */
const OF_VOTES = new Set([...OF_PARTS, "shuffling", "stale", "no_seat", "not_absent"]);
const PARTS = new Set(OF_PARTS);

export class Refusals {
  /** @param {import("./game_log.js").GameLog} log */
  constructor(log) {
    this.log = log;
    /** By code: how many statements were refused. @type {Map<string, number>} */
    this.codes = new Map();
    /** @type {Line[]} */
    this.lines = [];
    /** By number of the statement. @type {Map<number, Earlier>} */
    this.refused = new Map();
    /** The newest `deal`: its entry, session and round. */
    this.dealt = 0;
    this.session = ZEROS;
    this.round = 0;
    /** By entry: the part that it asks of every seat. @type {Map<number, import("./asked_parts.js").AskedPart>} */
    this.asked = new Map();
    /** @type {Claim[]} */
    this.claims = [];
    /** The number of the last word at the end of the log, behind which its owner signs nothing. @type {number | null} */
    this.lastNumber = null;
    /** What the open cards contradict. @type {Claim | null} */
    this.contradicted = null;
  }

  /** @param {Uint8Array} head @returns {number | undefined} the entry after which it was the head; -1: before the first */
  indexOf(head) {
    return equal(head, ZEROS) ? -1 : this.log.noteOf(head)?.index;
  }

  /** @param {Entry} entry @param {Uint8Array} session the newest @param {Round | null} round that is played, behind the entry
   * @param {string} kind what the entry counts as: with a sealed deck the last share makes the position that the deal began */
  addEntry(entry, session, round, kind) {
    const { pausedAt } = this.log;
    const asked = askedBy(this.log, entry);
    if (asked) this.asked.set(this.lines.length, asked);
    if (kind === "deal") Object.assign(this, { dealt: this.lines.length, session, round: this.log.round, claims: [] });
    const isCall = entry.e === "act" && entry.do.startsWith("rummy ");
    const early = POSITIONS.has(kind) && round ? this.mayBeEarly(round) : [];
    /** @type {[number, number] | null} */
    const voted = entry.e === "vote" ? [entry.seat, readStatement("vote", entry.signed.payload).about] : null;
    const isSigned = ((entry.e === "act" || entry.e === "want") && entry.signed) || (voted && voted[0] !== voted[1]);
    const signer = isSigned ? entry.seat : null;
    const { hidden } = this.log;
    const [waits, due] = [hidden?.isWaiting ?? false, hidden?.due ?? new Map()];
    this.lines.push({ kind, t: entry.t ?? 0, isPaused: pausedAt !== null, waits, due, caller: isCall ? entry.seat : null, voted, signer, early, hands: (waits ? null : hidden?.handsSeen) ?? null });
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
    if (at === undefined) throw new Fault("refusal", N_("a refusal names a head that is none of this log before it"));
    need(seen === undefined || seen <= at, "refusal", N_("a refusal names an older head than the statement that it refuses"));
    const isHere = kind === "action" && equal(read.session, this.session) && read.round === this.round;
    const since = isHere && at >= this.dealt ? seen : undefined;
    need(this.lastNumber === null || read.n <= this.lastNumber, "refusal", N_("a statement was signed after the last word"));
    if (isWithoutEvidence(record, refused) || this.isFalse({ record, refused, at, seen, since })) throw falseRefusal(code);
    const isByCards = !BY_LOG.has(code) || (code === "wrong_statement" && this.mayProve(record, refused));
    if (kind === "action" && isByCards && since !== undefined && this.log.round === this.round) this.judgeByRules(record, read, at, play);
    const isCall = kind === "action" && read.do.startsWith("rummy ");
    if (!this.refused.has(read.n)) this.refused.set(read.n, { hash, code, at, isCall });
    this.codes.set(code, (this.codes.get(code) ?? 0) + 1);
  }

  /** Whether the log alone contradicts the claim. @param {Case} one */
  isFalse(one) {
    const { record, refused, at, seen, since } = one;
    const { statement: kind, code, seat } = record;
    const { key, read } = refused;
    if (NEVER_TRUE.has(code) || isForeign(kind, code)) return true;
    const isCall = kind === "action" && read.do.startsWith("rummy ");
    const between = this.lines.slice((since ?? at) + 1, at + 1);
    const isAimed = since !== undefined && since >= this.dealt && POSITIONS.has(this.lines[since]?.kind ?? "");
    const namesSeat = kind === "vote" && read.about < this.log.players.length && !(read.about === seat && read.yes);
    if (code === "no_game") return this.lines.slice(0, at + 1).every((line) => line.kind !== "end");
    if (code === "clock") return this.fitsTime(kind, refused) && this.areKnown(key, read.n);
    // What proves the cards of an action is judged by the cards.
    if (code === "wrong_statement" && kind === "action" && (read.proof !== null || this.log.isSealed)) return false;
    if (code === "wrong_statement") return this.follows(refused) && this.hasRightContent(kind, seat, read, at);
    if (code === "not_due") return this.isDue(kind, seat, refused, at);
    if (code === "not_absent" && kind === "vote") return read.about === seat; // an objection
    if (code === "shuffling") return POSITIONS.has(this.standsAt(at));
    if (code === "paused") return !this.lines[at]?.isPaused;
    if (code === "cooldown") return !isCall || this.isCool(refused, at);
    if (kind === "vote") return namesSeat && (code === "no_seat" || (code === "stale" && this.isTimely(seat, read.about, seen, at)));
    if (kind !== "action") return false;
    if (code === "stale") return isAimed && !between.some((line) => MOVES.has(line.kind));
    if (code === "race") return !isCall || (since !== undefined && between.every(({ caller }) => caller === null || caller === seat));
    return code === "too_late" && (!isCall || (since !== undefined && between.every((line) => line.kind !== "act")));
  }

  /** Whether the host takes such a vote at a head. It says otherwise where the seat that the vote is about has signed something since, and of a
   * second objection while the log stands where it does. @param {number} seat @param {number} about @param {number | undefined} seen
   * @param {number} at */
  isTimely(seat, about, seen, at) {
    if (seen === undefined || this.lastSignOf(about, at) > seen) return false;
    const behind = this.lines.slice(this.lastOf(at, (line) => !ASIDES.has(line.kind)) + 1, at + 1);
    return about !== seat || !behind.some(({ voted }) => voted?.[0] === seat && voted[1] === seat);
  }

  /** The newest entry up to one of them over which no vote about a seat reaches. @param {number} seat @param {number} at */
  lastSignOf(seat, at) {
    return this.lastOf(at, ({ signer, kind }) => signer === seat || VOTES_BEGIN.has(kind));
  }

  /** Whether the host takes such a statement at a head. It says otherwise of a part that nothing asks for, of one more where it has a part
   * already, of what comes behind an action of the seat that it keeps, and of a vote shortly after the one before. For a seat that may answer
   * ahead it may keep an answer that a clock gave: that stands in no log. @param {string} kind @param {number} seat @param {Refused} refused
   * @param {number} at */
  isDue(kind, seat, { key, read }, at) {
    const place = this.lastOf(at, (line) => !MOVES_NOTHING.has(line.kind));
    const isAllKnown = this.areKnown(key, read.n, { at });
    if (kind === "action" || (kind === "vote" && read.about === seat)) {
      const { ordersAnswers } = VARIETIES[this.log.variant] ?? {};
      const early = this.lines[this.lastOf(at, (line) => POSITIONS.has(line.kind))]?.early ?? [];
      const round = this.lines[this.lastOf(at, ({ kind }) => kind === "deal" || kind === "score")]?.kind; // where none is played no action waits
      return !(this.holdsPlays || ordersAnswers) || round !== "deal" || (isAllKnown && !early.includes(seat));
    }
    if (kind === "vote") {
      const lines = this.lines.slice(this.lastSignOf(read.about, at) + 1, at + 1);
      const now = this.lines[at]?.t ?? 0;
      return lines.every(({ voted, t }) => voted?.[0] !== seat || voted[1] !== read.about || now - t >= AGAIN);
    }
    if (kind === "part") {
      const due = this.lines[at]?.due.get(seat); // whatever else is wrong with it, the host says that
      return due !== undefined && due.what === read.what && equal(due.head, read.head);
    }
    return this.asked.get(place)?.kind === kind && isAllKnown;
  }

  /** The kind of the newest entry up to one of them that is no vote or pause; none while parts are due. @param {number} at */
  standsAt(at) {
    if (this.lines[at]?.waits) return "";
    return this.lines[this.lastOf(at, (line) => !MOVES_NOTHING.has(line.kind))]?.kind ?? "";
  }

  /** The newest entry up to one of them that is of a kind; -1: none. @param {number} at @param {(line: Line) => boolean} isOf */
  lastOf(at, isOf) {
    let index = Math.min(at, this.lines.length - 1);
    while (index >= 0 && !isOf(/** @type {Line} */ (this.lines[index]))) index -= 1;
    return index;
  }

  get statements() {
    return /** @type {import("./statements.js").Statements} */ (this.log.statements);
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

  /** Whether nothing else about a statement can be wrong. A part of a ceremony is right if it is asked for. @param {string} kind
   * @param {number} seat @param {Statement} read @param {number} at */
  hasRightContent(kind, seat, read, at) {
    if (kind === "vote") return !this.log.bots.includes(seat);
    const asked = this.asked.get(this.lastOf(at, (line) => !MOVES_NOTHING.has(line.kind)));
    return kind === "action" || kind === "ready" || (asked?.kind === kind && asked.fits(seat, read));
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

  /** Whether no call of this player was refused by the rules within the cool-down, going by log time. @param {Refused} refused @param {number} at */
  isCool({ key, read }, at) {
    const cooldown = 1000 * Number(this.log.options.get("cooldown_seconds") ?? 0);
    if (!cooldown) return true;
    const now = this.lines[at]?.t ?? 0;
    for (const earlier of this.refused.values()) {
      // the next entry came after the refusal; without one up to here it may have been a moment ago
      const isOver = earlier.at < at && now - (this.lines[earlier.at + 1]?.t ?? now) > cooldown;
      if (earlier.isCall && earlier.at <= at && !isOver) return false;
    }
    return this.areKnown(key, read.n, { by: now - cooldown });
  }

  // -- by the rules

  /** Whether the file shows all by which an action may be wrong: the statement before it, and what stood beside it.
   * @param {RefusalRecord} record @param {Refused} refused */
  mayProve({ blob }, refused) {
    return (blob.length > 0 || refused.read.proof === null) && this.follows(refused);
  }

  /** Judge an action by what is known of the cards now: the rules are said to forbid it, or its proof not to hold. Throws Fault.
   * @param {RefusalRecord} record @param {Statement} read @param {number} at @param {RoundPlay} play */
  judgeByRules({ seat, code, blob }, read, at, play) {
    if (!POSITIONS.has(this.standsAt(at))) return;
    const position = this.lastOf(at, (line) => POSITIONS.has(line.kind));
    const { hands = null } = this.lines[at] ?? {};
    const claim = { seat, text: read.do, code, position, number: read.n, head: read.head, hands, blob };
    const round = play.round ?? play.before;
    // A time that is up leaves the position as it is.
    const isNewest = !this.lines.slice(position + 1).some((line) => POSITIONS.has(line.kind) || line.kind === "want");
    if (isNewest && round && contradicts(claim, round, this.holdsPlays)) throw falseRefusal(code);
    if (!this.log.isShown) this.claims.push(claim);
  }

  get holdsPlays() {
    return holdsPlays(this.log.variant, this.log.options);
  }

  /** Look at what was refused in the position after an entry, with all cards known. @param {number} position @param {Round} round */
  holdAgainst(position, round) {
    for (const claim of this.claims) if (claim.position === position && contradicts(claim, round, this.holdsPlays)) this.contradicted = claim;
  }

  /** All cards of the round have been looked at. Throws Fault. */
  cardsShown() {
    this.claims = [];
    if (this.contradicted) throw falseRefusal(this.contradicted.code);
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

/** Whether no honest host refuses this kind of statement with that code. @param {string} kind @param {string} code */
function isForeign(kind, code) {
  if (kind === "action") return NEVER_OF_ACTIONS.has(code);
  if (kind === "ready") return false;
  return !(kind === "vote" ? OF_VOTES : PARTS).has(code);
}

/** Whether the action is, or waits for, an answer to an offer: what the host was told of others stands in no log. What is only held back for a
 * while (a pick-up, while a throw-out can be called) is legal or not like everything else.
 * @param {Round} round @param {Action} action @param {boolean} holdsPlays whether the game holds plays back for calls */
function goesByAnswers(round, action, holdsPlays) {
  return action.do !== "rummy" && (round.races(action) || (round.holdsBack && !holdsPlays));
}

/** Whether the rules, and what is known of the cards, contradict a claim. @param {Claim} claim @param {Round} round @param {boolean} holdsPlays */
function contradicts(claim, round, holdsPlays) {
  const { seat, text, code } = claim;
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
function isProven({ seat, text, number, head, hands, blob }, round, holdsPlays) {
  const action = readAction(text);
  if (hands === null || !action || goesByAnswers(round, action, holdsPlays)) return false;
  const trial = round.copy();
  trial.played = [];
  try {
    if (!round.needsStock(seat, action)) trial.act(seat, text);
    checkPlayAt(hands, { seat, number, head }, trial.played, blob);
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
