/**
 * A round of basic rummy (docs/rules/basic.md). A run can have gaps, where its card lies in a set; everything else on the table is
 * as in Keilty rummy.
 *
 * @typedef {import("./actions.js").Action} Action
 * @typedef {import("./draw_lay_throw.js").NumberedPlay} Play
 */

import { faceName, rankOf, suitOf } from "../core/cards.js";
import { N_ } from "../core/language.js";
import { readAction } from "./actions.js";
import { handSize, plainCard, playOf } from "./draw_lay_throw.js";
import { isMeld, isRunAround, isSet, meldsOf } from "./melds.js";
import { clockwise, dealHands, demand, scoresWithGains, openCard, Round, stockOf } from "./round.js";

const QUEEN_OF_SPADES = 50; // docs/rules/basic.md, as the other numbers here
const OUT = 25;
/** Laps of top cards taken alone after which a round is blocked, whatever could be turned over. */
const MOST_LAPS = 10;
const PENALTY = 2;
/** In which phase each action has its place; a call has several. @type {{ [verb: string]: readonly string[] }} */
const PHASES = {
  draw: ["pickup"], take: ["pickup"], turn: ["pickup"], meld: ["play", "final"], lay: ["play", "final"], throw: ["play"],
  declare: ["play"], penalty: ["penalty"], out: ["call"], pass: ["pickup", "final"],
};

/** What a card costs in a hand. @param {number} card */
function cost(card) {
  if (card === QUEEN_OF_SPADES) return 40;
  const rank = rankOf(card);
  return rank === 0 ? 15 : rank < 9 ? 5 : 10;
}

export class BasicRound extends Round {
  /** @param {import("./round.js").Begin & { dealt: number }} begin */
  constructor(begin) {
    super(begin);
    /** Cards dealt to each. */
    this.dealt = begin.dealt;
    /** By seat: how often it picked up in this round, and whether it laid anything. */
    this.pickups = Array(this.players).fill(0);
    this.hasLaid = Array(this.players).fill(false);
    /** The card taken alone in this turn. @type {number | null} */
    this.taken = null;
    /** Who threw the top of the pile, as long as it can be called. @type {number | null} */
    this.thrower = null;
    this.idle = 0;
    /** Whose declaration stands or waits, and the suit of its melds if they have one. @type {{ seat: number, suit: number | null } | null} */
    this.declared = null;
    /** @type {number | null} */
    this.winsGame = null;
  }

  get ownFacts() {
    return { declared: this.declared?.seat ?? null };
  }

  /** The pile is turned over, never shuffled. */
  get canShuffle() {
    return false;
  }

  get canTurn() {
    return this.stockSize === 0 && this.pile.length >= 2 && this.shufflesLeft > 0;
  }

  /** @param {string} name */
  option(name) {
    return this.options.get(name);
  }

  /** @param {number} seat @param {string} text */
  act(seat, text) {
    const action = readAction(text);
    demand(action && (action.do === "rummy" || Object.hasOwn(PHASES, action.do)), N_("this game has no such action"));
    demand(this.phase !== "over", N_("the round is over"));
    if (this.isFalseCall(seat, action)) return this.payFalseCall(seat);
    if (action.do === "rummy") return this.call(seat, action.play);
    demand(seat === this.turn, N_("it is another player's turn"));
    demand(PHASES[action.do]?.includes(this.phase), N_("this is not the time for that action"));
    switch (action.do) {
      case "draw":
        this.drawTop();
        this.idle = 0;
        return this.pickUp();
      case "take":
        return this.take(plainCard(action.card), action.play);
      case "turn":
        return this.turnOver();
      case "throw":
        return this.throwOut(plainCard(action.card));
      case "meld":
      case "lay":
        return this.lay(playOf(action));
      case "declare":
        return this.declare(action.melds.map((cards) => cards.map(plainCard)), action.thrown && plainCard(action.thrown));
      case "penalty":
        return this.pay(action.from);
      case "out":
        return this.goOut();
      default:
        return this.pass();
    }
  }

  // -- picking up

  pickUp() {
    this.pickups[this.turn] += 1;
    this.thrower = null;
    this.phase = "play";
  }

  /** @param {number} card @param {Action | null} use */
  take(card, use) {
    const at = this.pile.indexOf(card);
    const isTop = at === this.pile.length - 1;
    demand(at >= 0, N_("the card to be taken is not in the pile"));
    demand(isTop === (use === null), isTop ? N_("the top of the pile is taken alone") : N_("the card taken has to be laid at once"));
    this.addCards(this.turn, this.takeFromPile(at));
    this.pickUp();
    if (use === null) {
      this.taken = card;
      this.idle += 1;
      return;
    }
    const play = playOf(/** @type {any} */ (use));
    const end = play.do === "lay" ? this.laid(play).end : null;
    const uses = end === null ? play.cards.includes(card) : (end === "high" ? play.cards.at(-1) : play.cards[0]) === card;
    demand(uses, N_("a take lays as far as the card taken"));
    this.lay(play, true);
  }

  turnOver() {
    demand(this.canTurn, N_("the pile cannot be turned over"));
    this.setStock(this.takeFromPile(1));
    this.shufflesLeft -= 1;
    this.thrower = null;
  }

  pass() {
    if (this.phase === "final") return this.passFinal(this.turn + 1);
    demand(this.stockSize === 0 && this.pile.length === 0, N_("only a player who cannot draw may pass"));
    this.phase = "over";
  }

  // -- melds

  /** Whether runs go on past the ace. */
  get goesAround() {
    return this.option("around_the_corner") === true;
  }

  /** The card that comes next to a run at an end, past those that lie in sets; null: none. @param {readonly number[]} run @param {1 | -1} step */
  nextTo(run, step) {
    const inSets = new Set(this.melds.flatMap(({ cards }) => (isSet(cards) ? cards : [])));
    const [first = 0, ...others] = run;
    const from = rankOf(first);
    // Places rise along the run: 13 is the high ace, around the corner 14 the two above it.
    const to = others.reduce((place, card) => place + ((rankOf(card) + 26 - place) % 13), from);
    const [lowest, highest] = this.goesAround ? [to - 12, from + 12] : [to === 13 ? 1 : 0, from === 0 ? 12 : 13];
    for (let place = (step < 0 ? from : to) + step; place >= lowest && place <= highest; place += step) {
      const card = 13 * suitOf(first) + ((place + 13) % 13);
      if (!inSets.has(card)) return card;
    }
    return null;
  }

  /** The meld with cards laid onto it, and at which end. @param {{ cards: number[], on: number }} play
   * @returns {{ cards: number[], end: "set" | "low" | "high" }} */
  laid({ cards, on }) {
    const meld = this.meldAt(on);
    if (isSet(meld.cards)) {
      const whole = [...meld.cards, ...cards].sort((a, b) => a - b);
      demand(cards.length === 1 && isSet(whole), N_("these cards do not fit that meld"));
      return { cards: whole, end: "set" };
    }
    let low = meld.cards;
    for (const card of [...cards].reverse()) if (this.nextTo(low, -1) === card) low = [card, ...low];
    if (low.length === meld.cards.length + cards.length) return { cards: low, end: "low" };
    let high = meld.cards;
    for (const card of cards) if (this.nextTo(high, 1) === card) high = [...high, card];
    demand(high.length === meld.cards.length + cards.length, N_("these cards do not fit that meld"));
    return { cards: high, end: "high" };
  }

  /** Whether a card can be laid off on a meld. @param {number[]} meld @param {number} card */
  fitsMeld(meld, card) {
    return isSet(meld) ? isSet([...meld, card].sort((a, b) => a - b)) : this.nextTo(meld, -1) === card || this.nextTo(meld, 1) === card;
  }

  /** @param {number} _seat @param {readonly number[]} hand @returns {Generator<string, void, void>} */
  *candidates(_seat, hand) {
    yield* this.playsOf(hand);
    yield* declarations(hand, this.goesAround);
    for (const [at, card] of this.pile.entries()) {
      yield `take ${faceName(card)}`;
      for (const play of this.playsOf([...hand, ...this.pile.slice(at)])) if (play.includes(faceName(card))) yield `take ${faceName(card)} ${play}`;
    }
  }

  /** Melds and lay-offs of these cards. @param {readonly number[]} cards @returns {Generator<string, void, void>} */
  *playsOf(cards) {
    for (const meld of meldsOf(cards, this.goesAround)) yield `meld ${meld.map(faceName).join(" ")}`;
    for (const [on, { cards: lie }] of this.melds.entries()) for (const laid of this.layOffsOf(lie, cards)) yield `lay ${laid.map(faceName).join(" ")} on ${on}`;
  }

  /** Everything that these cards can be laid on as onto a meld, each in its written order. @param {number[]} meld @param {readonly number[]} cards
   * @returns {number[][]} */
  layOffsOf(meld, cards) {
    if (isSet(meld)) return cards.filter((card) => this.fitsMeld(meld, card)).map((card) => [card]);
    /** @type {number[][]} */
    const found = [];
    for (const step of /** @type {const} */ ([-1, 1])) {
      let run = meld;
      for (let next = this.nextTo(run, step); next !== null && cards.includes(next); next = this.nextTo(run, step)) {
        run = step < 0 ? [next, ...run] : [...run, next];
        found.push(step < 0 ? run.slice(0, -meld.length) : run.slice(meld.length));
      }
    }
    return found;
  }

  /** Whether a card can be laid off somewhere. @param {number} card */
  fits(card) {
    return this.melds.some(({ cards }) => this.fitsMeld(cards, card));
  }

  /** @param {Play} play @param {boolean} [isTake] a take may lay several cards at one end */
  lay(play, isTake = false) {
    const seat = this.turn;
    demand(play.do === "meld" || isTake || play.cards.length === 1, N_("cards are laid off one by one"));
    this.putDown(seat, play, play.cards);
    this.checkLeft(seat);
    if (this.phase === "play" && this.handCount(seat) === 0) this.goOut();
  }

  /** Cards go to the table: from a hand, but for a call. @param {number} seat @param {Play} play @param {number[]} own those of the hand */
  putDown(seat, play, own) {
    demand(play.do !== "meld" || isMeld(play.cards) || (this.goesAround && isRunAround(play.cards)), N_("these cards are no meld, or not written in order"));
    const meld = play.do === "lay" ? this.melds[play.on] : null;
    const whole = play.do === "lay" ? this.laid(play).cards : play.cards;
    this.checkHeld(seat, own);
    this.removeCards(seat, own);
    this.layCards(seat, whole, meld);
    this.hasLaid[seat] = true;
    this.idle = 0;
  }

  /** What has to stay in the hand after a play. @param {number} seat */
  checkLeft(seat) {
    if (this.phase !== "play") return;
    const left = this.handCount(seat);
    if (this.pickups[seat] === 1) return demand(left >= 2, N_("nobody goes out in the first turn: two cards must be left"));
    const barred = this.taken !== null && this.hand(seat).known.has(this.taken);
    if (left - Number(barred) > 0) return;
    demand(!this.option("discard_to_go_out"), N_("a card has to be left to throw out"));
    demand(!barred || this.fits(/** @type {number} */ (this.taken)), N_("a card has to be left to throw out"));
  }

  // -- the end of a turn

  /** @param {number} card */
  throwOut(card) {
    const seat = this.turn;
    demand(card !== this.taken, N_("the card taken alone is not thrown out in the same turn"));
    this.throwOnPile(seat, card);
    this.thrower = seat;
    this.taken = null;
    if (this.handCount(seat) === 0) this.phase = "call";
    else if (this.isStuck) this.phase = "over";
    else this.beginTurn((seat + 1) % this.players);
  }

  /** Whether only top cards go round. */
  get isStuck() {
    const laps = this.idle / this.players;
    return laps >= MOST_LAPS || (laps >= 1 && this.stockSize === 0 && !this.canTurn);
  }

  goOut() {
    const { turn: seat, declared } = this;
    this.out = seat;
    this.taken = null;
    this.thrower = null;
    if (declared?.seat === seat && declared.suit !== null) this.winsGame = seat;
    this.phase = "final";
    if (this.winsGame !== null || !this.option("final_melds")) this.phase = "over";
    else this.passFinal(seat + 1);
  }

  /** The next of the others may lay a last time. @param {number} next */
  passFinal(next) {
    if (next % this.players === this.out) this.phase = "over";
    else this.turn = next % this.players;
  }

  /** @param {number[][]} melds @param {number | null} thrown */
  declare(melds, thrown) {
    const seat = this.turn;
    const texts = melds.map((cards) => cards.map(faceName).join(" "));
    demand(this.pickups[seat] > 1 && !this.hasLaid[seat] && this.handCount(seat) === this.dealt + 1, N_("this is not the time for that action"));
    demand(texts.every((text, at) => at === 0 || text > (texts[at - 1] ?? "")), N_("these cards are no meld, or not written in order"));
    demand(thrown !== null || !this.option("discard_to_go_out"), N_("a card has to be left to throw out"));
    demand(thrown === null || thrown !== this.taken, N_("the card taken alone is not thrown out in the same turn"));
    const all = [...melds.flat(), ...(thrown === null ? [] : [thrown])];
    demand(all.length === this.handCount(seat), N_("a declaration lays the whole hand"));
    this.checkHeld(seat, all);
    for (const cards of melds) this.putDown(seat, { do: "meld", cards }, cards);
    const suits = new Set(melds.flat().map(suitOf));
    this.declared = { seat, suit: suits.size === 1 ? (/** @type {number[]} */ ([...suits])[0] ?? null) : null };
    if (thrown === null) this.goOut();
    else this.throwOut(thrown);
  }

  // -- calls

  /** @param {number} seat @param {import("./actions.js").LayDown | import("./actions.js").LayOff} use */
  call(seat, use) {
    this.hand(seat);
    const { thrower } = this;
    demand((this.phase === "pickup" || this.phase === "call") && thrower !== null, N_("no card can be called now"));
    demand(seat !== thrower, N_("the player who made a rummy possible may not call it"));
    const play = playOf(use);
    demand(play.do === "lay" && play.cards.length === 1 && play.cards[0] === this.pile.at(-1), N_("only the card just thrown out can be called"));
    this.putDown(seat, play, []);
    this.takeFromPile(-1);
    this.thrower = null;
    if (this.declared?.seat === thrower) this.declared = null;
    this.turn = thrower;
    if (this.stockSize + this.pile.length > 0) this.phase = "penalty";
    else this.beginTurn((thrower + 1) % this.players);
  }

  get callTakes() {
    return false;
  }

  get lying() {
    const card = this.pile.at(-1);
    if (card === undefined) return [];
    return this.melds.flatMap(({ cards }, on) => (this.fitsMeld(cards, card) ? [{ cards: [card], on }] : []));
  }

  /** While a throw-out can be called; not of who threw the last card, who holds none and waits for the others. @param {number} seat */
  mayCost(seat) {
    return this.phase === "pickup" || (this.phase === "call" && seat !== this.turn);
  }

  get calls() {
    const { thrower } = this;
    if (thrower === null || (this.phase !== "pickup" && this.phase !== "call")) return [];
    return this.lying.map(({ cards, on }) => ({ text: `rummy lay ${cards.map(faceName).join(" ")} on ${on}`, by: thrower }));
  }

  /** @param {"draw" | "pile"} from */
  pay(from) {
    const seat = this.turn;
    if (from === "draw") {
      demand(this.canPayByDraw, N_("the penalty is not there"));
      for (let left = Math.min(PENALTY, this.stockSize); left > 0; left -= 1) this.takeTop(seat);
    } else {
      demand(this.pile.length > 0, N_("the penalty is not there"));
      this.addCards(seat, this.takeFromPile(0));
    }
    this.beginTurn((seat + 1) % this.players);
  }

  get canPayByDraw() {
    return this.stockSize >= PENALTY || (this.stockSize > 0 && this.pile.length === 0);
  }

  /** The top of the pile, if that is the card called. @param {Action} action @param {readonly number[]} pile */
  bringsFrom(action, pile) {
    if (action.do !== "rummy" || action.play.do !== "lay") return [];
    const [word, ...more] = action.play.cards;
    return more.length === 0 && word?.deck === null && word.as === null && word.face === pile.at(-1) ? [word.face] : [];
  }

  get holdsBack() {
    const waits = this.phase === "call" || (this.phase === "pickup" && this.thrower !== null && this.melds.length > 0);
    return waits && Number(this.option("call_seconds")) > 0;
  }

  // -- the clock and the end

  /** @param {number} turnSeconds @returns {import("./round.js").Timer[]} */
  timers(turnSeconds) {
    if (this.phase !== "call") return super.timers(turnSeconds);
    return [{ seat: this.turn, kind: "rule", seconds: Number(this.option("call_seconds")), text: "out", verbs: [] }];
  }

  leftToTheClock() {
    const { known, unknown } = this.hand(this.turn);
    const top = this.pile.at(-1);
    if (this.phase === "pickup") return this.stockSize > 0 ? "draw" : this.canTurn ? "turn" : top === undefined ? "pass" : `take ${faceName(top)}`;
    if (this.phase === "penalty") return this.canPayByDraw ? "penalty draw" : "penalty pile";
    if (this.phase !== "play") return "pass";
    if (this.drawn !== null && known.has(this.drawn)) return `throw ${faceName(this.drawn)}`;
    if (unknown > 0) return null;
    const [cheapest] = [...known].filter((card) => card !== this.taken).sort((a, b) => cost(a) - cost(b) || a - b);
    return cheapest === undefined ? (this.plays(this.turn).sort()[0] ?? null) : `throw ${faceName(cheapest)}`;
  }

  /** The lay-offs of the one card that a hand has left: nothing else can be done with a card that may not be thrown out.
   * @param {number} seat @returns {string[]} */
  plays(seat) {
    return [...this.hand(seat).known].flatMap((card) =>
      this.melds.flatMap(({ cards }, on) => (this.fitsMeld(cards, card) ? [`lay ${faceName(card)} on ${on}`] : [])),
    );
  }

  result() {
    const costs = this.hands.map(({ known }) => [...known].reduce((sum, card) => sum + cost(card), 0));
    const all = costs.reduce((sum, one) => sum + one, 0);
    let points = costs.map((one) => 0 - one);
    if (this.out !== null) points[this.out] = (all - (costs[this.out] ?? 0)) * (this.declared?.seat === this.out ? 2 : 1) + OUT;
    points = this.lessFalseCalls(points);
    if (this.winsGame !== null) {
      const totals = points.map((one, seat) => one + (this.totals[seat] ?? 0));
      return { out: this.out, points, totals, winner: this.winsGame, finished: true };
    }
    return scoresWithGains(this, points);
  }
}

/** The whole hand laid at once, but for one card that may be thrown out. @param {readonly number[]} hand @param {boolean} around @returns {Iterable<string>} */
function* declarations(hand, around) {
  for (const thrown of [null, ...hand]) {
    const left = hand.filter((card) => card !== thrown);
    for (const melds of partitions(left, around)) {
      const texts = melds.map((cards) => cards.map(faceName).join(" ")).sort();
      yield `declare meld ${texts.join(" meld ")}${thrown === null ? "" : ` throw ${faceName(thrown)}`}`;
    }
  }
}

/** The ways to part these cards into melds. @param {readonly number[]} cards @param {boolean} around @returns {Iterable<number[][]>} */
function* partitions(cards, around) {
  const [first] = cards;
  if (first === undefined) {
    yield [];
    return;
  }
  for (const meld of meldsOf(cards, around).filter((one) => one.includes(first))) {
    for (const rest of partitions(cards.filter((card) => !meld.includes(card)), around)) yield [meld, ...rest];
  }
}

/**
 * Who deals first: each draws a card openly, and the lowest deals, the ace being high. Who tie draw again.
 * @param {number[]} deck as it is shuffled in public @param {number} players @returns {number} the dealer
 */
export function lowestDraw(deck, players) {
  let seats = Array.from({ length: players }, (_, seat) => seat);
  for (let next = 0; seats.length > 1 && next + seats.length <= deck.length; ) {
    const drawn = seats.map((seat, at) => ({ seat, rank: rankOf(deck[next + at] ?? 0) || 13 }));
    next += seats.length;
    const lowest = Math.min(...drawn.map(({ rank }) => rank));
    seats = drawn.filter(({ rank }) => rank === lowest).map(({ seat }) => seat);
  }
  return seats[0] ?? 0;
}

/** Basic rummy, as the verifier asks for it. @type {import("./games.js").Game} */
export const basic = {
  starterOption: "first_dealer",
  namedSeat: "deals",
  step: 1,
  dealerDrawn: lowestDraw,
  begin({ options, players, starter, number, totals, deck }) {
    const dealt = handSize(players, Number(options.get("hand")));
    const up = dealt * players;
    const hands = dealHands(deck, players, clockwise(starter, players), dealt);
    const shuffles = Number(options.get("turn_limit"));
    return new BasicRound({ players, starter, options, number, totals, hands, stock: stockOf(deck.slice(up + 1)), pile: [openCard(deck, up)], shuffles, dealt });
  },
};
