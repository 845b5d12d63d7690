/** What a log has established so far: who plays, which session, which shuffle, and the heads after its entries. */

import { hex, ZEROS } from "../core/bytes.js";
import { Votes } from "./votes.js";

/** @import { Player } from "../core/identifiers.js" */
/** @import { Entry } from "./forms.js" */
/** @typedef {{ index: number, time: number }} HeadNote */
/** @typedef {{ round: number, epoch: number, silent: number[], names: string[], keys: string[], millis: number, answers: string[] }} VoidNote
 * keys: of the silent, hexadecimal; millis: how long their parts had been asked for; answers: what they say about it */
/**
 * One shuffle of a round.
 * @typedef {{ deal: Uint8Array, cDeck: Uint8Array, cPub: Uint8Array, seats: Uint8Array[] | null }} Epoch
 * @typedef {{ epoch: number, cards: number[], head: Uint8Array, cset: Uint8Array, z: Uint8Array, root: Uint8Array, dealRoot: Uint8Array,
 *   xs: Uint8Array[], pub: Uint8Array, given: Map<number, { seat: number, index: number }>, back: number[] | null, draws: number[], matched: Map<number, number>, next: number, isSealed: boolean }} Sealed
 *   given: by position who got it, and with which entry; back: the places of cards put back, after
 *   which the log gives no places; draws: the seat of each card drawn since; matched: by number of the draw the place that was shown
 */

export class GameLog {
  head = ZEROS;
  index = -1;
  time = 0;
  /** The kind of the last entry that was no vote or pause; "" at the beginning. */
  last = "";
  /** When the pause began that the log is in; null: it is in none. @type {number | null} */
  pausedAt = null;
  /** @type {Map<string, HeadNote>} */
  heads = new Map();
  /** @type {Entry | null} */
  open = null;
  id = ZEROS;
  rules = ZEROS;
  /** @type {Player[]} */
  players = [];
  /** @type {number[]} */
  joining = [];
  /** The seats of programs that the host runs. @type {number[]} */
  bots = [];
  votes = new Votes();
  /** The newest entry that is neither a vote nor a pause: its time, later by the pauses behind it, and its index. */
  stands = { since: 0, index: -1 };
  /** @type {Entry | null} */
  seats = null;
  /** Players of the last round that was dealt. @type {Player[]} */
  dealt = [];
  /** @type {Uint8Array[]} */
  nonceCommits = [];
  /** @type {Uint8Array | null} */
  session = null;
  /** The head after each kind of entry, the newest. @type {Map<string, Uint8Array>} */
  headAfter = new Map();

  round = 0;
  isDealt = false;
  isShown = false;
  isFinished = false;
  /** By epoch of this round; null: void. @type {Map<number, Epoch | null>} */
  epochs = new Map();
  /** The epoch of the shuffle under way, or of the last one. */
  epoch = -1;
  /** @type {Sealed | null} */
  shuffle = null;
  /** Shuffles of this round that have their co-signatures. @type {Map<number, Sealed>} */
  sealed = new Map();
  firstOfBatch = 0;
  /** How many voids stand behind the last `commits`: each seat says something about each of them. */
  openVoids = 0;
  /** The head at which the owner of the file has signed a last word. @type {Uint8Array | null} */
  lastWordAt = null;
  /** Of a sealed deck: the hidden cards of the newest round, from its keys on. @type {import("../sealed/sealed_round.js").SealedRound | null} */
  hidden = null;
  /** Of a sealed deck: who has a key in the newest round, ascending. @type {number[]} */
  holders = [];
  isRoundOver = true;
  /** @type {VoidNote[]} */
  voids = [];
  /** How many of them stand before the newest deal. */
  forgivenVoids = 0;
  /** @type {Entry | null} */
  wanted = null;
  /** @type {Entry | null} */
  ended = null;
  unsigned = 0;
  /** By seat and cause ("2 vote"): how often the host acted without a signature. @type {Map<string, number>} */
  unsignedBy = new Map();
  /** By seat: how often of these by vote although it had objected. @type {Map<number, number>} */
  objected = new Map();
  /** @type {import("./waiting.js").WaitedEnd | null} */
  waited = null;
  /** @type {number[]} */
  scores = [];
  /** @type {{ [check: string]: number }} */
  passed = {};

  /** @type {import("./signed_statements.js").Statements | null} */
  statements = null;

  /** @param {import("./checks.js").CheckName} check @param {number} [times] */
  held = (check, times = 1) => {
    this.passed[check] = (this.passed[check] ?? 0) + times;
  };

  /** The lowest epoch committed to and not used, or the next one to be committed to. */
  get epochDue() {
    for (const [epoch, committed] of this.epochs) if (committed?.seats && epoch > this.epoch) return epoch;
    return this.epochs.size;
  }

  get epochsLeft() {
    return [...this.epochs].filter(([epoch, committed]) => committed !== null && epoch > this.epoch).length;
  }

  /** Whether the owner of the file has signed a last word behind the newest entry. */
  get hasLastWord() {
    return this.lastWordAt === this.head;
  }

  get isSealed() {
    return this.options.get("deck") === "sealed";
  }

  /** How many commitments a seat answers the host's with. @param {number} seat */
  commitmentsDue(seat) {
    return this.isSealed ? 1 + Number(this.holders.includes(seat)) : this.epochs.size - this.firstOfBatch;
  }

  /** Whether the newest entry that counts is a void after which the game is over. */
  get isCalledOff() {
    return this.last === "void" && this.voids.length - this.forgivenVoids >= Number(this.open?.options.get("voids"));
  }

  get variant() {
    return String(this.open?.variant ?? "");
  }

  /** @type {Map<string, import("../core/msgpack.js").Value>} */
  get options() {
    return this.open?.options ?? new Map();
  }

  /** @returns {Uint8Array} */
  get host() {
    return this.open?.host ?? ZEROS;
  }

  /** The note of the entry with this head; undefined if it is none of this log. @param {Uint8Array} head */
  noteOf(head) {
    return this.heads.get(hex(head));
  }
}
