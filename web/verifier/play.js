/**
 * A round from its deal to its score. Source: protocol/FAIRNESS.md, "The play", "Votes", "The end of a round". The rules are
 * known for Keilty rummy; of other games everything is checked that does not need their rules. One action is in
 * action_checks.js, what the opened secrets show in round_end.js.
 */

import { equal, hex, ZEROS } from "../core/bytes.js";
import { Drbg, firstKey, isOpening } from "../core/deck.js";
import { N_ } from "../core/language.js";
import { parseAction } from "../core/notation.js";
import { handSize, Illegal, KeiltyRound } from "../rules/keilty.js";
import { checkAction, checkDrawn } from "./action_checks.js";
import { Fault, need } from "./checks.js";
import { dealMoment, momentOf, shuffleMoment } from "./round_history.js";
import { Votes } from "./votes.js";

/** @typedef {import("./forms.js").Entry} Entry */
/** @typedef {import("./game_log.js").GameLog} GameLog */
/** @typedef {import("./game_log.js").Sealed} Sealed */
/** @typedef {{ index: number, pile: number[] }} Position */
/** What happened in a round, to be done again with all cards known: an action, or a new stock.
 * @typedef {{ seat: number, text: string, why: string | null, t: number } | { epoch: number }} Step */
/** @typedef {import("./round_history.js").Moment} Moment */
/** @typedef {import("./round_history.js").RoundHistory} RoundHistory */

export class RoundPlay {
  /** @param {GameLog} log */
  constructor(log) {
    this.log = log;
    this.votes = new Votes();
    /** @type {KeiltyRound | null} */
    this.round = null;
    /** @type {Step[]} */
    this.steps = [];
    /** By head: the positions of this round. @type {Map<string, Position>} */
    this.positions = new Map();
    /** Heads that what is no call may be aimed at now. @type {Set<string>} */
    this.aims = new Set();
    /** By seat: the entry of its own last action; and of its last signature. @type {Map<number, number>} */
    this.acted = new Map();
    /** @type {Map<number, number>} */
    this.signed = new Map();
    /** Heads after votes of this round, and where. @type {Map<string, number>} */
    this.voteHeads = new Map();
    this.turnBegan = 0;
    /** Whose turn all wait for, -1 for nobody's; since when; and whether that seat has objected to votes about it. */
    this.onTurn = -1;
    this.waitBegan = 0;
    this.hasObjected = false;
    this.starter = 0;
    /** Where each card was last seen by all: the entry. @type {Map<number, number>} */
    this.seen = new Map();
    /** The round with all cards known, once they are. @type {KeiltyRound | null} */
    this.whole = null;
    /** Who began the last round. */
    this.lastStarter = -1;
    /** Every round so far, each with all cards known once they are. @type {RoundHistory[]} */
    this.history = [];
  }

  get knowsRules() {
    return this.log.variant === "keilty";
  }

  /** @param {Entry} entry */
  takeDeal(entry) {
    const { log } = this;
    const seats = log.players.length;
    const sealed = /** @type {Sealed} */ (log.shuffle);
    need(entry.starter < seats, "first-seat", N_("another seat begins than the contributions give"));
    if (this.knowsRules) {
      const named = log.options.get("first_starter");
      const drawn = () => new Drbg(firstKey(sealed.z, sealed.pub)).below(seats);
      const due = this.lastStarter >= 0 ? (this.lastStarter + seats - 1) % seats : typeof named === "number" ? named : drawn();
      need(entry.starter === due, "first-seat", N_("another seat begins than the contributions give"));
      log.held("first-seat");
    }
    this.checkDealt(entry, sealed);
    Object.assign(this, { votes: new Votes(), steps: [], positions: new Map(), acted: new Map(), signed: new Map(), voteHeads: new Map(), seen: new Map(), whole: null });
    entry.up.forEach((/** @type {import("../core/deck.js").Opening} */ opening) => {
      const deal = /** @type {import("./game_log.js").Epoch} */ (log.epochs.get(log.epoch)).deal;
      const due = entry.to.length + entry.up.indexOf(opening);
      need(opening.position === due, "position", N_("a place of the deck was skipped or used twice"));
      need(isOpening(deal, opening, sealed.cards.length, sealed.root), "opening", N_("a card turned up is not the one sealed at its place"));
      this.seen.set(opening.card, log.index + 1);
      log.held("opening");
    });
    [...entry.to].forEach((seat, position) => sealed.given.set(position, { seat, index: log.index + 1 }));
    sealed.next = entry.to.length + entry.up.length;
    log.held("position", sealed.next);
    log.isDealt = true;
    log.dealt = log.players;
    this.starter = entry.starter;
    this.lastStarter = entry.starter;
    this.turnBegan = entry.t;
    if (this.knowsRules) {
      this.round = this.begin(entry.up[0].card, null);
      this.history.push({ round: log.round, starter: entry.starter, moments: [dealMoment(this.round, entry)], score: null });
    }
    this.onTurn = -1;
    this.noteTurn(entry.t, -1);
  }

  /** Whose turn it is after an entry; the wait for one begins anew behind what it signed itself. @param {number} time @param {number} signer */
  noteTurn(time, signer) {
    const seat = this.round && this.round.phase !== "over" ? this.round.turn : -1;
    if (seat === this.onTurn && seat !== signer) return;
    Object.assign(this, { onTurn: seat, waitBegan: time, hasObjected: false });
  }

  /** @param {Entry} entry @param {Sealed} sealed */
  checkDealt(entry, sealed) {
    const seats = this.log.players.length;
    /** @type {number[]} */
    const to = [...entry.to];
    need(to.every((seat) => seat < seats), "position", N_("cards are dealt to a seat that is not there"));
    need(to.length + entry.up.length <= sealed.cards.length, "position", N_("more cards are dealt than there are"));
    if (!this.knowsRules) return;
    const hand = handSize(seats, Number(this.log.options.get("hand")));
    const inTurn = to.length === hand * seats && to.every((seat, at) => seat === (entry.starter + at) % seats);
    need(inTurn && entry.up.length === 1, "position", N_("the cards are dealt to other seats than the rules say"));
  }

  /** The round at its beginning. @param {number} up @param {number[] | null} deck its order, where it is known */
  begin(up, deck) {
    const { players, options } = this.log;
    const hand = handSize(players.length, Number(options.get("hand")));
    const dealt = hand * players.length;
    const hands = deck
      ? players.map((_, seat) => deck.slice(0, dealt).filter((_card, at) => (this.starter + at) % players.length === seat))
      : hand;
    const stock = deck ? deck.slice(dealt + 1) : 52 - dealt - 1;
    return new KeiltyRound({ players: players.length, starter: this.starter, up, shuffles: Number(options.get("reshuffle_limit")), hands, stock });
  }

  /** A position that actions may be aimed at stands behind the entry. @param {Uint8Array} head @param {number} index @param {boolean}
   *   [keepsAims] whether what was aimed before is well aimed after it, as after an answer to an offer */
  notePosition(head, index, keepsAims = false) {
    if (!keepsAims) this.aims.clear();
    this.aims.add(hex(head));
    this.positions.set(hex(head), { index, pile: this.round?.pile ?? [] });
  }

  /** An action, or one that a new stock is wanted for. @param {Entry} entry */
  takeAction(entry) {
    const { log } = this;
    need((entry.signed === null) !== (entry.why === null), "action-signature", N_("an action is neither signed nor said to be the host's, or both"));
    if (entry.why !== "want") checkAction(this, entry);
    if (entry.e === "want") {
      const fits = this.round ? entry.do === "draw" && this.round.turn === entry.seat && this.round.phase === "pickup" && this.round.canShuffle : true;
      need(fits, "rules", N_("a new stock is asked for although none is due"));
      log.wanted = entry;
      return;
    }
    const why = entry.why === "want" ? (log.wanted?.why ?? null) : entry.why;
    if (entry.why === "want") this.renewStock();
    this.play(entry, why);
    checkDrawn(this, entry);
    const asked = entry.why === "want" ? log.wanted : entry;
    this.noteTurn(entry.t, asked?.signed ? entry.seat : -1);
    this.acted.set(entry.seat, log.index + 1);
    log.wanted = null;
  }

  get statements() {
    return /** @type {import("./statements.js").Statements} */ (this.log.statements);
  }

  /** @param {number} seat */
  hasSigned(seat) {
    this.votes.seen(seat);
    this.signed.set(seat, this.log.index + 1);
  }

  /** The pile has become the stock: the shuffle that the draw asked for is there. */
  renewStock() {
    this.steps.push({ epoch: this.log.epoch });
    if (!this.round) return;
    this.round.reshuffle(null);
    this.history.at(-1)?.moments.push(shuffleMoment(this.round, this.log.time));
  }

  /** Do the action by the rules, as far as they are known. @param {Entry} entry @param {string | null} why */
  play(entry, why) {
    this.noteSeen(entry);
    const step = { seat: entry.seat, text: entry.do, why, t: entry.t };
    this.steps.push(step);
    if (!this.round) return;
    const turn = this.round.turn;
    try {
      this.round.apply(entry.seat, /** @type {import("../core/notation.js").Action} */ (parseAction(entry.do)));
    } catch (problem) {
      if (problem instanceof Illegal) throw new Fault("rules", problem.message);
      throw problem;
    }
    this.log.held("rules");
    this.history.at(-1)?.moments.push(momentOf(this.round, step));
    if (this.round.turn !== turn) this.turnBegan = entry.t;
  }

  /** Cards that an action names lie open from here on. @param {Entry} entry */
  noteSeen(entry) {
    if (!this.knowsRules) return;
    const action = parseAction(entry.do);
    if (!action || action.do === "draw" || action.do === "pass") return;
    const cards = action.do === "throw" ? [action.card] : "play" in action ? action.play.cards : action.cards;
    for (const card of cards) this.seen.set(card, this.log.index + 1);
  }

  /** @param {Entry} entry */
  takeVote(entry) {
    const { log } = this;
    const player = log.players[entry.seat];
    need(player, "action-signature", N_("a vote is of or about a seat that is not there"));
    need(!log.bots.includes(entry.seat), "action-signature", N_("a bot of the host's has voted"));
    const vote = this.statements.take("vote", entry.signed, player.key, entry.t, "action-signature");
    const fits = equal(vote.session, log.session ?? ZEROS) && vote.round === log.round;
    need(fits, "action-signature", N_("a vote is for another round"));
    need(vote.about < log.players.length, "action-signature", N_("a vote is of or about a seat that is not there"));
    const objects = vote.about === entry.seat;
    need(!(objects && vote.yes), "action-signature", N_("a player has voted for being played for"));
    log.held("action-signature");
    const head = hex(vote.head);
    const position = this.positions.get(head)?.index;
    const at = position ?? this.voteHeads.get(head);
    need(at !== undefined, "stale-action", N_("a vote was aimed at no position of this round"));
    need(at >= (this.signed.get(vote.about) ?? -1), "stale-action", N_("a vote is about somebody who has acted since"));
    const before = this.votes.lastOf(entry.seat, vote.about);
    if (before >= 0) need(position !== undefined && position > before, "stale-action", N_("a second vote about a seat met no new position"));
    log.held("stale-action");
    if (!objects) this.hasSigned(entry.seat);
    else if (this.onTurn === entry.seat) this.hasObjected = true;
    this.votes.add(entry.seat, vote.about, vote.yes, log.index + 1);
  }

  /** @param {Uint8Array} head @param {number} index */
  noteVote(head, index) {
    this.voteHeads.set(hex(head), index);
  }
}
