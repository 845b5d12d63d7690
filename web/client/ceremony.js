/**
 * The own part in a game's ceremony: what is owed now, and its content. Source: protocol/FAIRNESS.md, "The ceremony"
 * and "Contributions".
 */

import { equal, hex } from "../core/bytes.js";
import { contribution, nonceCommitment, nonceSet, seatCommitment } from "../core/identifiers.js";
import { Cheat } from "./cheat.js";

/** @typedef {import("./game_log.js").GameLog} GameLog */
/** @typedef {import("./game_log.js").Epoch} Epoch */
/** @typedef {import("./own_statements.js").OwnStatements} OwnStatements */
/** @typedef {import("./own_statements.js").OwnStatement} OwnStatement */

/** This browser cannot go on, though nobody has cheated: another machine has the same key. */
export class CannotGoOn extends Error {}

const OWED = new Map([
  ["seats", "nonce-commit"],
  ["nonce-commits", "nonce"],
  ["host-commit", "commit"],
  ["shuffle", "reveal"],
  ["root", "root"],
]);
const TRIES = 3;

export class Ceremony {
  /**
   * @param {GameLog} log
   * @param {OwnStatements} own
   * @param {Uint8Array} secret that of the contributions
   * @param {(bytes: number) => Uint8Array} random
   */
  constructor(log, own, secret, random) {
    this.log = log;
    this.own = own;
    this.secret = secret;
    this.random = random;
    /** Whether the part that a void took back had been acknowledged. */
    this.wasAcknowledged = false;
  }

  /** Note what a `void` says, before it is followed. @param {Uint8Array} head that of the entry before it */
  shuffleVoided(head) {
    const kinds = ["commit", "reveal", "root"];
    this.wasAcknowledged = kinds.some((kind) => this.own.newest(kind, head)?.acknowledged);
  }

  /** The statement that the own seat owes now, signed once; null if there is none. Throws CannotGoOn, Cheat.
   * @returns {OwnStatement | null} */
  owed() {
    const what = OWED.get(this.log.last);
    const seat = this.log.seat;
    if (what === undefined || seat === null || this.log.cheat) return null;
    const { head } = this.log;
    const earlier = [...this.own.byHash.values()].filter((one) => one.what === what && equal(one.fields.head, head));
    const newest = earlier.at(-1);
    if (newest && (newest.refused !== "clock" || earlier.length >= TRIES)) return newest.refused ? null : newest;
    const fields = this.fields(what, seat);
    return this.own.sign(what, head, this.log.newest.get(hex(this.log.me)) ?? null, fields);
  }

  /** @param {string} what @param {number} seat @returns {Record<string, any>} */
  fields(what, seat) {
    const { log } = this;
    switch (what) {
      case "nonce-commit":
        return { seat, commit: nonceCommitment(log.log, seat, log.me, this.own.nonceFor(`session ${hex(log.head)}`, this.random)) };
      case "nonce": {
        const nonce = this.own.nonceKept(`session ${hex(log.previous)}`);
        const ours = nonce && nonceCommitment(log.log, seat, log.me, nonce);
        if (!nonce || !ours || !equal(ours, log.nonceCommits[seat] ?? ours.slice(1))) throw new CannotGoOn("session");
        return { commits: nonceSet(log.log, log.nonceCommits), nonce };
      }
      case "commit": {
        const nonce = this.own.nonceFor(`batch ${hex(log.head)}`, this.random);
        const epochs = Array.from({ length: log.batch.count }, (_, at) => log.epochOf(log.batch.first + at));
        const commits = epochs.map((epoch) => this.commitment(seat, epoch, nonce));
        const answered = log.afterVoid ? this.wasAcknowledged : null;
        return { session: log.session, round: log.round, first: log.batch.first, commits, answered };
      }
      case "reveal": {
        const epoch = log.epochOf(log.epoch);
        const nonce = this.own.nonceKept(`batch ${hex(log.batchHead)}`);
        const ours = nonce && this.commitment(seat, epoch, nonce);
        if (!nonce || !ours || !equal(ours, epoch.seats[seat] ?? ours.slice(1))) throw new CannotGoOn("shuffle");
        return { session: log.session, deal: epoch.deal, cset: epoch.cset, x: this.x(epoch, nonce) };
      }
      default: {
        const epoch = log.epochOf(log.epoch);
        return { session: log.session, deal: epoch.deal, root: epoch.dealRoot };
      }
    }
  }

  /** @param {Epoch} epoch @param {Uint8Array} nonce */
  x(epoch, nonce) {
    return contribution(this.secret, epoch.deal, epoch.cDeck, epoch.cPub, nonce);
  }

  /** @param {number} seat @param {Epoch} epoch @param {Uint8Array} nonce */
  commitment(seat, epoch, nonce) {
    const promised = `${hex(epoch.cDeck)}${hex(epoch.cPub)}`;
    if (this.own.promise(hex(epoch.deal), promised) !== promised) {
      throw new Cheat("recommit", "the host committed a second time to a shuffle that we contribute to");
    }
    return seatCommitment(epoch.deal, seat, this.log.me, this.x(epoch, nonce));
  }
}
