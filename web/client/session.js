/**
 * A player or spectator at a host, without the socket and the page: the connection, requests and their answers, and which
 * tables there are. What is shown of a table is in following.js, what is signed in submitting.js.
 * Source: protocol/PROTOCOL.md, sections 3 to 8.
 */

import { equal, hex } from "../core/bytes.js";
import { harmless } from "../core/text.js";
import { takeFaces } from "../sealed/constants.js";
import { checksAhead, noteFound } from "./checks_ahead.js";
import { freeSeat, loseTable } from "./endings.js";
import { addEntry, addOpenings, askLog, noteUnanswered, showTable } from "./following.js";
import { HostLink } from "./host_link.js";
import { Incidents } from "./incidents.js";
import { OwnStatements } from "./own_statements.js";
import { OrderedPings } from "./pings.js";
import { takeDropped, takePong } from "./submitting.js";
import { noteLostTables, unfinishedGames } from "./unfinished_games.js";

/** @import { Message } from "./host_link.js" */
/** @import { Answer, Table } from "./table.js" */
/**
 * @typedef {object} Identity who plays, and what this takes from outside
 * @property {Uint8Array} secret the private key
 * @property {Uint8Array} contributions the secret that contributions to shuffles come from
 * @property {import("./sealed_seat.js").Maker} [make] computes parts of a sealed deck, in a Worker where there is one
 * @property {import("./worker_maker.js").Checker} [check] makes the checks of a sealed deck that take long ahead, in a Worker
 * @property {string} name
 * @property {string} agent
 * @property {(bytes: number) => Uint8Array} random
 * @property {import("./own_statements.js").PlayerClock} clock
 * @property {import("./own_statements.js").Keep} keep
 */
/** A request without an answer: what is done with that, its kind and fields, and the table it is about.
 * @typedef {{ answered: (answer: Answer) => void, kind: string, fields: Record<string, any>, table: number }} Asked */

/** Requests that are asked again where the host has sent this page on to. The others are asked again after each greeting, or what they carry is kept. */
const REPEATED = new Set(["create", "sit", "stand", "watch", "leave", "say", "bot", "manage"]);
/** @type {Answer} */
const LOST = { ok: false, code: "lost", says: "", message: { m: "lost" } };

/** What is done with a message about a table that is known here. */
const OF_TABLES = new Map(Object.entries(/** @type {{ [kind: string]: (session: Session, table: Table, message: Message) => void }} */ ({
  entry: addEntry,
  openings: (_session, table, message) => addOpenings(table, message),
  said: (_session, table, message) => table.hear(message),
  clock: (_session, table, message) => table.showClock(message),
  dropped: takeDropped,
})));
/** The same of any other message. */
const OF_HOST = new Map(Object.entries(/** @type {{ [kind: string]: (session: Session, message: Message) => void }} */ ({
  welcome: (session, message) => session.greeted(message),
  lobby: (session, message) => session.showLobby(message),
  table: showTable,
  closed: (session, message) => session.close(message.table),
  done: (session, message) => session.answered(message),
  refused: (session, message) => session.answered(message),
  pong: (session, message) => session.ponged(message),
  bye: (session, message) => (session.bye = message),
  redirect: (session, message) => (session.redirect = message),
})));

export class Session {
  /**
   * @param {Identity} identity
   * @param {string} origin
   * @param {(host: Uint8Array) => boolean} isKnown
   * @param {() => void} changed called after whatever may be seen has changed
   */
  constructor(identity, origin, isKnown, changed) {
    this.identity = identity;
    this.origin = origin;
    this.isKnown = isKnown;
    this.changed = () => {
      this.noteFaults();
      changed();
    };
    /** @type {HostLink | null} */
    this.link = null;
    this.me = /** @type {Uint8Array} */ (new Uint8Array(0));
    this.name = identity.name;
    this.hostName = "";
    /** @type {any[][]} the lobby's tables */
    this.lobby = [];
    this.hasLobby = false;
    /** @type {Map<number, Table>} */
    this.tables = new Map();
    /** Whether no other host has this one's key, and may have a table of it; and the ping behind the first lobby, 0 without one: the own tables come
     * before it is answered. */
    this.isAlone = false;
    this.ownTablesBy = 0;
    /** By number. @type {Map<number, Asked>} */
    this.waiting = new Map();
    /** What is to be asked again. @type {Asked[]} */
    this.toRepeat = [];
    this.incidents = new Incidents(identity.keep);
    this.pings = new OrderedPings(identity.clock);
    /** The host's last word. @type {Message | null} */
    this.bye = null;
    /** Where the host has sent this page on to. @type {Message | null} */
    this.redirect = null;
    /** @type {Map<string, OwnStatements>} */
    this.statements = new Map();
    /** Whether a player is to look at the cards between two rounds. */
    this.pausesAfterRounds = false;
    /** Messages of this connection that have come and are not handled. @type {Message[]} */
    this.inbox = [];
    /** What the first of them waits for, and all others with it, pongs too: what their order proves (FAIRNESS.md, "Kept back") stays as it is.
     * @type {Promise<void> | null} */
    this.checking = null;
    this.hasFaces = false;
  }

  get isOpen() {
    return this.link?.isOpen ?? false;
  }

  /** A WebSocket stands. @param {(bytes: Uint8Array) => void} send */
  connected(send) {
    this.link = new HostLink({ ...this.identity }, this.origin, this.identity.random, this.isKnown, send);
    this.me = this.link.key;
    for (const own of this.statements.values()) own.restore();
    this.bye = this.redirect = null;
    this.link.begin();
  }

  /** The connection is lost: what was not answered is not known. */
  disconnected() {
    this.link = null;
    this.bye = this.inbox.find(({ m }) => m === "bye") ?? this.bye;
    this.redirect = this.inbox.find(({ m }) => m === "redirect") ?? this.redirect;
    this.inbox = []; // as if it had not come: the host is asked for it
    this.checking = null;
    const asked = [...this.toRepeat, ...this.waiting.values()];
    this.waiting.clear();
    this.toRepeat = this.redirect ? asked.filter(({ kind }) => REPEATED.has(kind)) : []; // nothing of it was done
    for (const one of asked) if (!this.toRepeat.includes(one)) one.answered(LOST);
    for (const table of this.tables.values()) table.keptBack.lost(this.pings, table.isWhole);
    this.pings.lost();
    for (const own of this.statements.values()) for (const one of own.byHash.values()) one.isOnItsWay = false;
    for (const table of this.tables.values()) {
      table.isAskingLog = table.isActing = false;
      if (!table.isBehind) table.lostAt = this.identity.clock.wall();
      table.isBehind = table.hasReturned = true;
      table.pongDue = 0;
      table.ahead = -1;
      table.endAsked = "";
      table.clock = null;
    }
    this.changed();
  }

  /** Handle bytes of the host. Throws ProtocolError, CodecError, WrongHost: then the connection has to end.
   * @param {Uint8Array} bytes */
  receive(bytes) {
    if (!this.link) return;
    this.inbox.push(...this.link.receive(bytes));
    this.handleInbox(false);
  }

  /** Handle messages up to one that takes long to check, which a Worker does first. @param {boolean} isChecked whether that is done for the first one */
  handleInbox(isChecked) {
    if (this.checking) return;
    for (let message = this.inbox[0]; message; message = this.inbox[0]) {
      const tasks = isChecked || message.m !== "entry" ? [] : this.checksAhead(message);
      if (tasks.length) {
        this.checking = this.checkAhead(message, tasks);
        break;
      }
      this.inbox.shift();
      this.handle(message);
      isChecked = false;
    }
    this.changed();
  }

  /** @param {Message} message @returns {import("../sealed/proof_checker.js").Task[]} */
  checksAhead(message) {
    const game = this.tables.get(message.table)?.game;
    return this.identity.check && game && game.number === message.game ? checksAhead(game, /** @type {any} */ (message)) : [];
  }

  /** @param {Message} message @param {import("../sealed/proof_checker.js").Task[]} tasks */
  async checkAhead(message, tasks) {
    const { check } = this.identity;
    const found = await check?.(this.hasFaces ? tasks : [{ do: "faces" }, ...tasks]).catch(() => null);
    if (this.inbox[0] !== message) return; // the connection was lost meanwhile
    this.checking = null;
    if (found) {
      if (found.faces) takeFaces(found.faces);
      this.hasFaces ||= found.faces !== null;
      const game = this.tables.get(message.table)?.game;
      if (game) noteFound(game, message.entry, found);
    }
    this.handleInbox(true);
  }

  /** Send a request. @param {string} kind @param {Record<string, any>} fields @returns {Promise<Answer>} */
  ask(kind, fields) {
    return new Promise((answered) => this.request(kind, fields, answered));
  }

  /** Send a request whose answer is handled before anything that the host tells after it.
   * @param {string} kind @param {Record<string, any>} fields @param {(answer: Answer) => void} answered */
  request(kind, fields, answered) {
    if (this.link?.isOpen) this.waiting.set(this.link.request(kind, fields), { answered, kind, fields, table: fields.table ?? 0 });
    else answered(LOST);
  }

  /** Have the host answer behind all that it has been sent, and all that it owes. @param {import("./pings.js").Behind | null} [behind] */
  pingInOrder(behind = null) {
    if (!this.isOpen) return 0;
    const number = this.pings.next(behind);
    this.link?.send("ping", { number });
    return number;
  }

  /** Whether the host has not answered for some seconds, on a connection that stands. */
  get isSilent() {
    return this.isOpen && this.pings.isSilent;
  }

  ping() {
    if (this.isOpen) this.link?.send("ping", { number: 0 });
  }

  /** @param {Message} message */
  handle(message) {
    const table = this.tables.get(message.table);
    if (table) OF_TABLES.get(message.m)?.(this, table, message);
    OF_HOST.get(message.m)?.(this, message);
  }

  /** @param {Message} message a `welcome` */
  greeted(message) {
    this.name = message.name;
    this.hostName = harmless(message.host_name);
    this.incidents.open();
    this.lobby = [];
    this.hasLobby = false;
    this.ownTablesBy = 0;
    this.isAlone = !message.addresses?.length;
    this.resume();
    for (const { kind, fields, answered } of this.toRepeat.splice(0)) this.request(kind, fields, answered);
  }

  /** @param {Message} message a `lobby` */
  showLobby(message) {
    this.hasLobby = true;
    if (this.isAlone && !this.ownTablesBy && unfinishedGames(this).some(({ isTold }) => !isTold)) this.ownTablesBy = this.pingInOrder();
    this.lobby = message.tables.map((/** @type {any[]} */ [number, name, variant, stage, seated, ...rest]) => [
      number, harmless(name), variant, stage, seated.map(harmless), ...rest, message.far.includes(number),
    ]);
    if (message.more) return;
    // It names all tables: one where the player sits, and which it leaves out, is closed.
    for (const [number, table] of this.tables) if (!this.lobby.some((row) => row[0] === number) && this.seatAt(table)) this.close(number);
  }

  /** @param {Message} message */
  answered(message) {
    const asked = this.waiting.get(message.n);
    this.waiting.delete(message.n);
    const ok = message.m !== "refused";
    const left = ok && (asked?.kind === "stand" || asked?.kind === "leave") ? this.tables.get(asked.table) : null;
    if (left && this.seatAt(left)) freeSeat(this, left, true); // the host says so, whatever it shows
    asked?.answered({ ok, code: message.code ?? "", says: message.says ?? "", message });
  }

  /** @param {Message} message a `pong` */
  ponged(message) {
    takePong(this, message);
    noteUnanswered(this, message.number);
    if (!this.ownTablesBy || message.number < this.ownTablesBy) return;
    this.isAlone = false; // asked once on each connection
    this.ownTablesBy = 0;
    noteLostTables(this);
  }

  /** Another connection asks for this table, and for all that was not answered. @param {number} number */
  leaveToOthers(number) {
    this.tables.delete(number);
    for (const one of this.toRepeat) one.answered(LOST);
    this.toRepeat = [];
  }

  /** After a greeting: watched tables are watched again, logs go on where they stopped. */
  resume() {
    for (const table of this.tables.values()) {
      if (!this.seatAt(table)) void this.ask("watch", { table: table.number }).then(({ ok }) => ok && table.noteWhole());
      else askLog(this, table);
    }
  }

  /** The host has closed a table, or shows it no more to who sits there. @param {number} number */
  close(number) {
    const table = this.tables.get(number);
    if (table) loseTable(this, table);
    this.tables.delete(number);
  }

  noteFaults() {
    for (const table of this.tables.values()) {
      const fault = table.game?.log.fault;
      if (fault) this.note(table, "cheat", { check: fault.check, says: fault.reason, values: fault.values });
    }
  }

  /** Remember of the host what happened at a table. @param {Table} table @param {import("./watches.js").Watched} kind
   * @param {Partial<import("./incidents.js").Incident>} [about] */
  note(table, kind, about = {}) {
    const { game, shown } = table;
    this.incidents.add(kind, { log: game?.log.length ? hex(game.log.id) : "", game: game?.number ?? shown.game, ...about });
  }

  /** The own row in the table's list of seats. @param {Table} table @returns {any[] | undefined} */
  seatAt(table) {
    return table.shown.seats.find((/** @type {any[]} */ row) => equal(row[1], this.me));
  }

  /** What was signed here for a log. @param {Uint8Array} log */
  statementsOf(log) {
    const name = hex(log);
    const known = this.statements.get(name);
    if (known) return known;
    const { secret, clock, keep } = this.identity;
    const made = new OwnStatements(log, secret, clock, keep);
    this.statements.set(name, made);
    return made;
  }
}
