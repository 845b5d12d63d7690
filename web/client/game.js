/** One game at a table as this page follows and plays it: the log, the own statements in it, the file it makes. */

import { equal, hex, u32, u8, ZEROS } from "../core/bytes.js";
import { N_ } from "../core/language.js";
import { readAction } from "../rules/actions.js";
import { need } from "../ledger/checks.js";
import { mayWait } from "../verifier/false_refusals.js";
import { Ceremony, OWED } from "./ceremony.js";
import { blobHash } from "../sealed/contexts.js";
import { makePart } from "../sealed/part_maker.js";
import { FollowedLog } from "./followed_log.js";
import { SealedSeat } from "./sealed_seat.js";
import { evidenceHash, readRefusal } from "./signed_refusals.js";
import { blobShown, Transcript } from "./transcript.js";
import { headPlace } from "./unfinished_games.js";

/** @import { OwnStatement, OwnStatements } from "./own_statements.js" */

/** A card shown to the own seat: round and shuffle, then position in the deck, card, salt, path.
 * @typedef {{ round: number, epoch: number, row: [number, number, Uint8Array, Uint8Array] }} Opening */

const GATHERED = new Map([
  ["nonce-commits", "nonce-commit"], ["nonces", "nonce"], ["commits", "commit"], ["reveals", "reveal"], ["keys", "key"], ["cosigns", "root"],
]);

/** The check that owns a part of the ceremony. @type {{ [kind: string]: import("../ledger/checks.js").CheckName }} */
const CHECK_OF = { "nonce-commit": "session", nonce: "session", commit: "commitment", reveal: "reveal", key: "reveal", root: "co-signature" };

/** Of each head a browser keeps this much: nobody finds two logs whose heads begin alike, and all of a long game are 16 KB. */
const HEAD_DIGITS = 16;

export class Game {
  /**
   * @param {number} number
   * @param {Uint8Array} host
   * @param {Uint8Array} me the own key
   * @param {import("./session.js").Identity} identity
   * @param {(log: Uint8Array) => OwnStatements} statementsOf the own statements of a log
   */
  constructor(number, host, me, identity, statementsOf) {
    this.number = number;
    this.identity = identity;
    this.statementsOf = statementsOf;
    this.log = new FollowedLog(host, me);
    this.table = ZEROS;
    this.transcript = new Transcript();
    /** @type {OwnStatements | null} of who plays */
    this.own = null;
    /** @type {Ceremony | null} */
    this.ceremony = null;
    /** The own seat at a table with a sealed deck. @type {SealedSeat | null} */
    this.sealed = null;
    /** @type {Set<string>} openings that came, by place */
    this.opened = new Set();
    /** Openings that came before the entry that gives the card, as they do while a log is fetched. @type {Opening[]} */
    this.early = [];
    /** Whether an earlier page of this browser has followed the log to its end. */
    this.hadEnd = false;
    /** By the wall clock more time has passed in the log than here since an earlier page. */
    this.timeLeads = false;
    /** How much log time could pass at once behind the newest entry without running ahead of the own clock. */
    this.putByMillis = 0;
    /** Whether the newest void names the own seat for a part that the host has. */
    this.isBlamed = false;
    /** Of a player who was told otherwise than is in the log. @type {Set<string>} */
    this.refusalsKept = new Set();
    /** The own action that the newest entry passed over. @type {OwnStatement | null} */
    this.passedOver = null;
    /** What the host says it has not looked at, and has let a clock or votes play over in the newest entry. @type {OwnStatement[]} */
    this.putOff = [];
    /** Whether a refusal names a head that has not come here. */
    this.waitsForHead = false;
    /** The number of the own newest vote: a part signed before it is put aside. */
    this.voted = -1;
  }

  /** Take an entry; null if it is known. Throws Fault. @param {number} index @param {Uint8Array} data @param {Uint8Array} signature */
  addEntry(index, data, signature) {
    const { log } = this;
    const [before, last, aims] = [log.state.hidden?.root?.head ?? log.standsHead, log.last, new Set(log.auditor.play.aims)];
    const owed = log.state.hidden?.due.get(log.seat ?? -1)?.head ?? ZEROS;
    if (index === log.length && !log.fault) this.transcript.add(1, signature, data);
    const entry = log.add(index, data, signature);
    if (!entry) return null;
    if (entry.e === "open") this.table = entry.table;
    this.passedOver = this.findPassedOver(entry, aims);
    this.putOff = this.isPlayedForUs(entry) ? this.findPutOff(aims) : [];
    this.takeEarly();
    log.stopping(() => this.checkMemory());
    this.checkTime();
    log.stopping(() => {
      this.checkOwn(entry, before, last, owed);
      this.sealed?.lookAtHand();
      if (!this.waitsForHead) return;
      this.waitsForHead = false;
      for (const own of this.own?.byHash.values() ?? []) this.takeRefusal(own); // those whose heads, or the own seat, have come by now
    });
    this.timeLeads = this.own?.leads(log.state.time) ?? false;
    this.putByMillis = this.own?.room(log.state.time) ?? 0;
    this.lastWord();
    return entry;
  }

  /** Hold log time against the own clock; where it has run ahead, the last word is the proof in the file. Throws Fault. */
  checkTime() {
    const { log } = this;
    try {
      log.stopping(() => need(this.own?.allows(log.state.time) ?? true, "time", N_("more time has passed in the log than has passed here")));
    } catch (problem) {
      this.signLastWord();
      throw problem;
    }
  }

  /** Whether the host has just acknowledged an action that it had to log first: the entry comes before the answer. It keeps answers to offers,
   * and what the rules have wait, for a while. @param {OwnStatement} own */
  isOverdue({ what, logged, refused, fields }) {
    const { round } = this.log.auditor.play;
    const action = what === "action" ? readAction(String(fields.do)) : null;
    return !logged && !refused && round !== null && action !== null && !mayWait(round, action);
  }

  /** The own action that the host had acknowledged, and let a clock or votes play over in this entry. An honest host logs it first, or refuses
   * it. @param {Record<string, any>} entry @param {ReadonlySet<string>} aims what an action could be aimed at before it */
  findPassedOver(entry, aims) {
    if (!this.isPlayedForUs(entry)) return null;
    const isPassed = (/** @type {OwnStatement} */ { what, acknowledged, logged, refused, fields }) =>
      what === "action" && acknowledged && !logged && !refused && aims.has(hex(fields.head));
    return [...(this.own?.byHash.values() ?? [])].find(isPassed) ?? null;
  }

  /** Whether a clock, of the turn or of an offer, or votes have played for the own seat, or opened its hand. @param {Record<string, any>} entry */
  isPlayedForUs(entry) {
    if (entry.e === "host-part") return entry.about === this.log.seat;
    return (entry.e === "act" || entry.e === "want") && entry.seat === this.log.seat && ["turn", "rule", "vote"].includes(entry.why);
  }

  /** Own actions in this position, and objections in this wait, that the host says it has not looked at. @param {ReadonlySet<string>} aims */
  findPutOff(aims) {
    const newest = this.log.ownNewest?.n ?? -1;
    const isMeant = (/** @type {OwnStatement} */ { isPutOff, logged, refused, what, fields }) =>
      isPutOff && !logged && !refused && fields.n > newest && (what === "vote" || aims.has(hex(fields.head)));
    return [...(this.own?.byHash.values() ?? [])].filter(isMeant);
  }

  /** Hold the head against the one that this browser kept when the log was so long before, and keep what is new. */
  checkMemory() {
    const { log } = this;
    const { keep } = this.identity;
    if (log.seat === null) return;
    const place = `log/${hex(log.id)}/heads`;
    const kept = keep.get(place) ?? "";
    const at = (log.length - 1) * HEAD_DIGITS;
    const head = hex(log.head).slice(0, HEAD_DIGITS);
    const before = kept.slice(at, at + HEAD_DIGITS).trim(); // nothing, where this seat was not in the log yet
    need(before === "" || before === head, "chain", N_("the host shows another log than before this page was loaded"));
    if (at < kept.length) return;
    keep.set(place, kept.padEnd(at) + head);
    const about = `${hex(this.table)} ${this.number} ${this.identity.clock.wall()}`;
    keep.set(headPlace(log.id), `${hex(log.head)} ${log.ended ? "end" : "on"} ${about}`);
  }

  /** Hold an entry against what was signed here. @param {Record<string, any>} entry @param {Uint8Array} head after the entry before it, votes
   * and pauses aside @param {string} last the kind of that @param {Uint8Array} owed the head that the own part of a sealed deck names */
  checkOwn(entry, head, last, owed) {
    const { log } = this;
    if (entry.e === "open") {
      this.own = this.statementsOf(log.id);
      this.hadEnd = /^\S+ end( |$)/.test(this.identity.keep.get(headPlace(log.id)) ?? "");
      const { contributions, random, make } = this.identity;
      this.sealed = log.state.isSealed ? new SealedSeat(log, this.own, random, make ?? (async (job) => makePart(job))) : null;
      this.ceremony = new Ceremony(log, this.own, contributions, random, this.sealed);
      return;
    }
    const { seat } = log;
    const { own, ceremony } = this;
    if (seat === null || !own || !ceremony) return;
    const kind = GATHERED.get(entry.e);
    if (kind !== undefined) {
      if (entry.signed[seat]) this.checkPart(kind, entry.signed[seat].payload, head, entry.t); // nil once the own key is open
    } else if (entry.e === "part" && entry.seat === seat) this.mark("part", entry.signed.payload, entry.t);
    else if (entry.e === "seats") {
      this.markLogged("ready", entry, seat);
      this.waitsForHead = true;
    }
    else if ((entry.e === "act" || entry.e === "want") && entry.seat === seat && entry.signed) {
      this.mark("action", entry.signed.payload, entry.t);
    } else if (entry.e === "vote" && entry.seat === seat) {
      this.voted = log.ownNewest?.n ?? -1;
      this.mark("vote", entry.signed.payload, entry.t);
    } else if (entry.e === "void") {
      // Before its root the log of a sealed deck itself shows whose parts are missing.
      const kind = this.sealed && last === "shuffle" ? "key" : (OWED.get(last) ?? (entry.signed.length ? "root" : "part"));
      const isBlamed = ceremony.shuffleVoided(own.newest(kind, kind === "part" ? owed : head));
      if (entry.signed[seat]) this.checkPart(kind, entry.signed[seat].payload, head, entry.t);
      this.isBlamed = isBlamed && !entry.signed[seat] && (log.state.voids.at(-1)?.silent.includes(seat) ?? false);
    }
  }

  /** Where the log is over, or voids that name the own seat have ended it, sign what bounds log time behind the last statement and says what
   * became of the own part in those voids. Throws Fault. */
  lastWord() {
    const { state, me } = this.log;
    const open = state.voids.slice(state.voids.length - state.openVoids);
    const isCalledOff = state.isCalledOff && open.some(({ keys }) => keys.includes(hex(me)));
    if ((state.ended || isCalledOff) && !state.hasLastWord && !this.log.fault) this.signLastWord();
  }

  signLastWord() {
    const { log, own, ceremony } = this;
    const { seat } = log;
    if (seat === null || !own || !ceremony) return;
    if (!log.fault && !this.fitsTime(own)) own.clock.renew(); // a doubt: a wall clock can be set; in the file it would accuse
    const { payload, signature } = own.newest("last-word", log.head) ?? own.sign("last-word", log.head, log.ownNewest, { answered: ceremony.openAnswers });
    this.transcript.add(4, u8(seat), signature, payload);
    if (!log.fault) log.take({ kind: "last-word", seat, payload, signature });
  }

  /** Whether what is signed now fits the time of the newest entry. @param {OwnStatements} own */
  fitsTime(own) {
    const { clock, t } = own.now();
    const seen = this.log.state.statements?.signers.get(hex(this.log.me))?.clocks.get(hex(clock));
    return !seen || seen.allows(t, this.log.state.time);
  }

  /** @param {string} kind @param {Uint8Array} payload @param {Uint8Array} head @param {number} time */
  checkPart(kind, payload, head, time) {
    const newest = this.own?.newest(kind, head);
    const logged = this.mark(kind, payload, time);
    const isAltered = !logged && newest !== undefined && newest.acknowledged && !newest.refused && newest.fields.n > this.voted;
    need(!isAltered, CHECK_OF[kind] ?? "chain", N_("our own part of the shuffle stands altered in the log"));
  }

  /** The consent of the own seat. One refused without a signature holds: an honest host that had taken it refuses it so (`too_often`) when it comes
   * again. @param {string} kind @param {Record<string, any>} entry @param {number} seat */
  markLogged(kind, entry, seat) {
    const at = entry.joining.length ? entry.joining.indexOf(seat) : seat;
    const envelope = entry.ready[at];
    const own = envelope && this.mark(kind, envelope.payload, entry.t, "consent");
    if (!own) return;
    need(!own.withdrawn, "consent", N_("the host began a game that we had not agreed to any more"));
    const given = [...(this.own?.byHash.values() ?? [])].filter(({ what }) => what === kind);
    const isNewest = !given.slice(given.indexOf(own) + 1).some(({ acknowledged }) => acknowledged);
    need(isNewest, "consent", N_("the host began the game with an older 'ready' of yours than your last one"));
  }

  /** @param {string} kind @param {Uint8Array} payload @param {number} time @param {import("../ledger/checks.js").CheckName} check
   * @returns {OwnStatement | null} */
  mark(kind, payload, time, check = "refusal") {
    const own = [...(this.own?.byHash.values() ?? [])].find((one) => one.what === kind && equal(one.payload, payload));
    if (!own) return null;
    this.own?.noteLogged(own, this.log.state.time);
    need(!own.byHost, check, N_("the log holds a statement that the host had refused"));
    return own;
  }

  /** Take cards that were shown to the own seat. Throws Fault.
   * @param {number} round @param {number} epoch @param {Opening["row"][]} rows */
  addOpenings(round, epoch, rows) {
    this.early.push(...rows.map((row) => ({ round, epoch, row })));
    this.takeEarly();
  }

  /** Take the openings whose entries have come by now. Throws Fault. */
  takeEarly() {
    const { log } = this;
    const { seat } = log;
    if (seat === null) return;
    const waiting = this.early;
    this.early = [];
    for (const opening of waiting) {
      const { round, epoch, row } = opening;
      const [position, card, salt, path] = row;
      const place = `${round}/${epoch}/${position}`;
      if (round < log.state.round || (round === log.state.round && (log.state.isRoundOver || log.state.isShown)) || this.opened.has(place)) continue;
      if (round > log.state.round || !log.isGiven(seat, epoch, position)) {
        this.early.push(opening);
        continue;
      }
      this.transcript.add(2, u8(seat), u32(round), Uint8Array.of(epoch, position, card), salt, path);
      log.take({ kind: "opening", seat, round, epoch, position, card, salt, path });
      this.opened.add(place);
    }
  }

  /** What the host has signed with a refusal; null if nothing, or if it is about evidence that was not shown. One that does not hold is a fault
   * when it is taken. @param {OwnStatement} own @param {import("./host_link.js").Message} message @returns {import("./signed_refusals.js").SignedRefusal | null} */
  refusalOf(own, message) {
    const { log } = this;
    if (!message.signed) return null;
    const refusal = readRefusal(log.id, log.host, log.me, own, message);
    return refusal ?? (message.code === "order" ? null : { byHost: message.signed, refusedAt: message.head ?? ZEROS, evidence: null });
  }

  /** The host has refused a statement under its signature. Throws Fault if that does not hold, or the log has it.
   * @param {OwnStatement} own @param {string} code @param {import("./signed_refusals.js").SignedRefusal | null} refusal
   * @param {boolean} [isBehind] whether the log is not complete here */
  refuse(own, code, refusal, isBehind = false) {
    this.noteRead(own, refusal?.refusedAt ?? this.log.head);
    if (!refusal) return;
    Object.assign(own, { refused: code, ...refusal });
    this.own?.save();
    if (this.takeRefusal(own) || isBehind || this.log.seat === null) return;
    const says = N_("the host refused {action!r} at a place that its log does not have");
    this.log.stopping(() => need(this.refusalsKept.has(own.hash), "refusal", says, { action: String(own.fields.do ?? own.what) }));
  }

  /** A part of a ceremony that was refused at the head that it answers was read before its shuffle can have been voided.
   * @param {OwnStatement} own @param {Uint8Array} at the head at which it was refused; without a signature, where the log stands here */
  noteRead(own, at) {
    if (![...OWED.values()].includes(own.what) || !equal(own.fields.head, at)) return;
    own.delivered = "read";
    this.own?.save();
  }

  /** Add a refusal to the transcript, once, as soon as the own seat and the head that it names are known. Throws Fault.
   * @param {OwnStatement} own @returns {boolean} whether it was added */
  takeRefusal(own) {
    const { seat, state } = this.log;
    const { payload, signature, byHost: refusal, refusedAt: head, refused: code, what: statement, evidence: shown } = own;
    if (seat === null || !refusal || this.refusalsKept.has(own.hash)) return false;
    if (head && !equal(head, ZEROS) && !state.noteOf(head)) {
      this.waitsForHead = true;
      return false;
    }
    this.refusalsKept.add(own.hash);
    this.transcript.addRefusal(seat, own);
    this.log.take({ kind: "refusal", seat, statement, signature, refusal, head: head ?? ZEROS, code, payload, blob: blobShown(own), evidence: evidenceHash(shown), shown });
    return true;
  }

  /** Sign whether the game is to go on without a seat; about the own one: that it is here. @param {number} about @param {boolean} yes
   * @returns {OwnStatement} */
  signVote(about, yes) {
    const { log, own } = this;
    if (!own || log.seat === null || log.fault) throw new Error("this page cannot vote here");
    return own.sign("vote", log.head, log.ownNewest, { about, yes });
  }

  /** Sign an action aimed at the newest position; of a sealed deck with the proof of its hidden cards. @param {string} action in the notation
   * @returns {OwnStatement | Promise<OwnStatement>} */
  signAction(action) {
    const { log, own, sealed } = this;
    if (!own || log.seat === null || log.fault) throw new Error("this page cannot act here");
    const fields = { session: log.state.session ?? ZEROS, round: log.state.round, do: action };
    if (!sealed) return own.sign("action", log.aim, log.ownNewest, { ...fields, proof: null });
    return this.signProven(own, sealed, fields);
  }

  /** @param {OwnStatements} own @param {SealedSeat} sealed @param {{ session: Uint8Array, round: number, do: string }} fields @returns {Promise<OwnStatement>} */
  async signProven(own, sealed, fields) {
    const { log } = this;
    const { aim, ownNewest } = log;
    const { n } = own.next(ownNewest);
    const blob = await sealed.proofOf(fields.do, n, aim);
    // Something else may have been signed meanwhile: the proof holds for its number alone.
    if (own.next(log.ownNewest).n !== n || !equal(aim, log.aim)) return this.signProven(own, sealed, fields);
    return own.sign("action", aim, log.ownNewest, { ...fields, proof: blob ? blobHash(blob) : null }, blob ?? undefined);
  }
}
