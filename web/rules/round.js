/**
 * What a round of every game has: hands, stock, pile, melds, and whose turn it is. With all cards known, or as somebody sees
 * it who knows only what is public: then a hand is the cards known to be in it and a number of others, and the stock a number.
 *
 * @typedef {{ known: Set<number>, unknown: number }} Hand
 * @typedef {{ cards: number[], by: number[] }} Meld by: who laid each card, in the same order
 * @typedef {import("./actions.js").Action} Action
 * @typedef {Map<string, import("../core/msgpack.js").Value>} Options
 */
/**
 * What a clock may do for a seat; `kind` "turn": the option `turn_seconds`; "rule": a wait of the game itself.
 * @typedef {object} Timer
 * @property {number} seat
 * @property {"turn" | "rule"} kind
 * @property {number} seconds
 * @property {string | null} text the action; null where it depends on a hidden card
 * @property {readonly string[]} verbs the first words that it can have then
 */
/**
 * A round before its first action.
 * @typedef {object} Begin
 * @property {number} players
 * @property {number} starter
 * @property {Options} [options]
 * @property {number} [number] of the round, from 1
 * @property {number[]} [totals] of the game so far
 * @property {Hand[]} hands
 * @property {number[] | number} stock top first, or how many where they are not known
 * @property {number[]} pile oldest first
 * @property {number} shuffles how many new stocks there may be
 * @property {number} [idle] after how many in a row without a lay there is no other one; 0: any number. If not given, the option says it
 */

import { DECK, deckOf } from "../core/cards.js";
import { N_ } from "../core/language.js";
import { wordText } from "./actions.js";

export const HANDS = N_("this program does not know the game with hands of so many cards");

/** An action is against the rules. Its message is a sentence. */
export class Illegal extends Error {}

/** A card that has to lie open is not known. Its message is a sentence. */
export class Hidden extends Error {}

/** Of a seat in a round, as the rules of the package have it. */
const MOST_FALSE_CALLS = 10;

/** @param {unknown} holds @param {string} sentence @returns {asserts holds} */
export function demand(holds, sentence) {
  if (!holds) throw new Illegal(sentence);
}

/** What a round is dealt from: the deck's cards, null where they are not known. @typedef {(number | null)[]} Deck */

/**
 * The hands of a round, one card at a time to the seats in this order; other seats get none.
 * @param {Deck} deck @param {number} players @param {number[]} order @param {number} size @returns {Hand[]}
 */
export function dealHands(deck, players, order, size) {
  const hands = Array.from({ length: players }, () => /** @type {Hand} */ ({ known: new Set(), unknown: 0 }));
  for (let at = 0; at < size * order.length; at += 1) {
    const hand = /** @type {Hand} */ (hands[order[at % order.length] ?? 0]);
    const card = deck[at];
    if (typeof card === "number") hand.known.add(card);
    else hand.unknown += 1;
  }
  return hands;
}

/** The seats, clockwise from one of them. @param {number} first @param {number} players */
export function clockwise(first, players) {
  return Array.from({ length: players }, (_, step) => (first + step) % players);
}

/** The rest of a deck as a stock: its cards, or how many. @param {Deck} rest @returns {number[] | number} */
export function stockOf(rest) {
  return rest.every((card) => card !== null) ? /** @type {number[]} */ (rest) : rest.length;
}

/** A card that lies open. Throws Hidden where it is not known. @param {Deck} deck @param {number} at @returns {number} */
export function openCard(deck, at) {
  const card = deck[at];
  if (typeof card !== "number") throw new Hidden(N_("another number of cards is turned up than the rules say"));
  return card;
}

export class Round {
  /** So many packs of cards are in play. */
  decks = 1;
  players = 0;
  starter = 0;
  /** @type {Options} */
  options = new Map();
  number = 1;
  /** Of the game so far, by seat. @type {number[]} */
  totals = [];
  turn = 0;
  phase = "pickup";
  /** @type {Hand[]} */
  hands = [];
  /** Top first; null where it is not known. @type {number[] | null} */
  stock = null;
  stockSize = 0;
  /** Oldest first. @type {number[]} */
  pile = [];
  /** @type {Meld[]} */
  melds = [];
  shufflesLeft = 0;
  idleStocks = 0;
  /** New stocks made since anything was laid. */
  stocksSinceLay = 0;
  /** @type {number | null} */
  out = null;
  /** The card drawn in this turn, where it is known; and whether one was drawn that is not. @type {number | null} */
  drawn = null;
  drewHidden = false;
  /** By seat: how many false calls it has paid for in this round. @type {number[]} */
  falseCalls = [];
  /** The cards that have left a hand, in order: a sealed deck asks of each action which hidden ones. @type {number[]} */
  played = [];

  /** @param {Begin} begin */
  constructor({ players, starter, options = new Map(), number = 1, totals = [], hands, stock, pile, shuffles, idle = Number(options.get("idle_stocks") ?? 0) }) {
    this.players = players;
    this.starter = starter;
    this.options = options;
    this.number = number;
    this.totals = totals;
    this.turn = starter;
    this.hands = hands;
    this.setStock(stock);
    this.pile = pile;
    this.shufflesLeft = shuffles;
    this.idleStocks = idle;
    this.falseCalls = Array(players).fill(0);
  }

  /** A round of its own, to try something in. What its lists hold is never changed, but for hands. @returns {this} */
  copy() {
    const own = Object.assign(Object.create(Object.getPrototypeOf(this)), this);
    for (const [name, value] of Object.entries(this)) {
      if (Array.isArray(value)) own[name] = [...value];
      else if (value instanceof Set) own[name] = new Set(value);
      else if (value instanceof Map) own[name] = new Map(value);
    }
    own.hands = this.hands.map(({ known, unknown }) => ({ known: new Set(known), unknown }));
    return own;
  }

  /** Who plays the round, clockwise from the starter. */
  get order() {
    return clockwise(this.starter, this.players);
  }

  // -- hands

  /** @param {number} seat @returns {Hand} */
  hand(seat) {
    const hand = this.hands[seat];
    demand(hand, N_("there is no such seat"));
    return hand;
  }

  /** Cards in a hand. @param {number} seat */
  handCount(seat) {
    const hand = this.hand(seat);
    return hand.known.size + hand.unknown;
  }

  /** Whether a card is known to be somewhere. @param {number} card */
  isSeen(card) {
    return this.openCards().has(card) || this.hands.some(({ known }) => known.has(card)) || (this.stock?.includes(card) ?? false);
  }

  /** The cards that lie open: pile and melds. @returns {Set<number>} */
  openCards() {
    return new Set([...this.pile, ...this.melds.flatMap(({ cards }) => cards)]);
  }

  /** Whether the cards can be in a hand. @param {number} seat @param {number[]} cards */
  checkHeld(seat, cards) {
    const hand = this.hand(seat);
    demand(new Set(cards).size === cards.length, N_("a card is named twice"));
    const hidden = cards.filter((card) => !hand.known.has(card));
    demand(hidden.length <= hand.unknown && !hidden.some((card) => this.isSeen(card)), N_("a card that is played is not in the hand"));
  }

  /** Cards leave a hand, in the order in which they are laid. @param {number} seat @param {number[]} cards */
  removeCards(seat, cards) {
    const hand = this.hand(seat);
    this.played.push(...cards);
    for (const card of cards) if (!hand.known.delete(card)) hand.unknown -= 1;
  }

  /** @param {number} seat @param {Iterable<number>} cards */
  addCards(seat, cards) {
    for (const card of cards) this.hand(seat).known.add(card);
  }

  /** A hidden card of a hand is this one. Whether it could be is answered. @param {number} seat @param {number} card */
  reveal(seat, card) {
    const hand = this.hand(seat);
    if (hand.unknown === 0 || this.isSeen(card)) return false;
    hand.known.add(card);
    hand.unknown -= 1;
    // Openings come in the order of the draws: the last card to be known is the one drawn last.
    if (hand.unknown === 0 && this.drewHidden && seat === this.turn) this.drawn = card;
    return true;
  }

  // -- pile and melds

  /** Take what lies in the pile from a place on; -1: its top. @param {number} at @returns {number[]} */
  takeFromPile(at) {
    const cards = this.pile.slice(at);
    this.pile = this.pile.slice(0, at);
    return cards;
  }

  /** A card of a hand goes onto the pile. @param {number} seat @param {number} card */
  throwOnPile(seat, card) {
    this.checkHeld(seat, [card]);
    this.removeCards(seat, [card]);
    this.pile = [...this.pile, card];
  }

  /** @param {number} on @returns {this["melds"][number]} */
  meldAt(on) {
    const meld = this.melds[on];
    demand(meld, N_("there is no such meld"));
    return meld;
  }

  /** Cards lie on the table as one meld: a new one, or in place of the *old* one, whose cards stay those of who laid them.
   * @param {number} seat @param {number[]} cards @param {Meld | null} [old] */
  layCards(seat, cards, old = null) {
    const meld = { cards, by: cards.map((card) => old?.by[old.cards.indexOf(card)] ?? seat) };
    if (old) this.exchangeMeld(old, meld);
    else this.addMeld(meld);
  }

  /** @param {Meld} meld */
  addMeld(meld) {
    this.setMelds([...this.melds, meld]);
  }

  /** @param {Meld} before @param {Meld} after */
  exchangeMeld(before, after) {
    this.setMelds(this.melds.map((meld) => (meld === before ? after : meld)));
  }

  /** Something was laid. @param {Meld[]} melds */
  setMelds(melds) {
    this.melds = melds;
    this.stocksSinceLay = 0;
  }

  /** The words of a meld's cards, as they lie. @param {Meld} meld */
  meldWords(meld) {
    return meld.cards.map((card, at) => wordText({ face: card % DECK, deck: this.decks === 1 ? null : deckOf(card), as: this.standsFor(meld, at) }));
  }

  /** What a card of a meld stands for; null: for itself. @param {any} _meld @param {number} _at @returns {import("./actions.js").Place | null} */
  standsFor(_meld, _at) {
    return null;
  }

  // -- stock

  /** @param {number[] | number} stock top first, or how many */
  setStock(stock) {
    this.stock = typeof stock === "number" ? null : [...stock];
    this.stockSize = typeof stock === "number" ? stock : stock.length;
  }

  /** The top of the stock goes to a hand. @param {number} seat @returns {number | null} the card, where it is known */
  takeTop(seat) {
    demand(this.stockSize > 0, N_("the stock is empty"));
    const card = this.stock?.shift();
    if (card === undefined) this.hand(seat).unknown += 1;
    else this.hand(seat).known.add(card);
    this.stockSize -= 1;
    return card ?? null;
  }

  /** The player on turn draws. */
  drawTop() {
    this.drawn = this.takeTop(this.turn);
    this.drewHidden = this.drawn === null;
  }

  /** The turn goes on to another seat, which begins with a pick-up. @param {number} seat */
  beginTurn(seat) {
    this.turn = seat;
    this.phase = "pickup";
    this.drawn = null;
    this.drewHidden = false;
  }

  /** Whether a draw is possible once the pile has become the stock. */
  get canShuffle() {
    return this.stockSize === 0 && this.shufflesLeft > 0 && this.pile.length >= 2 && !this.isLastStock;
  }

  /** Whether the round ends with this stock unless somebody lays. */
  get isLastStock() {
    return this.idleStocks > 0 && this.stocksSinceLay >= this.idleStocks;
  }

  get canDraw() {
    return this.stockSize > 0 || this.canShuffle;
  }

  /** The cards that a new stock is made of: the pile but its top. */
  get cardsToShuffle() {
    return this.pile.slice(0, -1);
  }

  /** The pile but its top becomes the stock. @param {number[] | null} order top first, where it is known */
  reshuffle(order) {
    this.setStock(order ?? this.pile.length - 1);
    this.pile = this.pile.slice(-1);
    this.shufflesLeft -= 1;
    this.stocksSinceLay += 1;
  }

  /** Whether what a seat does is right but for the new stock that it has to wait for. @param {number} seat @param {Action} action */
  needsStock(seat, action) {
    return action.do === "draw" && this.phase === "pickup" && seat === this.turn && this.canShuffle;
  }

  /** How many cards that were turned up have to go back into the stock before play goes on. */
  get cardsToPutBack() {
    return 0;
  }

  /** Whether who cannot draw may pass whatever lies there: with a sealed deck nobody else can say what a hand could use. */
  get passesFreely() {
    return this.options.get("deck") === "sealed";
  }

  /** Put them back. @param {number[] | null} _places how many cards lie above each, where that is known */
  putBack(_places) {}

  // -- calls

  /** Every call whose play lies there, also those for which it is too late or that only others may make: its cards and the meld that they go to.
   * @returns {{ cards: readonly number[], on: number | null }[]} */
  get lying() {
    return [];
  }

  /** Whether it is a time at which a false call of a seat counts. @param {number} _seat */
  mayCost(_seat) {
    return this.phase !== "over";
  }

  /** Whether the play of a call is not there, and the table has set a price for that. @param {number} seat @param {Action} action */
  isFalseCall(seat, action) {
    const isFree = !this.options.get("false_call_points") && !this.options.get("false_call_cards");
    if (action.do !== "rummy" || isFree || !this.hands[seat] || !this.mayCost(seat) || (this.falseCalls[seat] ?? 0) >= MOST_FALSE_CALLS) return false;
    const { play } = action;
    // By the cards: one written in another order is there, and is refused for its spelling.
    const words = new Set(play.cards.map(({ face, deck, as }) => (deck === null && as === null ? face : -1)));
    const on = play.do === "lay" ? play.on : null;
    return !this.lying.some((one) => one.on === on && one.cards.length === words.size && one.cards.every((card) => words.has(card)));
  }

  /** The price of a false call: points at the end of the round, cards of the stock as far as there are any. @param {number} seat */
  payFalseCall(seat) {
    this.falseCalls[seat] = (this.falseCalls[seat] ?? 0) + 1;
    const count = Math.min(Number(this.options.get("false_call_cards")), this.stockSize);
    for (let left = count; left > 0; left -= 1) this.takeTop(seat);
    // Nobody outside could tell any more which card of the hand its turn began with: the turn clock throws the cheapest.
    if (count > 0 && seat === this.turn) Object.assign(this, { drawn: null, drewHidden: false });
  }

  /** Points of the round less what false calls cost. @param {number[]} points */
  lessFalseCalls(points) {
    const price = Number(this.options.get("false_call_points") ?? 0);
    return points.map((gained, seat) => gained - price * (this.falseCalls[seat] ?? 0));
  }

  // -- what the verifier asks

  /** Do what a seat does, as it is written. Throws Illegal. @param {number} _seat @param {string} _text */
  act(_seat, _text) {}

  /** What may be legal of what not every game has: takes, plays, answers. @param {number} _seat @param {readonly number[]} _hand @returns {Iterable<string>} */
  candidates(_seat, _hand) {
    return [];
  }

  /** Whether play is over, so that all hands may be shown. */
  get isPlayed() {
    return this.phase === "over";
  }

  /** Whether an action may be aimed at an earlier position: a call, an answer to an offer. @param {Action} action @returns {boolean} */
  races(action) {
    return action.do === "rummy";
  }

  /** Whether a call brings cards of the pile into the hand. */
  get callTakes() {
    return true;
  }

  /** The calls that are possible, and who made each so. @returns {{ text: string, by: number }[]} */
  get calls() {
    return [];
  }

  /** The cards of a pile that an action which races would bring. @param {Action} _action @param {readonly number[]} _pile @returns {number[]} */
  bringsFrom(_action, _pile) {
    return [];
  }

  /** The clocks that run. @param {number} turnSeconds 0: there is no turn clock @returns {Timer[]} */
  timers(turnSeconds) {
    return turnSeconds > 0 && this.phase !== "over" ? [this.turnTimer(turnSeconds)] : [];
  }

  /** @param {number} seconds @returns {Timer} */
  turnTimer(seconds) {
    return { seat: this.turn, kind: "turn", seconds, text: this.leftToTheClock(), verbs: this.clockVerbs };
  }

  /** What the turn clock does for the seat on turn; null where a hidden card decides. @returns {string | null} */
  leftToTheClock() {
    return null;
  }

  /** @returns {readonly string[]} */
  get clockVerbs() {
    return ["throw"];
  }

  /** By seat the points of the cards it has laid; empty where only hands count. @returns {number[]} */
  get onTable() {
    return [];
  }

  /** The round as one in which a seat acts that may do so before it is due. @param {number} _seat @returns {Round} */
  ahead(_seat) {
    return this;
  }

  /** What only this game has, named as in `rummynet engine`, for those who look at the table. @returns {{ [key: string]: any }} */
  get ownFacts() {
    return {};
  }

  /** Seconds after which a seat need not wait for the answers of others; null: it has to wait. @param {number} _seat @returns {number | null} */
  hurries(_seat) {
    return null;
  }

  /** Who has to act; -1: nobody. */
  get actor() {
    return this.phase === "over" ? -1 : this.turn;
  }

  /** Whether the host keeps what is no call for a while, so that something else may come first. */
  get holdsBack() {
    return false;
  }

  /** Whether the points are counted: play is over, and all cards are known. */
  get isCounted() {
    return this.phase === "over" && this.hands.every(({ unknown }) => unknown === 0);
  }

  /** The points of the round and what follows from them; all cards are known. @returns {Result} */
  result() {
    return { out: this.out, points: [], totals: [], winner: null, finished: false };
  }
}

/** @typedef {{ out: number | null, points: number[], totals: number[], winner: number | null, finished: boolean }} Result */

/**
 * The only one among seats that is ahead: with the most points, and of several the one who was ahead before; null: nobody is.
 * @param {number[]} totals @param {number[]} before
 */
export function leader(totals, before) {
  const highest = Math.max(...totals);
  const level = totals.flatMap((total, seat) => (total === highest ? [seat] : []));
  const most = Math.max(...level.map((seat) => before[seat] ?? 0));
  const ahead = level.filter((seat) => before[seat] === most);
  return ahead.length === 1 ? (ahead[0] ?? null) : null;
}

/** The end of a round whose points are gains, where the highest total wins: once it has reached the option `target`, or after as many
 * rounds as the option `deals` says. @param {Round} round @param {number[]} points @returns {Result} */
export function scoresWithGains(round, points) {
  const totals = points.map((one, seat) => one + (round.totals[seat] ?? 0));
  const deals = Number(round.options.get("deals"));
  const due = deals > 0 ? round.number >= deals : Math.max(...totals) >= Number(round.options.get("target"));
  const winner = due ? leader(totals, round.totals) : null;
  return { out: round.out, points, totals, winner, finished: winner !== null };
}
