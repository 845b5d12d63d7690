/**
 * One game's log as a player or spectator follows it live: the verifier of the pages, fed as entries come, and what the
 * own part in the game needs of it. Source: protocol/FAIRNESS.md; protocol/PROTOCOL.md, section 6.
 */

import { equal, hex, ZEROS } from "../core/bytes.js";
import { wordIndexes } from "../core/identifiers.js";
import { N_ } from "../core/language.js";
import { Unknown } from "../core/unknown.js";
import { Auditor } from "../verifier/auditor.js";
import { Fault, need } from "../ledger/checks.js";
import { drawLeft } from "../verifier/owner_records.js";
import { outcome, without } from "../ledger/waiting.js";

/** @import { Without } from "../ledger/waiting.js" */
/** @import { Entry } from "../ledger/forms.js" */

const POSITIONS = new Set(["deal", "insert", "act", "show"]);

export class FollowedLog {
  /** @param {Uint8Array} host the host's key @param {Uint8Array} me the own key */
  constructor(host, me) {
    this.host = host;
    this.me = me;
    this.auditor = new Auditor();
    /** The entries' bytes. @type {Uint8Array[]} */
    this.packed = [];
    /** The head after the newest position: what an action is aimed at. */
    this.aim = ZEROS;
    /** What was wrong first; then nothing more is taken. @type {Fault | null} */
    this.fault = null;
    /** What this program does not know of the game; then it reads no further, and takes no part. @type {Unknown | null} */
    this.unknown = null;
  }

  get state() {
    return this.auditor.log;
  }

  get length() {
    return this.packed.length;
  }

  get id() {
    return this.state.id;
  }

  get head() {
    return this.state.head;
  }

  /** The head after the newest entry but for votes and pauses: what parts of ceremonies are aimed at. */
  get standsHead() {
    return this.state.headAfter.get(this.last) ?? ZEROS;
  }

  /** The newest kind, but for votes and pauses. */
  get last() {
    return this.state.last;
  }

  /** The own seat; null for a spectator. */
  get seat() {
    const found = this.state.players.findIndex(({ key }) => equal(key, this.me));
    return found < 0 ? null : found;
  }

  /** Whether the cards are being shuffled, or no round is being played. */
  get isShuffling() {
    const { hidden, isDealt, isRoundOver, wanted } = this.state;
    if (hidden && isDealt && !isRoundOver) return hidden.isWaiting || wanted !== null || this.auditor.play.round === null;
    return !POSITIONS.has(this.last);
  }

  get isPaused() {
    return this.state.pausedAt !== null;
  }

  /** Whether there is a position to look at: one to act in, or the end of a round. */
  get hasPosition() {
    return !this.isShuffling || this.last === "score" || this.last === "end";
  }

  /** Whether the log gives a seat the card at a place of a shuffle, or one whose place it does not name; or gives it to another, which
   * an opening must not do. @param {number} seat @param {number} epoch @param {number} position */
  isGiven(seat, epoch, position) {
    const sealed = this.state.isDealt ? this.state.sealed.get(epoch) : undefined;
    return sealed !== undefined && (sealed.given.has(position) || drawLeft(sealed, seat) >= 0);
  }

  /** What is done without a seat that the log waits for, and what as the others want it now. @param {number} seat
   * @returns {{ would: Without | null, follows: Without | null }} */
  absence(seat) {
    const { play } = this.auditor;
    return { would: outcome(this.state, play, seat), follows: without(this.state, play, seat) };
  }

  /** Whether somebody wants to go on without a seat, or the host has played for it since it signed anything. @param {number} seat */
  isWantedGone(seat) {
    return this.state.votes.of(seat, true).length > 0 || this.auditor.play.stoodInFor.has(seat);
  }

  /** Whether a seat has said, since the log stands where it does, that it is there. @param {number} seat */
  hasProtested(seat) {
    return this.state.votes.hasObjected(seat, this.state.stands.index);
  }

  get ended() {
    return this.state.ended ? String(this.state.ended.why) : "";
  }

  /** Indexes into the list of words; none before there is a session. */
  get words() {
    return this.state.session ? wordIndexes(this.state.session) : [];
  }

  /** Number and hash of the own newest statement in the log; null before the first. */
  get ownNewest() {
    const signer = this.state.statements?.signers.get(hex(this.me));
    return signer && signer.n >= 0 ? { n: signer.n, hash: signer.hash } : null;
  }

  /** Take an entry; null where it is known already. Throws Fault or Unknown, and then always.
   * @param {number} index at most `length` @param {Uint8Array} data @param {Uint8Array} signature @returns {Entry | null} */
  add(index, data, signature) {
    return this.stopping(() => {
      const known = this.packed[index];
      if (known) {
        need(equal(known, data), "chain", N_("the host shows another entry than it did before"));
        return null;
      }
      this.auditor.feed({ kind: "entry", entry: data, signature });
      need(equal(this.state.host, this.host), "host-signature", N_("the log names another host than this one"));
      this.packed.push(data);
      const entry = /** @type {Entry} */ (this.auditor.entries.at(-1));
      if (this.auditor.play.positions.has(hex(this.head))) this.aim = this.head;
      return entry;
    });
  }

  /** Take a record that is the player's own: an opening or a refusal. Throws Fault. @param {import("../verifier/transcript_file.js").Rec} record */
  take(record) {
    this.stopping(() => this.auditor.feed(record));
  }

  /** Do something that may find a fault, which stops everything. @template T @param {() => T} work @returns {T} */
  stopping(work) {
    if (this.fault ?? this.unknown) throw this.fault ?? this.unknown;
    try {
      return work();
    } catch (problem) {
      if (problem instanceof Fault) this.fault = problem;
      if (problem instanceof Unknown) this.unknown = problem;
      throw problem;
    }
  }
}
