/**
 * How long the host has had each action and vote without logging or refusing it: 60 seconds are too long, and then the player
 * is told. Source: protocol/PROTOCOL.md, section 6; protocol/FAIRNESS.md, "Refusals".
 */

/** @typedef {import("./own_statements.js").OwnStatement} OwnStatement */
/** @typedef {import("./table.js").Table} Table */

const HELD_BACK_MILLIS = 60_000;
/** A page that slept has not waited. */
const LONGEST_TICK = 2000;
/** Answers that may be given before they are due: the host owes nothing as long as the turn goes on. */
const ANSWERS = new Set(["want", "waive"]);

export class Waits {
  constructor() {
    /** By hash: how long the host has had it. @type {Map<string, number>} */
    this.waited = new Map();
    /** By hash of an answer: the turn in which it was given. @type {Map<string, string>} */
    this.turns = new Map();
  }

  /** Time has gone by; the statements that are held back as of now. What is not connected cannot be answered, and does not wait.
   * @param {Table} table @param {number} millis @param {boolean} isConnected @returns {OwnStatement[]} */
  tick(table, millis, isConnected) {
    const { game } = table;
    if (!isConnected || !game || game.log.fault || game.log.ended || game.log.isShuffling) return [];
    const late = [];
    for (const own of game.own?.byHash.values() ?? []) {
      if (!["action", "vote", "close"].includes(own.what) || own.logged || own.byHost || own.isHeldBack || this.isEarly(own, table)) continue;
      const before = this.waited.get(own.hash) ?? 0;
      this.waited.set(own.hash, before + Math.min(millis, LONGEST_TICK));
      if (before < HELD_BACK_MILLIS && before + Math.min(millis, LONGEST_TICK) >= HELD_BACK_MILLIS) late.push(own);
    }
    return late;
  }

  /** Whether this is an answer that was given early, in a turn that still goes on. @param {OwnStatement} own @param {Table} table */
  isEarly(own, table) {
    if (!ANSWERS.has(String(own.fields.do ?? "").split(" ")[0] ?? "")) return false;
    const turn = `${table.view?.position.round} ${table.view?.position.turn}`;
    if (!this.turns.has(own.hash)) this.turns.set(own.hash, turn);
    return this.turns.get(own.hash) === turn && !table.view?.legal.length;
  }
}
