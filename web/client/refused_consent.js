/**
 * Whether the host's signed refusal of a consent is false. Source: protocol/FAIRNESS.md, "Refusals". The program has the same table
 * (`refused_consent.py`).
 *
 * A consent is sent while others sit down, rename themselves and leave. So nothing is judged here that depends on the table: neither what it
 * showed when the consent was signed, nor when the refusal came. Left are what a code can never mean, what the own statements contradict (no
 * other machine could have signed between them), and what the log shows at the very head that the refusal names. A head fixes all entries up
 * to it, so a log that has gone on changes nothing. `stale`, `playing`, `players`, `option` and others speak of the table, which nobody signs.
 */

import { equal, hex, unhex, ZEROS } from "../core/bytes.js";
import { refusalHash } from "../core/identifiers.js";
import { isSignature } from "../core/signatures.js";
import { isNewer } from "../verifier/false_refusals.js";
import { evidenceHash } from "./signed_refusals.js";

/** @import { FollowedLog } from "./followed_log.js" */
/** @import { OwnStatement, OwnStatements } from "./own_statements.js" */

/** Codes that an honest host never signs of a consent; a cool-down is one of calls. */
const NEVER_TRUE = new Set(["signature", "trouble", "too_many", "cooldown"]);

/** Whether the host cannot have had its reason. *log* is the consent's, null if it has not begun here. @param {OwnStatements} statements
 * @param {OwnStatement} own @param {Uint8Array} host @param {Uint8Array} me @param {FollowedLog | null} [log] */
export function isFalseConsentRefusal(statements, own, host, me, log = null) {
  if (!own.byHost || !own.refusedAt || !own.refused) return false;
  const payload = refusalHash(statements.log, own.refusedAt, me, unhex(own.hash), own.refused, evidenceHash(own.evidence));
  if (!isSignature(host, "refusal", payload, own.byHost)) return false;
  if (own.refused === "order") return !own.evidence || !isNewer(own.evidence, me, /** @type {any} */ (own.fields), unhex(own.hash));
  if (own.evidence || NEVER_TRUE.has(own.refused)) return true;
  if (own.refused === "clock") return !statements.ranBackwards(own) && areAnswered(statements, own);
  if (own.refused === "wrong_statement") return follows(statements, own);
  return isContradicted(own.refused, own.refusedAt, log);
}

/** Whether the log says otherwise at the refusal's head: before its first entry, or where it stands here. Of an older head the log is not asked
 * again: the verifier judges that when the own seat is known. @param {string} code @param {Uint8Array} head @param {FollowedLog | null} log */
function isContradicted(code, head, log) {
  if (equal(head, ZEROS)) return code === "no_game" || code === "paused"; // nothing has begun, so nothing has ended or rests
  if (!log || log.fault || log.unknown || !equal(head, log.head)) return false;
  return (code === "no_game" && !log.ended) || (code === "paused" && !log.isPaused) || (code === "shuffling" && !log.isShuffling);
}

/** Whether the consent names the statement before it, and the host cannot hold another one with that number. @param {OwnStatements} statements
 * @param {OwnStatement} own */
function follows(statements, own) {
  const { n, prev } = own.fields;
  if (n === 0) return equal(prev, ZEROS);
  const before = statements.byHash.get(hex(prev));
  return before !== undefined && before.fields.n === n - 1 && isAnswered(before);
}

/** Whether the host has answered an own statement of each lower number. Else it may hold one of another machine with this key, which goes on with
 * the same clock in a folder that was copied: the answer that would have shown that, an `order`, can be lost with a connection.
 * @param {OwnStatements} statements @param {OwnStatement} own */
function areAnswered(statements, own) {
  const answered = new Set([...statements.byHash.values()].filter(isAnswered).map(({ fields }) => fields.n));
  return !statements.hasTwin && Array.from({ length: own.fields.n }, (_, n) => n).every((n) => answered.has(n));
}

/** Whether the host has taken it, or refused it under its signature as the newest: it has no other of that number. `done` counts, though nobody
 * signs it: an honest host has kept what it says that of. @param {OwnStatement} own */
function isAnswered(own) {
  return own.logged || own.acknowledged || (own.byHost !== null && own.refused !== "order");
}
