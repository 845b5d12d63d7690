/** A page that was hidden while others needed it: at a sealed table a phone that sleeps stops every draw, and its player does not know. */

const LEAST_MILLIS = 5_000; // a glance at another page stops nobody for long

export class HiddenPage {
  /** When it was hidden; null while it is seen. @type {number | null} */
  #since = null;
  /** How long it was hidden, until it is known whether somebody waited. */
  #millis = 0;

  /** @param {boolean} isSeen @param {number} now milliseconds */
  changed(isSeen, now) {
    if (!isSeen) this.#since ??= now;
    else if (this.#since !== null) {
      this.#millis = now - this.#since;
      this.#since = null;
    }
  }

  /** The seconds that this page was hidden, said once, if the table has waited for its part meanwhile; 0 if not. What it owes is known once the log
   * has come. @param {import("./table.js").Table} table */
  secondsWaited({ game, isBehind }) {
    if (this.#millis < LEAST_MILLIS || !game?.sealed?.hasKey || isBehind) return 0;
    const millis = this.#millis;
    this.#millis = 0;
    return game.sealed.due ? Math.round(millis / 1000) : 0;
  }
}
