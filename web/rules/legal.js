/**
 * What a seat may do, for a page whose host cannot say it: at a table with a sealed deck only the own page knows the own hand. What may be
 * meant is tried by the rules themselves, so nothing illegal is ever listed. Calls are not listed: the player finds them.
 */

import { cardName, cardOf, DECK, faceName } from "../core/cards.js";
import { readAction, wordsOfHand } from "./actions.js";
import { cardsHeld } from "./decks.js";
import { Illegal } from "./round.js";

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
  yield* round.candidates(seat, hand);
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
