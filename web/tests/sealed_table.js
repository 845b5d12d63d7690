/** A host with a sealed deck and pages that play at it, in one program: what each entry holds is made by the pages. For tests. */

import { u32, ZEROS } from "../core/bytes.js";
import { sha256 } from "../core/hash.js";
import { dealId, hostCommitment, nextHead, playersHash, rulesHash } from "../core/identifiers.js";
import { encode, mapOf } from "../core/msgpack.js";
import { publicKey, sign } from "../core/signatures.js";
import { Game } from "../client/game.js";
import { OwnStatements, PlayerClock } from "../client/own_statements.js";
import { escrowContext, HOST, keyCommitment, possessionContext } from "../sealed/contexts.js";
import { openPart } from "../sealed/escrow.js";
import { scalarBytes } from "../sealed/group.js";
import { provePossession, roundKey } from "../sealed/round_keys.js";
import { VARIETIES } from "../rules/varieties.js";
import { keepOf } from "./keep.js";

/** Tables of the same players and options that have begun, so that each is dealt once: all chance here is the same. By what they are of.
 * @type {Map<string, { written: SealedTable["written"], kept: Map<string, string>[], fields: Pick<SealedTable, "count" | "now" | "head" | "deckKey"> }>} */
const begun = new Map();

export class SealedTable {
  /** @param {string} variant @param {number} players @param {Record<string, any>} chosen options */
  constructor(variant, players, chosen = {}) {
    const usual = Object.entries(VARIETIES[variant]?.options ?? {}).filter(([, { unwritten }]) => !unwritten).map(([name, option]) => /** @type {[string, any]} */ ([name, option.usual]));
    this.variant = variant;
    this.options = new Map([...usual, ["deck", "sealed"], ...Object.entries(chosen)]);
    this.count = 0;
    this.now = 0;
    this.host = this.random(32);
    this.table = this.random(32);
    /** @type {{ data: Uint8Array, signature: Uint8Array }[]} */
    this.written = [];
    this.head = ZEROS;
    this.people = Array.from({ length: players }, () => this.person());
    this.pages = this.people.map((person) => this.page(person));
    /** Seats whose page gives nothing. @type {Set<number>} */
    this.away = new Set();
    /** Of the host, for its parts of keys. @type {import("../sealed/round_keys.js").RoundKey | null} */
    this.deckKey = null;
  }

  /** @param {number} count @returns {Uint8Array} */
  random = (count) => sha256(u32((this.count += 1))).slice(0, count);

  person() {
    /** @type {Map<string, string>} */
    const kept = new Map();
    const clock = new PlayerClock(this.random, () => this.now, () => this.now);
    return { secret: this.random(32), contributions: this.random(32), name: "", agent: "", random: this.random, keep: keepOf(kept), kept, clock };
  }

  get hostKey() {
    return publicKey(this.host);
  }

  /** A page of a person that knows nothing but what its browser keeps. @param {ReturnType<SealedTable["person"]>} person */
  page(person) {
    const statementsOf = (/** @type {Uint8Array} */ log) => new OwnStatements(log, person.secret, person.clock, person.keep);
    return new Game(1, this.hostKey, publicKey(person.secret), person, statementsOf);
  }

  /** The page of a seat is loaded anew. @param {number} seat */
  reload(seat) {
    const page = this.page(/** @type {any} */ (this.people[seat]));
    this.written.forEach(({ data, signature }, index) => page.addEntry(index, data, signature));
    this.pages[seat] = page;
    return page;
  }

  get first() {
    return /** @type {Game} */ (this.pages[0]);
  }

  get state() {
    return this.first.log.state;
  }

  get play() {
    return this.first.log.auditor.play;
  }

  get hidden() {
    return /** @type {import("../sealed/sealed_round.js").SealedRound} */ (this.state.hidden);
  }

  /** @param {Record<string, any>} entry */
  write(entry) {
    this.now += 20;
    const data = encode(mapOf(entry.e === "open" ? entry : { ...entry, t: this.now }));
    this.head = nextHead(this.head, data);
    const signature = sign(this.host, "head", this.head);
    this.written.push({ data, signature });
    for (const page of this.pages) page.addEntry(this.written.length - 1, data, signature);
  }

  /** @param {import("../client/own_statements.js").OwnStatement | null} own @returns {[Uint8Array, Uint8Array]} */
  envelope(own) {
    if (!own) throw new Error("a page owes nothing");
    return [own.payload, own.signature];
  }

  /** A seat wants to go on without another one. @param {number} seat @param {number} about */
  vote(seat, about) {
    this.write({ e: "vote", seat, signed: this.envelope(this.pages[seat]?.signVote(about, true) ?? null) });
  }

  owed() {
    return this.pages.map((page) => this.envelope(page.ceremony?.owed() ?? null));
  }

  /** From the opening to the deal, which all can see. Once pages have done so, others at such a table are loaded behind it. */
  async begin() {
    const name = `${this.variant} ${this.people.length} ${JSON.stringify([...this.options])}`;
    const before = begun.get(name);
    if (!before) {
      await this.deal();
      const { written, count, now, head, deckKey } = this;
      begun.set(name, { written: [...written], kept: this.people.map(({ kept }) => new Map(kept)), fields: { count, now, head, deckKey } });
      return;
    }
    this.written = [...before.written];
    Object.assign(this, before.fields);
    before.kept.forEach((kept, seat) => kept.forEach((text, key) => this.people[seat]?.keep.set(key, text)));
    for (const seat of this.people.keys()) this.reload(seat);
  }

  /** From the opening to the session. */
  open() {
    const players = this.people.map((person, seat) => [publicKey(person.secret), `player ${seat}`]);
    this.write({ e: "open", version: 5, table: this.table, game: 1, before: ZEROS, host: this.hostKey, host_name: "h", variant: this.variant, options: this.options, at: 0 });
    const named = players.map(([key, name]) => ({ key: /** @type {Uint8Array} */ (key), name: String(name) }));
    const said = { rules: rulesHash(this.variant, this.options), players: playersHash(named) };
    const ready = this.pages.map((page) => this.envelope(page.own?.sign("ready", ZEROS, null, said) ?? null));
    this.write({ e: "seats", players, joining: [], bots: [], ready });
    this.write({ e: "nonce-commits", signed: this.owed() });
    this.write({ e: "nonces", signed: this.owed() });
  }

  async deal() {
    this.open();
    await this.shuffle();
    const round = this.play;
    const starter = round.starterDue(/** @type {any} */ (this.state.shuffle));
    const order = this.people.map((_, step) => (starter + step) % this.people.length);
    const hand = Number(this.options.get("hand") ?? 7); // so many has the first round of Crummy rummy
    this.write({ e: "deal", round: 1, starter, to: Uint8Array.from({ length: hand * order.length }, (_, at) => order[at % order.length] ?? 0), up: [] });
    await this.parts();
    for (; round.round === null; await this.parts()) this.write({ e: "up", round: 1 });
    if (round.present.cardsToPutBack === 0) return;
    this.write({ e: "insert", round: 1, count: round.present.cardsToPutBack });
    await this.parts();
    this.write({ e: "cosigns", round: 1, epoch: 1, signed: this.owed(), pub: null });
  }

  /** From the host's commitment to the co-signatures, or until this part is owed, of a sealed deck by seat 0.
   * @param {number} [epoch] @param {string} [until] */
  async shuffle(epoch = 0, until = "") {
    const deal = dealId(this.state.session ?? ZEROS, 1, epoch);
    const pub = this.random(32);
    const key = this.deckKey = roundKey(this.random(32), deal, HOST);
    const proof = provePossession(key, possessionContext(this.state.session ?? ZEROS, deal, HOST, this.hostKey), this.random(32));
    const commits = [[keyCommitment(deal, HOST, this.hostKey, key.public.bytes, proof), hostCommitment(deal, "host-pub", this.hostKey, pub)]];
    this.write({ e: "host-commit", round: 1, first: epoch, commits });
    if (until === "commit") return;
    this.write({ e: "commits", round: 1, first: epoch, signed: this.owed() });
    this.write({ e: "shuffle", round: 1, epoch, cards: Uint8Array.from(this.play.cardsDue) });
    if (until === "key") return;
    this.write({ e: "keys", round: 1, epoch, signed: this.owed(), public: key.public.bytes, proof });
    await this.parts(until);
    if (until) return;
    this.write({ e: "cosigns", round: 1, epoch, signed: this.owed(), pub });
  }

  /** Each page gives what it owes, until none does, or seat 0 owes this. @param {string} [until] */
  async parts(until = "") {
    for (let isDue = true; isDue; ) {
      isDue = false;
      for (const [seat, page] of this.pages.entries()) {
        if (until && this.hidden.due.get(0)?.what === until) return;
        const own = this.away.has(seat) ? null : ((await page.sealed?.part()) ?? null);
        if (!own) continue;
        this.write({ e: "part", round: 1, seat, signed: this.envelope(own), blob: own.blob });
        isDue = true;
      }
    }
  }

  /** The host opens its part of a key; all others give theirs. @param {number} about */
  async openPartOfHost(about) {
    const { secret } = /** @type {import("../sealed/round_keys.js").RoundKey} */ (this.deckKey);
    const z = openPart(this.hidden.partOf(about, HOST), HOST, secret, escrowContext(this.hidden.cards.context, about));
    this.write({ e: "host-part", round: 1, about, z: scalarBytes(z) });
    await this.parts();
  }

  /** The seat does this. @param {number} seat @param {string} text */
  async act(seat, text) {
    const own = await /** @type {Game} */ (this.pages[seat]).signAction(text);
    const drawn = Number(text === "draw");
    this.write({ e: "act", seat, do: text, signed: this.envelope(own), why: null, drawn, position: drawn ? this.hidden.top : null, proof: own.blob });
    await this.parts();
  }
}

