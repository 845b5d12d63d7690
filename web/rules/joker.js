/**
 * A round of joker rummy (docs/rules/joker.md). On the table a joker is the card it stands for, so melds are held both as they
 * lie (`cards`) and as what they are (`stands`).
 *
 * @typedef {import("./round.js").Meld & { stands: number[] }} JokerMeld
 * @typedef {import("./actions.js").Action} Action
 * @typedef {import("./actions.js").LayDown | import("./actions.js").LayOff | import("./actions.js").Trade} Play
 * @typedef {{ card: number, stands: number }} Laid
 */

import { faceName, isJoker, rankOf, suitOf } from "../core/cards.js";
import { N_ } from "../core/language.js";
import { DrawLayThrowRound, gameOf, worth } from "./draw_lay_throw.js";
import { isMeld, laidOnto, meldsOf } from "./melds.js";
import { demand } from "./round.js";

const JOKERS = [52, 53];
const JOKER_HELD = 25; // docs/rules/joker.md
const ALL = Array.from({ length: 52 }, (_, card) => card);

/** The card of a word that stands for nothing. @param {import("./actions.js").Word} word */
function plain({ face, deck, as }) {
  demand(deck === null && as === null, N_("a card is not named as this game names it"));
  return face;
}

/** @param {Laid} laid */
const laidText = ({ card, stands }) => (card === stands ? faceName(card) : `${faceName(card)}=${faceName(stands)}`);

class JokerRound extends DrawLayThrowRound {
  /** @type {JokerMeld[]} */
  melds = [];
  lastCardIsThrown = false;
  endsWithTheStock = false;

  get verbs() {
    return [...super.verbs, "trade"];
  }

  /** @param {number} card */
  worthHeld(card) {
    return isJoker(card) ? JOKER_HELD : worth(card);
  }

  /** @param {import("./actions.js").Word} word */
  cardOf(word) {
    return plain(word);
  }

  /** @param {number} card @param {Play | null} play */
  take(card, play) {
    const at = this.pile.indexOf(card);
    demand(at >= 0, N_("the card to be taken is not in the pile"));
    demand(play, N_("the card taken has to be laid at once"));
    if (play.do === "trade") demand(plain(play.card) === card, N_("the card taken has to be laid at once"));
    else demand(play.cards.some(({ face }) => face === card), N_("the card taken has to be laid at once"));
    if (play.do === "lay") {
      const end = this.layOff(play).end;
      const outermost = end === "high" ? play.cards.at(-1) : play.cards[0];
      demand(outermost?.face === card, N_("a take lays as far as the card taken"));
    }
    this.addCards(this.turn, this.takeFromPile(at));
    this.put(play);
  }

  // -- plays

  /** @param {JokerMeld} meld @param {number} at */
  standsFor({ cards, stands }, at) {
    const card = stands[at] ?? 0;
    return cards[at] === card ? null : { rank: rankOf(card), suit: suitOf(card) };
  }

  /** Every card that lies on the table, as itself or by a joker. */
  get cardsOnTable() {
    return new Set(this.melds.flatMap(({ stands }) => stands));
  }

  /** What words lay. @param {import("./actions.js").Word[]} words @returns {Laid[]} */
  laidBy(words) {
    const laid = words.map(({ face, deck, as }) => {
      demand(deck === null && (as !== null) === isJoker(face) && as?.suit !== null, N_("a card is not named as this game names it"));
      return { card: face, stands: as ? 13 * as.suit + as.rank : face };
    });
    demand(!laid.some(({ stands }) => this.cardsOnTable.has(stands)), N_("a card lies on the table already, as itself or by a joker"));
    return laid;
  }

  /** @param {import("./actions.js").LayOff} play */
  layOff(play) {
    const meld = this.meldAt(play.on);
    const laid = this.laidBy(play.cards);
    const whole = laidOnto(meld.stands, laid.map(({ stands }) => stands));
    demand(whole, N_("these cards do not fit that meld"));
    return { meld, laid, stands: whole.meld, end: whole.end };
  }

  /** @param {Play} play */
  put(play) {
    if (play.do === "trade") return this.trade(plain(play.card), plain(play.joker));
    if (play.do === "meld") {
      const laid = this.laidBy(play.cards);
      const meld = { cards: laid.map(({ card }) => card), stands: laid.map(({ stands }) => stands), by: laid.map(() => this.turn) };
      demand(isMeld(meld.stands), N_("these cards are no meld, or not written in order"));
      this.leave(meld.cards);
      this.addMeld(meld);
      return;
    }
    const { meld, laid, stands } = this.layOff(play);
    this.leave(laid.map(({ card }) => card));
    const cards = stands.map((one) => laid.find((added) => added.stands === one)?.card ?? meld.cards[meld.stands.indexOf(one)] ?? one);
    const by = stands.map((one) => meld.by[meld.stands.indexOf(one)] ?? this.turn);
    this.exchangeMeld(meld, /** @type {JokerMeld} */ ({ cards, stands, by }));
  }

  /** The place keeps the seat that laid the joker, or becomes the trader's. @param {number} card @param {number} joker */
  trade(card, joker) {
    const meld = this.melds.find(({ cards, stands }) => isJoker(joker) && stands[cards.indexOf(joker)] === card);
    demand(meld, N_("that joker does not stand for this card"));
    this.leave([card]);
    this.addCards(this.turn, [joker]);
    const becomesOwn = this.options.get("trade_points") === "card";
    const by = meld.by.map((seat, at) => (becomesOwn && meld.cards[at] === joker ? this.turn : seat));
    this.exchangeMeld(meld, /** @type {JokerMeld} */ ({ ...meld, by, cards: meld.cards.map((one) => (one === joker ? card : one)) }));
  }

  // -- what can be done

  /** Every take that the seat on turn can make with the cards known to be in its hand. @returns {Generator<string, void, void>} */
  *takes() {
    const hand = this.hand(this.turn).known;
    for (const [at, card] of this.pile.entries()) {
      const there = new Set([...hand, ...this.pile.slice(at)]);
      const uses = (/** @type {Laid[]} */ laid) => laid.some((one) => one.card === card);
      for (const laid of this.melding(there)) if (uses(laid)) yield `take ${faceName(card)} meld ${laid.map(laidText).join(" ")}`;
      for (const [on, laid, outermost] of this.layingOff(there))
        if (outermost.card === card) yield `take ${faceName(card)} lay ${laid.map(laidText).join(" ")} on ${on}`;
      for (const [real, joker] of this.trading(there)) if (real === card) yield `take ${faceName(card)} trade ${faceName(real)} for ${faceName(joker)}`;
    }
  }

  /** The ways to make these cards, in order, of cards that are there: each as itself or by a joker.
   * @param {number[]} wanted @param {Set<number>} there @returns {Laid[][]} */
  fillings(wanted, there) {
    /** @type {Laid[][]} */
    let ways = [[]];
    for (const stands of wanted) {
      const cards = [stands, ...JOKERS].filter((card) => there.has(card));
      ways = ways.flatMap((way) => cards.filter((card) => !way.some((one) => one.card === card)).map((card) => [...way, { card, stands }]));
    }
    return ways;
  }

  /** @param {Set<number>} there @returns {Generator<Laid[], void, void>} */
  *melding(there) {
    const { cardsOnTable } = this;
    const jokers = JOKERS.filter((card) => there.has(card)).length;
    for (const wanted of EVERY_MELD) {
      if (wanted.filter((card) => !there.has(card)).length > jokers || wanted.some((card) => cardsOnTable.has(card))) continue;
      yield* this.fillings(wanted, there);
    }
  }

  /** @param {Set<number>} there @returns {Generator<[number, Laid[], Laid], void, void>} meld, cards, the outermost of them */
  *layingOff(there) {
    const { cardsOnTable } = this;
    const isFree = (/** @type {number} */ card) => !cardsOnTable.has(card) && (there.has(card) || JOKERS.some((joker) => there.has(joker)));
    for (const [on, { stands }] of this.melds.entries())
      for (const first of ALL.filter(isFree)) {
        /** @type {number[]} */
        let row = [first];
        for (let end = laidOnto(stands, row)?.end; end; ) {
          for (const laid of this.fillings(row, there)) yield [on, laid, /** @type {Laid} */ (end === "high" ? laid.at(-1) : laid[0])];
          const last = /** @type {number} */ (end === "high" ? row.at(-1) : row[0]);
          const next = ALL.find((card) => isFree(card) && !row.includes(card) && end !== "set" && laidOnto(stands, end === "high" ? [...row, card] : [card, ...row])?.end === end);
          if (next === undefined || last === next) break;
          row = end === "high" ? [...row, next] : [next, ...row];
        }
      }
  }

  /** @param {Set<number>} there @returns {Generator<[number, number], void, void>} card, joker */
  *trading(there) {
    for (const { cards, stands } of this.melds)
      for (const [at, card] of cards.entries()) {
        const real = stands[at] ?? 0;
        if (isJoker(card) && there.has(real)) yield [real, card];
      }
  }

  /** @param {readonly number[]} hand @returns {Generator<string, void, void>} */
  *lays(hand) {
    const there = new Set(hand);
    for (const laid of this.melding(there)) yield `meld ${laid.map(laidText).join(" ")}`;
    for (const [on, laid] of this.layingOff(there)) yield `lay ${laid.map(laidText).join(" ")} on ${on}`;
    for (const [card, joker] of this.trading(there)) yield `trade ${faceName(card)} for ${faceName(joker)}`;
  }

  /** @param {JokerMeld} meld @param {number} at */
  standing({ stands }, at) {
    return stands[at] ?? 0;
  }
}

const EVERY_MELD = meldsOf(ALL);

/** Joker rummy, as the verifier asks for it. */
export const joker = gameOf(JokerRound);
