/** What a player does at the host by touch: each a request, and what the page shows afterwards. */

import { _ } from "../core/language.js";
import { mapOf } from "../core/msgpack.js";
import { act, goOn, ready, unready, vote } from "../client/submitting.js";

const LONGEST_NAME = 32; // characters (PROTOCOL.md, `create`)

/** @import { Session } from "../client/session.js" */
/** @import { Answer, Table } from "../client/table.js" */
/**
 * @typedef {object} Seat the page, as its requests need it
 * @property {() => Session | null} session
 * @property {() => Table | undefined} table the one that is looked at
 * @property {() => void} goAway end the connection, which shows the others that nobody is here
 * @property {(number: number) => void} look look at a table; 0: at the list of them
 * @property {(asked: Promise<Answer>) => Promise<Answer>} tell say why if it is refused
 */

/** What the buttons of the page do: the requests, and what the page does by itself.
 * @typedef {ReturnType<typeof seatRequests> & { redraw: () => void, explain: (text: string, isOfTurn?: boolean) => void, isAskedAgain: (action: string) => boolean, back: (table: number) => void,
 *   putWordsAway: () => void, wordsDiffer: () => void, again: () => void, playAgain: () => void, share: () => Promise<void>, sort: () => void, hint: () => void, turningPoints: () => void,
 *   rename: (name: string) => void }} Does */

/** Whether a game that runs keeps the player's seat: who leaves it is away. @param {Session} session @param {Table} table */
export function isHeld(session, table) {
  return session.seatAt(table) !== undefined && table.shown.stage !== "waiting" && table.game?.log.seat !== null; // null: of a newcomer
}

/** @param {Seat} seat */
export function seatRequests({ session, table, look, goAway, tell }) {
  /** @param {(session: Session, table: Table) => unknown} work */
  const there = (work) => {
    const [open, found] = [session(), table()];
    if (open && found) void work(open, found);
  };
  /** A request that names the table. @param {string} kind @param {Record<string, any>} fields */
  const asked = (kind, fields = {}) => there((open, found) => tell(open.ask(kind, { table: found.number, ...fields })));
  /** @param {number} number @param {string} kind @param {Record<string, any>} fields */
  const goTo = async (number, kind, fields = {}) => {
    const open = session();
    if (!open || !(await tell(open.ask(kind, { table: number, ...fields }))).ok) return false;
    look(number);
    for (const other of kind === "sit" ? open.tables.values() : []) if (other.number !== number && open.seatAt(other)) void leave(open, other);
    return true;
  };
  /** A seat at a table that waits is free then: others would wait for who has gone. A game that runs keeps its player's.
   * @param {Session} open @param {Table} found */
  const leave = async (open, found) => {
    const isSeated = open.seatAt(found);
    if (isHeld(open, found)) return;
    if (isSeated?.[3]) await unready(open, found); // a consent that is not taken back still buys a game
    if (isSeated) await open.ask("stand", { table: found.number });
    await open.ask("leave", { table: found.number });
    open.tables.delete(found.number);
  };

  let isOpening = false;
  return {
    /** @param {number} number */
    sit: (number) => void goTo(number, "sit", { seat: null }),
    /** @param {number} number */
    watch: (number) => void goTo(number, "watch"),
    /** @param {import("./new_table.js").TableWish} wish */
    async open({ variant, options, bots, closed }) {
      const open = session();
      if (!open || isOpening) return; // touched again before the table is to be seen
      isOpening = true;
      const name = [..._("{name}'s table", { name: open.identity.name })].slice(0, LONGEST_NAME).join("");
      const made = await tell(open.ask("create", { variant, options: mapOf(options), name, closed }));
      const number = made.message.table;
      const isSeated = made.ok && (await goTo(number, "sit", { seat: null }));
      isOpening = false;
      if (!isSeated) return;
      for (const strategy of bots) {
        if (!(await tell(open.ask("bot", { table: number, do: "add", strategy }))).ok) return;
      }
    },
    ready: () => there((open, found) => tell(ready(open, found))),
    unready: () => there((open, found) => tell(unready(open, found))),
    /** @param {string} strategy */
    addBot: (strategy) => asked("bot", { do: "add", strategy }),
    removeBot: () => asked("bot", { do: "remove", strategy: "" }),
    leave: () => there(async (open, found) => {
      if (isHeld(open, found)) goAway();
      await leave(open, found);
      look(0);
    }),
    /** @param {string} action */
    act: (action) => there((open, found) => tell(act(open, found, action))),
    goOn: () => there((open, found) => goOn(open, found)),
    /** @param {number} about @param {boolean} yes */
    vote: (about, yes) => there((open, found) => tell(vote(open, found, about, yes))),
    /** @param {string} what @param {number | null} [about] the seat @param {Uint8Array | null} [key] of who is let in */
    manage: (what, about = null, key = null) => asked("manage", { do: what, seat: about, key }),
    resume: () =>
      there(async (open, found) => {
        // taken, it is a wish until most of the others have it too: the page says so where the button was
        found.wantsOn = (await tell(open.ask("manage", { table: found.number, do: "resume", seat: null, key: null }))).ok;
      }),
    here: () => asked("here"),
    /** Whether it was said. @param {string} text */
    async say(text) {
      const [open, found] = [session(), table()];
      return Boolean(open && found && (await tell(open.ask("say", { table: found.number, text }))).ok);
    },
  };
}
