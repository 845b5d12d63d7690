/** One game at a table as this page follows and plays it: the log, the own statements in it, the file it makes. */

import { equal, hex, ZEROS } from "../core/bytes.js";
import { cardOf, copiesOf } from "../core/cards.js";
import { N_ } from "../core/language.js";
import { need } from "../verifier/checks.js";
import { Ceremony } from "./ceremony.js";
import { isFalseRefusal } from "./false_refusals.js";
import { FollowedLog } from "./followed_log.js";
import { Transcript } from "./transcript.js";

/** @typedef {import("./own_statements.js").OwnStatement} OwnStatement */
/** @typedef {import("./own_statements.js").OwnStatements} OwnStatements */
/** @typedef {import("./session.js").Identity} Identity */

/** A card shown to the own seat: round and shuffle, then position in the deck, card, salt, path.
 * @typedef {{ round: number, epoch: number, row: [number, number, Uint8Array, Uint8Array] }} Opening */

const GATHERED = new Map([
  ["nonce-commits", "nonce-commit"], ["nonces", "nonce"], ["commits", "commit"], ["reveals", "reveal"], ["cosigns", "root"],
]);

/** The check that owns a part of the ceremony. @type {{ [kind: string]: import("../verifier/checks.js").CheckName }} */
const CHECK_OF = { "nonce-commit": "session", nonce: "session", commit: "commitment", reveal: "reveal", root: "co-signature" };

export class Game {
  /**
   * @param {number} number
   * @param {Uint8Array} host
   * @param {Uint8Array} me the own key
   * @param {Identity} identity
   * @param {(log: Uint8Array) => OwnStatements} statementsOf the own statements of a log
   */
  constructor(number, host, me, identity, statementsOf) {
    this.number = number;
    this.identity = identity;
    this.statementsOf = statementsOf;
    this.log = new FollowedLog(host, me);
    this.transcript = new Transcript();
    /** @type {OwnStatements | null} of who plays */
    this.own = null;
    /** @type {Ceremony | null} */
    this.ceremony = null;
    /** The cards that the own seat may hold in the round being played: shown to it with proof, or seen by all. @type {Set<number>} */
    this.proven = new Set();
    /** The cards shown to the own seat alone in the round being played, and how long the log was then. @type {Map<number, number>} */
    this.openedCards = new Map();
    /** @type {Set<string>} openings that came, by place */
    this.opened = new Set();
    /** Openings that came before the entry that gives the card, as they do while a log is fetched. @type {Opening[]} */
    this.early = [];
    /** Whether the host has blamed the own seat for a part that it had acknowledged. */
    this.isBlamed = false;
    /** Whether the own seat has objected to votes about it since the last action. */
    this.hasObjected = false;
    /** Of a player who was told otherwise than is in the log. @type {Set<string>} */
    this.refusalsKept = new Set();
  }

  /** Take an entry; null if it is known. Throws Fault. @param {number} index @param {Uint8Array} data @param {Uint8Array} signature */
  addEntry(index, data, signature) {
    const { log } = this;
    const [before, last] = [log.head, log.last];
    if (index === log.length && !log.fault) this.transcript.addEntry(data, signature);
    const entry = log.add(index, data, signature);
    if (!entry) return null;
    this.note(entry);
    this.takeEarly();
    log.stopping(() => {
      this.checkMemory();
      this.checkOwn(entry, before, last);
    });
    return entry;
  }

  /** Hold the head against the one that this browser kept when the log was so long before, and keep the newest. */
  checkMemory() {
    const { log } = this;
    if (log.seat === null) return;
    const place = `log/${hex(log.id)}/head`;
    const [length = 0, head = ""] = (this.identity.keep.get(place) ?? "0 ").split(" ");
    if (Number(length) > log.length) return;
    const isSame = Number(length) !== log.length || head === hex(log.head);
    need(isSame, "chain", N_("the host shows another log than before this page was loaded"));
    this.identity.keep.set(place, `${log.length} ${hex(log.head)}`);
  }

  /** Remember which cards everybody sees. Cards are proven for a round: they count from its deal on. @param {Record<string, any>} entry */
  note(entry) {
    if (entry.e === "deal") this.openedCards = new Map();
    if (entry.e === "deal") this.proven = new Set(entry.up.map((/** @type {{ card: number }} */ one) => one.card));
    if (entry.e !== "act") return;
    this.hasObjected = false;
    for (const card of cardsGiven(entry.do)) this.proven.add(card);
  }

  /** Whether a round is being played: then what a view says of the own hand can be held against what was proven. Before the deal
   * and after the score the position is that of a round that is over, whose whole deck is known and was checked. */
  get isDealt() {
    return this.log.state.isDealt && !this.log.state.isRoundOver;
  }

  /** Whether a hand that the host claims is made of cards that were shown with proof, or lay open.
   * @param {readonly string[]} hand */
  isHandProven(hand) {
    return hand.every((word) => this.proven.has(cardOf(word) ?? -1));
  }

  /** Hold an entry against what was signed here. @param {Record<string, any>} entry @param {Uint8Array} head before it @param {string} last */
  checkOwn(entry, head, last) {
    const { log } = this;
    if (entry.e === "open") {
      this.own = this.statementsOf(log.id);
      this.ceremony = new Ceremony(log, this.own, this.identity.contributions, this.identity.random);
      return;
    }
    const { seat } = log;
    const { own, ceremony } = this;
    if (seat === null || !own || !ceremony) return;
    const kind = GATHERED.get(entry.e);
    if (kind !== undefined) this.checkPart(kind, entry.signed[seat].payload, head);
    else if (entry.e === "seats") {
      this.markLogged("ready", entry, seat);
      for (const refused of own.byHash.values()) this.takeRefusal(refused);
    }
    else if ((entry.e === "act" || entry.e === "want") && entry.seat === seat && entry.signed) {
      this.mark("action", entry.signed.payload);
    } else if (entry.e === "vote" && entry.seat === seat) {
      if (this.mark("vote", entry.signed.payload)?.fields.about === seat) this.hasObjected = true;
    } else if (entry.e === "close" && entry.seat === seat) this.mark("close", entry.signed.payload);
    else if (entry.e === "void") {
      ceremony.shuffleVoided(head);
      this.isBlamed = entry.silent.includes(seat) && ceremony.wasAcknowledged && last !== "";
    }
  }

  /** @param {string} kind @param {Uint8Array} payload @param {Uint8Array} head */
  checkPart(kind, payload, head) {
    const newest = this.own?.newest(kind, head);
    const logged = this.mark(kind, payload);
    const isAltered = !logged && newest !== undefined && newest.acknowledged && !newest.refused;
    need(!isAltered, CHECK_OF[kind] ?? "chain", N_("our own part of the shuffle stands altered in the log"));
  }

  /** The consent of the own seat. @param {string} kind @param {Record<string, any>} entry @param {number} seat */
  markLogged(kind, entry, seat) {
    const at = entry.joining.length ? entry.joining.indexOf(seat) : seat;
    const envelope = entry.ready[at];
    const own = envelope && this.mark(kind, envelope.payload);
    need(!own?.withdrawn, "consent", N_("the host began a game that we had not agreed to any more"));
  }

  /** @param {string} kind @param {Uint8Array} payload @returns {OwnStatement | null} */
  mark(kind, payload) {
    const own = [...(this.own?.byHash.values() ?? [])].find((one) => one.what === kind && equal(one.payload, payload));
    if (!own) return null;
    own.logged = true;
    need(!own.byHost, "refusal", N_("the log holds a statement that the host had refused"));
    return own;
  }

  /** Take cards that were shown to the own seat. Throws Fault.
   * @param {number} round @param {number} epoch @param {Opening["row"][]} rows */
  addOpenings(round, epoch, rows) {
    this.early.push(...rows.map((row) => ({ round, epoch, row })));
    this.takeEarly();
  }

  /** Take the openings whose entries have come by now. Throws Fault. */
  takeEarly() {
    const { log } = this;
    const { seat } = log;
    if (seat === null) return;
    const waiting = this.early;
    this.early = [];
    for (const opening of waiting) {
      const { round, epoch, row } = opening;
      const [position, card, salt, path] = row;
      const place = `${round}/${epoch}/${position}`;
      if (round < log.state.round || (round === log.state.round && (log.state.isRoundOver || log.state.isShown)) || this.opened.has(place)) continue;
      if (round > log.state.round || !log.isGiven(seat, epoch, position)) {
        this.early.push(opening);
        continue;
      }
      this.transcript.addOpening(seat, round, epoch, row);
      log.take({ kind: "opening", seat, round, epoch, position, card, salt, path });
      this.opened.add(place);
      this.proven.add(card);
      this.openedCards.set(card, log.length);
    }
  }

  /** The host has refused a statement. Throws Fault if its signature does not hold, or the log has it.
   * @param {OwnStatement} own @param {string} code @param {Uint8Array | null} signed @param {boolean} [isBehind]
   *   whether the log is not complete here */
  refuse(own, code, signed, isBehind = false) {
    if (!signed) return;
    const isNew = !own.refused;
    own.refused = code;
    own.byHost = signed;
    this.own?.save();
    this.takeRefusal(own);
    if (!isNew || isBehind || this.log.seat === null) return;
    const says = N_("the host refused {action!r} for a reason that is not true");
    this.log.stopping(() => need(!isFalseRefusal(this, own, code), "refusal", says, { action: String(own.fields.do ?? own.what) }));
  }

  /** Add a refusal to the transcript, once, as soon as the own seat is known. Throws Fault. @param {OwnStatement} own */
  takeRefusal(own) {
    const { seat } = this.log;
    if (seat === null || !own.byHost || this.refusalsKept.has(own.hash)) return;
    this.refusalsKept.add(own.hash);
    this.transcript.addRefusal(seat, own);
    const { payload, signature, byHost: refusal, refused: code, what: statement } = own;
    this.log.take({ kind: "refusal", seat, statement, signature, refusal, code, payload });
  }

  /** Sign a vote on whether the host plays for the absent seat. @param {number} about @param {boolean} yes @returns {OwnStatement} */
  signVote(about, yes) {
    const { log, own } = this;
    if (!own || log.seat === null || log.fault) throw new Error("this page cannot vote here");
    const { session, round } = log.state;
    return own.sign("vote", log.voteAim(about), log.ownNewest, { session: session ?? ZEROS, round, about, yes });
  }

  /** Sign the wish that the game ends because all wait for a seat; about the own one: that it has done its part. @param {number} about
   * @returns {OwnStatement} */
  signClose(about) {
    const { log, own } = this;
    if (!own || log.seat === null || log.fault) throw new Error("this page cannot end this game");
    return own.sign("close", log.head, log.ownNewest, { about });
  }

  /** Sign an action aimed at the newest position. @param {string} action in the notation @returns {OwnStatement} */
  signAction(action) {
    const { log, own } = this;
    if (!own || log.seat === null || log.fault) throw new Error("this page cannot act here");
    const fields = { session: log.state.session ?? ZEROS, round: log.state.round, do: action };
    return own.sign("action", log.aim, log.ownNewest, fields);
  }
}

/** The cards that an action shows to all, as far as they come from a hand; all copies where it names none. An action has to name
 * the copy wherever two could be meant, so by a face alone the last one becomes known that did not lie open already.
 * @param {string} action in the notation @returns {number[]} */
function cardsGiven(action) {
  const [verb = "", ...words] = action.split(" ");
  const given = verb === "take" || verb === "want" ? words.slice(1) : verb === "swap" ? words.slice(0, 1) : words;
  return given.flatMap((word) => {
    const [name = ""] = word.split("=");
    const card = cardOf(name);
    return card === null ? [] : name.includes(".") ? [card] : copiesOf(card);
  });
}
