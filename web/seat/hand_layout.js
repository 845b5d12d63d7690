/** How the cards of a hand lie: which of them could be melds, how large they are, and in how many rows. */

import { cardOf, isJoker, rankOf, suitOf } from "../core/cards.js";
import { faceOf } from "../table/action_text.js";

const GAP = 4; // of cards side by side
const APART = 10; // a group of cards that could be a meld and the next card
/** Of a card that lies under the next one: a thumb meets it, and its index is as wide. */
const LEAST_STRIP = 26;
/** The least and the largest width of a card; beyond the latter a hand reads no better. */
const [LEAST, LARGEST] = [64, 84];
/** Up to so many lie in one row of a phone. */
const FEW = 11; // ten cards and the one that is drawn

/** @param {number} count of cards @param {number} width of the place @param {{ width: number, height: number }} page @param {number} [groups] in the fullest row
 * @param {number} [coming] cards for which there is room already: a hand has as many rows before a draw as behind it */
export function handLayout(count, width, page, groups = 0, coming = 0) {
  const card = Math.max(LEAST, Math.min(LARGEST, page.width / 7.4, page.height / 9.5)); // chosen: the board keeps most of its height
  const fitting = (/** @type {number} */ strip) => Math.max(1, Math.floor((width - card) / strip) + 1);
  const most = fitting(LEAST_STRIP);
  const held = count + coming;
  const rows = held <= fitting(card / 2) ? 1 : Math.max(held > FEW ? 2 : 1, Math.ceil(held / most));
  const perRow = Math.ceil(count / rows);
  const room = width - card;
  const apart = Math.max(0, Math.min(APART, (room - LEAST_STRIP * (perRow - 1)) / Math.max(1, groups)));
  return { card, rows, perRow, apart, strip: Math.min(card + GAP, (room - apart * groups) / Math.max(1, perRow - 1)) };
}

/** Groups of a hand that could be melds, the largest first; wild cards may make others. @param {readonly string[]} hand @param {number} shortest run
 * @param {boolean} twins whether a set takes the same card twice @returns {string[][]} */
export function groupsOf(hand, shortest, twins) {
  const cards = hand.filter((word) => !isJoker(cardOf(word) ?? 0));
  const code = (/** @type {string} */ word) => cardOf(word) ?? 0;
  const rank = (/** @type {string} */ word) => rankOf(code(word));
  const found = cards.flatMap((first) => {
    const equal = cards.filter((one) => rank(one) === rank(first));
    const run = [first];
    for (let next = rank(first) + 1; next <= 13; next += 1) {
      const card = cards.find((one) => suitOf(code(one)) === suitOf(code(first)) && rank(one) === next % 13);
      if (card === undefined || card === first) break;
      run.push(card);
    }
    const set = twins ? equal : equal.filter((one, at) => equal.findIndex((other) => faceOf(other) === faceOf(one)) === at);
    return [set.length >= 3 ? set : [], run.length >= shortest ? run : []];
  });
  const group = found.sort((a, b) => b.length - a.length)[0] ?? [];
  return group.length ? [group, ...groupsOf(cards.filter((one) => !group.includes(one)), shortest, twins)] : [];
}
