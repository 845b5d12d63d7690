/**
 * A round of Keilty rummy (docs/rules/keilty.md), with all cards known, or as somebody sees it who knows only what is public:
 * then a hand is the cards known to be in it and a number of others, and the stock a number.
 *
 * @typedef {import("../core/notation.js").Action} Action
 * @typedef {import("../core/notation.js").Play} Play
 * @typedef {{ known: Set<number>, unknown: number }} Hand
 * @typedef {{ cards: number[], by: number[] }} Meld by: who laid each card, in the same order
 */

import { rankOf } from "../core/cards.js";
import { N_ } from "../core/language.js";
import { actionText } from "../core/notation.js";
import { isMeld, laidOnto, layOffsOf, meldsOf } from "./melds.js";

/** An action is against the rules. Its message is a sentence. */
export class Illegal extends Error {}

/** @param {unknown} holds @param {string} sentence @returns {asserts holds} */
function demand(holds, sentence) {
  if (!holds) throw new Illegal(sentence);
}

/** What a card is worth. @param {number} card */
export function worth(card) {
  const rank = rankOf(card);
  return rank === 0 ? 15 : rank < 9 ? 5 : 10;
}

/** Cards dealt to each. @param {number} players @param {number} wanted the option `hand` */
export function handSize(players, wanted) {
  return wanted || (players === 2 ? 10 : players < 5 ? 7 : 6);
}

/** The name of a play: the same cards as a new meld, or onto the same meld. @param {Play} play */
function playName(play) {
  const cards = [...play.cards].sort((a, b) => a - b).join(" ");
  return play.do === "meld" ? `meld ${cards}` : `lay ${cards} on ${play.on}`;
}

export class KeiltyRound {
  /** @param {{ players: number, starter: number, up: number, shuffles: number, idle: number, hands: number[][] | number, stock: number[] | number }} begin
   *   hands and stock: the cards, or how many; shuffles: how many new stocks there may be; idle: after how many in a row
   *   without a lay there is no other one, 0 for any number */
  constructor({ players, starter, up, shuffles, idle, hands, stock }) {
    this.players = players;
    this.turn = starter;
    /** @type {"pickup" | "play" | "over"} */
    this.phase = "pickup";
    /** @type {Hand[]} */
    this.hands = Array.from({ length: players }, (_, seat) =>
      typeof hands === "number" ? { known: new Set(), unknown: hands } : { known: new Set(hands[seat]), unknown: 0 },
    );
    /** @type {number[] | null} top first; null where it is not known */
    this.stock = typeof stock === "number" ? null : [...stock];
    this.stockSize = typeof stock === "number" ? stock : stock.length;
    this.pile = [up];
    /** @type {Meld[]} */
    this.melds = [];
    this.shufflesLeft = shuffles;
    this.idleStocks = idle;
    /** New stocks made since anything was laid. */
    this.stocksSinceLay = 0;
    /** @type {number | null} */
    this.out = null;
    /** The card drawn in this turn, where it is known. @type {number | null} */
    this.drawn = null;
    /** Plays that the pile holds, and who made each possible. @type {Map<string, { play: Play, by: number }>} */
    this.rummies = new Map();
  }

  /** Cards in a hand. @param {number} seat */
  handCount(seat) {
    const hand = this.hand(seat);
    return hand.known.size + hand.unknown;
  }

  /** @param {number} seat @returns {Hand} */
  hand(seat) {
    const hand = this.hands[seat];
    demand(hand, N_("there is no such seat"));
    return hand;
  }

  /** Whether a draw is possible once the pile has become the stock. */
  get canShuffle() {
    return this.stockSize === 0 && this.shufflesLeft > 0 && this.pile.length >= 2 && !this.isLastStock;
  }

  /** Whether the round ends with this stock unless somebody lays. */
  get isLastStock() {
    return this.idleStocks > 0 && this.stocksSinceLay >= this.idleStocks;
  }

  /** The cards that a new stock is made of: the pile but its top. */
  get cardsToShuffle() {
    return this.pile.slice(0, -1);
  }

  /** The pile but its top becomes the stock. @param {number[] | null} order top first, where it is known */
  reshuffle(order) {
    this.stockSize = this.pile.length - 1;
    this.stock = order && [...order];
    this.pile = this.pile.slice(-1);
    this.shufflesLeft -= 1;
    this.stocksSinceLay += 1;
    this.followRummies(this.turn);
  }

  /** Do what a seat does. Throws Illegal and changes nothing then. @param {number} seat @param {Action} action */
  apply(seat, action) {
    demand(this.phase !== "over", N_("the round is over"));
    if (action.do === "rummy") this.call(seat, action.play);
    else {
      demand(seat === this.turn, N_("it is another player's turn"));
      const picks = action.do === "draw" || action.do === "take" || action.do === "pass";
      demand(picks === (this.phase === "pickup"), picks ? N_("a turn has one pick-up") : N_("a turn begins with a pick-up"));
      if (action.do === "draw") this.draw(seat);
      else if (action.do === "pass") this.pass(seat);
      else if (action.do === "take") this.take(seat, action.card, action.play);
      else if (action.do === "throw") this.throwOut(seat, action.card);
      else this.lay(seat, action);
    }
    this.followRummies(seat);
  }

  /** @param {number} seat */
  draw(seat) {
    demand(this.stockSize > 0, N_("the stock is empty"));
    const card = this.stock?.shift();
    if (card === undefined) this.hand(seat).unknown += 1;
    else this.hand(seat).known.add(card);
    this.drawn = card ?? null;
    this.stockSize -= 1;
    this.phase = "play";
  }

  /** @param {number} seat */
  pass(seat) {
    demand(this.stockSize === 0 && !this.canShuffle, N_("passing is only for who cannot draw"));
    demand(this.takes(seat).length === 0, N_("passing is only for who has nothing to take"));
    this.phase = "over";
  }

  /** @param {number} seat @param {number} card @param {Play} play */
  take(seat, card, play) {
    const at = this.pile.indexOf(card);
    demand(at >= 0, N_("the card to be taken is not in the pile"));
    demand(play.cards.includes(card), N_("the card taken has to be laid at once"));
    const taken = this.pile.slice(at);
    this.checkPlay(play);
    if (play.do === "lay" && this.endOf(play) !== "set")
      demand((this.endOf(play) === "low" ? play.cards[0] : play.cards.at(-1)) === card, N_("a take lays as far as the card taken"));
    const own = play.cards.filter((one) => !taken.includes(one));
    this.checkHeld(seat, own);
    demand(this.handCount(seat) + taken.length - play.cards.length >= 1, N_("a card has to be left to throw out"));
    this.removeCards(seat, own);
    this.pile = this.pile.slice(0, at);
    for (const one of taken) if (!play.cards.includes(one)) this.hand(seat).known.add(one);
    this.putDown(seat, play);
    this.drawn = null;
    this.phase = "play";
  }

  /** @param {number} seat @param {Play} play */
  lay(seat, play) {
    this.checkPlay(play);
    this.checkHeld(seat, play.cards);
    demand(this.handCount(seat) - play.cards.length >= 1, N_("a card has to be left to throw out"));
    this.removeCards(seat, play.cards);
    this.putDown(seat, play);
  }

  /** @param {number} seat @param {number} card */
  throwOut(seat, card) {
    this.checkHeld(seat, [card]);
    this.removeCards(seat, [card]);
    this.pile = [...this.pile, card];
    this.drawn = null;
    if (this.handCount(seat) === 0) {
      this.out = seat;
      this.phase = "over";
    } else {
      this.turn = (seat + 1) % this.players;
      this.phase = "pickup";
    }
  }

  /** @param {number} seat @param {Play} play */
  call(seat, play) {
    this.hand(seat);
    demand(play.cards.every((card) => this.pile.includes(card)), N_("a rummy is made wholly of cards of the pile"));
    this.checkPlay(play);
    demand(this.rummies.get(playName(play))?.by !== seat, N_("who made a rummy possible may not call it"));
    const at = Math.min(...play.cards.map((card) => this.pile.indexOf(card)));
    for (const card of this.pile.slice(at)) if (!play.cards.includes(card)) this.hand(seat).known.add(card);
    this.pile = this.pile.slice(0, at);
    this.putDown(seat, play);
  }

  /** What a call would take from the pile now, in order; nothing where its cards do not all lie there. @param {Play} play */
  broughtBy(play) {
    const places = play.cards.map((card) => this.pile.indexOf(card));
    return places.includes(-1) ? [] : this.pile.slice(Math.min(...places));
  }

  /** @param {Play} play */
  checkPlay(play) {
    demand(new Set(play.cards).size === play.cards.length, N_("a card is named twice"));
    if (play.do === "meld") demand(isMeld(play.cards), N_("these cards are no meld, or not written in order"));
    else this.endOf(play);
  }

  /** @param {Play & { do: "lay" }} play */
  endOf(play) {
    const meld = this.melds[play.on];
    demand(meld, N_("there is no such meld"));
    const laid = laidOnto(meld.cards, play.cards);
    demand(laid, N_("these cards do not fit that meld"));
    return laid.end;
  }

  /** Whether the cards can be in a hand. @param {number} seat @param {number[]} cards */
  checkHeld(seat, cards) {
    const hand = this.hand(seat);
    const hidden = cards.filter((card) => !hand.known.has(card));
    demand(hidden.length <= hand.unknown && !hidden.some((card) => this.isSeen(card)), N_("a card that is played is not in the hand"));
  }

  /** Whether a card is known to be somewhere. @param {number} card */
  isSeen(card) {
    return this.pile.includes(card) || this.melds.some(({ cards }) => cards.includes(card)) || this.hands.some(({ known }) => known.has(card));
  }

  /** @param {number} seat @param {number[]} cards */
  removeCards(seat, cards) {
    const hand = this.hand(seat);
    for (const card of cards) if (!hand.known.delete(card)) hand.unknown -= 1;
  }

  /** @param {number} seat @param {Play} play */
  putDown(seat, play) {
    this.stocksSinceLay = 0;
    if (play.do === "meld") {
      this.melds = [...this.melds, { cards: play.cards, by: play.cards.map(() => seat) }];
      return;
    }
    this.melds = this.melds.map((meld, at) => {
      const laid = at === play.on ? laidOnto(meld.cards, play.cards) : null;
      if (!laid) return meld;
      return { cards: laid.meld, by: laid.meld.map((card) => (play.cards.includes(card) ? seat : (meld.by[meld.cards.indexOf(card)] ?? 0))) };
    });
  }

  /** Keep who made each play of the pile possible: whoever acted when it was not before. @param {number} seat */
  followRummies(seat) {
    if (this.phase === "over") {
      this.rummies = new Map();
      return;
    }
    /** @type {Play[]} */
    const plays = meldsOf(this.pile).map((cards) => ({ do: "meld", cards }));
    this.melds.forEach(({ cards }, on) => {
      for (const laid of layOffsOf(cards, this.pile)) plays.push({ do: "lay", cards: laid, on });
    });
    this.rummies = new Map(
      plays.map((play) => {
        const name = playName(play);
        return [name, { play, by: this.rummies.get(name)?.by ?? seat }];
      }),
    );
  }

  /** Every take that a seat can make with the cards known to be in its hand. @param {number} seat @returns {Action[]} */
  takes(seat) {
    const hand = this.hand(seat);
    return this.pile.flatMap((card, at) => {
      const there = [...hand.known, ...this.pile.slice(at)];
      const room = this.handCount(seat) + this.pile.length - at - 1;
      /** @type {Play[]} */
      const plays = meldsOf(there).filter((cards) => cards.includes(card)).map((cards) => ({ do: "meld", cards }));
      this.melds.forEach((meld, on) => {
        for (const cards of layOffsOf(meld.cards, there)) {
          const end = laidOnto(meld.cards, cards)?.end;
          if ((end === "high" ? cards.at(-1) : cards[0]) === card) plays.push({ do: "lay", cards, on });
        }
      });
      return plays.filter(({ cards }) => cards.length <= room).map((play) => /** @type {Action} */ ({ do: "take", card, play }));
    });
  }

  /** What the turn clock does for the seat on turn, all cards being known. @returns {string} */
  leftToTheClock() {
    if (this.phase === "play") {
      const { known } = this.hand(this.turn);
      if (this.drawn !== null && known.has(this.drawn)) return actionText({ do: "throw", card: this.drawn });
      const [cheapest] = [...known].sort((a, b) => worth(a) - worth(b) || a - b);
      return actionText({ do: "throw", card: cheapest ?? 0 });
    }
    if (this.stockSize > 0 || this.canShuffle) return "draw";
    return this.takes(this.turn).map(actionText).sort()[0] ?? "pass";
  }

  /** Points of the round by seat: the worth of all laid less that of the hand; all cards are known. */
  points() {
    return this.hands.map(({ known }, seat) => {
      let sum = 0;
      for (const { cards, by } of this.melds) cards.forEach((card, at) => (sum += by[at] === seat ? worth(card) : 0));
      for (const card of known) sum -= worth(card);
      return sum;
    });
  }
}

/** The seat that has won; null: another round is played. @param {number[]} totals @param {number[]} before @param {number} target */
export function winnerOf(totals, before, target) {
  if (Math.max(...totals) < target) return null;
  const highest = Math.max(...totals);
  const level = totals.flatMap((total, seat) => (total === highest ? [seat] : []));
  const most = Math.max(...level.map((seat) => before[seat] ?? 0));
  const ahead = level.filter((seat) => before[seat] === most);
  return ahead.length === 1 ? (ahead[0] ?? null) : null;
}
