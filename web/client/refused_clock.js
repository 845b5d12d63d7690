/** Whether an own statement fits the time of the log when the host denies it. Source: protocol/FAIRNESS.md, "Time". */

import { equal, hex, unhex } from "../core/bytes.js";
import { refusalHash } from "../core/identifiers.js";
import { isSignature } from "../core/signatures.js";
import { isNewer } from "../verifier/refusals.js";
import { evidenceHash } from "./signed_refusals.js";

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

/** Whether the host signed that a consent cannot be logged for its clock although that goes on, or for something newer that it does not show:
 * a consent has no head in the log to bound its time by. @param {OwnStatements} statements @param {OwnStatement} own @param {Uint8Array} host
 * @param {Uint8Array} me */
export function isFalseConsentRefusal(statements, own, host, me) {
  if (!own.byHost || !own.refusedAt || (own.refused !== "clock" && own.refused !== "order")) return false;
  const payload = refusalHash(statements.log, own.refusedAt, me, unhex(own.hash), own.refused, evidenceHash(own.evidence));
  if (!isSignature(host, "refusal", payload, own.byHost)) return false;
  if (own.refused === "clock") return !ranBackwards(statements, own) && !statements.hasTwin;
  return !own.evidence || !isNewer(own.evidence, me, /** @type {any} */ (own.fields), unhex(own.hash));
}

/** Whether an earlier statement has a later time on the same clock. @param {OwnStatements} statements @param {OwnStatement} own */
export function ranBackwards(statements, own) {
  const { clock, n, t } = own.fields;
  return [...statements.byHash.values()].some(({ fields }) => equal(fields.clock, clock) && fields.n < n && fields.t > t);
}
