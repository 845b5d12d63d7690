/**
 * What a part of a ceremony has to say, kept by the entry that asks for it, so that a refusal of it can be judged. Source:
 * protocol/FAIRNESS.md, "Refusals".
 */

import { equal, ZEROS } from "../core/bytes.js";
import { nonceCommitment, nonceSet } from "../core/identifiers.js";
import { committedBy, opensCommitments } from "./shuffles.js";

/** @import { Entry, Statement } from "./forms.js" */
/** @import { Epoch, GameLog } from "./game_log.js" */
/** A part that every seat owes to an entry: its kind, and whether nothing is wrong about what a statement of that kind says.
 * @typedef {{ kind: string, fits: (seat: number, read: Statement) => boolean }} AskedPart */

/** What the newest entry asks of every seat; null if nothing. @param {GameLog} log @param {Entry} entry @returns {AskedPart | null} */
export function askedBy(log, entry) {
  const { head, id, players, firstOfBatch, nonceCommits, openVoids, round } = log;
  const session = log.session ?? ZEROS;
  /** @param {number} seat */
  const keyOf = (seat) => players[seat]?.key ?? ZEROS;
  /** @param {string} kind @param {AskedPart["fits"]} fits @returns {AskedPart} */
  const asked = (kind, fits) => ({ kind, fits: (seat, read) => equal(read.head, head) && fits(seat, read) });
  const epoch = /** @type {Epoch} */ (log.epochs.get(log.epoch));
  const [cset, dealRoot] = [log.shuffle?.cset ?? ZEROS, log.shuffle?.dealRoot ?? ZEROS];
  switch (entry.e) {
    case "seats":
      return asked("nonce-commit", (seat, read) => read.seat === seat);
    case "nonce-commits":
      return asked("nonce", (seat, { commits, nonce }) => {
        return equal(commits, nonceSet(id, nonceCommits)) && equal(nonceCommitment(id, seat, keyOf(seat), nonce), nonceCommits[seat] ?? ZEROS);
      });
    case "host-commit": {
      const counts = players.map((_, seat) => log.commitmentsDue(seat));
      return asked("commit", (seat, read) => {
        const isHere = equal(read.session, session) && read.round === round && read.first === firstOfBatch;
        return isHere && read.commits.length === counts[seat] && read.answered.length === openVoids;
      });
    }
    case "shuffle": {
      if (log.hidden) return null;
      const committed = players.map((_, seat) => committedBy(log, seat));
      return asked(log.isSealed ? "key" : "reveal", (seat, read) => {
        const isHere = equal(read.session, session) && equal(read.deal, epoch.deal) && equal(read.cset, cset);
        return isHere && opensCommitments(epoch.deal, seat, keyOf(seat), committed[seat] ?? [], read);
      });
    }
    case "root":
      return asked("root", (_seat, read) => equal(read.session, session) && equal(read.deal, epoch.deal) && equal(read.root, dealRoot));
    default:
      return null;
  }
}
