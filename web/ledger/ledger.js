/** The state of one log, as its entries have made it: the same for a page that plays and a page that checks a file. Source: protocol/FAIRNESS.md, "The log". */

import { hex } from "../core/bytes.js";
import { N_ } from "../core/language.js";
import { Unknown } from "../core/unknown.js";
import { Cheat } from "../sealed/cheat.js";
import { takeNonceCommits, takeNonces, takeOpen, takeSeats } from "./agreed_session.js";
import { Fault, need } from "./checks.js";
import { ASIDES, DECK_ASIDES, VOTES_BEGIN, checkCourse } from "./course.js";
import { GameLog } from "./game_log.js";
import { isAnswer, RoundPlay } from "./play.js";
import { takeScore, takeShow } from "./round_end.js";
import { countsAs, endIfDue, noteWaiting, takeHostPart, takeLate, takePart, takeTurnUp } from "./sealed_play.js";
import { takeKeys, takeSealedCosigns } from "./sealed_shuffles.js";
import { takeCommits, takeCosigns, takeHostCommit, takeReveals, takeRoot, takeShuffle } from "./shuffles.js";
import { takeVoid } from "./voids.js";
import { Votes } from "./votes.js";
import { takeVote, waitedEnd } from "./waiting.js";

/** @import { Moment } from "../sealed/sealed_round.js" */
/** @import { Entry } from "./forms.js" */

/** By kind of entry what takes its content; `end` is the ledger's. @type {{ [kind: string]: (play: RoundPlay, entry: Entry, at: Moment) => void }} */
const TAKES = {
  open: ({ log }, entry) => takeOpen(log, entry),
  seats: ({ log }, entry) => takeSeats(log, entry),
  "nonce-commits": ({ log }, entry) => takeNonceCommits(log, entry),
  nonces: ({ log }, entry) => takeNonces(log, entry),
  "host-commit": ({ log, playing }, entry) => takeHostCommit(log, entry, playing),
  commits: ({ log }, entry) => takeCommits(log, entry),
  shuffle: ({ log, cardsDue }, entry, at) => {
    takeShuffle(log, entry, cardsDue);
    log.hidden?.beginStock(entry.epoch, [...entry.cards], at);
  },
  reveals: ({ log }, entry) => takeReveals(log, entry),
  root: ({ log }, entry) => takeRoot(log, entry),
  keys: ({ log }, entry, at) => takeKeys(log, entry, at),
  part: takePart,
  "host-part": takeHostPart,
  up: takeTurnUp,
  late: takeLate,
  cosigns: (play, entry) => {
    if (play.log.isSealed) takeSealedCosigns(play.log, entry);
    else takeCosigns(play.log, entry);
    play.takeNewStock(entry);
  },
  void: ({ log }, entry) => takeVoid(log, entry),
  deal: (play, entry, at) => play.takeDeal(entry, at),
  insert: (play, entry, at) => play.takeInsert(entry, at),
  act: (play, entry, at) => play.takeAction(entry, at),
  want: (play, entry, at) => play.takeAction(entry, at),
  vote: takeVote,
  pause: (play, entry) => play.takePause(entry),
  show: takeShow,
  score: takeScore,
};
/** Entries after which no hidden card may matter any more. */
const ENDS_PLAY = new Set(["part", "host-part", "up", "deal", "act", "want"]);

export class Ledger {
  log = new GameLog();
  play = new RoundPlay(this.log);
  /** How the round stood before the newest entry. */
  before = { isKnown: false, isShown: false };
  /** What the newest entry counts as: with a sealed deck the last share makes the position that the deal began. */
  countsAs = "";

  /** Take the next entry, and the head after it. Throws Fault, Unknown. @param {Entry} entry @param {Uint8Array} head */
  push(entry, head) {
    const { log } = this;
    try {
      if (log.index >= 0) checkCourse(log, entry, this.play.round !== null);
      log.held("chain");
      this.takeContent(entry, { head, t: entry.t });
    } catch (problem) {
      if (problem instanceof Cheat) throw new Fault(problem.check, problem.reason);
      throw problem;
    }
    this.note(entry, head);
  }

  /** @param {Entry} entry @param {Moment} at the head after it, and its time */
  takeContent(entry, at) {
    const { log, play } = this;
    play.events = [];
    this.before = { isKnown: play.round !== null, isShown: log.isShown };
    if (entry.e === "end") this.takeEnd(entry);
    else TAKES[entry.e]?.(play, entry, at);
    if (ENDS_PLAY.has(entry.e)) endIfDue(play, at);
  }

  /** @param {Entry} entry */
  takeEnd(entry) {
    const { log } = this;
    if (entry.why === "waited") {
      log.waited = waitedEnd(log, this.play, entry.t);
      log.ended = entry;
      return;
    }
    const where = {
      played: log.last === "score" && log.isFinished,
      voids: log.isCalledOff,
      epochs: (log.last === "void" || log.last === "want") && log.epochsLeft === 0 && log.epochs.size > 255,
      "no-session": log.session === null && (log.last === "seats" || log.last === "nonce-commits"),
    };
    need(where[/** @type {keyof typeof where} */ (entry.why)], "end", N_("the game ends for a reason that does not hold"));
    log.ended = entry;
    if (entry.why === "played") log.held("end");
  }

  /** @param {Entry} entry @param {Uint8Array} head */
  note(entry, head) {
    const { log, play } = this;
    log.index += 1;
    log.head = head;
    log.time = entry.t;
    log.headAfter.set(entry.e, head);
    log.heads.set(hex(head), { index: log.index, time: entry.t });
    const kind = log.hidden ? countsAs(play, entry, this.before) : entry.e;
    const isPosition = ["deal", "insert", "act", "show"].includes(kind);
    if (isPosition) play.notePosition(head, log.index, entry.e === "act" && isAnswer(entry.do));
    if (VOTES_BEGIN.has(entry.e)) log.votes = new Votes(log.players.length, [...log.players.keys()].filter((seat) => !log.bots.includes(seat)), log.index);
    if (!ASIDES.has(entry.e)) log.stands = { since: entry.e === "open" ? 0 : entry.t, index: log.index };
    if (!ASIDES.has(entry.e) && !DECK_ASIDES.has(entry.e)) log.last = entry.e;
    noteWaiting(play, entry.t);
    this.countsAs = kind;
  }
}
