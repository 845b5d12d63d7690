/**
 * A round of Crummy rummy (docs/rules/crummy.md). A run is its suit and the place of its first card, from 0 (the ace below the
 * two's place) to 13 (the ace above the king); a set is a rank. What a wild card stands for follows from where it lies.
 *
 * @typedef {{ kind: "run", suit: number, from: number } | { kind: "set", rank: number }} Pattern
 * @typedef {import("./round.js").Meld & { is: Pattern }} CrummyMeld
 * @typedef {import("./actions.js").Word} Word
 * @typedef {import("./actions.js").Action} Action
 */

import { cardName, DECK, faceName, isJoker, rankOf, suitOf } from "../core/cards.js";
import { N_ } from "../core/language.js";
import { readAction } from "./actions.js";
import { contractNumber, CONTRACTS, isWild, SHORTEST_RUN } from "./contracts.js";
import { crummyPlays } from "./crummy_plays.js";
import { cardsHeld, cardsMeant, takeOpen } from "./decks.js";
import { clockwise, dealHands, demand, openCard, Round, stockOf } from "./round.js";

const SHORTEST_SET = 3; // docs/rules/crummy.md, as the other numbers here
/** Seconds that a card is offered at least. */
// Less, and nobody could answer before the next player acts (docs/rules/crummy.md).
const LEAST_OFFER = 2;
/** @type {{ [verb: string]: string }} */
const PHASES = { draw: "pickup", take: "pickup", pass: "pickup", want: "offer", waive: "offer", contract: "play", lay: "play", swap: "play", throw: "play" };

/** @param {number} card */
function cost(card) {
  if (isWild(card) || rankOf(card) === 0) return 15;
  return rankOf(card) < 8 ? 5 : 10;
}

export class CrummyRound extends Round {
  /** @param {import("./round.js").Begin & { decks: number, aside: number[] }} begin */
  constructor(begin) {
    super(begin);
    this.decks = begin.decks;
    /** Wild cards turned up, which go back into the stock. */
    this.aside = begin.aside;
    this.phase = begin.aside.length ? "turnup" : "pickup";
    /** Who has to answer an offer. @type {number | null} */
    this.asked = null;
    this.hasLaid = Array(this.players).fill(false);
    this.takes = 0;
    /** By seat: how many cards it has had out of turn. @type {number[]} */
    this.bought = Array(this.players).fill(0);
    /** The number of the contract, from 1. */
    this.contract = contractNumber(this.options, this.number);
  }

  /** Whether the contract is the one that takes every card of the hand. */
  get takesWholeHand() {
    return this.contract === CONTRACTS.length;
  }

  /** @type {CrummyMeld[]} */
  melds = [];

  /** The faces that would go on a run. @param {CrummyMeld} meld @returns {number[]} */
  placesOf({ is, cards }) {
    if (is.kind === "set") return [];
    const { low, high } = endsOf(is, cards.length, this.options.get("ace_low") === true);
    return [...new Set([low, high].flatMap((place) => (place === null ? [] : [13 * is.suit + (place % 13)])))];
  }

  /** @param {number} seat @param {readonly number[]} hand @returns {Iterable<string>} */
  *candidates(seat, hand) {
    const top = this.pile.at(-1);
    if (top !== undefined) yield* [`take ${faceName(top)}`, `want ${faceName(top)}`];
    yield* crummyPlays(this, seat, hand);
  }

  get cardsToPutBack() {
    return this.aside.length;
  }

  /** @param {number[] | null} places how many cards lie above each, where that is known */
  putBack(places) {
    const { stock, aside } = this;
    if (stock && places) aside.forEach((card, at) => stock.splice(places[at] ?? 0, 0, card));
    this.setStock(stock && places ? stock : this.stockSize + aside.length);
    this.aside = [];
    this.phase = "pickup";
  }

  /** @param {number} card */
  isSeen(card) {
    return super.isSeen(card) || this.aside.includes(card);
  }

  /** @param {number} seat @param {string} text */
  act(seat, text) {
    const action = readAction(text);
    demand(action && Object.hasOwn(PHASES, action.do), N_("this game has no such action"));
    demand(this.phase !== "over", N_("the round is over"));
    demand(PHASES[action.do] === this.phase, N_("this is not the time for that action"));
    demand(seat === (this.asked ?? this.turn), N_("it is another player's turn"));
    switch (action.do) {
      case "draw":
        this.drawTop();
        this.takes = 0;
        this.offer();
        break;
      case "take":
        demand(action.play === null, N_("this game has no such action"));
        demand(this.canTake, N_("the top of the pile cannot be taken now"));
        takeOpen(this, seat, action.card);
        this.takes += 1;
        this.phase = "play";
        break;
      case "pass":
        demand(!this.canDraw, N_("only a player who cannot draw may pass"));
        demand(!this.canTake, N_("only a player with nothing to take may pass"));
        this.phase = "over";
        break;
      case "want":
        takeOpen(this, seat, action.card);
        this.takeTop(seat);
        this.bought[seat] = (this.bought[seat] ?? 0) + 1;
        this.endOffer();
        break;
      case "waive":
        this.asked = this.askedAfter(seat)[0] ?? null;
        if (this.asked === null) this.endOffer();
        break;
      case "contract":
        this.layContract(action.melds);
        break;
      case "lay":
        demand(action.cards.length === 1, N_("cards are laid off one by one"));
        this.checkLaid();
        this.layOff(/** @type {Word} */ (action.cards[0]), action.on);
        break;
      case "swap":
        this.checkLaid();
        this.swap(action);
        break;
      case "throw": {
        const [card = 0] = cardsHeld(this, seat, [action.card], this.decks);
        this.throwOnPile(seat, card);
        if (this.handCount(seat) > 0) this.beginTurn((seat + 1) % this.players);
      }
    }
    if (this.phase === "play" || this.phase === "pickup") this.endIfOut(seat);
  }

  /** @param {number} seat */
  endIfOut(seat) {
    if (this.handCount(seat) > 0) return;
    this.out = seat;
    this.phase = "over";
  }

  // -- picking up, and the card that is offered

  get canTake() {
    return this.pile.length > 0 && this.takes < 2 * this.players;
  }

  offer() {
    this.phase = "play";
    const [asked] = this.askedAfter(this.turn);
    if (this.pile.length === 0 || !this.canDraw || asked === undefined) return;
    this.phase = "offer";
    this.asked = asked;
  }

  /** The seats that are asked about the top of the pile after this one, nearest first. @param {number} seat */
  askedAfter(seat) {
    const most = this.options.get("buys");
    const left = (this.turn - seat - 1 + this.players) % this.players;
    return clockwise((seat + 1) % this.players, this.players).slice(0, left).filter((one) => typeof most !== "number" || (this.bought[one] ?? 0) < most);
  }

  endOffer() {
    this.asked = null;
    this.phase = "play";
  }

  /** @param {number} seat @param {Action} action */
  needsStock(seat, action) {
    const isWanted = action.do === "want" && this.phase === "offer" && seat === this.asked && this.isTop(action.card);
    return super.needsStock(seat, action) || (isWanted && this.canShuffle);
  }

  /** @param {Word} word */
  isTop(word) {
    const top = this.pile.at(-1) ?? -1;
    return word.face === top % DECK && (word.deck === null || word.deck === Math.floor(top / DECK));
  }

  // -- melds

  /** @param {CrummyMeld} meld @param {number} at */
  standsFor({ cards, is }, at) {
    if (!isWild(cards[at] ?? 0)) return null;
    return is.kind === "set" ? { rank: is.rank, suit: null } : { rank: (is.from + at) % 13, suit: is.suit };
  }

  checkLaid() {
    demand(this.hasLaid[this.turn] && !this.takesWholeHand, N_("this is not the time for that action"));
  }

  /** The pattern that words make, in the order written; null if they make none. @param {Word[]} words @returns {Pattern | null} */
  patternOf(words) {
    const natural = words.find(({ as }) => as === null);
    if (!natural) return null;
    const isFittingSet = words.every(({ face, as }) => (as ? as.suit === null && as.rank === rankOf(natural.face) : rankOf(face) === rankOf(natural.face)));
    if (isFittingSet && words.length >= SHORTEST_SET) return { kind: "set", rank: rankOf(natural.face) };
    const faces = words.map(({ face, as }) => as ?? { rank: rankOf(face), suit: suitOf(face) });
    const suit = suitOf(natural.face);
    const from = faces[0]?.rank ?? 0;
    const isFittingRun = faces.every((one, at) => one.suit === suit && one.rank === (from + at) % 13) && words.length >= SHORTEST_RUN;
    const isInside = from === 0 ? this.options.get("ace_low") === true && words.length <= 13 : from + words.length - 1 <= 13;
    return isFittingRun && isInside ? { kind: "run", suit, from } : null;
  }

  /** That wild cards are named as what they stand for, and no others. @param {Word[]} words */
  checkNames(words) {
    demand(words.every(({ face, as }) => isWild(face) === (as !== null)), N_("a card is not named as this game names it"));
  }

  /** @param {Word[][]} melds */
  layContract(melds) {
    const seat = this.turn;
    demand(!this.hasLaid[seat], N_("this is not the time for that action"));
    const { runs, sets, length } = CONTRACTS[this.contract - 1] ?? { runs: 0, sets: 0, length: 0 };
    melds.forEach((words) => this.checkNames(words));
    const cards = cardsHeld(this, seat, melds.flat(), this.decks);
    let at = 0;
    const laid = melds.map((words) => {
      const is = this.patternOf(words);
      demand(is, N_("these cards are no meld, or not written in order"));
      demand(is.kind === "set" || words.length >= length, N_("this is not the contract of the round"));
      at += words.length;
      const meld = { cards: cards.slice(at - words.length, at), by: words.map(() => seat), is };
      this.checkHalf(meld);
      return inOrder(meld);
    });
    const suits = laid.flatMap(({ is }) => (is.kind === "run" ? [is.suit] : []));
    const ranks = laid.flatMap(({ is }) => (is.kind === "set" ? [is.rank] : []));
    demand(suits.length === runs && ranks.length === sets, N_("this is not the contract of the round"));
    demand(new Set(suits).size === runs && new Set(ranks).size === sets, N_("this is not the contract of the round"));
    demand(!this.takesWholeHand || cards.length === this.handCount(seat), N_("this is not the contract of the round"));
    this.removeCards(seat, laid.flatMap((meld) => meld.cards));
    for (const meld of laid) this.addMeld(meld);
    this.hasLaid[seat] = true;
  }

  /** @param {CrummyMeld} meld */
  checkHalf({ cards }) {
    demand(2 * cards.filter(isWild).length <= cards.length, N_("a meld holds too many wild cards"));
  }

  /** The meld with a card more. @param {CrummyMeld} meld @param {Word} word @param {number} card @returns {CrummyMeld} */
  grown(meld, word, card) {
    const { cards, by, is } = meld;
    const place = word.as ?? { rank: rankOf(card), suit: suitOf(card) };
    if (is.kind === "set") {
      demand(place.rank === is.rank && (word.as === null || word.as.suit === null), N_("these cards do not fit that meld"));
      const larger = inOrder({ cards: [...cards, card], by: [...by, this.turn], is });
      this.checkHalf(larger);
      return larger;
    }
    const isHere = (/** @type {number | null} */ one) => one !== null && place.suit === is.suit && place.rank === one % 13;
    const { low, high } = endsOf(is, cards.length, this.options.get("ace_low") === true);
    const isLow = isHere(low);
    demand(isLow || isHere(high), N_("these cards do not fit that meld"));
    const larger = isLow
      ? { cards: [card, ...cards], by: [this.turn, ...by], is: { ...is, from: is.from - 1 } }
      : { cards: [...cards, card], by: [...by, this.turn], is };
    this.checkHalf(larger);
    return larger;
  }

  /** @param {Word} word @param {number} on */
  layOff(word, on) {
    this.checkNames([word]);
    const meld = this.meldAt(on);
    const [card = 0] = cardsHeld(this, this.turn, [word], this.decks);
    const larger = this.grown(meld, word, card);
    this.removeCards(this.turn, [card]);
    this.exchangeMeld(meld, larger);
  }

  /** A natural card takes the place of a wild card, which goes on. @param {{ card: Word, on: number, onward: import("./actions.js").LayOff | null }} action */
  swap({ card: word, on, onward }) {
    demand(onward && onward.cards.length === 1, N_("the wild card has to go on to another place"));
    const [wildWord] = /** @type {[Word]} */ (onward.cards);
    this.checkNames([word, wildWord]);
    demand(!isWild(word.face) && isWild(wildWord.face), N_("no wild card there stands for this card"));
    const meld = this.meldAt(on);
    const [card = 0] = cardsHeld(this, this.turn, [word], this.decks);
    const { is } = meld;
    const fits = (/** @type {number} */ one) => {
      const at = meld.cards.indexOf(one);
      if (at < 0 || !isWild(one)) return false;
      return is.kind === "set" ? rankOf(card) === is.rank : suitOf(card) === is.suit && (is.from + at) % 13 === rankOf(card);
    };
    const [wild = 0] = cardsMeant([wildWord], this.decks, fits);
    demand(fits(wild), N_("no wild card there stands for this card"));
    const isSame = onward.on === on;
    demand(!isSame || is.kind === "run", N_("these cards do not fit that meld"));
    demand(isSame || isJoker(wild) || this.options.get("move") !== "jokers", N_("these cards do not fit that meld"));
    const at = meld.cards.indexOf(wild);
    const put = (/** @type {number[]} */ row, /** @type {number} */ one) => row.map((old, place) => (place === at ? one : old));
    const swapped = inOrder({ cards: put(meld.cards, card), by: put(meld.by, this.turn), is });
    const other = this.meldAt(onward.on);
    const larger = this.grown(isSame ? swapped : other, wildWord, wild);
    this.removeCards(this.turn, [card]);
    if (!isSame) this.exchangeMeld(meld, swapped);
    this.exchangeMeld(other, larger);
  }

  // -- what the verifier asks

  /** @param {Action} action */
  races(action) {
    return action.do === "want" || action.do === "waive";
  }

  /** @param {Action} action @param {readonly number[]} pile */
  bringsFrom(action, pile) {
    return action.do === "want" ? pile.slice(-1) : [];
  }

  /** @param {number} turnSeconds @returns {import("./round.js").Timer[]} */
  timers(turnSeconds) {
    if (this.phase === "turnup") return [];
    if (this.asked === null) return super.timers(turnSeconds);
    const seconds = Number(this.options.get("offer_seconds"));
    return [this.asked, ...this.askedAfter(this.asked)].map((seat) => ({ seat, kind: "rule", seconds, text: "waive", verbs: [] }));
  }

  get actor() {
    return this.phase === "over" || this.phase === "turnup" ? -1 : (this.asked ?? this.turn);
  }

  get holdsBack() {
    return this.asked !== null;
  }

  /** Who will be asked may answer already, and who is on turn play on. @param {number} seat */
  ahead(seat) {
    if (this.asked === null || seat === this.asked) return this;
    const round = this.copy();
    if (seat === this.turn) round.endOffer();
    else if (this.askedAfter(this.asked).includes(seat)) round.asked = seat;
    return round;
  }

  get ownFacts() {
    return { laid: this.hasLaid };
  }

  /** @param {number} seat */
  hurries(seat) {
    return this.asked !== null && seat === this.turn ? LEAST_OFFER : null;
  }

  leftToTheClock() {
    const { known, unknown } = this.hand(this.turn);
    if (this.phase === "pickup") return this.canDraw ? "draw" : this.canTake ? `take ${cardName((this.pile.at(-1) ?? 0) % DECK)}` : "pass";
    if (this.drawn !== null && known.has(this.drawn)) return `throw ${cardName(this.drawn, this.decks)}`;
    if (unknown > 0) return null;
    const [thrown] = [...known].sort((a, b) => Number(isWild(a)) - Number(isWild(b)) || cost(b) - cost(a) || (a % DECK) - (b % DECK) || a - b);
    return `throw ${cardName(thrown ?? 0, this.decks)}`;
  }

  result() {
    const points = this.hands.map(({ known }) => [...known].reduce((sum, card) => sum + cost(card), 0));
    const totals = points.map((one, seat) => one + (this.totals[seat] ?? 0));
    const finished = this.number === /** @type {number[]} */ (this.options.get("contracts")).length;
    const lowest = totals.flatMap((total, seat) => (total === Math.min(...totals) ? [seat] : []));
    return { out: this.out, points, totals, winner: finished && lowest.length === 1 ? (lowest[0] ?? null) : null, finished };
  }
}

/** The places below and above a run of so many cards; null where it ends. @param {{ from: number }} run @param {number} count @param {boolean} isLow whether
 * the ace may lie below the two */
function endsOf({ from }, count, isLow) {
  const next = from + count;
  const lowest = isLow && next <= 13 ? 0 : 1;
  return { low: from - 1 >= lowest ? from - 1 : null, high: next <= (from === 0 ? 12 : 13) ? next : null };
}

/** A set as it lies: natural cards first, by suit, then wild ones. @param {CrummyMeld} meld @returns {CrummyMeld} */
function inOrder({ cards, by, is }) {
  if (is.kind === "run") return { cards, by, is };
  const rows = cards.map((card, at) => ({ card, by: by[at] ?? 0 }));
  rows.sort((a, b) => Number(isWild(a.card)) - Number(isWild(b.card)) || (a.card % DECK) - (b.card % DECK) || a.card - b.card);
  return { cards: rows.map(({ card }) => card), by: rows.map((row) => row.by), is };
}

/** @param {import("./round.js").Options} _options @param {number} playing */
const decksOf = (_options, playing) => Math.ceil(playing / 2);

/** Crummy rummy, as the verifier asks for it. @type {import("./games.js").Game} */
export const crummy = {
  namedSeat: "deals",
  step: 1,
  decks: decksOf,
  begin({ options, players, starter, number, totals, deck }) {
    const size = contractNumber(options, number) + 6;
    const dealt = size * players;
    const aside = [];
    let up = openCard(deck, dealt);
    for (let at = dealt + 1; isWild(up); at += 1) {
      aside.push(up);
      up = openCard(deck, at);
    }
    return new CrummyRound({
      players, starter, options, number, totals, hands: dealHands(deck, players, clockwise(starter, players), size),
      stock: stockOf(deck.slice(dealt + aside.length + 1)), pile: [up], shuffles: Number(options.get("reshuffle_limit")),
      decks: decksOf(options, players), aside,
    });
  },
};
