/**
 * Whether the host's reason for refusing an own statement can be true. What the host had logged when it refused has come before the
 * refusal, on the same connection. Doubt counts for the host: what cannot be judged here is not false. Source: protocol/FAIRNESS.md,
 * "What a host may choose".
 */

import { equal, hex, ZEROS } from "../core/bytes.js";
import { parseAction } from "../core/notation.js";
import { Illegal, KeiltyRound } from "../rules/keilty.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./own_statements.js").OwnStatement} OwnStatement */

/** Codes that do not depend on the position: a pause does not stand in the log, and the host may have heard another window, or this
 * statement on a connection that broke. */
const AT_ANY_POSITION = new Set(["paused", "order"]);
const POSITIONS = new Set(["deal", "insert", "act", "show"]);

/** @param {Game} game @param {OwnStatement} own @param {string} code */
export function isFalseRefusal(game, own, code) {
  if (code === "clock") return fitsTime(game, own);
  if (AT_ANY_POSITION.has(code) || !isWellAimed(game, own)) return false;
  const earlier = [...(game.own?.byHash.values() ?? [])].filter((one) => one.refused && one !== own);
  if (code === "wrong_statement") return earlier.every(({ refused }) => refused !== "order");
  return code !== "cooldown" || !isCall(own) || !earlier.some(isCall);
}

/** Whether the log's time leaves the statement in order. @param {Game} game @param {OwnStatement} own */
export function fitsTime(game, own) {
  const { statements } = game.log.state;
  if (!statements) return false;
  const { clock, n, t, head } = own.fields;
  if ([...(game.own?.byHash.values() ?? [])].some(({ fields }) => equal(fields.clock, clock) && fields.n < n && fields.t > t)) return false;
  const seen = statements.signers.get(hex(game.log.me))?.clocks.get(hex(clock));
  return !seen || seen.allows(t, statements.timeOfHead(head));
}

/** Whether an honest host has to take the action: it is aimed at the newest position, and legal there by the rules that pages know, with
 * all own cards known. @param {Game} game @param {OwnStatement} own */
function isWellAimed(game, own) {
  const { log } = game;
  const { play } = log.auditor;
  const { seat } = log;
  if (own.what !== "action" || seat === null || !play.round || !POSITIONS.has(log.last) || !log.state.isDealt) return false;
  const { session, round, head, do: text } = own.fields;
  if (!equal(session, log.state.session ?? ZEROS) || round !== log.state.round || !equal(head, log.aim)) return false;
  const action = parseAction(text);
  if (!(play.round instanceof KeiltyRound)) return false; // the other games' hands are not judged here yet
  const trial = action && withOwnCards(play.round, seat, game.openedCards, play.seen);
  if (!trial) return false;
  if (action.do === "draw" && trial.turn === seat && trial.phase === "pickup" && trial.canShuffle) return true;
  try {
    trial.apply(seat, action);
    return true;
  } catch (problem) {
    if (problem instanceof Illegal) return false;
    throw problem;
  }
}

/** The round with the own hand filled in; null where not all of it is known. What was shown to the own seat and did not lie open since is still
 * in its hand. @param {KeiltyRound} round @param {number} seat @param {ReadonlyMap<number, number>} opened @param {ReadonlyMap<number, number>} seen */
function withOwnCards(round, seat, opened, seen) {
  const hand = round.hand(seat);
  const known = new Set([...hand.known, ...[...opened].flatMap(([card, at]) => ((seen.get(card) ?? -1) < at ? [card] : []))]);
  if (known.size !== hand.known.size + hand.unknown) return null;
  const trial = /** @type {KeiltyRound} */ (Object.assign(Object.create(KeiltyRound.prototype), structuredClone({ ...round })));
  trial.hands[seat] = { known, unknown: 0 };
  return trial;
}

/** @param {OwnStatement} own */
function isCall(own) {
  return own.what === "action" && String(own.fields.do).startsWith("rummy ");
}
