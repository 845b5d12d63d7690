/**
 * The own seat at a table with a sealed deck: its key of the round, the parts that it owes, and its own hand. It gives only what this page's
 * own copy of the log says is due. What a part is made from is kept before it is made, and what was made before it is sent: a page that is
 * loaded anew sends the same bytes. Source: protocol/SEALED.md, "The log".
 */

import { equal, hex, ZEROS } from "../core/bytes.js";
import { cardUnder } from "../sealed/ciphertexts.js";
import { Cheat } from "../sealed/cheat.js";
import { blobHash, complaintContext, escrowContext, HOST, keyCommitment, playContext, possessionContext } from "../sealed/contexts.js";
import { complain, keepersOf, openPart } from "../sealed/escrow.js";
import { scalarBytes } from "../sealed/group.js";
import { readAction } from "../rules/actions.js";
import { Illegal } from "../rules/round.js";
import { plainCards } from "../sealed/part_maker.js";
import { provePossession, roundKey } from "../sealed/round_keys.js";
import { learnHeld } from "../ledger/sealed_play.js";
import { TRIES } from "./own_statements.js";

/** @import { Job, Work } from "../sealed/part_maker.js" */
/** @import { RoundKey } from "../sealed/round_keys.js" */
/** @import { SealedRound } from "../sealed/sealed_round.js" */
/** @import { Epoch } from "../ledger/game_log.js" */
/** @import { OwnStatement, OwnStatements } from "./own_statements.js" */
/** Computes a job, in a Worker where there is one. @typedef {(job: Job) => Promise<Uint8Array[]>} Maker */

/** This browser cannot go on, though nobody has cheated: another machine has the same key, or another log of this game was shown. */
export class CannotGoOn extends Error {}

export class SealedSeat {
  /** @param {import("./followed_log.js").FollowedLog} log @param {OwnStatements} own @param {(bytes: number) => Uint8Array} random @param {Maker} make */
  constructor(log, own, random, make) {
    this.log = log;
    this.own = own;
    this.random = random;
    this.make = make;
    /** What is being made, by name: each is made once. @type {Set<string>} */
    this.making = new Set();
    /** Hidden cards that this page has looked at. @type {WeakMap<import("../sealed/ciphertexts.js").Ciphertext, number>} */
    this.looked = new WeakMap();
    /** Own cards that a Worker has looked at, by the a of their ciphertexts. @type {Map<string, number>} */
    this.cardsFound = new Map();
    /** Parts of keys that this page keeps, and has opened. @type {WeakSet<object>} */
    this.openedParts = new WeakSet();
    /** The newest own key, by the names of the bytes that it is made of. @type {{ name: string, shown: { key: RoundKey, proof: Uint8Array } } | null} */
    this.newestKey = null;
    /** The proof of the newest own mix, by the name of its fresh bytes. @type {{ name: string, proof: Uint8Array } | null} */
    this.mixed = null;
  }

  get hidden() {
    return this.log.state.hidden;
  }

  // -- the key of a round

  /** The key for the epoch that the host has committed to, made at first. @param {Epoch} epoch @param {number} seat @param {boolean} [isNew] */
  keyShown(epoch, seat, isNew = false) {
    const at = hex(this.log.state.headAfter.get("host-commit") ?? ZEROS);
    const names = [`round key ${at}`, `possession ${at}`];
    const [bytes, fresh] = names.map((name) => (isNew ? this.own.nonceFor(name, this.random) : this.own.nonceKept(name)));
    if (!bytes || !fresh) throw new CannotGoOn("shuffle");
    const name = [bytes, fresh, epoch.deal].map(hex).join(" ");
    if (this.newestKey?.name !== name) {
      const key = roundKey(bytes, epoch.deal, seat);
      const proof = provePossession(key, possessionContext(this.log.state.session ?? ZEROS, epoch.deal, seat, this.log.me), fresh);
      this.newestKey = { name, shown: { key, proof } };
      this.cardsFound = new Map();
    }
    return this.newestKey.shown;
  }

  /** k. @param {Epoch} epoch @param {number} seat */
  keyCommitment(epoch, seat) {
    const { key, proof } = this.keyShown(epoch, seat, true);
    return keyCommitment(epoch.deal, seat, this.log.me, key.public.bytes, proof);
  }

  /** The own key of the round that is played. Throws CannotGoOn. @returns {RoundKey} */
  get key() {
    const { hidden, log } = this;
    const { state, seat } = log;
    const first = [...state.epochs.values()].find((epoch) => epoch && hidden && equal(epoch.deal, hidden.cards.context.deal));
    const { key } = this.keyShown(/** @type {Epoch} */ (first), seat ?? 0);
    if (!equal(key.public.bytes, hidden?.cards.keys.get(seat ?? -1)?.bytes ?? ZEROS)) throw new CannotGoOn("shuffle");
    return key;
  }

  get hasKey() {
    return this.hidden !== null && this.log.seat !== null && this.hidden.holders.includes(this.log.seat);
  }

  /** Whether this browser has made the own key of the round. */
  get knowsKey() {
    try {
      return this.hasKey && Boolean(this.key);
    } catch (problem) {
      if (problem instanceof CannotGoOn) return false;
      throw problem;
    }
  }

  // -- the own hand

  /** Take the own cards that can be read by now into the position that this page plays by; none where another machine has the key. Throws Fault. */
  lookAtHand() {
    const { hidden, log } = this;
    const { play } = log.auditor;
    if (!hidden || !this.knowsKey || play.round === null || log.state.isShown) return;
    const seat = /** @type {number} */ (log.seat);
    if (hidden.cards.opened.has(seat)) return;
    for (const card of this.hand()) learnHeld(play, seat, card);
  }

  /** The own hidden cards, in the order of the list. @returns {number[]} */
  hand() {
    const { secret } = this.key;
    const { cards } = /** @type {SealedRound} */ (this.hidden).cards.handOf(this.log.seat ?? 0);
    return cards.flatMap((one) => {
      const known = this.looked.get(one) ?? this.cardsFound.get(hex(one.a.bytes)) ?? cardUnder(one, secret);
      if (known === null) return [];
      this.looked.set(one, known);
      return [known];
    });
  }

  // -- parts

  /** The part that the own seat owes now, signed once, with its bytes; null if there is none, or it is made meanwhile. Throws CannotGoOn. @returns {Promise<OwnStatement | null>} */
  async part() {
    const { hidden, log } = this;
    const { seat } = log;
    if (!hidden || seat === null || log.fault || !this.hasKey || !this.key) return null;
    const complaint = this.complaint(hidden, seat);
    if (complaint) return complaint;
    const due = hidden.due.get(seat);
    if (!due || due.what === "action") return null;
    const { given } = this;
    const newest = given.at(-1);
    // Refused as the clock's, the same bytes are signed once more with a new one, as any part of a ceremony.
    if (newest?.refused === "clock" && given.length < TRIES) return this.signPart(due.what, due.head, newest.blob);
    if (newest) return newest.logged || newest.refused ? null : newest;
    const name = `${due.what} ${hex(due.head)}`;
    if (this.making.has(name)) return null;
    this.making.add(name);
    try {
      const blob = await this.bytesOf(hidden, seat, due.what, name);
      const isDue = log.state.hidden === hidden && hidden.due.get(seat)?.what === due.what && equal(hidden.due.get(seat)?.head ?? ZEROS, due.head);
      return isDue && !log.fault ? this.signPart(due.what, due.head, blob) : null; // it may have been made for a deck that was voided since
    } finally {
      this.making.delete(name);
    }
  }

  get due() {
    return this.hidden?.due.get(this.log.seat ?? -1) ?? null;
  }

  /** The own statements that give it, the newest last. @returns {OwnStatement[]} */
  get given() {
    return [...this.own.byHash.values()].filter((one) => this.owes(one));
  }

  /** Whether a statement gives the part that the own seat owes now. @param {OwnStatement} own */
  owes({ what, fields }) {
    const { due } = this;
    return due !== null && what === "part" && fields.what === due.what && equal(fields.head, due.head);
  }

  /** @param {string} what @param {Uint8Array} head @param {Uint8Array} blob */
  signPart(what, head, blob) {
    const { session, round } = this.log.state;
    return this.own.sign("part", head, this.log.ownNewest, { session: session ?? ZEROS, round, what, blob: blobHash(blob) }, blob);
  }

  /** @param {string} name @param {Uint8Array} context @param {Work} work */
  async made(name, context, work) {
    const fresh = this.own.nonceFor(`fresh ${name}`, this.random);
    return this.make({ ...work, secret: scalarBytes(this.key.secret), context, fresh });
  }

  /** @param {SealedRound} hidden @param {number} seat @param {string} what @param {string} name @returns {Promise<Uint8Array>} */
  async bytesOf(hidden, seat, what, name) {
    const { cards } = hidden;
    const first = new Uint8Array();
    switch (what) {
      case "escrow": {
        const keepers = keepersOf(seat, hidden.holders).map((keeper) => {
          const key = keeper === HOST ? hidden.hostKey : cards.keys.get(keeper);
          return /** @type {[number, Uint8Array]} */ ([keeper, key?.bytes ?? ZEROS]);
        });
        return (await this.made(name, escrowContext(cards.context, seat), { kind: "escrow", keepers }))[0] ?? first;
      }
      case "mix":
      case "proof": {
        const { mixers, decks, epoch } = cards.currentMixing();
        const before = decks[mixers.indexOf(seat)] ?? [];
        const place = `mix ${hex(cards.mixContext(seat))}`;
        if (what === "proof" && this.mixed?.name === place) return this.mixed.proof;
        const [deck = first, proof = first] = await this.made(place, cards.mixContext(seat), { kind: "mix", cards: plainCards(before), key: epoch.joint.bytes });
        this.mixed = { name: place, proof };
        return what === "mix" ? deck : proof;
      }
      case "share": {
        const { points, context } = cards.sharesOwed(seat);
        return (await this.made(name, context, { kind: "share", points: points.map(({ bytes }) => bytes) }))[0] ?? first;
      }
      case "key": {
        const about = hidden.opensFor(seat);
        return scalarBytes(openPart(hidden.partOf(about, seat), seat, this.key.secret, escrowContext(cards.context, about)));
      }
      default:
        return scalarBytes(this.key.secret);
    }
  }

  /** That a part of a key does not open, which is said before cards can be given; null if all do. @param {SealedRound} hidden @param {number} seat
   * @returns {OwnStatement | null} */
  complaint(hidden, seat) {
    const { cards } = hidden;
    const isEarly = cards.stockMixes.length === 0 && hidden.blamed === null;
    if (!isEarly) return null;
    for (const [dealer, part] of hidden.partsKeptBy(seat)) {
      if (this.openedParts.has(part)) continue;
      try {
        openPart(part, seat, this.key.secret, escrowContext(cards.context, dealer));
        this.openedParts.add(part);
      } catch (problem) {
        if (!(problem instanceof Cheat)) throw problem;
        const fresh = this.own.nonceFor(`fresh complaint ${dealer} ${hex(cards.context.deal)}`, this.random);
        const blob = Uint8Array.of(dealer, ...complain(part, this.key, complaintContext(cards.context, dealer, seat), fresh));
        const earlier = [...this.own.byHash.values()].find(({ what, fields }) => what === "part" && equal(fields.blob, blobHash(blob)));
        return earlier ? (earlier.logged || earlier.refused ? null : earlier) : this.signPart("complain", this.log.head, blob);
      }
    }
    return null;
  }

  // -- actions

  /** What proves the hidden cards that an action plays; null if it plays none, or the rules forbid it.
   * @param {string} action @param {number} number of its statement @param {Uint8Array} head it is aimed at @returns {Promise<Uint8Array | null>} */
  async proofOf(action, number, head) {
    const { hidden, log } = this;
    const { round } = log.auditor.play;
    if (!hidden || !round || log.seat === null) return null;
    const trial = round.ahead(log.seat).copy();
    trial.played = [];
    const read = readAction(action);
    try {
      if (read && !trial.needsStock(log.seat, read)) trial.act(log.seat, action);
    } catch (problem) {
      if (!(problem instanceof Illegal)) throw problem;
      return null; // the host says what is wrong with it, as with any deck
    }
    const named = hidden.hiddenAmong(trial.played);
    if (named.length === 0) return null;
    const { cards, isAged } = hidden.cards.handOf(log.seat);
    const context = playContext(hidden.cards.context, log.seat, number, head);
    const [blob = null] = await this.made(`play ${number} ${hex(head)}`, context, { kind: "play", cards: plainCards(cards), isAged, named });
    return blob;
  }

  /** What the own program does once its time is up; null if it is not. */
  get lateAction() {
    const { hidden, log } = this;
    if (!hidden || hidden.late === null || hidden.late.seat !== log.seat || hidden.isWaiting) return null;
    return log.auditor.play.round?.leftToTheClock() ?? null;
  }
}

