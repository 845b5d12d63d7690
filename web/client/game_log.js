/**
 * One game's log as a player or spectator follows it live: the host's chain and signatures, who sits where, every
 * signature of the ceremony, commitments against contributions, roots against co-signatures, own cards against roots.
 *
 * The rules are not here: which action is legal this page takes from the host. What a verifier does besides is done at
 * the end of each round, over the transcript. Source: protocol/FAIRNESS.md; protocol/PROTOCOL.md, section 6.
 */

import { equal, hex, ZEROS as ZERO_BYTES } from "../core/bytes.js";
import { dealRoot, firstKey, isOpening } from "../core/deck.js";
import {
  commitSet, dealId, hostCommitment, logId, mix, nextHead, nonceCommitment, nonceSet, playersHash, rulesHash,
  seatCommitment, sessionId, statementHash, wordIndexes,
} from "../core/identifiers.js";
import { decode } from "../core/msgpack.js";
import { isSignature, isUsableKey } from "../core/signatures.js";
import { Cheat } from "./cheat.js";

/** @typedef {import("../core/msgpack.js").Value} Value */
/** @typedef {{ key: Uint8Array, name: string }} Player */
/** @typedef {[Uint8Array, Uint8Array]} Envelope payload and signature */
/**
 * @typedef {object} Epoch one shuffle of a round
 * @property {number} number
 * @property {Uint8Array} deal
 * @property {Uint8Array} cDeck
 * @property {Uint8Array} cPub
 * @property {Uint8Array[]} seats the seats' commitments; empty before they stand in the log
 * @property {Uint8Array} cset
 * @property {Uint8Array} cards
 * @property {Uint8Array} z
 * @property {Uint8Array} root
 * @property {Uint8Array} dealRoot
 * @property {boolean} signed whether all have signed the root
 */

/** @type {Uint8Array} */
const ZEROS = ZERO_BYTES;
const FOLLOWERS = new Map(
  Object.entries({
    open: ["seats"],
    seats: ["nonce-commits", "seats", "end"],
    "nonce-commits": ["nonces", "seats", "end"],
    nonces: ["host-commit"],
    "host-commit": ["commits", "void"],
    commits: ["shuffle"],
    shuffle: ["reveals", "void"],
    reveals: ["root"],
    root: ["cosigns", "void"],
    cosigns: ["deal", "act"],
    void: ["host-commit", "seats", "end"],
    deal: ["act", "vote", "insert", "want", "show", "score"],
    insert: ["act", "vote", "want", "show", "score"],
    act: ["act", "vote", "want", "show", "score"],
    want: ["host-commit", "shuffle", "end"],
    show: ["act", "vote", "score"],
    score: ["host-commit", "seats", "end"],
    end: [],
  }),
);
const POSITIONS = new Set(["deal", "insert", "act", "show"]);
const MOST_SEATS = 12;

export class GameLog {
  /**
   * @param {Uint8Array} host the host's key
   * @param {Uint8Array} me the own key
   */
  constructor(host, me) {
    this.host = host;
    this.me = me;
    /** @type {{ data: Uint8Array, signature: Uint8Array }[]} */
    this.entries = [];
    this.head = ZEROS;
    /** The head before the newest entry. */
    this.previous = ZEROS;
    /** The newest kind, votes aside. */
    this.last = "";
    this.log = ZEROS;
    this.before = ZEROS;
    this.rules = ZEROS;
    this.variant = "";
    /** @type {Map<string, Value>} */
    this.options = new Map();
    /** @type {Player[]} */
    this.players = [];
    /** @type {Uint8Array[]} */
    this.nonceCommits = [];
    this.session = ZEROS;
    /** @type {number[]} indexes into the list of words */
    this.words = [];
    this.round = 0;
    this.epoch = -1;
    /** @type {Map<number, Epoch>} of the round */
    this.epochs = new Map();
    /** First epoch and number of epochs of the newest batch. */
    this.batch = { first: 0, count: 0 };
    /** The head that the newest batch's commitments of the seats name: after `host-commit`. */
    this.batchHead = ZEROS;
    /** Whether a `void` stands between the host's commitments before the newest and these. */
    this.afterVoid = false;
    this.isVoid = false;
    /** The head after the newest position. */
    this.aim = ZEROS;
    /** The heads after all positions of the round, hexadecimal.
     * @type {Set<string>} */
    this.positions = new Set();
    /** @type {Map<string, { n: number, hash: Uint8Array }>} each player's newest statement */
    this.newest = new Map();
    /** Seat by deck position of the newest epoch, for cards that went to one seat; null where turned up.
     * @type {Map<string, number | null>} by "epoch/position" */
    this.given = new Map();
    this.nextPosition = 0;
    this.arePositionsOpen = true;
    /** @type {{ round: number, epoch: number, silent: number[] }[]} */
    this.voids = [];
    this.ended = "";
    /** @type {Cheat | null} */
    this.cheat = null;
    /** Milliseconds of the log. */
    this.time = 0;
  }

  /** The own seat; null for a spectator. */
  get seat() {
    const found = this.players.findIndex(({ key }) => equal(key, this.me));
    return found < 0 ? null : found;
  }

  /** Whether the cards are being shuffled, or no round is being played. */
  get isShuffling() {
    return !POSITIONS.has(this.last);
  }

  /** Take an entry; its fields, or null where it is known already. Throws Cheat, and then always.
   * @param {number} index @param {Uint8Array} data @param {Uint8Array} signature @returns {Record<string, any> | null} */
  add(index, data, signature) {
    if (this.cheat) throw this.cheat;
    try {
      return this.follow(index, data, signature);
    } catch (problem) {
      this.cheat = problem instanceof Cheat ? problem : new Cheat("format", `an entry that cannot be one (${problem})`);
      throw this.cheat;
    }
  }

  /** @param {number} index @param {Uint8Array} data @param {Uint8Array} signature */
  follow(index, data, signature) {
    const known = this.entries[index];
    if (known) {
      if (!equal(known.data, data)) throw new Cheat("chain", "the host shows another entry than it did before");
      return null;
    }
    if (index !== this.entries.length) throw new Cheat("chain", "the log goes on behind entries that have not come");
    const head = nextHead(this.head, data);
    check(isSignature(this.host, "head", head, signature), "host-signature", "an entry is not signed by the host");
    const entry = fieldsOf(data);
    const kind = text(entry.e);
    const place = this.last ? FOLLOWERS.get(this.last) : ["open"];
    check(place !== undefined && place.includes(kind), "chain", `${kind} may not follow ${this.last || "nothing"}`);
    this.previous = this.head;
    this.head = head;
    if (kind !== "open") {
      check(whole(entry.t) >= this.time, "chain", "the log's time runs backwards");
      this.time = entry.t;
    }
    this.handle(kind, entry);
    this.entries.push({ data, signature });
    if (kind !== "vote") this.last = kind;
    if (POSITIONS.has(kind)) {
      if (kind === "deal") this.positions.clear();
      this.aim = head;
      this.positions.add(hex(head));
    }
    return entry;
  }

  /** @param {string} kind @param {Record<string, any>} entry */
  handle(kind, entry) {
    switch (kind) {
      case "open":
        return this.open(entry);
      case "seats":
        return this.seatPlayers(entry);
      case "nonce-commits":
        return this.takeNonceCommits(entry);
      case "nonces":
        return this.takeNonces(entry);
      case "host-commit":
        return this.takeHostCommit(entry);
      case "commits":
        return this.takeCommits(entry);
      case "shuffle":
        return this.beginShuffle(entry);
      case "reveals":
        return this.takeReveals(entry);
      case "root":
        return this.takeRoot(entry);
      case "cosigns":
        return this.takeCosigns(entry);
      case "void":
        return this.takeVoid(entry);
      case "deal":
        return this.takeDeal(entry);
      case "insert":
        this.arePositionsOpen = false;
        return;
      case "act":
      case "want":
        return this.takeAction(kind, entry);
      case "vote":
        return void this.statement(whole(entry.seat), "vote", entry.signed, "action-signature");
      case "show":
        return this.takeShow(entry);
      case "end":
        this.ended = text(entry.why);
    }
  }

  /** @param {Record<string, any>} entry */
  open(entry) {
    check(entry.version === 2, "format", "a log of another version");
    check(equal(entry.host, this.host), "host-signature", "the log names another host than this one");
    this.log = logId(this.host, bytes(entry.table), whole(entry.game));
    this.before = bytes(entry.before);
    this.variant = text(entry.variant);
    this.options = entry.options;
    this.rules = rulesHash(this.variant, this.options);
  }

  /** @param {Record<string, any>} entry */
  seatPlayers(entry) {
    const joining = list(entry.joining);
    const players = list(entry.players).map(([key, name]) => ({ key: bytes(key), name: text(name) }));
    check(players.length <= MOST_SEATS, "format", "more players than seats");
    check(new Set(players.map(({ key }) => hex(key))).size === players.length, "session", "a player sits in two seats");
    for (const { key } of players) check(isUsableKey(key), "session", "a key that cannot sign");
    const consenting = this.session === ZEROS ? players.map((_, seat) => seat) : joining;
    const hash = this.session === ZEROS ? playersHash(players) : null;
    this.players = players;
    const again = this.session !== ZEROS && this.last !== "score";
    if (again) return;
    consenting.forEach((seat, at) => {
      const own = this.statement(seat, "ready", list(entry.ready)[at], "consent");
      check(equal(own.rules, this.rules), "consent", "somebody has agreed to other rules");
      check(equal(own.head, this.before), "consent", "somebody has agreed to a game after another one");
      if (hash) check(equal(own.players, hash), "consent", "somebody has agreed to play with others");
    });
  }

  /** @param {Record<string, any>} entry */
  takeNonceCommits(entry) {
    this.nonceCommits = this.ofAll(entry.signed, "nonce-commit", "session", this.previous).map((own, seat) => {
      check(own.seat === seat, "session", "a commitment names another seat");
      return bytes(own.commit);
    });
  }

  /** @param {Record<string, any>} entry */
  takeNonces(entry) {
    const set = nonceSet(this.log, this.nonceCommits);
    const nonces = this.ofAll(entry.signed, "nonce", "session", this.previous).map((own, seat) => {
      check(equal(own.commits, set), "session", "a player was shown other commitments");
      const commit = nonceCommitment(this.log, seat, this.keyOf(seat), bytes(own.nonce));
      check(equal(commit, this.nonceCommits[seat] ?? ZEROS), "session", "a nonce is not the one committed to");
      return bytes(own.nonce);
    });
    this.session = sessionId(this.host, this.players.map(({ key }) => key), nonces, this.rules);
    this.words = wordIndexes(this.session);
  }

  /** @param {Record<string, any>} entry */
  takeHostCommit(entry) {
    const round = whole(entry.round);
    if (round !== this.round) {
      check(round === this.round + 1, "chain", "a round was left out");
      this.round = round;
      this.epochs.clear();
      this.given.clear();
      this.batch = { first: 0, count: 0 };
    }
    const first = whole(entry.first);
    check(first === this.batch.first + this.batch.count, "commit-order", "the host commits to other shuffles than the next");
    const pairs = list(entry.commits);
    check(pairs.length === (first ? 3 : 4) || first > 250, "commit-order", "the host commits to another number of shuffles");
    pairs.forEach(([cDeck, cPub], at) => {
      const number = first + at;
      this.epochs.set(number, {
        number, deal: dealId(this.session, round, number), cDeck: bytes(cDeck), cPub: bytes(cPub), seats: [],
        cset: ZEROS, cards: ZEROS, z: ZEROS, root: ZEROS, dealRoot: ZEROS, signed: false,
      });
    });
    this.batch = { first, count: pairs.length };
    this.batchHead = this.head;
    this.afterVoid = this.isVoid;
    this.isVoid = false;
  }

  /** @param {Record<string, any>} entry */
  takeCommits(entry) {
    const all = this.ofAll(entry.signed, "commit", "commitment", this.previous, "commit-order");
    for (const own of all) {
      check(equal(own.session, this.session) && own.round === this.round && own.first === this.batch.first,
        "commit-order", "a seat committed to another shuffle");
      check(list(own.commits).length === this.batch.count, "commit-order", "a seat committed to another number of shuffles");
      check((own.answered === null) === !this.afterVoid, "void", "an answer about a void shuffle is missing, or too much");
    }
    for (let at = 0; at < this.batch.count; at += 1) {
      const epoch = this.epochOf(this.batch.first + at);
      epoch.seats = all.map((own) => bytes(own.commits[at]));
      epoch.cset = commitSet(epoch.deal, epoch.cDeck, epoch.cPub, epoch.seats);
    }
  }

  /** @param {Record<string, any>} entry */
  beginShuffle(entry) {
    const epoch = this.epochOf(whole(entry.epoch));
    check(entry.round === this.round && epoch.number > this.epochUsed, "chain", "a shuffle is not the next one");
    check(epoch.seats.length === this.players.length, "commit-order", "a shuffle that not all have committed to");
    epoch.cards = bytes(entry.cards);
    this.epoch = epoch.number;
    this.shuffleHead = this.head;
  }

  /** The head after the newest `shuffle`. */
  shuffleHead = ZEROS;

  /** The number of the last epoch whose root all have signed; -1 before the first. */
  get epochUsed() {
    return Math.max(-1, ...[...this.epochs.values()].filter(({ signed }) => signed).map(({ number }) => number));
  }

  /** @param {Record<string, any>} entry */
  takeReveals(entry) {
    const epoch = this.epochOf(this.epoch);
    const xs = this.ofAll(entry.signed, "reveal", "reveal", this.shuffleHead).map((own, seat) => {
      check(equal(own.session, this.session) && equal(own.deal, epoch.deal), "reveal", "a contribution is to another shuffle");
      check(equal(own.cset, epoch.cset), "commit-set", "a player was shown other commitments");
      const commit = seatCommitment(epoch.deal, seat, this.keyOf(seat), bytes(own.x));
      check(equal(commit, epoch.seats[seat] ?? ZEROS), "commitment", "a contribution is not the one committed to");
      return bytes(own.x);
    });
    epoch.z = mix(epoch.deal, epoch.cset, this.shuffleHead, epoch.cards, xs);
  }

  /** @param {Record<string, any>} entry */
  takeRoot(entry) {
    const epoch = this.epochOf(this.epoch);
    epoch.root = bytes(entry.root);
    epoch.dealRoot = dealRoot(epoch.deal, epoch.cset, epoch.z, epoch.cards.length, epoch.root);
    check(equal(epoch.dealRoot, entry.deal_root), "root", "the two roots do not belong together");
  }

  /** @param {Record<string, any>} entry */
  takeCosigns(entry) {
    const epoch = this.epochOf(this.epoch);
    for (const own of this.ofAll(entry.signed, "root", "co-signature", this.previous)) {
      check(equal(own.session, this.session) && equal(own.deal, epoch.deal), "co-signature", "a signature is of another shuffle");
      check(equal(own.root, epoch.dealRoot), "root", "a player was shown another deck");
    }
    check(equal(hostCommitment(epoch.deal, "host-pub", this.host, bytes(entry.pub)), epoch.cPub),
      "commitment", "the host opens another secret than it committed to");
    epoch.signed = true;
    this.firstKey = firstKey(epoch.z, entry.pub);
    this.nextPosition = 0;
    this.arePositionsOpen = true;
  }

  /** The key of the draw for the first seat. */
  firstKey = ZEROS;

  /** @param {Record<string, any>} entry */
  takeVoid(entry) {
    this.isVoid = true;
    this.voids.push({ round: whole(entry.round), epoch: whole(entry.epoch), silent: list(entry.silent) });
  }

  /** @param {Record<string, any>} entry */
  takeDeal(entry) {
    const epoch = this.epochOf(this.epoch);
    const to = bytes(entry.to);
    to.forEach((seat, position) => this.given.set(`${epoch.number}/${position}`, seat));
    let position = to.length;
    for (const [at, card, salt, path] of list(entry.up)) {
      check(at === position, "position", "a card was turned up out of order");
      check(isOpening(epoch.deal, { position: at, card, salt, path }, epoch.cards.length, epoch.root),
        "opening", "a card that was turned up is not the one sealed there");
      position += 1;
    }
    this.nextPosition = position;
  }

  /** @param {string} kind @param {Record<string, any>} entry */
  takeAction(kind, entry) {
    const seat = whole(entry.seat);
    const isSigned = entry.signed !== null;
    check(isSigned === (entry.why === null), "action-signature", "an action has both a signature and a reason, or neither");
    if (isSigned) {
      const own = this.statement(seat, "action", entry.signed, "action-signature");
      check(equal(own.session, this.session) && own.round === this.round && own.do === entry.do,
        "action-signature", "an action is not what its player signed");
      check(this.positions.has(hex(own.head)), "stale-action", "an action is aimed at no position of this round");
    }
    if (kind === "act") this.takeDrawn(seat, whole(entry.drawn), entry.position);
  }

  /** @param {number} seat @param {number} count @param {number | null} position */
  takeDrawn(seat, count, position) {
    if (!count) return;
    if (position === null) {
      this.nextPosition += count;
      return;
    }
    check(position === this.nextPosition, "position", "a card was skipped or drawn twice");
    for (let at = 0; at < count; at += 1) this.given.set(`${this.epoch}/${position + at}`, seat);
    this.nextPosition = position + count;
  }

  /** @param {Record<string, any>} entry */
  takeShow(entry) {
    for (const [number, secret] of list(entry.secrets)) {
      const epoch = this.epochOf(whole(number));
      check(equal(hostCommitment(epoch.deal, "host-deck", this.host, bytes(secret)), epoch.cDeck),
        "commitment", "the host opens another secret than it committed to");
    }
  }

  /** Check a card that was shown to the own seat. Throws Cheat.
   * @param {number} round @param {number} number of the epoch @param {[number, number, Uint8Array, Uint8Array]} row
   * @returns {boolean} whether it is of the round being played */
  checkOpening(round, number, [position, card, salt, path]) {
    if (round !== this.round) return false;
    const epoch = this.epochs.get(number);
    try {
      check(epoch !== undefined && epoch.signed, "opening", "a card of a deck that not all have signed");
      if (epoch && (this.arePositionsOpen || this.given.has(`${number}/${position}`))) {
        check(this.given.get(`${number}/${position}`) === this.seat, "opening", "a card that was not given to this seat");
      }
      check(epoch !== undefined && isOpening(epoch.deal, { position, card, salt, path }, epoch.cards.length, epoch.root),
        "opening", "a card is not the one sealed at its place");
    } catch (problem) {
      this.cheat = /** @type {Cheat} */ (problem);
      throw problem;
    }
    return true;
  }

  /** @param {number} number */
  epochOf(number) {
    const epoch = this.epochs.get(number);
    if (!epoch) throw new Cheat("commit-order", "a shuffle that nobody has committed to");
    return epoch;
  }

  /** @param {number} seat */
  keyOf(seat) {
    const player = this.players[seat];
    if (!player) throw new Cheat("action-signature", "a seat that is not there");
    return player.key;
  }

  /** The statements of all seats, aimed at one head. @param {any} signed @param {string} kind @param {string} owner the check of envelopes
   * @param {Uint8Array} head @param {string} [aims] the check of the head */
  ofAll(signed, kind, owner, head, aims = owner) {
    const all = list(signed);
    check(all.length === this.players.length, owner, "a seat's part is missing");
    return all.map((envelope, seat) => {
      const own = this.statement(seat, kind, envelope, owner);
      check(equal(own.head, head), aims, "a seat's part was given to another log");
      return own;
    });
  }

  /** The fields of a statement after signature and order. @param {number} seat @param {string} kind @param {any} envelope @param {string} owner */
  statement(seat, kind, envelope, owner) {
    const [payload, signature] = list(envelope);
    const key = this.keyOf(seat);
    check(isSignature(key, kind, bytes(payload), bytes(signature)), owner, `a signature (${kind}) does not hold`);
    const fields = fieldsOf(payload);
    const last = this.newest.get(hex(key));
    check(equal(fields.log, this.log), "statement-order", "a statement was signed for another log");
    check(last !== undefined || kind === "ready", "statement-order", "a statement before its player has agreed to play");
    check(last === undefined || fields.n > last.n, "statement-order", "an older statement stands behind a newer one");
    const prev = fields.n === 0 ? ZEROS : last && fields.n === last.n + 1 ? last.hash : null;
    check(prev === null || equal(fields.prev, prev), "statement-order", "a statement does not follow the one before it");
    this.newest.set(hex(key), { n: fields.n, hash: statementHash(kind, payload) });
    return fields;
  }
}

/** @param {boolean} holds @param {string} name @param {string} says @returns {asserts holds} */
function check(holds, name, says) {
  if (!holds) throw new Cheat(name, says);
}

/** @param {Uint8Array} data @returns {Record<string, any>} */
function fieldsOf(data) {
  const value = decode(data);
  if (!(value instanceof Map)) throw new Cheat("format", "an entry or statement that is no map");
  return Object.fromEntries(value);
}

/** @param {unknown} value @returns {number} */
function whole(value) {
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0) throw new Cheat("format", "no whole number");
  return value;
}

/** @param {unknown} value @returns {Uint8Array} */
function bytes(value) {
  if (!(value instanceof Uint8Array)) throw new Cheat("format", "no bytes");
  return value;
}

/** @param {unknown} value @returns {string} */
function text(value) {
  if (typeof value !== "string") throw new Cheat("format", "no text");
  return value;
}

/** @param {unknown} value @returns {any[]} */
function list(value) {
  if (!Array.isArray(value)) throw new Cheat("format", "no list");
  return value;
}
