/** A round of Keilty rummy (docs/rules/keilty.md). */

import { faceName, rankOf } from "../core/cards.js";
import { N_ } from "../core/language.js";
import { readAction } from "./actions.js";
import { FEWEST, isMeld, laidOnto, layOffsOf, meldsOf } from "./melds.js";
import { clockwise, dealHands, demand, scoresWithGains, Illegal, leader, openCard, Round, stockOf } from "./round.js";

/** Actions with their cards by number.
 * @typedef {{ do: "meld", cards: number[] } | { do: "lay", cards: number[], on: number }} Play
 * @typedef {{ do: "draw" } | { do: "pass" } | { do: "throw", card: number } | { do: "take", card: number, play: Play }
 *   | { do: "rummy", play: Play } | Play} Action */
/** @typedef {import("./round.js").Meld} Meld */

export { Illegal };

/** By seat the worth of what it has laid. @param {import("./round.js").Round} round @param {(meld: any, at: number) => number} standing the card that
 * a place of a meld is */
export function laidWorth({ hands, melds }, standing) {
  const points = hands.map(() => 0);
  for (const meld of melds) meld.by.forEach((/** @type {number} */ seat, /** @type {number} */ at) => (points[seat] = (points[seat] ?? 0) + worth(standing(meld, at))));
  return points;
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

/** A card of the one deck. @param {import("./actions.js").Word} word */
export function plainCard({ face, deck, as }) {
  demand(face < 52 && deck === null && as === null, N_("a card is not named as this game names it"));
  return face;
}

/** @param {import("./actions.js").LayDown | import("./actions.js").LayOff | import("./actions.js").Trade | null} play @returns {Play} */
export function playOf(play) {
  demand(play && play.do !== "trade", N_("this game has no such action"));
  const cards = play.cards.map(plainCard);
  return play.do === "meld" ? { do: "meld", cards } : { do: "lay", cards, on: play.on };
}

/** The action of a text. Throws Illegal. @param {string} text @returns {Action} */
export function actionOf(text) {
  const action = readAction(text);
  switch (action?.do) {
    case "draw":
    case "pass":
      return { do: action.do };
    case "throw":
      return { do: "throw", card: plainCard(action.card) };
    case "meld":
    case "lay":
      return playOf(action);
    case "take":
      return { do: "take", card: plainCard(action.card), play: playOf(action.play) };
    case "rummy":
      return { do: "rummy", play: playOf(action.play) };
    default:
      throw new Illegal(N_("this game has no such action"));
  }
}

/** The notation of an action. @param {Action} action @returns {string} */
export function actionText(action) {
  switch (action.do) {
    case "throw":
      return `throw ${faceName(action.card)}`;
    case "meld":
      return `meld ${action.cards.map(faceName).join(" ")}`;
    case "lay":
      return `lay ${action.cards.map(faceName).join(" ")} on ${action.on}`;
    case "take":
      return `take ${faceName(action.card)} ${actionText(action.play)}`;
    case "rummy":
      return `rummy ${actionText(action.play)}`;
    default:
      return action.do;
  }
}

/** The name of a play: the same cards as a new meld, or onto the same meld. @param {Play} play */
function playName(play) {
  const cards = [...play.cards].sort((a, b) => a - b).join(" ");
  return play.do === "meld" ? `meld ${cards}` : `lay ${cards} on ${play.on}`;
}

export class KeiltyRound extends Round {
  /** By name of the play. @type {Map<string, { play: Play, by: number }>} */
  rummies = new Map();
  /** The names of plays that lie there and could be called until a pick-up. @type {Set<string>} */
  lapsed = new Set();

  /** @param {{ players: number, starter: number, up: number, shuffles: number, hands: number[][] | number, stock: number[] | number,
   *   idle?: number, options?: import("./round.js").Options, number?: number, totals?: number[] }} begin
   *   hands and stock: the cards, or how many; shuffles and idle: as in every round */
  constructor({ hands, up, ...begin }) {
    const dealt = Array.from({ length: begin.players }, (_, seat) =>
      typeof hands === "number" ? { known: new Set(), unknown: hands } : { known: new Set(hands[seat]), unknown: 0 },
    );
    super({ ...begin, hands: dealt, pile: [up] });
  }

  /** The pile but its top becomes the stock. @param {number[] | null} order top first, where it is known */
  reshuffle(order) {
    super.reshuffle(order);
    this.followRummies(this.turn);
  }

  /** @param {number} seat @param {string} text */
  act(seat, text) {
    const action = readAction(text);
    if (action && this.isFalseCall(seat, action)) this.payFalseCall(seat);
    else this.apply(seat, actionOf(text));
  }

  /** Whether a rummy can be called only until the next player has picked up. */
  get lapses() {
    return typeof this.options.get("lapse_seconds") === "number";
  }

  get holdsBack() {
    const mayHold = this.phase === "pickup" && (this.melds.length > 0 || this.pile.length >= FEWEST);
    return mayHold && Number(this.options.get("lapse_seconds") ?? 0) > 0;
  }

  get lying() {
    return this.playsOfPile().map((play) => ({ cards: play.cards, on: play.do === "lay" ? play.on : null }));
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
    this.followRummies(seat, action.do === "draw" || action.do === "take");
  }

  /** @param {number} seat */
  draw(seat) {
    this.drawTop();
    this.phase = "play";
  }

  /** @param {number} seat */
  pass(seat) {
    demand(this.stockSize === 0 && !this.canShuffle, N_("only a player who cannot draw may pass"));
    demand(this.passesFreely || this.takes(seat).length === 0, N_("only a player with nothing to take may pass"));
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
    this.takeFromPile(at);
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
    this.throwOnPile(seat, card);
    if (this.handCount(seat) === 0) {
      this.out = seat;
      this.phase = "over";
    } else {
      this.beginTurn((seat + 1) % this.players);
    }
  }

  /** @param {number} seat @param {Play} play */
  call(seat, play) {
    this.hand(seat);
    demand(play.cards.every((card) => this.pile.includes(card)), N_("a rummy is made wholly of cards of the pile"));
    this.checkPlay(play);
    demand(this.rummies.has(playName(play)), N_("no card can be called now"));
    demand(this.rummies.get(playName(play))?.by !== seat, N_("the player who made a rummy possible may not call it"));
    const at = Math.min(...play.cards.map((card) => this.pile.indexOf(card)));
    this.addCards(seat, this.takeFromPile(at).filter((card) => !play.cards.includes(card)));
    this.putDown(seat, play);
  }

  get calls() {
    return [...this.rummies.values()].map(({ play, by }) => ({ text: actionText({ do: "rummy", play }), by }));
  }

  /** The pile from the lowest card of a call up; nothing where its cards do not all lie there.
   * @param {import("./actions.js").Action} action @param {readonly number[]} pile */
  bringsFrom(action, pile) {
    if (action.do !== "rummy") return [];
    const places = action.play.cards.map(({ face, deck, as }) => (deck === null && as === null ? pile.indexOf(face) : -1));
    return places.includes(-1) ? [] : pile.slice(Math.min(...places));
  }

  /** @param {Play} play */
  checkPlay(play) {
    demand(new Set(play.cards).size === play.cards.length, N_("a card is named twice"));
    if (play.do === "meld") demand(isMeld(play.cards), N_("these cards are no meld, or not written in order"));
    else this.endOf(play);
  }

  /** @param {Play & { do: "lay" }} play */
  endOf(play) {
    const meld = this.meldAt(play.on);
    const laid = laidOnto(meld.cards, play.cards);
    demand(laid, N_("these cards do not fit that meld"));
    return laid.end;
  }

  /** @param {number} seat @param {Play} play */
  putDown(seat, play) {
    const meld = play.do === "lay" ? this.melds[play.on] : undefined;
    const cards = (meld && laidOnto(meld.cards, play.cards)?.meld) ?? play.cards;
    const larger = { cards, by: cards.map((card) => meld?.by[meld.cards.indexOf(card)] ?? seat) };
    if (meld) this.exchangeMeld(meld, larger);
    else this.addMeld(larger);
  }

  /** Every play of cards of the pile. @returns {Play[]} */
  playsOfPile() {
    /** @type {Play[]} */
    const plays = meldsOf(this.pile).map((cards) => ({ do: "meld", cards }));
    this.melds.forEach(({ cards }, on) => {
      for (const laid of layOffsOf(cards, this.pile)) plays.push({ do: "lay", cards: laid, on });
    });
    return plays;
  }

  /** Keep who made each play of the pile possible: whoever acted when it was not before. @param {number} seat @param {boolean} [picksUp] what was
   * possible before lapses, where the table plays so */
  followRummies(seat, picksUp = false) {
    if (this.phase === "over") {
      this.rummies = new Map();
      return;
    }
    const plays = this.playsOfPile().map((play) => ({ play, name: playName(play) }));
    if (picksUp && this.lapses) for (const name of this.rummies.keys()) this.lapsed.add(name);
    this.lapsed = new Set(plays.flatMap(({ name }) => (this.lapsed.has(name) ? [name] : [])));
    const open = plays.filter(({ name }) => !this.lapsed.has(name));
    this.rummies = new Map(open.map(({ play, name }) => [name, { play, by: this.rummies.get(name)?.by ?? seat }]));
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

  /** @param {number} seat @param {readonly number[]} hand @returns {Generator<string, void, void>} */
  *candidates(seat, hand) {
    yield* this.takes(seat).map(actionText);
    for (const meld of meldsOf(hand)) yield actionText({ do: "meld", cards: meld });
    for (const [on, { cards }] of this.melds.entries()) // several at once come to the same as one by one
      for (const laid of layOffsOf(cards, hand)) if (laid.length === 1) yield actionText({ do: "lay", cards: laid, on });
  }

  /** What the turn clock does for the seat on turn; null where a hidden card decides. @returns {string | null} */
  leftToTheClock() {
    const { known, unknown } = this.hand(this.turn);
    if (this.phase === "play") {
      if (this.drawn !== null && known.has(this.drawn)) return actionText({ do: "throw", card: this.drawn });
      const [cheapest] = [...known].sort((a, b) => worth(a) - worth(b) || a - b);
      return unknown > 0 ? null : actionText({ do: "throw", card: cheapest ?? 0 });
    }
    if (this.canDraw) return "draw";
    if (unknown > 0) return null;
    return this.passesFreely ? "pass" : (this.takes(this.turn).map(actionText).sort()[0] ?? "pass");
  }

  get clockVerbs() {
    return this.phase === "pickup" ? ["take", "pass"] : ["throw"];
  }

  /** @returns {number[]} */
  get onTable() {
    return laidWorth(this, ({ cards }, at) => cards[at] ?? 0);
  }

  /** Points of the round by seat: the worth of all laid less that of the hand; all cards are known. */
  points() {
    return this.onTable.map((laid, seat) => [...this.hand(seat).known].reduce((sum, card) => sum - worth(card), laid));
  }

  result() {
    return scoresWithGains(this, this.lessFalseCalls(this.points()));
  }
}

/** The seat that has won; null: another round is played. @param {number[]} totals @param {number[]} before @param {number} target */
export function winnerOf(totals, before, target) {
  return Math.max(...totals) < target ? null : leader(totals, before);
}

/** Keilty rummy, as the verifier asks for it. @type {import("./games.js").Game} */
export const keilty = {
  starterOption: "first_starter",
  namedSeat: "begins",
  step: -1,
  begin({ options, players, starter, number, totals, deck }) {
    const hand = handSize(players, Number(options.get("hand")));
    const dealt = hand * players;
    const hands = dealHands(deck, players, clockwise(starter, players), hand);
    const shuffles = Number(options.get("reshuffle_limit"));
    const round = new KeiltyRound({ players, starter, options, number, totals, up: openCard(deck, dealt), shuffles, hands: hand, stock: stockOf(deck.slice(dealt + 1)) });
    round.hands = hands;
    return round;
  },
};
