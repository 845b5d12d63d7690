/**
 * The notation of Keilty's actions (docs/rules/keilty.md, "How actions are written"), exact: single spaces, capitals.
 *
 * @typedef {{ do: "meld", cards: number[] }} LayDown
 * @typedef {{ do: "lay", cards: number[], on: number }} LayOff
 * @typedef {LayDown | LayOff} Play
 * @typedef {{ do: "draw" } | { do: "pass" } | { do: "throw", card: number } | { do: "take", card: number, play: Play }
 *   | { do: "rummy", play: Play } | Play} Action
 */

import { cardOf, faceName } from "./cards.js";

/** Characters of an action at most. */
// FAIRNESS.md has this number: a longer one would be taken here and refused elsewhere.
export const LONGEST = 400;
const MELD_NUMBER = /^(?:0|[1-9][0-9]{0,2})$/;

/** The action; null if the text is none, or not in the one spelling it has. @param {string} text @returns {Action | null} */
export function parseAction(text) {
  if ([...text].length > LONGEST) return null;
  const [verb, ...words] = text.split(" ");
  switch (verb) {
    case "draw":
    case "pass":
      return words.length ? null : { do: verb };
    case "throw": {
      const card = words.length === 1 ? oneCard(words[0]) : null;
      return card === null ? null : { do: "throw", card };
    }
    case "meld":
    case "lay":
      return parsePlay([verb, ...words]);
    case "rummy": {
      const play = parsePlay(words);
      return play && { do: "rummy", play };
    }
    case "take": {
      const card = oneCard(words[0]);
      const play = parsePlay(words.slice(1));
      return card === null || play === null ? null : { do: "take", card, play };
    }
    default:
      return null;
  }
}

/** @param {string[]} words @returns {Play | null} */
function parsePlay(words) {
  if (words[0] === "meld") {
    const cards = cardList(words.slice(1));
    return cards && { do: "meld", cards };
  }
  if (words[0] === "lay" && words.at(-2) === "on" && MELD_NUMBER.test(words.at(-1) ?? "")) {
    const cards = cardList(words.slice(1, -2));
    return cards && { do: "lay", cards, on: Number(words.at(-1)) };
  }
  return null;
}

/** A card of the one deck. @param {string | undefined} word @returns {number | null} */
function oneCard(word) {
  const card = word === undefined ? null : cardOf(word);
  return card !== null && card < 52 && word === faceName(card) ? card : null;
}

/** @param {string[]} words @returns {number[] | null} */
function cardList(words) {
  const cards = words.map(oneCard);
  return words.length && cards.every((card) => card !== null) ? /** @type {number[]} */ (cards) : null;
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
