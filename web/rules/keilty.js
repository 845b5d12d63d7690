/** A round of Keilty rummy (docs/rules/keilty.md): any card of the pile is taken, to be laid at once, and what others overlook there is called. */

import { faceName } from "../core/cards.js";
import { N_ } from "../core/language.js";
import { readAction } from "./actions.js";
import { DrawLayThrowRound, gameOf, playOf } from "./draw_lay_throw.js";
import { FEWEST, isMeld, laidOnto, layOffsOf, meldsOf } from "./melds.js";
import { demand } from "./round.js";

/** @typedef {import("./draw_lay_throw.js").NumberedPlay} Play */

/** The notation of a play. @param {Play} play */
function playText(play) {
  const cards = `${play.do} ${play.cards.map(faceName).join(" ")}`;
  return play.do === "meld" ? cards : `${cards} on ${play.on}`;
}

/** The name of a play: the same cards as a new meld, or onto the same meld. @param {Play} play */
function playName(play) {
  return playText({ ...play, cards: [...play.cards].sort((a, b) => a - b) });
}

export class KeiltyRound extends DrawLayThrowRound {
  endsWithTheStock = false;
  laysSeveral = true;
  /** By name of the play. @type {Map<string, { play: Play, by: number }>} */
  rummies = new Map();
  /** The names of plays that lie there and could be called until a pick-up. @type {Set<string>} */
  lapsed = new Set();

  /** The pile but its top becomes the stock. @param {number[] | null} order top first, where it is known */
  reshuffle(order) {
    super.reshuffle(order);
    this.followRummies(this.turn);
  }

  /** @param {number} seat @param {string} text */
  act(seat, text) {
    const action = readAction(text);
    if (action && this.isFalseCall(seat, action)) return this.payFalseCall(seat);
    if (action?.do === "rummy") {
      demand(this.phase !== "over", N_("the round is over"));
      this.call(seat, playOf(action.play));
    } else super.act(seat, text);
    this.followRummies(seat, action?.do === "draw" || action?.do === "take");
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

  /** @param {number} card @param {import("./draw_lay_throw.js").Play | null} words */
  take(card, words) {
    const play = playOf(words);
    const at = this.pile.indexOf(card);
    demand(at >= 0, N_("the card to be taken is not in the pile"));
    demand(play.cards.includes(card), N_("the card taken has to be laid at once"));
    this.checkPlay(play);
    if (play.do === "lay" && this.endOf(play) !== "set")
      demand((this.endOf(play) === "low" ? play.cards[0] : play.cards.at(-1)) === card, N_("a take lays as far as the card taken"));
    demand(this.handCount(this.turn) + this.pile.length - at > play.cards.length, N_("a card has to be left to throw out"));
    this.addCards(this.turn, this.takeFromPile(at));
    this.leave(play.cards);
    this.putDown(this.turn, play);
  }

  /** @param {import("./draw_lay_throw.js").Play} words */
  put(words) {
    const play = playOf(words);
    this.checkPlay(play);
    this.leave(play.cards);
    this.putDown(this.turn, play);
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
    return [...this.rummies.values()].map(({ play, by }) => ({ text: `rummy ${playText(play)}`, by }));
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
    this.layCards(seat, cards, meld);
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

  /** Every take that the seat on turn can make with the cards known to be in its hand. @returns {Generator<string, void, void>} */
  *takes() {
    for (const [at, card] of this.pile.entries()) {
      const there = [...this.hand(this.turn).known, ...this.pile.slice(at)];
      const room = this.handCount(this.turn) + this.pile.length - at - 1;
      for (const cards of meldsOf(there)) if (cards.includes(card) && cards.length <= room) yield `take ${faceName(card)} ${playText({ do: "meld", cards })}`;
      for (const [on, meld] of this.melds.entries())
        for (const cards of layOffsOf(meld.cards, there)) {
          const outermost = laidOnto(meld.cards, cards)?.end === "high" ? cards.at(-1) : cards[0];
          if (outermost === card && cards.length <= room) yield `take ${faceName(card)} ${playText({ do: "lay", cards, on })}`;
        }
    }
  }
}

/** Keilty rummy, as the verifier asks for it. @type {import("./games.js").Game} */
export const keilty = { ...gameOf(KeiltyRound), starterOption: "first_starter", namedSeat: "begins", step: -1 };
