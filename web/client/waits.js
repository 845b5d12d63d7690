/**
 * How long the host has kept things back on a connection that stands: actions and votes that it has neither logged nor refused, requests
 * without an answer, own cards that it has not shown. Nothing of this proves anything: a network can be slow too. Source:
 * protocol/FAIRNESS.md, "Refusals".
 */

import { hex } from "../core/bytes.js";
import { holdsPlays } from "../rules/options.js";
import { guard, isPlayed } from "./table.js";
import { LONGEST_TICK, nameOf, WATCHES } from "./watches.js";

/** @import { OwnStatement } from "./own_statements.js" */
/** @import { Table } from "./table.js" */

/** Answers that may be given before they are due: the host owes nothing as long as the turn goes on. */
const ANSWERS = new Set(["want", "waive"]);
/** Requests whose answers are waited for: entries that come meanwhile may be those that anybody gets, so they do not count as one. */
const AWAITED = new Set(["log", "watch", "ready"]);

export class Waits {
  constructor() {
    /** By hash: how long the host has had it. @type {Map<string, number>} */
    this.waited = new Map();
    /** By kind and table: how long it lasts. @type {Map<string, number>} */
    this.silences = new Map();
  }

  /** Time has gone by: what is due now becomes an incident. What is not connected cannot be answered, and does not wait.
   * @param {import("./session.js").Session} session @param {number} millis @param {boolean} isConnected */
  tick(session, millis, isConnected) {
    if (!isConnected) {
      for (const about of this.silences.keys()) if (about.startsWith("unanswered")) this.silences.delete(about);
      return;
    }
    if (session.pings.tick(millis) && [...session.tables.values()].some(isPlayed)) session.pingInOrder();
    for (const table of session.tables.values()) {
      const { number, game } = table;
      if (!session.seatAt(table) && game?.log.seat == null) continue;
      const note = (/** @type {import("./watches.js").Watched} */ kind, says = "") => session.note(table, kind, { says });
      const asks = [...session.waiting.values()].some((one) => one.table === number && AWAITED.has(one.kind));
      if (this.lasts("unanswered", number, asks, millis)) note("unanswered");
      if (this.lasts("blind", number, lacksCards(table), millis, !table.isWhole)) note("blind");
      for (const own of this.heldBack(table, millis)) {
        own.isHeldBack = true;
        note("held-back", nameOf(own));
      }
    }
  }

  /** Whether a silence has lasted for too long as of now. @param {"unanswered" | "blind"} kind @param {number} table @param {boolean} goesOn
   * @param {number} millis @param {boolean} [isOnItsWay] what is missing may be: that time does not count, and sets nothing back */
  lasts(kind, table, goesOn, millis, isOnItsWay = false) {
    if (goesOn && isOnItsWay) return false;
    const before = this.silences.get(`${kind} ${table}`) ?? 0;
    const now = goesOn ? before + Math.min(millis, LONGEST_TICK) : 0;
    this.silences.set(`${kind} ${table}`, now);
    return before < WATCHES[kind].millis && now >= WATCHES[kind].millis;
  }

  /** The statements that the host holds back as of now. @param {Table} table @param {number} millis @returns {OwnStatement[]} */
  heldBack(table, millis) {
    const { game } = table;
    if (!game || table.isBehind || game.log.fault || game.log.unknown || game.log.ended || game.log.isShuffling) return [];
    const late = [];
    for (const own of game.own?.byHash.values() ?? []) {
      if (!["action", "vote"].includes(own.what) || own.logged || own.byHost || own.isHeldBack) continue;
      if (isEarly(own, table) || (game.log.isPaused && mayWait(own, table))) continue;
      const waited = (this.waited.get(own.hash) ?? 0) + Math.min(millis, LONGEST_TICK);
      this.waited.set(own.hash, waited);
      if (waited >= WATCHES["held-back"].millis) late.push(own);
    }
    return late;
  }
}

/** Whether this is an answer that was given early, in a turn that still goes on. @param {OwnStatement} own @param {Table} table */
function isEarly(own, table) {
  const { seat, auditor } = /** @type {import("./game.js").Game} */ (table.game).log;
  return isAnswer(own) && auditor.play.aims.has(hex(own.fields.head)) && auditor.play.round?.actor !== seat;
}

/** @param {OwnStatement} own */
function isAnswer(own) {
  return ANSWERS.has(String(own.fields.do ?? "").split(" ")[0] ?? "");
}

/** Whether the host has taken it, and the rules may have it logged only after a pause. @param {OwnStatement} own @param {Table} table */
function mayWait(own, table) {
  return own.acknowledged && (isAnswer(own) || holdsPlays(table.shown.variant, table.shown.options));
}

/** Whether cards of the own seat have not been shown. They come right behind their entry. @param {Table} table */
export function lacksCards(table) {
  let lacks = false;
  guard(table, ({ log }) => {
    lacks = log.seat !== null && !log.isShuffling && (log.auditor.play.round?.hands[log.seat]?.unknown ?? 0) > 0;
  });
  return lacks;
}
