/**
 * Clients of the pages for the machine of scripts/crooks, without a browser: a line of JSON in, one out. Bytes are base64, time and the seed of
 * all randomness come with the lines. `{ id, do, ms, ... }` is answered by `{ send, acting, stopped, silent, incidents, problem }`; `files` by
 * `{ files }`.
 */

import process from "node:process";
import { createInterface } from "node:readline";
import { CodecError, mapOf } from "../core/msgpack.js";
import { hex, joined, u32, utf8 } from "../core/bytes.js";
import { sha256 } from "../core/hash.js";
import { rememberHeld } from "../core/held.js";
import { ProtocolError } from "../client/host_link.js";
import { PlayerClock } from "../client/own_statements.js";
import { Session } from "../client/session.js";
import { act, ready, unready, vote } from "../client/submitting.js";
import { lacksCards, Waits } from "../client/waits.js";
import { keepOf } from "./keep.js";

const TABLE = 1;
/** The wall clock of those whose steady clock is at 0. */
const WALL = 1_700_000_000_000;

/** One browser: what it keeps outlives its pages. */
class Page {
  /** @param {Record<string, any>} line @param {Map<string, string>} kept */
  constructor({ name, key, secret, seed }, kept) {
    this.kept = kept;
    this.person = { name, secret: bytesOf(key), contributions: bytesOf(secret), agent: "tests" };
    this.seed = seed;
    this.drawn = 0;
    this.ms = 0;
    /** @type {Uint8Array[]} */
    this.sent = [];
    /** The files of the games that this page and those before it have followed, by log. @type {Map<string, Uint8Array>} */
    this.files = new Map();
    this.load();
  }

  /** Load the page, again. */
  load() {
    this.keepFiles();
    const random = (/** @type {number} */ count) => this.random(count);
    const clock = new PlayerClock(random, () => this.ms, () => WALL + this.ms);
    this.session = new Session({ ...this.person, random, keep: keepOf(this.kept), clock }, "https://host", () => true, () => {});
    this.waits = new Waits();
    this.ticked = this.ms;
    this.sent = [];
  }

  /** @param {number} count */
  random(count) {
    const parts = [];
    for (let made = 0; made < count; made += 32) parts.push(sha256(joined(utf8(this.seed), u32((this.drawn += 1)))));
    return joined(...parts).slice(0, count);
  }

  get table() {
    return this.session?.tables.get(TABLE);
  }

  keepFiles() {
    const game = this.table?.game;
    if (game?.log.length) this.files.set(hex(game.log.id), game.transcript.bytes());
  }

  /** @param {Record<string, any>} line */
  take(line) {
    const session = /** @type {Session} */ (this.session);
    const { table } = this;
    switch (line.do) {
      case "load":
        return this.load();
      case "connect":
        return session.connected((bytes) => void this.sent.push(bytes));
      case "lost":
        return session.disconnected();
      case "bytes":
        return session.receive(bytesOf(line.data));
      case "tick":
        this.waits?.tick(session, this.ms - (this.ticked ?? 0), session.isOpen);
        this.ticked = this.ms;
        return;
      case "ask":
        return void session.ask(line.kind, { ...line.fields, ...(line.fields.options ? { options: mapOf(line.fields.options) } : {}) });
      case "clear":
        return session.incidents.clear();
      case "act":
        return void (table && act(session, table, line.text));
      case "vote":
        return void (table && vote(session, table, line.about, line.yes));
      case "ready":
        return void (table && (line.yes ? ready(session, table) : unready(session, table)));
      default:
        throw new Error(`no such thing to do: ${line.do}`);
    }
  }

  answer() {
    const { table } = this;
    this.keepFiles();
    const send = this.sent.map((bytes) => Buffer.from(bytes).toString("base64"));
    this.sent = [];
    const log = table?.game?.log;
    return {
      send, acting: Boolean(table?.isActing), stopped: Boolean(log?.fault ?? log?.unknown), silent: Boolean(this.session?.isSilent),
      lacks: Boolean(table && lacksCards(table)),
      incidents: this.session?.incidents.all.map(({ kind, check, log: of, says, place }) => ({ kind, check, log: of, says, place })),
    };
  }
}

/** @param {string} text */
function bytesOf(text) {
  return new Uint8Array(Buffer.from(text, "base64"));
}

/** @type {Map<string, Page>} */
const pages = new Map();
let wall = WALL;
Date.now = () => wall; // what of the client is about a screen alone reads it
rememberHeld();

for await (const text of createInterface({ input: process.stdin })) {
  const line = JSON.parse(text);
  let told = {};
  if (line.do === "reset") pages.clear();
  else if (line.do === "files") told = { files: Object.fromEntries([...(pages.get(line.id)?.files ?? [])].map(([log, file]) => [log, Buffer.from(file).toString("base64")])) };
  else {
    if (line.do === "open") pages.set(line.id, new Page(line, pages.get(line.browser)?.kept ?? new Map()));
    const page = /** @type {Page} */ (pages.get(line.id));
    page.ms = line.ms;
    wall = WALL + line.ms;
    let problem = "";
    try {
      if (line.do !== "open") page.take(line);
    } catch (found) {
      if (!(found instanceof ProtocolError || found instanceof CodecError)) throw found;
      problem = found.message;
    }
    await new Promise((resolve) => setImmediate(resolve)); // answers are promises
    told = { ...page.answer(), problem };
  }
  process.stdout.write(`${JSON.stringify(told)}\n`);
}
