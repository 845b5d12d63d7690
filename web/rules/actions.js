/**
 * The notation of actions of all games (docs/rules, "How actions are written"), exact: single spaces, capitals. What a game does
 * not know is written well all the same; its rules refuse it.
 *
 * @typedef {{ rank: number, suit: number | null }} Place what a wild card stands for; suit null: left open
 * @typedef {{ face: number, deck: number | null, as: Place | null }} Word a card as it is named: 0 to 53, with its deck or without
 * @typedef {{ do: "meld", cards: Word[] }} LayDown
 * @typedef {{ do: "lay", cards: Word[], on: number }} LayOff
 * @typedef {{ do: "trade", card: Word, joker: Word }} Trade
 * @typedef {{ do: "draw" | "pass" | "turn" | "out" | "waive" | "buy" | "decline" } | { do: "throw" | "want", card: Word }
 *   | { do: "take", card: Word, play: LayDown | LayOff | Trade | null } | { do: "rummy", play: LayDown | LayOff }
 *   | { do: "declare", melds: Word[][], thrown: Word | null } | { do: "penalty", from: "draw" | "pile" }
 *   | { do: "swap", card: Word, on: number, onward: LayOff | null } | { do: "contract", melds: Word[][] }
 *   | { do: "aces", count: number } | LayDown | LayOff | Trade} Action
 */

import { cardOf, DECK, deckOf, faceName, RANKS, SUITS } from "../core/cards.js";

/** Characters of an action at most. */
// FAIRNESS.md has this number: a longer one would be taken here and refused elsewhere.
const LONGEST = 400;
const NUMBER = /^(?:0|[1-9][0-9]{0,2})$/;
const STANDS = /^[A2-9TJQK][CDHS?]$/;

/** The text is no action. */
class Unreadable extends Error {}

/** @param {unknown} holds @returns {asserts holds} */
function expect(holds) {
  if (!holds) throw new Unreadable();
}

/** The action; null if the text is none, or not in the one spelling it has. @param {string} text @returns {Action | null} */
export function readAction(text) {
  if ([...text].length > LONGEST) return null;
  const [verb = "", ...words] = text.split(" ");
  try {
    expect(Object.hasOwn(READERS, verb));
    return /** @type {(words: string[]) => Action} */ (READERS[verb])(words);
  } catch (problem) {
    if (problem instanceof Unreadable) return null;
    throw problem;
  }
}

/** @param {any} verb @returns {(words: string[]) => Action} */
const alone = (verb) => (words) => {
  expect(words.length === 0);
  return { do: verb };
};

/** @param {any} verb @returns {(words: string[]) => Action} */
const ofOne = (verb) => (words) => {
  expect(words.length === 1);
  return { do: verb, card: plainCard(words[0]) };
};

/** @type {{ [verb: string]: (words: string[]) => Action }} */
const READERS = {
  draw: alone("draw"), pass: alone("pass"), turn: alone("turn"), out: alone("out"), waive: alone("waive"), buy: alone("buy"),
  decline: alone("decline"), throw: ofOne("throw"), want: ofOne("want"),
  meld: (words) => ({ do: "meld", cards: cardList(words) }),
  lay: layOff,
  trade,
  rummy: (words) => ({ do: "rummy", play: play(words) }),
  take: (words) => {
    const [first, ...rest] = words;
    const card = plainCard(first);
    if (rest.length === 0) return { do: "take", card, play: null };
    return { do: "take", card, play: rest[0] === "trade" ? trade(rest.slice(1)) : play(rest) };
  },
  declare: (words) => {
    const isThrown = words.length >= 2 && words.at(-2) === "throw";
    const thrown = isThrown ? plainCard(words.at(-1)) : null;
    const rest = isThrown ? words.slice(0, -2) : words;
    expect(rest[0] === "meld");
    return { do: "declare", melds: splitAt(rest.slice(1), "meld"), thrown };
  },
  penalty: (words) => {
    const [from] = words;
    expect(words.length === 1 && (from === "draw" || from === "pile"));
    return { do: "penalty", from };
  },
  swap: (words) => {
    expect(words.length >= 3 && words[1] === "on");
    const onward = words.length === 3 ? null : layOff(words.slice(4));
    expect(onward === null || words[3] === "lay");
    return { do: "swap", card: plainCard(words[0]), on: number(words[2]), onward };
  },
  contract: (words) => ({ do: "contract", melds: splitAt(words, "/") }),
  aces: (words) => {
    expect(words.length === 1);
    return { do: "aces", count: number(words[0]) };
  },
};

/** @param {string[]} words @returns {LayDown | LayOff} */
function play([verb, ...words]) {
  expect(verb === "meld" || verb === "lay");
  return verb === "meld" ? { do: "meld", cards: cardList(words) } : layOff(words);
}

/** @param {string[]} words @returns {LayOff} */
function layOff(words) {
  expect(words.length >= 3 && words.at(-2) === "on");
  return { do: "lay", cards: cardList(words.slice(0, -2)), on: number(words.at(-1)) };
}

/** @param {string[]} words @returns {Trade} */
function trade(words) {
  expect(words.length === 3 && words[1] === "for");
  return { do: "trade", card: plainCard(words[0]), joker: plainCard(words[2]) };
}

/** Lists of cards with a word between. @param {string[]} words @param {string} between @returns {Word[][]} */
function splitAt(words, between) {
  /** @type {string[][]} */
  const lists = [[]];
  for (const word of words) {
    if (word === between) lists.push([]);
    else lists.at(-1)?.push(word);
  }
  return lists.map(cardList);
}

/** @param {string[]} words @returns {Word[]} */
function cardList(words) {
  expect(words.length > 0);
  return words.map((word) => {
    const [name, stands, ...more] = word.split("=");
    const card = plainCard(name);
    if (stands === undefined) return card;
    expect(more.length === 0 && STANDS.test(stands));
    const suit = SUITS.indexOf(stands.charAt(1));
    return { ...card, as: { rank: RANKS.indexOf(stands.charAt(0)), suit: suit < 0 ? null : suit } };
  });
}

/** @param {string | undefined} word @returns {Word} */
function plainCard(word = "") {
  const card = cardOf(word);
  expect(card !== null);
  return { face: card % DECK, deck: word.includes(".") ? deckOf(card) : null, as: null };
}

/** @param {string | undefined} word */
function number(word = "") {
  expect(NUMBER.test(word));
  return Number(word);
}

/** The cards of the own hand that an action names. @param {Action} action */
export function wordsOfHand(action) {
  if (action.do === "meld" || action.do === "lay") return action.cards;
  if (action.do === "throw" || action.do === "swap") return [action.card];
  return action.do === "contract" ? action.melds.flat() : [];
}

/** A card as it is named where it was laid. @param {Word} word */
export function wordText({ face, deck, as }) {
  const stands = as ? `=${RANKS.charAt(as.rank)}${as.suit === null ? "?" : SUITS.charAt(as.suit)}` : "";
  return `${faceName(face)}${deck === null ? "" : `.${deck}`}${stands}`;
}
