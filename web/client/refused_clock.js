/** Whether an own statement fits the time of the log when the host denies it. Source: protocol/FAIRNESS.md, "Time". */

import { equal, hex } from "../core/bytes.js";

/** @import { OwnStatement, OwnStatements } from "./own_statements.js" */

/** Whether the log's time leaves the statement in order. @param {import("./game.js").Game} game @param {OwnStatement} own */
export function fitsTime(game, own) {
  const { statements } = game.log.state;
  if (!statements) return false;
  const { clock, t, head } = own.fields;
  if (game.own && ranBackwards(game.own, own)) return false;
  const seen = statements.signers.get(hex(game.log.me))?.clocks.get(hex(clock));
  return !seen || seen.allows(t, statements.timeOfHead(head));
}

/** Whether an earlier statement has a later time on the same clock. @param {OwnStatements} statements @param {OwnStatement} own */
export function ranBackwards(statements, own) {
  const { clock, n, t } = own.fields;
  return [...statements.byHash.values()].some(({ fields }) => equal(fields.clock, clock) && fields.n < n && fields.t > t);
}
