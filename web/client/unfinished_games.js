/**
 * Games that an earlier page of this browser has not followed to their end, held against what the host shows now: their table is shown to who
 * sits there before the host answers what is sent behind the lobby, and with the same number. Else the game has ended or was dropped while
 * no page was open, and how is not shown: a doubt, once. Source: protocol/FAIRNESS.md, "Consent".
 */

import { equal, hex, unhex } from "../core/bytes.js";
import { WATCHES } from "./watches.js";

/** @import { Session } from "./session.js" */
/** Where it is kept, and the log, table, number and last head of the game. `isTold`: the player knows. `at`: Unix time in milliseconds of its last entry, 0 if
 * unknown.
 * @typedef {{ log: string, table: Uint8Array, game: number, head: Uint8Array, isTold: boolean, at: number }} Unfinished */

/** Where the newest head of a log is kept, and behind it `end` once it has one, before that `on`, or `told` when the player knows that none came;
 * then table, number and time. What is kept here is of one host, whatever keys it has one after the other. @param {Uint8Array} log */
export function headPlace(log) {
  return `log/${hex(log)}/head`;
}

/** @param {Session} session @returns {Unfinished[]} */
export function unfinishedGames({ identity }) {
  return identity.keep.names().flatMap((name) => {
    const [, log] = /^log\/([0-9a-f]{64})\/head$/.exec(name) ?? [];
    const [head = "", state, table, game, at] = (identity.keep.get(name) ?? "").split(" ");
    if (!log || !game || !table || state === "end") return [];
    return [{ log, table: unhex(table), game: Number(game), head: unhex(head), isTold: state === "told", at: Number(at ?? 0) }];
  });
}

/** Whether an honest host may have closed the table meanwhile: the others finished, or nobody was there any more. @param {Session} session
 * @param {number} since Unix time in milliseconds, 0 if unknown */
export function wasLongAway({ identity }, since) {
  return since > 0 && identity.clock.wall() - since >= WATCHES["unseen-end"].millis;
}

/** The host does not show how a game ended: noted once, whatever the player puts away later. @param {Session} session @param {Unfinished} one
 * @param {boolean} [isGone] its table is gone */
function tell(session, { log, game, isTold, at }, isGone = false) {
  if (isTold) return;
  const { keep } = session.identity;
  const place = headPlace(unhex(log));
  keep.set(place, (keep.get(place) ?? "").replace(" on ", " told "));
  const isKnown = session.incidents.all.some((one) => one.log === log && ["cheat", "no-end", "unseen-end"].includes(one.kind));
  if (!isKnown && !(isGone && wasLongAway(session, at))) session.incidents.add("unseen-end", { log, game });
}

/** A table has come, with the number of the game that is played there or was last. @param {Session} session @param {Uint8Array} table @param {number} number */
export function noteJumped(session, table, number) {
  for (const one of unfinishedGames(session)) if (equal(one.table, table) && number > one.game) tell(session, one);
}

/** All own tables have come. @param {Session} session */
export function noteLostTables(session) {
  const shown = [...session.tables.values()].map((table) => table.shown.id);
  for (const one of unfinishedGames(session)) if (!shown.some((id) => equal(id, one.table))) tell(session, one, true);
}
