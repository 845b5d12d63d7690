/**
 * A round from its deal to its score. Source: protocol/FAIRNESS.md, "The play", "The end of a round". One action is in
 * aimed_actions.js, the host's clocks in clocks.js, what the opened secrets show in round_end.js.
 */

import { equal, hex, ZEROS } from "../core/bytes.js";
import { drawKey, Drbg, isOpening, shuffle } from "../core/deck.js";
import { N_ } from "../core/language.js";
import { readAction } from "../rules/actions.js";
import { rulesOf } from "../rules/games.js";
import { cardsToDeal } from "../rules/options.js";
import { Hidden, Illegal } from "../rules/round.js";
import { checkAction, checkDrawn, inRules } from "./aimed_actions.js";
import { Fault, need } from "./checks.js";
import { Clocks, rested } from "./clocks.js";
import { actionMoment, dealMoment, shuffleMoment, tableOf } from "./round_history.js";
import { dealHidden, drawHidden, insertHidden } from "./sealed_play.js";

/** @import { Round } from "../rules/round.js" */
/** @import { Moment } from "../sealed/sealed_round.js" */
/** @import { Entry } from "./forms.js" */
/** @import { GameLog, Sealed } from "./game_log.js" */
/** @typedef {{ index: number, pile: number[] }} Position */
/** What happened in a round, to be done again with all cards known: an action, a draw that a new stock was asked for by, a new
 * stock, cards put back.
 * @typedef {{ seat: number, text: string, why: string | null, t: number, drawn: number, index: number, isWanted?: boolean, putBack?: undefined } | { epoch: number, putBack?: undefined }
 *   | { putBack: number, index: number, epoch: number }} Step epoch: in a sealed deck that of the stock that is mixed with them */

export class RoundPlay {
  /** @param {GameLog} log */
  constructor(log) {
    this.log = log;
    /** Who judges by the positions of the round once its cards are open. @type {{ cardsShown: () => void, holdAgainst: (index: number | null, round: Round) => void } | null} */
    this.watcher = null;
    /** @type {Round | null} */
    this.round = null;
    /** @type {Step[]} */
    this.steps = [];
    /** By head: the positions of this round. @type {Map<string, Position>} */
    this.positions = new Map();
    /** Heads that what is no call may be aimed at now. @type {Set<string>} */
    this.aims = new Set();
    /** By seat: the entry of its own last action. @type {Map<number, number>} */
    this.acted = new Map();
    this.clocks = new Clocks(0);
    /** Whose turn all wait for, -1 for nobody's; since when; and whether that seat has objected in this wait. */
    this.onTurn = -1;
    this.waitBegan = 0;
    this.hasObjected = false;
    /** Seats that were played for by votes, and have neither acted nor objected since. @type {Set<number>} */
    this.stoodInFor = new Set();
    this.starter = 0;
    /** Where each card was last seen by all: the entry. @type {Map<number, number>} */
    this.seen = new Map();
    /** Of a sealed deck: the entry of the newest deal, and the cards turned up since. @type {Entry | null} */
    this.deal = null;
    /** @type {number[]} */
    this.turnedUp = [];
    /** Of a sealed deck: since when nobody can act, as parts of it are due. @type {number | null} */
    this.heldUpSince = null;
    /** The round with all cards known, once they are. @type {Round | null} */
    this.whole = null;
    /** The end of the last round, all cards known. @type {Round | null} */
    this.before = null;
    /** Who is new in this round. @type {number[]} */
    this.joining = [];
    /** Every round so far, each with all cards known once they are. @type {import("./round_history.js").RoundHistory[]} */
    this.history = [];
    /** What happened by the newest entry. @type {readonly import("./round_history.js").GameEvent[]} */
    this.events = [];
  }

  get rules() {
    return /** @type {import("../rules/games.js").Game} */ (rulesOf(this.log.variant));
  }

  get present() {
    return /** @type {Round} */ (this.round);
  }

  /** The position as all know it: clocks go by that. A page whose own cards are in `present` may not judge by them what the host did.
   * @returns {Round} */
  get publicRound() {
    const { present, log } = this;
    if (!log.hidden || log.isShown) return present;
    const { hidden } = log;
    const round = present.copy();
    for (const hand of round.hands) {
      for (const card of hidden.hiddenAmong([...hand.known])) {
        hand.known.delete(card);
        hand.unknown += 1;
        if (round.drawn === card) Object.assign(round, { drawn: null, drewHidden: true });
      }
    }
    return round;
  }

  /** The cards of the next shuffle. @returns {number[]} */
  get cardsDue() {
    const { log, rules } = this;
    if (log.isDealt) return [...this.present.cardsToShuffle].sort((a, b) => a - b);
    const seats = log.players.length;
    return cardsToDeal(log.variant, log.options, rules.playing ? this.playing.length : seats);
  }

  get playing() {
    const { players, joining } = this.log;
    return this.rules.playing?.(this.before, joining, players.length) ?? players.map((_, seat) => seat);
  }

  /** @param {Entry} entry @param {Moment} at */
  takeDeal(entry, at) {
    const { log } = this;
    const sealed = /** @type {Sealed} */ (log.shuffle);
    need(!log.isSealed || entry.up.length === 0, "opening", N_("a card of a sealed deck is turned up by one alone"));
    /** @type {number[]} */
    const to = [...entry.to];
    need(to.length <= sealed.cards.length, "position", N_("more cards are dealt than there are"));
    Object.assign(this, { steps: [], positions: new Map(), acted: new Map(), stoodInFor: new Set(), seen: new Map(), whole: null });
    this.clocks = new Clocks(Number(log.options.get("turn_seconds")));
    entry.up.forEach((/** @type {import("../core/deck.js").Opening} */ opening, /** @type {number} */ at) => {
      const deal = /** @type {import("./game_log.js").Epoch} */ (log.epochs.get(log.epoch)).deal;
      need(opening.position === to.length + at, "position", N_("a place of the deck was skipped or used twice"));
      need(isOpening(deal, opening, sealed.cards.length, sealed.root), "opening", N_("a card turned up is not the one sealed at its place"));
      this.seen.set(opening.card, log.index + 1);
      log.held("opening");
    });
    to.forEach((seat, position) => sealed.given.set(position, { seat, index: log.index + 1 }));
    sealed.next = to.length + entry.up.length;
    log.held("position", sealed.next);
    log.isDealt = true;
    log.forgivenVoids = log.voids.length;
    log.dealt = log.players;
    this.joining = log.joining;
    log.joining = [];
    this.starter = entry.starter;
    if (log.isSealed) return dealHidden(this, entry, at);
    const deck = sealed.cards.map(() => /** @type {number | null} */ (null));
    for (const { position, card } of entry.up) deck[position] = card;
    this.beginRound(entry, deck, entry.up.length, entry.t);
  }

  /** The position after an entry: whose turn all wait for. The wait for a seat begins anew behind what it signed itself.
   * @param {number} time @param {number} [signer] */
  noteTurn(time, signer = -1) {
    const seat = this.present.timers(1).find(({ kind }) => kind === "turn")?.seat ?? -1;
    if (seat === this.onTurn && seat !== signer) return;
    Object.assign(this, { onTurn: seat, waitBegan: time, hasObjected: false });
  }

  /** The position that a deal makes. @param {Entry} entry @param {(number | null)[]} deck as far as all know it @param {number} up how many cards were
   * turned up @param {number} t */
  beginRound(entry, deck, up, t) {
    const { log } = this;
    const round = this.checkDealt(entry, deck, up);
    this.round = round;
    this.clocks.note(round, t);
    this.onTurn = -1;
    this.noteTurn(t);
    this.history.push({ round: log.round, starter: entry.starter, moments: [], score: null });
    this.addMoment(dealMoment(round, { ...entry, t }));
  }

  /** Who begins, and who gets which card. @param {Entry} entry @param {(number | null)[]} deck as far as all know it @param {number} up */
  checkDealt(entry, deck, up) {
    const { log } = this;
    this.starter = this.starterDue(/** @type {Sealed} */ (log.shuffle));
    const round = this.begin(deck);
    need(entry.starter === this.starter, "first-seat", N_("another seat begins than the contributions give"));
    log.held("first-seat");
    const order = round.order;
    const dealt = round.hands.reduce((sum, _, seat) => sum + round.handCount(seat), 0);
    const isInTurn = entry.to.length === dealt && [...entry.to].every((seat, at) => seat === order[at % order.length]);
    need(isInTurn, "position", N_("the cards are dealt to other seats than the rules say"));
    need(up === 1 + round.cardsToPutBack, "position", N_("another number of cards is turned up than the rules say"));
    return round;
  }

  /** Who begins the round. @param {Sealed} sealed */
  starterDue(sealed) {
    const { log, before, rules } = this;
    const seats = log.players.length;
    if (before) return rules.nextStarter?.(before, this.joining, seats) ?? (before.starter + rules.step + seats) % seats;
    const named = rules.starterOption ? log.options.get(rules.starterOption) : null;
    const key = drawKey("first-key", sealed.z, sealed.pub);
    const drawn = () => rules.dealerDrawn?.(shuffle(Array.from({ length: 52 }, (_, card) => card), key), seats) ?? new Drbg(key).below(seats);
    const seat = typeof named === "number" ? named : drawn();
    return rules.namedSeat === "deals" ? (seat + 1) % seats : seat;
  }

  /** The round at its beginning. @param {(number | null)[]} deck its order, as far as it is known */
  begin(deck) {
    const { players, options, round: number, scores: totals } = this.log;
    try {
      return this.rules.begin({ options, players: players.length, starter: this.starter, number, totals, deck, before: this.before, joining: this.joining });
    } catch (problem) {
      if (problem instanceof Hidden) throw new Fault("position", problem.message);
      if (problem instanceof Illegal) throw new Fault("rules", problem.message);
      throw problem;
    }
  }

  /** Cards that were turned up go back into the stock. @param {Entry} entry @param {Moment} at */
  takeInsert(entry, at) {
    const { present: round, log } = this;
    need(round.cardsToPutBack === entry.count, "rules", N_("other cards are put back into the stock than the rules say"));
    const sealed = /** @type {Sealed} */ (log.shuffle);
    const lastUp = sealed.next - 1;
    if (log.isSealed) insertHidden(this, at);
    else sealed.back = Array.from({ length: entry.count }, (_, place) => lastUp - entry.count + place);
    const open = round.openCards();
    for (const card of this.seen.keys()) if (!open.has(card)) this.seen.delete(card);
    round.putBack(null);
    this.steps.push({ putBack: entry.count, index: log.index + 1, epoch: log.epoch });
    this.clocks.cut = null;
    this.clocks.note(round, entry.t);
    this.noteTurn(entry.t);
  }

  /** A position that actions may be aimed at stands behind the entry. @param {Uint8Array} head @param {number} index @param {boolean}
   *   [keepsAims] whether what was aimed before is well aimed after it, as after an answer to an offer */
  notePosition(head, index, keepsAims = false) {
    if (!keepsAims) this.aims.clear();
    this.aims.add(hex(head));
    this.positions.set(hex(head), { index, pile: this.present.pile });
  }

  /** An action, or one that a new stock is wanted for. @param {Entry} entry @param {Moment} at */
  takeAction(entry, at) {
    const { log, present: round } = this;
    const statement = checkAction(this, entry);
    if (entry.e === "want") {
      const action = readAction(entry.do);
      need(action && round.needsStock(entry.seat, action), "rules", N_("a new stock is asked for although none is due"));
      this.steps.push({ seat: entry.seat, text: entry.do, why: entry.why, t: entry.t, drawn: 0, index: log.index + 1, isWanted: true });
      log.wanted = entry;
      return;
    }
    const why = entry.why === "want" ? (log.wanted?.why ?? null) : entry.why;
    if (entry.why === "want") this.standStill(entry.t - (log.wanted?.t ?? entry.t));
    const [stock, isOpen] = [round.stockSize, round.stock !== null];
    round.played = [];
    this.play(entry, why);
    checkDrawn(this, entry, { drawn: Math.max(0, stock - round.stockSize), isOpen, played: round.played, statement });
    const asked = entry.why === "want" ? log.wanted : entry;
    this.noteTurn(entry.t, asked?.signed && log.hidden?.late?.seat !== entry.seat ? entry.seat : -1);
    this.acted.set(entry.seat, log.index + 1);
    log.wanted = null;
    if (log.hidden) drawHidden(this, entry, at);
  }

  get statements() {
    return /** @type {import("./signed_statements.js").Statements} */ (this.log.statements);
  }

  /** The seat has acted, and not only its program by the clock. @param {number} seat */
  hasActed(seat) {
    this.log.votes = this.log.votes.seen(seat, this.log.index + 1);
    this.stoodInFor.delete(seat);
  }

  /** A shuffle in mid-turn took so long: none of that is time of anybody. @param {number} millis */
  standStill(millis) {
    this.clocks.standStill(millis);
    this.waitBegan += millis;
  }

  /** The pile has become the stock: the shuffle that a draw asked for is there. @param {Entry} entry */
  takeNewStock(entry) {
    if (!this.log.isDealt || this.log.last === "insert") return;
    const round = this.present;
    this.steps.push({ epoch: this.log.epoch });
    round.reshuffle(null);
    this.clocks.cut = null;
    this.clocks.note(round, entry.t);
    this.noteTurn(entry.t);
    this.addMoment(shuffleMoment(round, entry.t));
  }

  /** Do the action by the rules. @param {Entry} entry @param {string | null} why */
  play(entry, why) {
    const { present: round, log } = this;
    const step = { seat: entry.seat, text: entry.do, why, t: entry.t, drawn: entry.drawn, index: log.index + 1 };
    if (!log.isShown) this.steps.push(step);
    const [open, before] = [round.openCards(), tableOf(round)];
    inRules(() => round.act(entry.seat, entry.do));
    for (const card of round.openCards()) if (!open.has(card)) this.seen.set(card, log.index + 1);
    log.held("rules");
    this.clocks.note(round, entry.t, isAnswer(entry.do));
    this.addMoment(actionMoment(round, before, step));
  }

  /** @param {import("./round_history.js").Moment} moment */
  addMoment(moment) {
    this.history.at(-1)?.moments.push(moment);
    this.events = moment.events.filter(({ event }) => event !== "round_ended" && event !== "game_ended"); // the score follows
  }

  /** The seat has signed that it is there: what it has time for begins again, once each. @param {number} seat @param {number} t */
  object(seat, t) {
    this.clocks.object(seat, t);
    this.stoodInFor.delete(seat);
    if (this.onTurn === seat && !this.hasObjected) Object.assign(this, { waitBegan: t, hasObjected: true });
  }

  /** The table begins to rest, or goes on: what it rested is no time of a wait. @param {Entry} entry */
  takePause(entry) {
    const { log } = this;
    const began = log.pausedAt;
    log.pausedAt = entry.on ? entry.t : null;
    if (began === null) return;
    this.clocks.pauseEnded(began, entry.t);
    log.votes = log.votes.pauseEnded(began, entry.t);
    this.waitBegan = rested(this.waitBegan, began, entry.t);
    log.stands.since = rested(log.stands.since, began, entry.t);
  }
}

/** Whether an action answers an offer: what was aimed before it is well aimed after it. @param {string} text */
export function isAnswer(text) {
  return /^(want|waive)\b/.test(text);
}
