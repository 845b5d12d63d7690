/**
 * Games with one deck and the plain turn: draw or take, lay melds and lay off, throw out a card. As it stands, the top of the pile is taken alone,
 * cards are laid off one at a time, and nobody plays out of turn; a game changes a step by overriding it (rummynet/rules/shared/one_deck.py).
 *
 * @typedef {import("./actions.js").LayDown | import("./actions.js").LayOff | import("./actions.js").Trade} Play
 */

import { faceName, rankOf } from "../core/cards.js";
import { N_ } from "../core/language.js";
import { readAction } from "./actions.js";
import { isMeld, isRun, isSet, laidOnto, meldsOf } from "./melds.js";
import { clockwise, dealHands, demand, openCard, Round, scoresWithGains, stockOf } from "./round.js";

const TAKES = 2; // by each seat in a row without a draw or a lay, as in the rules of the package

/** A play by the numbers of its cards.
 * @typedef {{ do: "meld", cards: number[] } | { do: "lay", cards: number[], on: number }} NumberedPlay */

/** What a card is worth. @param {number} card */
export function worth(card) {
  const rank = rankOf(card);
  return rank === 0 ? 15 : rank < 9 ? 5 : 10;
}

/** Cards dealt to each. @param {number} players @param {number} wanted the option `hand` */
export function handSize(players, wanted) {
  return wanted || (players === 2 ? 10 : players < 5 ? 7 : 6);
}

/** A card of the one deck. @param {import("./actions.js").Word} word */
export function plainCard({ face, deck, as }) {
  demand(face < 52 && deck === null && as === null, N_("a card is not named as this game names it"));
  return face;
}

/** @param {Play | null} play @returns {NumberedPlay} */
export function playOf(play) {
  demand(play && play.do !== "trade", N_("this game has no such action"));
  const cards = play.cards.map(plainCard);
  return play.do === "meld" ? { do: "meld", cards } : { do: "lay", cards, on: play.on };
}

export class DrawLayThrowRound extends Round {
  /** @type {"either" | "low" | "high"} where an ace may lie in a run */
  aces = "either";
  hasSets = true;
  /** Whether a play has to leave a card to throw out; if not, an empty hand ends the round at once. */
  lastCardIsThrown = true;
  /** Whether a turn that ends when nothing can be drawn any more ends the round. */
  endsWithTheStock = true;
  laysSeveral = false;
  takesInARow = 0;

  get verbs() {
    return ["draw", "take", "pass", "meld", "lay", "throw"];
  }

  /** What a card in the hand counts. @param {number} card @returns {number} */
  worthHeld(card) {
    return worth(card);
  }

  /** The card of a word. @param {import("./actions.js").Word} word */
  cardOf(word) {
    return plainCard(word);
  }

  /** @param {number} seat @param {string} text */
  act(seat, text) {
    const action = readAction(text);
    demand(action && this.verbs.includes(action.do), N_("this game has no such action"));
    demand(this.phase !== "over", N_("the round is over"));
    demand(seat === this.turn, N_("it is another player's turn"));
    const picks = action.do === "draw" || action.do === "take" || action.do === "pass";
    demand(picks === (this.phase === "pickup"), picks ? N_("a turn has one pick-up") : N_("a turn begins with a pick-up"));
    if (action.do === "pass") return this.pass();
    if (action.do === "throw") return this.throwOut(this.cardOf(action.card));
    if (action.do === "take") this.take(this.cardOf(action.card), action.play);
    else {
      this.takesInARow = 0;
      if (action.do === "draw") this.drawTop();
      else {
        if (action.do === "lay") demand(this.laysSeveral || action.cards.length === 1, N_("cards are laid off one by one"));
        this.put(/** @type {Play} */ (action));
        demand(!this.lastCardIsThrown || this.handCount(seat) > 0, N_("a card has to be left to throw out"));
      }
    }
    this.endIfOut();
  }

  endIfOut() {
    const isOut = this.handCount(this.turn) === 0;
    if (isOut) this.out = this.turn;
    this.phase = isOut ? "over" : "play";
  }

  pass() {
    demand(!this.canDraw, N_("only a player who cannot draw may pass"));
    demand(this.passesFreely || this.takes().next().done, N_("only a player with nothing to take may pass"));
    this.phase = "over";
  }

  /** @param {number} card */
  throwOut(card) {
    this.throwOnPile(this.turn, card);
    if (this.handCount(this.turn) === 0) this.endIfOut();
    else if (this.endsWithTheStock && !this.canDraw) this.phase = "over";
    else this.beginTurn((this.turn + 1) % this.players);
  }

  get canTake() {
    return this.pile.length > 0 && this.takesInARow < TAKES * this.players;
  }

  /** @param {number} card @param {Play | null} play */
  take(card, play) {
    demand(play === null, N_("the top of the pile is taken alone"));
    demand(card === this.pile.at(-1), N_("the card to be taken is not in the pile"));
    demand(this.canTake, N_("the top of the pile cannot be taken now"));
    this.takesInARow += 1;
    this.addCards(this.turn, this.takeFromPile(-1));
  }

  /** A play of cards of the hand. @param {Play} play */
  put(play) {
    if (play.do === "trade") return;
    const cards = play.cards.map((word) => this.cardOf(word));
    const meld = play.do === "lay" ? this.meldAt(play.on) : null;
    const whole = meld ? this.laidOnto(meld.cards, /** @type {number} */ (cards[0])) : isMeld(cards) && this.allows(cards) ? cards : null;
    demand(whole, meld ? N_("these cards do not fit that meld") : N_("these cards are no meld, or not written in order"));
    this.leave(cards);
    this.layCards(this.turn, whole, meld);
  }

  /** Cards leave the hand for the table. @param {number[]} cards */
  leave(cards) {
    this.checkHeld(this.turn, cards);
    this.removeCards(this.turn, cards);
  }

  /** Whether a set or a run may lie in this game. @param {readonly number[]} cards */
  allows(cards) {
    if (isSet(cards)) return this.hasSets;
    return this.aces === "either" || rankOf((this.aces === "low" ? cards.at(-1) : cards[0]) ?? 0) !== 0;
  }

  /** The meld with a card laid onto it, the low end first; null if it does not fit. @param {number[]} meld @param {number} card */
  laidOnto(meld, card) {
    if (isSet(meld)) return laidOnto(meld, [card])?.meld ?? null;
    return [[card, ...meld], [...meld, card]].find((cards) => isRun(cards) && this.allows(cards)) ?? null;
  }

  // -- what can be done

  /** Every take that the seat on turn can make with the cards known to be in its hand. @returns {Generator<string, void, void>} */
  *takes() {
    if (this.canTake) yield `take ${faceName(this.pile.at(-1) ?? 0)}`;
  }

  /** @param {number} _seat @param {readonly number[]} hand @returns {Generator<string, void, void>} */
  *candidates(_seat, hand) {
    if (this.phase === "pickup") yield* this.takes();
    else yield* this.lays(hand);
  }

  /** @param {readonly number[]} hand @returns {Generator<string, void, void>} */
  *lays(hand) {
    for (const meld of meldsOf(hand)) yield `meld ${meld.map(faceName).join(" ")}`;
    for (const on of this.melds.keys()) for (const card of hand) yield `lay ${faceName(card)} on ${on}`;
  }

  // -- the clock and the end

  leftToTheClock() {
    const { known, unknown } = this.hand(this.turn);
    if (this.phase === "pickup") {
      if (this.canDraw) return "draw";
      if (unknown > 0) return null;
      return this.passesFreely ? "pass" : ([...this.takes()].sort()[0] ?? "pass");
    }
    if (this.drawn !== null && known.has(this.drawn)) return `throw ${faceName(this.drawn)}`;
    const [cheapest] = [...known].sort((a, b) => this.worthHeld(a) - this.worthHeld(b) || a - b);
    return unknown > 0 ? null : `throw ${faceName(cheapest ?? 0)}`;
  }

  get clockVerbs() {
    return this.phase === "pickup" ? ["take", "pass"] : ["throw"];
  }

  /** By seat what the hands cost. */
  get held() {
    return this.hands.map(({ known }) => [...known].reduce((sum, card) => sum + this.worthHeld(card), 0));
  }

  /** @returns {number[]} */
  get onTable() {
    const points = this.hands.map(() => 0);
    for (const { by, ...meld } of this.melds) by.forEach((seat, at) => (points[seat] = (points[seat] ?? 0) + worth(this.standing(meld, at))));
    return points;
  }

  result() {
    const { held } = this;
    return scoresWithGains(this, this.lessFalseCalls(this.onTable.map((laid, seat) => laid - (held[seat] ?? 0))));
  }

  /** The card that a place of a meld is. @param {any} meld @param {number} at @returns {number} */
  standing({ cards }, at) {
    return cards[at] ?? 0;
  }
}

/** Such a game as the verifier asks for it. @param {typeof DrawLayThrowRound} OwnRound @returns {import("./games.js").Game} */
export const gameOf = (OwnRound) => ({
  starterOption: "first_dealer",
  namedSeat: "deals",
  step: 1,
  begin({ options, players, starter, number, totals, deck }) {
    const size = handSize(players, Number(options.get("hand")));
    const dealt = size * players;
    const hands = dealHands(deck, players, clockwise(starter, players), size);
    const shuffles = Number(options.get("reshuffle_limit"));
    return new OwnRound({ players, starter, options, number, totals, hands, stock: stockOf(deck.slice(dealt + 1)), pile: [openCard(deck, dealt)], shuffles });
  },
});
