/** A table as it is seen from here: what the host shows of it, its game, the position. */

import { equal } from "../core/bytes.js";
import { harmless } from "../core/text.js";
import { Unknown } from "../core/unknown.js";
import { legalActions } from "../rules/legal.js";
import { unknownIn } from "../rules/options.js";
import { Fault } from "../ledger/checks.js";
import { positionOf } from "../ledger/round_history.js";
import { KeptBack } from "./pings.js";

/** @import { Game } from "./game.js" */
/** @import { Message } from "./host_link.js" */
/** A sentence of the host's: text, or template and values. @typedef {any} Sentence */
/** @typedef {{ ok: boolean, code: string, says: Sentence, message: Message }} Answer */
/** What the own seat sees, and may do. @typedef {{ position: any, legal: string[] }} View */

/** An entry of the log with what happened by it, or a line of the chat.
 * @typedef {{ entry: Record<string, any>, events: readonly import("../ledger/round_history.js").GameEvent[] } | { said: Message }} LogLine */

// Chosen: some rounds, more than the panel shows (240), so that it is full also among entries without a line.
const MOST_LOG_LINES = 400;
const MOST_CHAT = 200; // as in the terminal: somebody who floods the chat only pushes out older lines

export class Table {
  /** @param {Message} shown the newest `table` */
  constructor(shown) {
    this.shown = shown;
    /** @type {Game | null} */
    this.game = null;
    /** As it was last looked at; whether the log has gone on since. @type {View | null} */
    this.lastView = null;
    this.isViewStale = false;
    /** Until then the own part in the next round is kept back, to look at the last one. In `Date.now()`. */
    this.pauseUntil = 0;
    /** When the game went on last, as far as this page knows, and when the host showed the table. In `Date.now()`. */
    this.movedAt = Date.now();
    this.loggedAt = Date.now();
    this.shownAt = Date.now();
    this.isObjecting = false;
    /** Whether there is a new connection, and its log has not come yet. */
    this.hasReturned = true;
    /** Who came and who left since the player was ready, and so took that back. @type {{ came: string[], left: string[] } | null} */
    this.changes = null;
    this.isTakingBack = false;
    this.isAskingLog = false;
    /** The ping behind the request for the log, 0 without one: an honest host sends the log before it answers that. */
    this.pongDue = 0;
    /** The highest index of entries that came before those that were asked for. */
    this.ahead = -1;
    /** @type {Message | null} */
    this.clock = null;
    /** Chat, newest last. @type {Message[]} */
    this.chat = [];
    /** Entries of the game's log since the page began, and the chat between them, newest last. @type {LogLine[]} */
    this.logLines = [];
    this.noted = 0;
    this.isActing = false;
    /** When it was sent, in `Date.now()`. */
    this.actedAt = 0;
    /** Why this page gives no part now, and why it gave none earlier in this game. */
    this.trouble = this.earlierTrouble = "";
    /** Whether the log that is looked at has other rules than the table's. */
    this.hasOtherRules = false;
    /** Whether the host was told that a person is there, since it waited for that. */
    this.isAnswered = false;
    /** The newest act of the host for the own seat that the player has seen. @type {Record<string, any> | undefined} */
    this.seenPlay = undefined;
    /** Whether the player has said that they want to go on, in a pause that others have to end with them. */
    this.wantsOn = false;
    /** The six words that the page shows, the round in which it saw them first (0 before it knows), and whether others have read out different ones. */
    this.words = { text: "", round: 0, differ: false };
    /** Whether the connection broke since the log was complete here, so that it may lack what the host has logged. A request for the log is no
     * reason to judge less: on a connection that stands nothing is missing. */
    this.isBehind = false;
    /** Unix time in milliseconds when the connection was lost on which the log was last whole; 0 if none was. */
    this.lostAt = 0;
    this.keptBack = new KeptBack();
    /** When the rest of a game without an end was asked for. @type {"" | "live" | "away"} */
    this.endAsked = "";
    /** The game that the host was found to have dropped. @type {Game | null} */
    this.dropped = null;
  }

  /** The table by the rules and the log, as the own seat sees it; a spectator what all see. While cards are shuffled, or the log is on its way, it stays
   * as it was. @returns {View | null} */
  get view() {
    const { game } = this;
    if (!this.isViewStale || this.isBehind || !game?.log.hasPosition) return this.lastView;
    this.isViewStale = false;
    const { seat, auditor: { play } } = game.log;
    const round = play.round ?? play.before;
    this.lastView = round && { position: positionOf(round), legal: seat === null || !round.hands[seat] ? [] : legalActions(round, seat) };
    return this.lastView;
  }

  /** Another game begins. @param {Game | null} game */
  follow(game) {
    this.game = game;
    this.lastView = null;
    this.logLines = [];
  }

  /** Add a line to the log. @param {LogLine} one */
  note(one) {
    this.noted += 1;
    this.logLines.push(one);
    if (this.logLines.length > MOST_LOG_LINES) this.logLines.shift();
  }

  /** Time runs for a seat, or has stopped. Where it runs for several, the own one is shown. @param {Message} message a `clock` */
  showClock(message) {
    const { clock } = this;
    const isOther = clock && clock.seat !== message.seat && clock.until > Date.now();
    if (isOther && (!message.millis || clock.seat === this.game?.log.seat)) return;
    this.clock = message.millis ? { ...message, until: Date.now() + message.millis } : null;
  }

  /** Somebody at the table, or the host, said something. @param {Message} said */
  hear(said) {
    this.chat.push(said);
    if (this.chat.length > MOST_CHAT) this.chat.shift();
    this.note({ said });
  }

  /** Whether nothing that was asked for can still be on its way. */
  get isWhole() {
    return !this.isBehind && !this.pongDue;
  }

  /** Whether an entry may be sent later than it was made, since this page asked for it. @param {number} index */
  isAgain(index) {
    return this.isBehind || (this.pongDue > 0 && index <= this.ahead);
  }

  /** The log has come, or the host says that it had nothing more. */
  noteWhole() {
    this.isBehind = false;
    this.ahead = -1;
    this.pongDue = 0;
  }

  /** What this program does not know of the game at this table, so that it takes no part; null if it knows it. */
  get unknown() {
    return this.game?.log.unknown ?? unknownIn(this.shown.variant, this.shown.options);
  }

  get number() {
    return this.shown.table;
  }

  /** What the table is called, as it may be shown. */
  get name() {
    return harmless(this.shown.name);
  }

  /** The row of the table's owner, if they sit here. @returns {any[] | undefined} */
  get owner() {
    const { owner } = this.shown;
    return owner === null ? undefined : this.rows.find(([, key]) => equal(owner, key));
  }

  /** The rows of those who sit here, by seat. @returns {any[][]} */
  get rows() {
    return [...this.shown.seats].sort((a, b) => a[0] - b[0]);
  }

  /** By seat whether its player has no connection. */
  get away() {
    return this.names.map((_name, seat) => this.shown.seats.some((/** @type {any[]} */ row) => row[0] === seat && !row[4]));
  }

  /** The cards of each meld that lies on the table. @returns {string[][]} */
  get melds() {
    return (this.view?.position.melds ?? []).map((/** @type {{ cards: string[] }} */ { cards }) => cards);
  }

  /** The entry by which the host acted for the own seat, until the player acts, or touches the page. */
  get playedFor() {
    const { game, logLines, seenPlay } = this;
    const own = logLines.flatMap((one) => ("entry" in one && one.entry.e === "act" && one.entry.seat === game?.log.seat ? [one] : [])).pop();
    return ["turn", "vote"].includes(own?.entry.why) && own?.entry !== seenPlay && !game?.log.ended ? own : undefined;
  }

  /** The players of the game by seat, or of the table before its first, as they may be shown. @returns {string[]} */
  get names() {
    const players = this.game?.log.state.players ?? [];
    const names = players.length ? players.map(({ name }) => name) : this.shown.seats.map((/** @type {any[]} */ row) => row[2]);
    return names.map(harmless);
  }
}

/** Whether the own seat plays in a game that goes on: what its host keeps back is worth something then. @param {Table} table */
export function isPlayed({ game }) {
  return game !== null && game.log.seat !== null && !game.log.fault && !game.log.unknown && !game.log.ended;
}

/** The own action that was sent for the position that the log has reached, and neither logged nor refused. @param {Table} table */
export function pendingAction({ game }) {
  const own = game?.own?.newest("action", game.log.aim);
  return own && !own.logged && !own.refused && !own.isRefusedUnsigned ? own : undefined;
}

/** Whether the player has a seat and no cards in this round: they sat down while others play, or said no to the round. Before the log says who plays
 * nobody does. @param {Table} table */
export function sitsOut(table) {
  const seat = table.game?.log.seat ?? null;
  if (!table.game?.log.state.players.length) return false;
  return seat === null || table.view?.position.in?.[seat] === false;
}

/** Do something with the game of a table; a cheat stops that game and no other. @param {Table} table @param {(game: Game) => void} work */
export function guard(table, work) {
  if (!table.game || table.game.log.fault || table.game.log.unknown) return;
  try {
    work(table.game);
  } catch (problem) {
    if (!(problem instanceof Fault || problem instanceof Unknown)) throw problem;
  }
}

/** The newest entry while the next deal waits for players who look at the last round; of a sealed deck all that is done meanwhile. */
const [IN_BREAK, IN_SEALED_BREAK] = [["host-commit"], ["host-commit", "commits", "shuffle", "keys"]];

/** Whether the next deal waits for the player to look at the last round. @param {Table} table */
export function isPausing({ game, pauseUntil }) {
  return Boolean(game) && Date.now() < pauseUntil && (game?.log.state?.isSealed ? IN_SEALED_BREAK : IN_BREAK).includes(game?.log.last ?? "");
}
