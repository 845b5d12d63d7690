/** Whether an own statement fits the time of the log when the host denies it. Source: protocol/FAIRNESS.md, "Time". */

import { equal, hex, unhex } from "../core/bytes.js";
import { refusalHash } from "../core/identifiers.js";
import { isSignature } from "../core/signatures.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./own_statements.js").OwnStatement} OwnStatement */
/** @typedef {import("./own_statements.js").OwnStatements} OwnStatements */

/** Whether the log's time leaves the statement in order. @param {Game} game @param {OwnStatement} own */
export function fitsTime(game, own) {
  const { statements } = game.log.state;
  if (!statements) return false;
  const { clock, t, head } = own.fields;
  if (game.own && ranBackwards(game.own, own)) return false;
  const seen = statements.signers.get(hex(game.log.me))?.clocks.get(hex(clock));
  return !seen || seen.allows(t, statements.timeOfHead(head));
}

/** Whether the host signed that a consent cannot be logged for its clock although that goes on: a consent has no head in the log to bound
 * its time by. @param {OwnStatements} statements @param {OwnStatement} own @param {Uint8Array} host @param {Uint8Array} me */
export function isFalseConsentRefusal(statements, own, host, me) {
  if (own.refused !== "clock" || !own.byHost || !own.refusedAt || ranBackwards(statements, own)) return false;
  if ([...statements.byHash.values()].some(({ refused }) => refused === "order")) return false; // another machine goes on with the same clock
  return isSignature(host, "refusal", refusalHash(statements.log, own.refusedAt, me, unhex(own.hash), own.refused), own.byHost);
}

/** Whether an earlier statement has a later time on the same clock. @param {OwnStatements} statements @param {OwnStatement} own */
export function ranBackwards(statements, own) {
  const { clock, n, t } = own.fields;
  return [...statements.byHash.values()].some(({ fields }) => equal(fields.clock, clock) && fields.n < n && fields.t > t);
}
