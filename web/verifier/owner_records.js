/** What the owner of a file was shown alone: openings, and statements that the host refused. Source: protocol/FAIRNESS.md, "Transcript files". */

import { equal, hex, ZEROS } from "../core/bytes.js";
import { isOpening } from "../core/deck.js";
import { refusalHash, statementHash } from "../core/identifiers.js";
import { N_ } from "../core/language.js";
import { isSignature } from "../core/signatures.js";
import { blobHash } from "../sealed/contexts.js";
import { need } from "../ledger/checks.js";
import { blobOf, readStatement } from "../ledger/forms.js";
import { takeAnswers } from "../ledger/shuffles.js";

/** @import { GameLog } from "../ledger/game_log.js" */

export class OwnerRecords {
  owner = "";
  /** @type {Set<string>} */
  shown = new Set();
  /** @param {GameLog} log @param {number} seat @param {"opening" | "refusal" | "void"} check */
  checkOwner(log, seat, check) {
    const player = log.players[seat];
    need(player, check, N_("a record is of a seat that is not there"));
    const key = hex(player.key);
    need(this.owner === "" || this.owner === key, check, N_("the records of a file are of different players"));
    this.owner = key;
    return player.key;
  }

  /** @param {GameLog} log @param {import("../ledger/play.js").RoundPlay} play @param {import("./transcript_file.js").OpeningRecord} record */
  takeOpening(log, play, record) {
    const { seat, round, epoch, position, card } = record;
    this.checkOwner(log, seat, "opening");
    need(log.isDealt && !log.isRoundOver && round === log.round, "opening", N_("a card is shown that is of another round"));
    need(!log.isShown, "opening", N_("a card is shown after it was seen elsewhere"));
    const sealed = log.sealed.get(epoch);
    const given = sealed?.given.get(position) ?? null;
    const draw = sealed && given === null ? drawOf(sealed, seat, position) : -1;
    need(sealed && (draw >= 0 || given?.seat === seat), "opening", N_("a card is shown to a seat that did not get it"));
    const deal = log.epochs.get(epoch)?.deal ?? ZEROS;
    need(isOpening(deal, record, sealed.cards.length, sealed.root), "opening", N_("a card shown is not the one sealed at its place"));
    const name = `${round} ${epoch} ${position}`;
    need(!this.shown.has(name), "opening", N_("a card is shown twice"));
    need((play.seen.get(card) ?? -1) <= (given?.index ?? Infinity), "opening", N_("a card is shown after it was seen elsewhere"));
    this.shown.add(name);
    if (draw >= 0) sealed.matched.set(draw, position);
    need(play.present.reveal(seat, card), "opening", N_("a card is shown after it was seen elsewhere"));
    log.held("opening");
  }

  /** @param {GameLog} log @param {import("./transcript_file.js").RefusalRecord} record */
  takeRefusal(log, record) {
    const { seat, statement, signature, refusal, head, code, payload, evidence, shown, blob } = record;
    const key = this.checkOwner(log, seat, "refusal");
    need(isSignature(key, statement, payload, signature), "refusal", N_("a player's signature does not hold"));
    const hash = statementHash(statement, payload);
    need(isSignature(log.host, "refusal", refusalHash(log.id, head, key, hash, code, evidence), refusal), "refusal", N_("the host did not sign a refusal"));
    const read = readStatement(statement, payload);
    need(hex(read.log) === hex(log.id), "refusal", N_("a refused statement is of another log"));
    need(!shown || equal(statementHash(shown[0], shown[1]), evidence), "refusal", N_("a refusal stands with other evidence than the host signed"));
    const names = blobOf(statement, read);
    need(blob.length === 0 || (names && equal(blobHash(blob), names)), "refusal", N_("a refusal stands with other bytes than the refused statement names"));
    /** @type {import("../ledger/signed_statements.js").Statements} */ (log.statements).refuse(key, read.n, hash);
    log.held("refusal");
    return { key, read, hash };
  }

  /** The last that the owner has signed in this log: it speaks of the voids after which nobody commits. @param {GameLog} log
   * @param {import("./transcript_file.js").LastWordRecord} record */
  takeLastWord(log, { seat, signature, payload }) {
    const key = this.checkOwner(log, seat, "void");
    need(!log.hasLastWord, "void", N_("a last word stands where none can be, or a second time"));
    const statements = /** @type {import("../ledger/signed_statements.js").Statements} */ (log.statements);
    const statement = statements.take("last-word", { payload, signature }, key, log.time, "void");
    need(equal(statement.head, log.head), "void", N_("a last word was signed behind another entry"));
    takeAnswers(log, seat, statement);
    log.lastWordAt = log.head;
    return statement;
  }
}

/** The first card that a seat drew since some were put back and was not shown yet; -1: none.
 * @param {import("../ledger/game_log.js").Sealed} sealed @param {number} seat */
export function drawLeft({ draws, matched }, seat) {
  return draws.findIndex((who, number) => who === seat && !matched.has(number));
}

/**
 * Which of the cards drawn since some were put back a place can be: that of one put back, or, as all others keep their order, one
 * behind which no more lie than may have come before. -1: none. @param {import("../ledger/game_log.js").Sealed} sealed
 * @param {number} seat @param {number} position
 */
function drawOf(sealed, seat, position) {
  const { back, matched, next } = sealed;
  const draw = drawLeft(sealed, seat);
  if (back === null || draw < 0 || position >= sealed.cards.length || back.includes(position)) return back?.includes(position) ? draw : -1;
  const last = next + draw;
  const isNear = position >= Math.max(next, last - back.length) && position <= last;
  const keepsOrder = [...matched].every(([number, place]) => back.includes(place) || number < draw === place < position);
  return isNear && keepsOrder ? draw : -1;
}
