/**
 * What a seat may do, for a page whose host cannot say it: at a table with a sealed deck only the own page knows the own hand. What may be
 * meant is tried by the rules themselves, so nothing illegal is ever listed. Calls are not listed: the player finds them.
 */

import { cardName, cardOf, DECK, faceName } from "../core/cards.js";
import { readAction, wordsOfHand } from "./actions.js";
import { BasicRound } from "./basic.js";
import { CrummyRound } from "./crummy.js";
import { crummyPlays } from "./crummy_plays.js";
import { JokerRound } from "./joker.js";
import { cardsHeld } from "./decks.js";
import { actionText, KeiltyRound } from "./keilty.js";
import { layOffsOf, meldsOf } from "./melds.js";
import { Illegal } from "./round.js";
import { VegasRound } from "./vegas.js";
import { vegasPlays } from "./vegas_plays.js";

/** @typedef {import("./round.js").Round} Round */

/** The actions of a seat that knows its whole hand, in the notation. @param {Round} round @param {number} seat @returns {string[]} */
export function legalActions(round, seat) {
  if (round.actor !== seat || round.hand(seat).unknown > 0) return [];
  return [...new Set(candidates(round, seat))].filter((text) => isLegal(round, seat, text));
}

/** @param {Round} round @param {number} seat @param {string} text */
export function isLegal(round, seat, text) {
  const action = readAction(text);
  if (!action) return false;
  if (round.needsStock(seat, action)) return true;
  try {
    trialOf(round).act(seat, text);
    return true;
  } catch (problem) {
    if (problem instanceof Illegal) return false;
    throw problem;
  }
}

/** A round like this one, to try something in. @template {Round} R @param {R} round @returns {R} */
export function trialOf(round) {
  return Object.assign(Object.create(Object.getPrototypeOf(round)), structuredClone({ ...round }));
}

/** What may be legal. @param {Round} round @param {number} seat @returns {Iterable<string>} */
function* candidates(round, seat) {
  yield* ["draw", "turn", "pass", "out", "penalty draw", "penalty pile", "waive", "buy", "decline"];
  const hand = [...round.hand(seat).known].sort((a, b) => a - b);
  for (const card of hand) yield `throw ${cardName(card)}`;
  if (round instanceof VegasRound || round instanceof CrummyRound) {
    const top = round.pile.at(-1);
    if (top !== undefined) yield* [`take ${faceName(top)}`, `want ${faceName(top)}`];
    if (round instanceof CrummyRound) yield* crummyPlays(round, seat, hand);
    else yield* [...vegasPlays(round, hand), ...[...hand, null].map((_, count) => `aces ${count}`)];
  } else if (round instanceof JokerRound) yield* jokerPlays(round, hand);
  else if (round instanceof KeiltyRound) {
    yield* round.takes(seat).map(actionText);
    yield* plays(round, hand);
  } else if (round instanceof BasicRound) {
    yield* plays(round, hand);
    yield* declarations(hand, round.goesAround);
    for (const [at, card] of round.pile.entries()) {
      yield `take ${cardName(card)}`;
      for (const play of plays(round, [...hand, ...round.pile.slice(at)])) if (play.includes(cardName(card))) yield `take ${cardName(card)} ${play}`;
    }
  }
}

/** The same action with decks in the names of cards of the hand, where equal cards could be confused: of a hidden hand nobody else can say which
 * one is meant. @param {Round} round @param {number} seat @param {string} text */
export function withDecks(round, seat, text) {
  const action = readAction(text);
  if (!action || round.decks === 1) return text;
  const words = wordsOfHand(action);
  const open = round.openCards();
  const cards = cardsHeld(round, seat, words, round.decks);
  const names = cards.map((card) => {
    const copies = Array.from({ length: round.decks }, (_, deck) => (card % DECK) + DECK * deck);
    return copies.filter((copy) => !open.has(copy)).length > 1 ? cardName(card, round.decks) : faceName(card);
  });
  return text.split(" ").map((word) => {
    const [name = "", stands] = word.split("=");
    const own = cardOf(name) === null ? undefined : names.shift(); // what a swap moves on comes behind the one card of the hand
    return own === undefined ? word : stands === undefined ? own : `${own}=${stands}`;
  }).join(" ");
}

/** Melds and lay-offs of these cards. @param {Round} round @param {readonly number[]} cards @returns {Iterable<string>} */
function* plays(round, cards) {
  for (const meld of meldsOf(cards, round instanceof BasicRound && round.goesAround)) yield `meld ${meld.map(faceName).join(" ")}`;
  for (const [on, { cards: lie }] of round.melds.entries()) {
    const found = round instanceof BasicRound ? round.layOffsOf(lie, cards) : layOffsOf(lie, cards);
    for (const laid of found) yield `lay ${laid.map(faceName).join(" ")} on ${on}`;
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

/** @param {JokerRound} round @param {readonly number[]} hand @returns {Iterable<string>} */
function* jokerPlays(round, hand) {
  if (round.phase === "pickup") {
    yield* round.takes();
    return;
  }
  const there = new Set(hand);
  const text = (/** @type {import("./joker.js").Laid} */ { card, stands }) => (card === stands ? faceName(card) : `${faceName(card)}=${faceName(stands)}`);
  for (const laid of round.melding(there)) yield `meld ${laid.map(text).join(" ")}`;
  for (const [on, laid] of round.layingOff(there)) yield `lay ${laid.map(text).join(" ")} on ${on}`;
  for (const [card, joker] of round.trading(there)) yield `trade ${faceName(card)} for ${faceName(joker)}`;
}
