/**
 * A round of Vegas rummy, with what follows it: aces, points, buying in (docs/rules/vegas.md). A meld holds its cards and what each
 * is (`as`); a card that stands for another is wild.
 *
 * @typedef {{ rank: number, suit: number | null, wild: boolean }} Stand suit null: left open
 * @typedef {import("./round.js").Meld & { as: Stand[] }} VegasMeld
 * @typedef {import("./actions.js").Word} Word
 */

import { cardName, DECK, faceName, isJoker, rankOf, suitOf } from "../core/cards.js";
import { N_ } from "../core/language.js";
import { known } from "../core/unknown.js";
import { readAction } from "./actions.js";
import { cardsHeld, takeOpen } from "./decks.js";
import { clockwise, dealHands, demand, HANDS, openCard, Round, stockOf } from "./round.js";
import { vegasPlays } from "./vegas_plays.js";

const WILD_HELD = 25; // docs/rules/vegas.md, as the next
const HIGH_ACE = 13;
/** @type {{ [verb: string]: string }} */
const PHASES = { draw: "pickup", take: "pickup", pass: "pickup", meld: "play", lay: "play", swap: "play", throw: "play", aces: "aces", buy: "buyin", decline: "buyin" };

/** What goes on from round to round, by seat: who plays on, how often each has expired, chips paid.
 * @typedef {{ playing: boolean[], expiries: number[], paid: number[] }} Table */

export class VegasRound extends Round {
  /** @param {import("./round.js").Begin & { decks: number, table: Table }} begin */
  constructor(begin) {
    super(begin);
    this.decks = begin.decks;
    this.playing = begin.table.playing;
    this.expiries = begin.table.expiries;
    this.paid = begin.table.paid;
    this.seatsIn = clockwise(this.starter, this.players).filter((seat) => this.playing[seat]);
    const up = begin.pile[0] ?? 0;
    /** The faces that are wild beside the jokers, in order. */
    this.wildFaces = isJoker(up) ? [] : this.options.get("wild") === "card" ? [up % DECK] : [0, 13, 26, 39].map((suit) => suit + rankOf(up));
    this.isFirst = true;
    /** Turns in a row that began with a take. */
    this.takes = 0;
    /** When play is over, by seat: how many aces count high; null: to be said. @type {(number | null)[] | null} */
    this.aces = null;
    /** @type {number[]} */
    this.points = [];
    /** Who has expired in this round and has to say what to do, in order. @type {number[]} */
    this.expired = [];
    /** @type {number | null} */
    this.winner = null;
    this.isFinished = false;
  }

  /** @type {VegasMeld[]} */
  melds = [];

  get order() {
    return this.seatsIn;
  }

  /** The faces that one card may be laid onto a meld as. @param {VegasMeld} meld @returns {number[]} */
  fittingFaces({ as }) {
    const { rank: from, suit } = /** @type {Stand} */ (as[0]);
    if (isSet(as)) return as.length === 4 ? [] : [0, 1, 2, 3].filter((one) => as.every((stand) => stand.suit !== one)).map((one) => 13 * one + from);
    const next = from + as.length;
    const places = [...(from > (next === 14 ? 1 : 0) ? [from - 1] : []), ...(next <= (from === 0 ? 12 : 13) ? [next] : [])];
    return [...new Set(places.map((place) => 13 * (suit ?? 0) + (place % 13)))];
  }

  /** @param {number} _seat @param {readonly number[]} hand @returns {Iterable<string>} */
  *candidates(_seat, hand) {
    const top = this.pile.at(-1);
    if (top !== undefined) yield `take ${faceName(top)}`;
    yield* vegasPlays(this, hand);
    yield* [...hand, null].map((_, count) => `aces ${count}`);
  }

  get ownFacts() {
    const wild = this.wildFaces.length ? faceName(this.wildFaces[0] ?? 0).slice(0, this.wildFaces.length === 1 ? 2 : 1) : "*";
    return { wild, paid: [...this.paid], in: [...this.playing] };
  }

  /** @param {number} card */
  isWild(card) {
    return isJoker(card) || this.wildFaces.includes(card % DECK);
  }

  get isPlayed() {
    return this.phase === "aces" || this.phase === "buyin" || this.phase === "over";
  }

  /** @param {number} seat @param {string} text */
  act(seat, text) {
    const action = readAction(text);
    demand(action && Object.hasOwn(PHASES, action.do), N_("this game has no such action"));
    demand(this.phase !== "over", N_("the round is over"));
    demand(this.phase !== "aces" || this.aces !== null, N_("this is not the time for that action"));
    demand(seat === this.turn, N_("it is another player's turn"));
    demand(PHASES[action.do] === this.phase, N_("this is not the time for that action"));
    switch (action.do) {
      case "draw":
        this.drawTop();
        this.takes = 0;
        this.beginPlay();
        break;
      case "take":
        demand(action.play === null, N_("this game has no such action"));
        this.take(action.card);
        break;
      case "pass":
        demand(!this.canDraw, N_("only a player who cannot draw may pass"));
        demand(!this.canTake, N_("only a player with nothing to take may pass"));
        this.settle();
        break;
      case "meld":
        this.meld(action.cards);
        break;
      case "lay":
        demand(action.cards.length === 1, N_("cards are laid off one by one"));
        this.lay(/** @type {Word} */ (action.cards[0]), action.on);
        break;
      case "swap":
        demand(action.onward === null, N_("this game has no such action"));
        this.swap(action.card, action.on);
        break;
      case "throw":
        this.throwOut(action.card);
        break;
      case "aces":
        demand(action.count <= this.naturalAces(seat), N_("there are not so many aces in the hand"));
        /** @type {(number | null)[]} */ (this.aces)[seat] = action.count;
        this.askForAces();
        break;
      case "buy":
      case "decline":
        this.decide(action.do === "buy");
    }
  }

  // -- picking up and throwing out

  beginPlay() {
    this.isFirst = false;
    this.phase = "play";
  }

  get canTake() {
    return this.pile.length > 0 && !this.isFirst && this.takes < 2 * this.order.length;
  }

  /** @param {Word} word */
  take(word) {
    demand(this.canTake, N_("the top of the pile cannot be taken now"));
    takeOpen(this, this.turn, word);
    this.takes += 1;
    this.beginPlay();
  }

  /** @param {Word} word */
  throwOut(word) {
    const [card = 0] = cardsHeld(this, this.turn, [word], this.decks);
    this.throwOnPile(this.turn, card);
    if (this.handCount(this.turn) > 0) return this.beginTurn(this.nextOf(this.turn));
    this.out = this.turn;
    this.settle();
  }

  /** Who plays this round after a seat. @param {number} seat */
  nextOf(seat) {
    return this.order[(this.order.indexOf(seat) + 1) % this.order.length] ?? seat;
  }

  // -- melds

  /** What cards of the hand are when they are laid. @param {Word[]} words @param {number[]} cards @returns {Stand[]} */
  standsOf(words, cards) {
    return words.map(({ face, as }, at) => {
      if (as === null) {
        demand(!isJoker(face), N_("a card is not named as this game names it"));
        return { rank: rankOf(face), suit: suitOf(face), wild: false };
      }
      const isOwn = !isJoker(face) && as.rank === rankOf(face) && as.suit === suitOf(face);
      demand(this.isWild(cards[at] ?? 0) && !isOwn, N_("a card is not named as this game names it"));
      return { ...as, wild: true };
    });
  }

  /** @param {VegasMeld} meld @param {number} at */
  standsFor({ as }, at) {
    const stand = as[at];
    return stand?.wild ? stand : null;
  }

  /** @param {Word[]} words */
  meld(words) {
    const cards = cardsHeld(this, this.turn, words, this.decks);
    const meld = { cards, by: cards.map(() => this.turn), as: this.standsOf(words, cards) };
    demand(isRun(meld.as) || isSet(meld.as), N_("these cards are no meld, or not written in order"));
    const laid = isRun(meld.as) ? meld : inOrder(meld);
    this.put([...this.melds, laid], laid.cards);
  }

  /** @param {Word} word @param {number} on */
  lay(word, on) {
    const meld = this.meldAt(on);
    const cards = cardsHeld(this, this.turn, [word], this.decks);
    const [stand] = this.standsOf([word], cards);
    demand(stand && stand.suit !== null, N_("these cards do not fit that meld"));
    const add = (/** @type {boolean} */ isLow) => {
      const [before, after] = isLow ? [[this.turn], []] : [[], [this.turn]];
      return { cards: isLow ? [...cards, ...meld.cards] : [...meld.cards, ...cards], by: [...before, ...meld.by, ...after], as: isLow ? [stand, ...meld.as] : [...meld.as, stand] };
    };
    const grown = isSet(meld.as) ? [inOrder(add(false))].filter(({ as }) => isSet(as)) : [add(true), add(false)].filter(({ as }) => isRun(as));
    demand(grown[0], N_("these cards do not fit that meld"));
    this.put(this.melds.map((old) => (old === meld ? /** @type {VegasMeld} */ (grown[0]) : old)), cards);
  }

  /** Cards of the hand go to the table. @param {VegasMeld[]} melds @param {number[]} cards */
  put(melds, cards) {
    const most = this.options.get("strict") ? 1 : Infinity;
    demand(melds.every(({ as }) => as.filter(({ wild }) => wild).length <= most), N_("a meld holds too many wild cards"));
    demand(this.handCount(this.turn) > cards.length, N_("a card has to be left to throw out"));
    this.removeCards(this.turn, cards);
    this.setMelds(melds.map((meld) => ({ ...meld, as: meld.as.map((stand, at) => this.plainIfOwn(meld.cards[at] ?? 0, stand)) })));
  }

  /** A wild card that came to be its own face is an ordinary card from then on. @param {number} card @param {Stand} stand @returns {Stand} */
  plainIfOwn(card, stand) {
    return { ...stand, wild: stand.wild && (isJoker(card) || stand.rank !== rankOf(card) || stand.suit !== suitOf(card)) };
  }

  /** The real card for the wild card that stands for it, else for the first open one. @param {Word} word @param {number} on */
  swap(word, on) {
    demand(this.options.get("solidarity") === false, N_("this game has no such action"));
    const meld = this.meldAt(on);
    const [card = 0] = cardsHeld(this, this.turn, [word], this.decks);
    demand(!isJoker(card), N_("no wild card there stands for this card"));
    const [rank, suit] = [rankOf(card), suitOf(card)];
    const isNamed = meld.as.some((stand) => stand.rank === rank && stand.suit === suit);
    const at = meld.as.findIndex((stand) => stand.wild && stand.rank === rank && (stand.suit === suit || (stand.suit === null && !isNamed)));
    demand(at >= 0, N_("no wild card there stands for this card"));
    const wild = meld.cards[at] ?? 0;
    const put = (/** @type {any[]} */ row, /** @type {any} */ one) => row.map((old, place) => (place === at ? one : old));
    const swapped = { cards: put(meld.cards, card), by: put(meld.by, this.turn), as: put(meld.as, { rank, suit, wild: false }) };
    this.removeCards(this.turn, [card]);
    this.addCards(this.turn, [wild]);
    this.exchangeMeld(meld, isRun(swapped.as) ? swapped : inOrder(swapped));
  }

  // -- the end

  /** Play is over: who holds aces says how many count high, as soon as all hands are known. */
  settle() {
    this.phase = "aces";
    if (this.hands.some(({ unknown }) => unknown > 0)) return;
    const mayAsk = this.options.get("aces") === "ask";
    this.aces = this.hands.map((_, seat) => (mayAsk && this.playing[seat] && this.naturalAces(seat) > 0 ? null : 0));
    this.askForAces();
  }

  /** Who plays this round, clockwise behind who went out, else from the starter. */
  get settlingOrder() {
    return this.out === null ? this.order : clockwise(this.order.indexOf(this.out) + 1, this.order.length).map((at) => this.order[at] ?? 0);
  }

  askForAces() {
    const next = this.settlingOrder.find((seat) => this.aces?.[seat] === null);
    if (next === undefined) this.count();
    else this.turn = next;
  }

  /** @param {number} seat */
  naturalAces(seat) {
    return [...this.hand(seat).known].filter((card) => !this.isWild(card) && rankOf(card) === 0).length;
  }

  /** @param {number} card */
  cost(card) {
    return this.isWild(card) ? WILD_HELD : Math.min(rankOf(card) + 1, 10);
  }

  count() {
    this.points = this.hands.map(({ known }, seat) => [...known].reduce((sum, card) => sum + this.cost(card), 0) + (HIGH_ACE - 1) * (this.aces?.[seat] ?? 0));
    this.totals = this.points.map((points, seat) => points + (this.totals[seat] ?? 0));
    const most = Number(this.options.get("max_score"));
    this.expired = this.settlingOrder.filter((seat) => (this.totals[seat] ?? 0) >= most);
    for (const seat of this.expired) this.expiries[seat] = (this.expiries[seat] ?? 0) + 1;
    if (this.order.length - this.expired.length > 1) {
      this.goingOn = Math.max(...this.order.filter((seat) => !this.expired.includes(seat)).map((seat) => this.totals[seat] ?? 0));
      return this.askToBuy();
    }
    const lowest = Math.min(...this.order.map((seat) => this.totals[seat] ?? 0));
    const first = this.order.filter((seat) => this.totals[seat] === lowest);
    this.winner = first.length === 1 ? (first[0] ?? null) : null;
    this.isFinished = true;
    this.phase = "over";
  }

  /** The total with which a buyer goes on. */
  goingOn = 0;

  askToBuy() {
    const [next] = this.expired;
    this.phase = next === undefined ? "over" : "buyin";
    if (next !== undefined) this.turn = next;
  }

  /** @param {boolean} buys */
  decide(buys) {
    if (buys) {
      this.totals[this.turn] = this.goingOn;
      this.paid[this.turn] = (this.paid[this.turn] ?? 0) + Number(this.options.get("buy_in"));
    } else this.playing[this.turn] = false;
    this.expired = this.expired.slice(1);
    this.askToBuy();
  }

  // -- the clock

  get actor() {
    return this.phase === "aces" && this.aces === null ? -1 : super.actor;
  }

  /** @param {number} turnSeconds */
  timers(turnSeconds) {
    return this.phase === "aces" && this.aces === null ? [] : super.timers(turnSeconds);
  }

  leftToTheClock() {
    const { known, unknown } = this.hand(this.turn);
    if (this.phase === "pickup") return this.canDraw ? "draw" : this.canTake ? `take ${cardName((this.pile.at(-1) ?? 0) % DECK)}` : "pass";
    if (this.phase === "aces") return "aces 0";
    if (this.phase === "buyin") return "decline";
    if (this.drawn !== null && known.has(this.drawn)) return `throw ${cardName(this.drawn, this.decks)}`;
    if (unknown > 0) return null;
    const natural = [...known].filter((card) => !this.isWild(card));
    const inOrder = (/** @type {number} */ card) => (isJoker(card) ? 0 : DECK) + (card % DECK);
    const [thrown] = natural.length
      ? natural.sort((a, b) => this.cost(b) - this.cost(a) || (a % DECK) - (b % DECK) || a - b)
      : [...known].sort((a, b) => inOrder(a) - inOrder(b) || a - b);
    return `throw ${cardName(thrown ?? 0, this.decks)}`;
  }

  get isCounted() {
    return this.points.length > 0;
  }

  result() {
    return { out: this.out, points: this.points, totals: this.totals, winner: this.winner, finished: this.isFinished };
  }
}

/** @param {readonly Stand[]} as */
function isSet(as) {
  const suits = as.flatMap(({ suit }) => (suit === null ? [] : [suit]));
  return (as.length === 3 || as.length === 4) && as.every(({ rank }) => rank === as[0]?.rank) && new Set(suits).size === suits.length;
}

/** @param {readonly Stand[]} as in order */
function isRun(as) {
  const first = as[0];
  if (!first || as.length < 3 || as.length > 13) return false;
  return as.every(({ rank, suit }, at) => suit !== null && suit === first.suit && rank === (first.rank + at) % 13 && (first.rank + at < 13 || (first.rank + at === 13 && first.rank > 0)));
}

/** A set as it lies: by suit, then what is open; a set of four leaves nothing open. @param {VegasMeld} meld @returns {VegasMeld} */
function inOrder({ cards, by, as }) {
  const named = new Set(as.map(({ suit }) => suit));
  const missing = [0, 1, 2, 3].filter((suit) => !named.has(suit));
  const rows = as.map((stand, at) => ({ card: cards[at] ?? 0, by: by[at] ?? 0, stand: { ...stand, suit: as.length === 4 ? (stand.suit ?? missing.shift() ?? null) : stand.suit } }));
  rows.sort((a, b) => (a.stand.suit ?? 4) - (b.stand.suit ?? 4));
  return { cards: rows.map(({ card }) => card), by: rows.map((row) => row.by), as: rows.map(({ stand }) => stand) };
}

/** The table once these seats have come in, who pay as often as the worst of those who play on; and with which totals.
 * @param {VegasRound} before @param {number[]} joining @param {number} seats */
function tableWith(before, joining, seats) {
  demand(!joining.some((seat) => before.playing[seat]), N_("a player comes in who plays already"));
  const staying = before.playing.flatMap((plays, seat) => (plays ? [seat] : []));
  const most = Math.max(...staying.map((seat) => before.expiries[seat] ?? 0));
  const total = Math.max(...staying.filter((seat) => before.expiries[seat] === most).map((seat) => before.totals[seat] ?? 0));
  const row = Array.from({ length: seats }, (_, seat) => seat);
  return {
    playing: row.map((seat) => joining.includes(seat) || (before.playing[seat] ?? false)),
    expiries: row.map((seat) => (joining.includes(seat) ? 0 : (before.expiries[seat] ?? 0))),
    paid: row.map((seat) => (before.paid[seat] ?? 0) + (joining.includes(seat) ? Number(before.options.get("buy_in")) * Math.max(1, most) : 0)),
    totals: row.map((seat) => (joining.includes(seat) ? total : (before.totals[seat] ?? 0))),
  };
}

/** @param {import("./round.js").Options} options @param {number} playing */
const decksOf = (options, playing) => Number(options.get("decks") ?? Math.ceil((playing * (Number(options.get("hand")) + 5)) / 52));

/** Vegas rummy, as the verifier asks for it. @type {import("./games.js").Game} */
export const vegas = {
  namedSeat: "deals",
  step: 1,
  decks: decksOf,
  checkPlayers(options, players) {
    const handicaps = /** @type {number[]} */ (options.get("handicaps"));
    known([0, players].includes(handicaps.length), N_("this program does not know such a value of the option {name}"), { name: "handicaps" });
    known(decksOf(options, players) * DECK >= players * (Number(options.get("hand")) + 1) + 1, HANDS);
  },
  playing: (before, joining, seats) =>
    Array.from({ length: seats }, (_, seat) => seat).filter((seat) => !(before instanceof VegasRound) || before.playing[seat] || joining.includes(seat)),
  nextStarter: (before, joining, seats) => {
    const { playing } = tableWith(/** @type {VegasRound} */ (before), joining, seats);
    return clockwise(before.starter + 1, seats).find((seat) => playing[seat]) ?? 0;
  },
  begin({ options, players, starter, number, deck, before, joining }) {
    const handicaps = /** @type {number[]} */ (options.get("handicaps"));
    const paid = Array(players).fill(Number(options.get("buy_in")));
    const fresh = { playing: Array(players).fill(true), expiries: Array(players).fill(0), paid, totals: Array.from({ length: players }, (_, seat) => handicaps[seat] ?? 0) };
    const table = before instanceof VegasRound ? tableWith(before, joining, players) : fresh;
    const order = clockwise(starter, players).filter((seat) => table.playing[seat]);
    const size = Number(options.get("hand"));
    const dealt = size * order.length;
    const decks = decksOf(options, order.length);
    demand(deck.length === decks * DECK, N_("other cards are shuffled than the rules say"));
    return new VegasRound({
      players, starter, options, number, totals: table.totals, hands: dealHands(deck, players, order, size), stock: stockOf(deck.slice(dealt + 1)),
      pile: [openCard(deck, dealt)], shuffles: Number(options.get("reshuffle_limit")), decks, table,
    });
  },
};
