/**
 * The own part in a game's ceremony: what is owed now, and its content. Source: protocol/FAIRNESS.md, "The ceremony"
 * and "Contributions".
 */

import { equal, hex, ZEROS } from "../core/bytes.js";
import { contribution, nonceCommitment, nonceSet, seatCommitment } from "../core/identifiers.js";
import { N_ } from "../core/language.js";
import { need } from "../ledger/checks.js";
import { committedBy } from "../ledger/shuffles.js";
import { TRIES } from "./own_statements.js";
import { CannotGoOn } from "./sealed_seat.js";

/** @import { Epoch } from "../ledger/game_log.js" */
/** @import { OwnStatement, OwnStatements } from "./own_statements.js" */

export { CannotGoOn };

/** What is owed after an entry; of a sealed deck see `Ceremony.asked`. */
export const OWED = new Map([
  ["seats", "nonce-commit"],
  ["nonce-commits", "nonce"],
  ["host-commit", "commit"],
  ["shuffle", "reveal"],
  ["root", "root"],
]);

export class Ceremony {
  /**
   * @param {import("./followed_log.js").FollowedLog} log
   * @param {OwnStatements} own
   * @param {Uint8Array} secret that of the contributions
   * @param {(bytes: number) => Uint8Array} random
   * @param {import("./sealed_seat.js").SealedSeat | null} [sealed] of a table with a sealed deck
   */
  constructor(log, own, secret, random, sealed = null) {
    this.sealed = sealed;
    this.log = log;
    this.own = own;
    this.secret = secret;
    this.random = random;
    /** What became of the own part of each shuffle that was voided, by order of the voids. @type {string[]} */
    this.answers = [];
  }

  /** Note that a shuffle was voided; whether the host has named us silent for what it has. What it has read on a connection that broke
   * since may be lost with a host that crashed, unless it has signed a refusal of it. @param {OwnStatement | undefined} part */
  shuffleVoided(part) {
    const answer = this.own.answerOf(part);
    this.answers.push(answer);
    return answer === "acknowledged" || (answer === "read" && part !== undefined && (part.isOnItsWay || part.byHost !== null));
  }

  /** What the next commitment, or the last word, says of the voids since the last commitments of all. */
  get openAnswers() {
    const { openVoids } = this.log.state;
    return openVoids ? this.answers.slice(-openVoids) : [];
  }

  /** The kind of statement that all owe now, and the head that it names; null if none. @returns {{ what: string, head: Uint8Array } | null} */
  get asked() {
    const { log } = this;
    const what = OWED.get(log.last);
    const { hidden, isSealed } = log.state;
    if (!isSealed || log.last === "seats" || log.last === "nonce-commits" || log.last === "host-commit") return what ? { what, head: log.standsHead } : null;
    if (log.last === "shuffle" && !hidden) return { what: "key", head: log.standsHead };
    const root = hidden?.root;
    return root && !hidden.isOpening ? { what: "root", head: root.head } : null;
  }

  /** The statement that the own seat owes now, signed once; null if there is none. Throws CannotGoOn, Fault.
   * @returns {OwnStatement | null} */
  owed() {
    const { log } = this;
    const { asked } = this;
    const { seat } = log;
    if (!asked || seat === null || log.fault) return null;
    if (log.state.hidden?.cards.opened.has(seat)) return null; // it was given up, and nobody waits for it
    const { what, head } = asked;
    this.own.restore(); // another window may have signed its part
    const since = log.ownNewest?.n ?? -1; // what was signed before a vote of the own seat cannot be logged any more
    // By R too: the newest proof may be the same for the deck without a lost seat's mix.
    const root = what === "root" ? log.state.hidden?.root?.root : undefined;
    const gives = (/** @type {OwnStatement} */ one) => one.what === what && equal(one.fields.head, head) && (!root || equal(one.fields.root, root));
    const earlier = [...this.own.byHash.values()].filter((one) => gives(one) && one.fields.n > since);
    const newest = earlier.at(-1);
    if (newest && (newest.refused !== "clock" || earlier.length >= TRIES)) return newest.refused ? null : newest;
    const fields = log.stopping(() => this.fields(what, seat));
    // What was signed over a head of this log was not signed in another one.
    const elsewhere = [...this.own.byHash.values()].filter((one) => one.what === what && log.state.noteOf(one.fields.head) === undefined);
    if (elsewhere.some((one) => isSamePart(what, one.fields, fields, log.state.isSealed))) throw new CannotGoOn("fork");
    return this.own.sign(what, head, log.ownNewest, fields);
  }

  /** @param {string} what @param {number} seat @returns {Record<string, any>} */
  fields(what, seat) {
    const { log } = this;
    const { state } = log;
    const session = state.session ?? ZEROS;
    switch (what) {
      case "nonce-commit":
        return { seat, commit: this.nonceCommit(seat, this.own.nonceFor(`session ${hex(log.standsHead)}`, this.random)) };
      case "nonce": {
        const nonce = this.own.nonceKept(`session ${hex(state.headAfter.get("seats") ?? ZEROS)}`);
        if (!nonce || !equal(this.nonceCommit(seat, nonce), state.nonceCommits[seat] ?? ZEROS)) throw new CannotGoOn("session");
        return { commits: nonceSet(log.id, state.nonceCommits), nonce };
      }
      case "commit": {
        const nonce = this.own.nonceFor(`batch ${hex(log.standsHead)}`, this.random);
        const fresh = [...state.epochs].filter(([number, epoch]) => number >= state.firstOfBatch && epoch !== null);
        const commits = fresh.map(([, epoch]) => this.commitment(seat, /** @type {Epoch} */ (epoch), nonce));
        if (state.isSealed && state.holders.includes(seat)) commits.push(/** @type {import("./sealed_seat.js").SealedSeat} */ (this.sealed).keyCommitment(/** @type {Epoch} */ (fresh[0]?.[1]), seat));
        return { session, round: state.round, first: state.firstOfBatch, commits, answered: this.openAnswers };
      }
      case "key":
      case "reveal": {
        const epoch = /** @type {Epoch} */ (state.epochs.get(state.epoch));
        const nonce = this.own.nonceKept(`batch ${hex(state.headAfter.get("host-commit") ?? ZEROS)}`);
        if (!nonce || !equal(this.commitment(seat, epoch, nonce), committedBy(state, seat)[0] ?? ZEROS)) throw new CannotGoOn("shuffle");
        const shown = { session, deal: epoch.deal, cset: state.shuffle?.cset ?? ZEROS, x: this.x(epoch, nonce) };
        return what === "key" ? { ...shown, ...this.keyFields(epoch, seat) } : shown;
      }
      default: {
        const epoch = /** @type {Epoch} */ (state.epochs.get(state.epoch));
        return { session, deal: epoch.deal, root: state.hidden?.root?.root ?? state.shuffle?.dealRoot ?? ZEROS };
      }
    }
  }

  /** Y and its proof; none for a seat that does not play the round. @param {Epoch} epoch @param {number} seat */
  keyFields(epoch, seat) {
    if (!this.sealed || !this.log.state.holders.includes(seat)) return { public: new Uint8Array(), proof: new Uint8Array() };
    const { key, proof } = this.sealed.keyShown(epoch, seat);
    return { public: key.public.bytes, proof };
  }

  /** @param {number} seat @param {Uint8Array} nonce */
  nonceCommit(seat, nonce) {
    return nonceCommitment(this.log.id, seat, this.log.me, nonce);
  }

  /** @param {Epoch} epoch @param {Uint8Array} nonce */
  x(epoch, nonce) {
    return contribution(this.secret, epoch.deal, epoch.cDeck, epoch.cPub, nonce);
  }

  /** The commitment to an epoch; never to a deal that the host has committed to otherwise before. Throws Fault.
   * @param {number} seat @param {Epoch} epoch @param {Uint8Array} nonce */
  commitment(seat, epoch, nonce) {
    const promised = `${hex(epoch.cDeck)}${hex(epoch.cPub)}`;
    need(this.own.promise(hex(epoch.deal), promised) === promised, "recommit", N_("the host committed a second time to a shuffle that we contribute to"));
    return seatCommitment(epoch.deal, seat, this.log.me, this.x(epoch, nonce));
  }
}

/** Whether what is to be signed was signed already: shown twice, in two forks, a host could choose between decks.
 * @param {string} what @param {Record<string, any>} signed @param {Record<string, any>} fields
 * @param {boolean} isSealed then commitments are to one epoch each, however many they are */
export function isSamePart(what, signed, fields, isSealed) {
  if (what === "nonce") return equal(signed.nonce, fields.nonce);
  if (what === "reveal" || what === "key" || what === "root") return equal(signed.deal, fields.deal);
  if (what !== "commit" || !equal(signed.session, fields.session) || signed.round !== fields.round) return false;
  const [before, now] = isSealed ? [1, 1] : [signed.commits.length, fields.commits.length];
  return signed.first < fields.first + now && fields.first < signed.first + before;
}
