/** What a seat may do. What may be meant is tried by the rules themselves, so nothing illegal is ever listed. */

import { cardName, cardOf, DECK, faceName } from "../core/cards.js";
import { readAction, wordsOfHand } from "./actions.js";
import { cardsHeld } from "./decks.js";
import { Illegal } from "./round.js";

/** @typedef {import("./round.js").Round} Round */

/** The actions of a seat that knows its whole hand, in the notation and its order, with decks where equal cards could be confused. Calls the player
 * finds, unless the table plays with hints. @param {Round} given @param {number} seat @returns {string[]} */
export function legalActions(given, seat) {
  const round = given.ahead(seat);
  if (round.hand(seat).unknown > 0) return [];
  const calls = round.options.get("rummy_hints") ? round.calls.map(({ text }) => text) : [];
  const found = new Set([...calls, ...(round.actor === seat ? candidates(round, seat) : [])]);
  return [...found].filter((text) => isLegal(round, seat, text)).sort().map((text) => withDecks(round, seat, text));
}

/** @param {Round} round @param {number} seat @param {string} text */
export function isLegal(round, seat, text) {
  const action = readAction(text);
  if (!action) return false;
  if (round.needsStock(seat, action)) return true;
  try {
    round.copy().act(seat, text);
    return true;
  } catch (problem) {
    if (problem instanceof Illegal) return false;
    throw problem;
  }
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
