/**
 * A player or spectator at a host, without the socket and the page: tables, games, requests, what is owed and asked.
 * Source: protocol/PROTOCOL.md, sections 3 to 8.
 */

import { equal, hex } from "../core/bytes.js";
import { logId, playersHash, rulesHash } from "../core/identifiers.js";
import { harmless } from "../core/text.js";
import { Fault } from "../verifier/checks.js";
import { CannotGoOn } from "./ceremony.js";
import { Game } from "./game.js";
import { HostLink } from "./host_link.js";
import { OwnStatements } from "./own_statements.js";

/** @typedef {import("./host_link.js").Message} Message */
/** @typedef {import("./own_statements.js").OwnStatement} OwnStatement */
/**
 * @typedef {object} Identity who plays, and what this takes from outside
 * @property {Uint8Array} secret the private key
 * @property {Uint8Array} contributions the secret that contributions to shuffles come from
 * @property {string} name
 * @property {string} agent
 * @property {(bytes: number) => Uint8Array} random
 * @property {import("./own_statements.js").PlayerClock} clock
 * @property {import("./own_statements.js").Keep} keep
 */
/** A sentence of the host's: text, or template and values. @typedef {any} Sentence */
/** @typedef {{ ok: boolean, code: string, says: Sentence, message: Message }} Answer */
/** @typedef {{ position: any, seat: number | null, legal: string[] }} View what the host says of the position */

/** A table as it is seen from here. */
export class Table {
  /** @param {Message} shown the newest `table` */
  constructor(shown) {
    this.shown = shown;
    /** @type {Game | null} */
    this.game = null;
    /** @type {View | null} */
    this.view = null;
    /** The own newest hand that did not follow from cards shown with proof, if the host ever claimed one. */
    this.isViewWrong = false;
    /** Until then the own part in the next round is kept back, to look at the last one. In `Date.now()`. */
    this.pauseUntil = 0;
    this.isViewStale = false;
    this.isAskingView = false;
    this.isAskingLog = false;
    /** @type {Message | null} */
    this.clock = null;
    /** @type {Message[]} */
    this.said = [];
    /** The entries since the page began, newest last, for the log on the page. @type {Record<string, any>[]} */
    this.happened = [];
    /** Whether the own seat has an action on its way. */
    this.isActing = false;
    this.trouble = "";
  }

  get number() {
    return this.shown.table;
  }

  /** What the table is called, as it may be shown. */
  get name() {
    return harmless(this.shown.name);
  }

  /** The players of the game by seat, or of the table before its first, as they may be shown. @returns {string[]} */
  get names() {
    const players = this.game?.log.state.players ?? [];
    const names = players.length ? players.map(({ name }) => name) : this.shown.seats.map((/** @type {any[]} */ row) => row[2]);
    return names.map(harmless);
  }
}

const HAPPENED = 400;

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
    this.changed = changed;
    /** @type {HostLink | null} */
    this.link = null;
    this.me = /** @type {Uint8Array} */ (new Uint8Array(0));
    this.name = identity.name;
    this.hostName = "";
    /** @type {any[][]} the lobby's tables */
    this.lobby = [];
    /** @type {Map<number, Table>} */
    this.tables = new Map();
    /** @type {Map<number, (answer: Answer) => void>} */
    this.waiting = new Map();
    /** The host's last word. @type {Message | null} */
    this.bye = null;
    /** @type {Map<string, OwnStatements>} */
    this.statements = new Map();
    /** Whether views are asked for at once; else by `askViews`. */
    this.asksAtOnce = true;
    /** Whether a player is to look at the cards between two rounds. */
    this.pausesAfterRounds = false;
  }

  get isOpen() {
    return this.link?.isOpen ?? false;
  }

  /** A WebSocket stands. @param {(bytes: Uint8Array) => void} send */
  connected(send) {
    const { secret, name, agent } = this.identity;
    this.link = new HostLink({ secret, name, agent }, this.origin, this.identity.random, this.isKnown, send);
    this.me = this.link.key;
    this.bye = null;
    this.link.begin();
  }

  /** The connection is lost: what was not answered is not known. */
  disconnected() {
    this.link = null;
    for (const answer of this.waiting.values()) {
      answer({ ok: false, code: "lost", says: "", message: { m: "lost" } });
    }
    this.waiting.clear();
    for (const table of this.tables.values()) {
      table.isAskingView = table.isAskingLog = table.isActing = false;
      table.clock = null;
    }
    this.changed();
  }

  /** Handle bytes of the host. Throws ProtocolError, CodecError, WrongHost: then the connection has to end.
   * @param {Uint8Array} bytes */
  receive(bytes) {
    if (!this.link) return;
    for (const message of this.link.receive(bytes)) this.handle(message);
    if (this.asksAtOnce) this.askViews();
    this.changed();
  }

  /** Send a request. @param {string} kind @param {Record<string, any>} fields @returns {Promise<Answer>} */
  ask(kind, fields) {
    return new Promise((answered) => {
      if (!this.link?.isOpen) {
        answered({ ok: false, code: "lost", says: "", message: { m: "lost" } });
        return;
      }
      this.waiting.set(this.link.request(kind, fields), answered);
    });
  }

  /** @param {Message} message */
  handle(message) {
    const table = this.tables.get(message.table);
    switch (message.m) {
      case "welcome":
        this.name = message.name;
        this.hostName = harmless(message.host_name);
        this.lobby = [];
        this.resume();
        return;
      case "lobby":
        this.lobby = message.tables.map((/** @type {any[]} */ [number, name, variant, stage, seated, ...rest]) => [
          number, harmless(name), variant, stage, seated.map(harmless), ...rest,
        ]);
        return;
      case "table":
        this.showTable(message);
        return;
      case "closed":
        this.tables.delete(message.table);
        return;
      case "entry":
        if (table) this.addEntry(table, message);
        return;
      case "openings":
        if (table && table.game?.number === message.game) this.guard(table, (game) => game.addOpenings(message.round, message.epoch, message.cards));
        if (table) table.isViewStale = true;
        return;
      case "said":
        table?.said.push(message);
        return;
      case "clock":
        if (table) table.clock = message.millis ? { ...message, until: Date.now() + message.millis } : null;
        return;
      case "dropped":
        if (table) this.dropped(table, message);
        return;
      case "done":
      case "view":
      case "refused": {
        const answered = this.waiting.get(message.n);
        this.waiting.delete(message.n);
        const ok = message.m !== "refused";
        answered?.({ ok, code: message.code ?? "", says: message.says ?? "", message });
        return;
      }
      case "bye":
        this.bye = message;
    }
  }

  /** After a greeting: watched tables are watched again, logs go on where they stopped. */
  resume() {
    for (const table of this.tables.values()) {
      if (!this.seatAt(table)) void this.ask("watch", { table: table.number });
      else this.askLog(table);
    }
  }

  /** @param {Message} shown */
  showTable(shown) {
    const known = this.tables.get(shown.table);
    if (known && !equal(known.shown.id, shown.id)) this.tables.delete(shown.table);
    const table = this.tables.get(shown.table) ?? new Table(shown);
    this.tables.set(shown.table, table);
    table.shown = shown;
    if (shown.stage === "playing" && table.game?.number !== shown.game) {
      table.game = null;
      table.view = null;
      table.happened = [];
      if (!known) this.askLog(table);
    }
  }

  /** The own row in the table's list of seats. @param {Table} table @returns {any[] | undefined} */
  seatAt(table) {
    return table.shown.seats.find((/** @type {any[]} */ row) => equal(row[1], this.me));
  }

  /** @param {Table} table */
  askLog(table) {
    if (table.isAskingLog || !this.isOpen) return;
    table.isAskingLog = true;
    void this.ask("log", { table: table.number, start: table.game?.log.length ?? 0 }).then(({ ok }) => {
      table.isAskingLog = false;
      if (ok) this.resend(table);
      if (this.asksAtOnce) this.askViews();
      this.changed();
    });
  }

  /** @param {Table} table @param {Message} message */
  addEntry(table, message) {
    const known = table.game;
    if (known?.number !== message.game) {
      if (message.index !== 0) {
        this.askLog(table);
        return;
      }
      table.game = new Game(message.game, this.link?.host ?? this.me, this.me, this.identity, (log) => this.statementsOf(log));
      table.happened = [];
      table.view = null;
      table.trouble = "";
    } else if (known && message.index > known.log.length) {
      this.askLog(table);
      return;
    }
    this.guard(table, (game) => {
      const entry = game.addEntry(message.index, message.entry, message.signature);
      if (!entry) return;
      table.happened.push(entry);
      if (table.happened.length > HAPPENED) table.happened.shift();
      if (game.log.hasPosition) table.isViewStale = true;
      if (entry.e === "score" && !entry.finished && this.pausesAfterRounds) {
        table.pauseUntil = Date.now() + 1000 * Number(game.log.state.options.get("break_seconds") ?? 0);
      }
      if (entry.e === "act" && entry.seat === game.log.seat) table.isActing = false;
      this.give(table, game);
    });
  }

  /** Do something with the game of a table; a cheat stops that game and no other. @param {Table} table @param {(game: Game) => void} work */
  guard(table, work) {
    if (!table.game || table.game.log.fault) return;
    try {
      work(table.game);
    } catch (problem) {
      if (!(problem instanceof Fault)) throw problem;
    }
  }

  /** The player has looked at the last round long enough. @param {Table} table */
  goOn(table) {
    table.pauseUntil = 0;
    if (table.game) this.guard(table, (game) => this.give(table, game));
    this.changed();
  }

  /** Submit what is owed to the ceremony. @param {Table} table @param {Game} game */
  give(table, game) {
    if (game.log.seat === null || table.isAskingLog) return;
    if (game.log.last === "host-commit" && Date.now() < table.pauseUntil) return;
    try {
      const own = game.ceremony?.owed();
      if (own && !own.acknowledged && !own.logged) this.submit(table, game, own);
    } catch (problem) {
      if (!(problem instanceof CannotGoOn)) throw problem;
      table.trouble = problem.message;
    }
  }

  /** @param {Table} table @param {Game} game @param {OwnStatement} own @returns {Promise<Answer>} */
  async submit(table, game, own) {
    const fields = { table: table.number, game: game.number, what: own.what, payload: own.payload, signature: own.signature };
    const answer = await this.ask("submit", fields);
    if (answer.ok) {
      own.acknowledged = true;
      game.own?.save();
    } else if (answer.code !== "lost") {
      this.guard(table, () => game.refuse(own, answer.code, answer.message.signed ?? null));
      if (answer.code === "clock") {
        this.identity.clock.renew();
        this.give(table, game);
      }
    }
    this.changed();
    return answer;
  }

  /** After a reconnect, once the log is complete: what is neither logged nor refused goes out again, in the same bytes.
   * @param {Table} table */
  resend(table) {
    const { game } = table;
    if (!game || game.log.fault || game.log.seat === null) return;
    for (const own of game.own?.byHash.values() ?? []) {
      if ((own.what === "action" || own.what === "vote") && !own.logged && !own.refused) void this.submit(table, game, own);
    }
    this.give(table, game);
  }

  /** @param {Table} table @param {Message} message */
  dropped(table, message) {
    const own = table.game?.own?.byHash.get(hex(message.statement));
    table.isActing = false;
    if (own) this.guard(table, (game) => game.refuse(own, message.code, message.signed));
  }

  /** Ask for the views that are out of date. */
  askViews() {
    for (const table of this.tables.values()) {
      if (!table.isViewStale || table.isAskingView || table.isAskingLog || !table.game?.log.hasPosition) continue;
      table.isAskingView = true;
      table.isViewStale = false;
      void this.ask("ask-view", { table: table.number }).then(({ ok, message }) => {
        table.isAskingView = false;
        if (ok) this.takeView(table, JSON.parse(message.json));
        this.changed();
      });
    }
  }

  /** @param {Table} table @param {View} view */
  takeView(table, view) {
    table.view = view;
    const hand = view.seat === null ? [] : (view.position.hands[view.seat] ?? []);
    table.isViewWrong = table.game !== null && view.seat !== null && !table.isAskingLog && !table.game.isHandProven(hand);
    if (table.isViewStale && this.asksAtOnce) this.askViews();
  }

  // -- what a person does

  /** @param {Uint8Array} log */
  statementsOf(log) {
    const name = hex(log);
    const known = this.statements.get(name);
    if (known) return known;
    const { secret, clock, keep } = this.identity;
    const made = new OwnStatements(log, secret, clock, keep);
    this.statements.set(name, made);
    return made;
  }

  /** Agree to the game that the table shows. @param {Table} table @returns {Promise<Answer>} */
  async ready(table) {
    const { shown } = table;
    const host = this.link?.host ?? this.me;
    const isJoining = shown.stage === "playing";
    const log = logId(host, shown.id, shown.game + (isJoining ? 0 : 1));
    const rows = [...shown.seats].sort((a, b) => a[0] - b[0]);
    const players = isJoining ? (table.game?.log.state.players ?? []) : rows.map((row) => ({ key: row[1], name: row[2] }));
    const statements = this.statementsOf(log);
    const own = statements.sign("ready", shown.before, table.game && equal(table.game.log.id, log) ? table.game.log.ownNewest : null, {
      rules: rulesHash(shown.variant, shown.options),
      players: playersHash(players),
    });
    const answer = await this.ask("ready", { table: table.number, signed: [own.payload, own.signature] });
    if (answer.ok) own.acknowledged = true;
    else if (answer.code !== "lost") {
      own.refused = answer.code;
      own.byHost = answer.message.signed ?? null;
    }
    statements.save();
    return answer;
  }

  /** Take the consent back. @param {Table} table */
  async unready(table) {
    const log = logId(this.link?.host ?? this.me, table.shown.id, table.shown.game + 1);
    const statements = this.statementsOf(log);
    for (const own of statements.byHash.values()) if (own.what === "ready" && !own.logged) own.withdrawn = true;
    statements.save();
    return this.ask("ready", { table: table.number, signed: null });
  }

  /** Sign and submit an action. @param {Table} table @param {string} action in the notation @returns {Promise<Answer>} */
  async act(table, action) {
    const { game } = table;
    if (!game || game.log.fault) return { ok: false, code: "cheat", says: "", message: { m: "refused" } };
    table.isActing = true;
    this.changed();
    let own = game.signAction(action);
    let answer = await this.submit(table, game, own);
    if (answer.code === "clock") {
      own = game.signAction(action);
      answer = await this.submit(table, game, own);
    }
    table.isActing = answer.ok && !own.logged; // the host may keep it until its time has come
    if (!answer.ok) table.isViewStale = true;
    if (this.asksAtOnce) this.askViews();
    this.changed();
    return answer;
  }
}
