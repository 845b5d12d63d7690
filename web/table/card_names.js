/** Cards and melds as they stand in a position: names of the notation, `*1=QD` for a wild card and what it stands for. */

import { cardElement, cardText, spokenCard } from "../cards/card.js";
import { cardOf, DECK } from "../core/cards.js";
import { ngettext } from "../core/language.js";
import { h } from "../cards/elements.js";
import { lettersInUse } from "./settings.js";

/** @param {string} word @returns {{ card: number, stands: string }} */
export function readCard(word) {
  const [name = "", stands = ""] = word.split("=");
  return { card: cardOf(name) ?? 0, stands };
}

/** `10♥` for `TH`; a wild card with what it stands for. @param {string} word */
export function wordText(word) {
  const { card, stands } = readCard(word);
  const text = cardText(card, lettersInUse());
  return stands ? `${text}=${standsText(stands)}` : text;
}

/** @param {string} stands a face, or a rank with `?` for the suit */
export function standsText(stands) {
  const card = cardOf(stands.replace("?", "S"));
  if (card === null) return stands;
  const text = cardText(card, lettersInUse());
  return stands.endsWith("?") ? text.slice(0, -1) : text;
}

/** @param {number} count */
export function cardCount(count) {
  return ngettext("{cards} card", "{cards} cards", count, { cards: count });
}

/** @param {readonly string[]} words */
export function wordsText(words) {
  return words.map(wordText).join(" ");
}

/** By suit, then rank, jokers last; equal cards by their deck. @param {readonly string[]} words */
export function bySuit(words) {
  return [...words].sort((a, b) => (readCard(a).card % DECK) - (readCard(b).card % DECK) || readCard(a).card - readCard(b).card);
}

/** Cards as they are spoken, for people who hear them. @param {readonly string[]} words */
export function spokenWords(words) {
  const one = (/** @type {string} */ word) => {
    const { card, stands } = readCard(word);
    const other = stands ? cardOf(stands) : null;
    return stands ? `${spokenCard(card)} = ${other === null ? standsText(stands) : spokenCard(other)}` : spokenCard(card);
  };
  return words.map(one).join(", ");
}

/** @param {string} word @param {boolean} [hidden] */
export function wordCard(word, hidden = false) {
  const { card, stands } = readCard(word);
  const element = cardElement(card, { letters: lettersInUse(), standsFor: stands && standsText(stands), hidden });
  if (stands) {
    element.classList.add("wild");
    element.append(h("span", { class: "meant", "aria-hidden": "true" }, standsText(stands)));
  }
  return element;
}
