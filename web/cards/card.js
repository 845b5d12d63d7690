/**
 * Cards drawn as SVG: a large index in the corner, pips or a figure where there is room (in a place of the class `large`),
 * and one large pip where there is not. Drawn here; no picture of anybody else's is used.
 */

import { isJoker, RANKS, rankOf, SIGNS, suitOf } from "../core/cards.js";
import { _ } from "../core/language.js";
import { h, svg as draw } from "./elements.js";

/** Pixels of width from which pips and figures are told apart. */
const LARGE = 84;

/** Say how wide the cards in a place are. @param {HTMLElement} place @param {number} width in pixels */
export function setCardWidth(place, width) {
  place.style.setProperty("--card", `${width}px`);
  place.classList.toggle("large", width >= LARGE);
}

/** Suits in a square of 24 units. C D H S. */
const PIPS = [
  "M12 1.4a5 5 0 0 1 4.1 7.8 5 5 0 1 1-3 8.6c.2 2 1.1 3.8 2.9 4.9H8c1.8-1.1 2.7-2.9 2.9-4.9a5 5 0 1 1-3-8.6A5 5 0 0 1 12 1.4z",
  "M12 .8C14.3 5 17 8.8 20.3 12 17 15.2 14.3 19 12 23.2 9.7 19 7 15.2 3.7 12 7 8.8 9.7 5 12 .8z",
  "M12 22.6C8.3 18.6 1.6 13.6 1.6 7.6A5.6 5.6 0 0 1 12 4.9 5.6 5.6 0 0 1 22.4 7.6C22.4 13.6 15.7 18.6 12 22.6z",
  "M12 1.2C14.5 5.6 22 9.6 22 15a5 5 0 0 1-8.9 3.1c.2 1.9 1.1 3.6 2.9 4.7H8c1.8-1.1 2.7-2.8 2.9-4.7A5 5 0 0 1 2 15C2 9.6 9.5 5.6 12 1.2z",
];
const STAR = "M12 1l3.1 7 7.5.7-5.7 5 1.7 7.4L12 17.2l-6.6 3.9 1.7-7.4-5.7-5 7.5-.7z";
/** Figures of jack, queen and king in a square of 24 units: a feathered cap, a coronet, a crown. */
const FIGURES = [
  "M3 19h18v3H3zM4 17.5C4 10 9 6 17 6.5c-1 1-1.5 2-1.5 3 3 .5 4.5 3.5 4.5 8zM14 5c1-3 4-4.5 8-4-.5 3-2.5 5-6.5 5z",
  "M3 19h18v3H3zM3.5 17.5L2 8l5 3.5L12 5l5 6.5L22 8l-1.5 9.5zM2 3.8a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6zM12 .6a1.9 1.9 0 1 1 0 3.8 1.9 1.9 0 0 1 0-3.8zM22 3.8a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6z",
  "M3 19h18v3H3zM3.5 17.5L1.5 6l5.7 4.5L10 4.5V3.7H8.2V2H10V.2h4V2h1.8v1.7H14v.8l2.8 6L22.5 6l-2 11.5z",
];

/** Where the pips of two to ten lie, in a card of 60 × 84 units; those in the lower half stand on their heads.
 * @type {[number, number][][]} */
const LAYOUT = (() => {
  const [left, middle, right] = [21, 30, 39];
  const rows = [16, 32.7, 51.3, 68];
  /** @param {number[]} ys @param {number} x @returns {[number, number][]} */
  const column = (ys, x) => ys.map((y) => [x, y]);
  const sides = (/** @type {number[]} */ ys) => [...column(ys, left), ...column(ys, right)];
  return [
    column([16, 68], middle),
    column([16, 42, 68], middle),
    sides([16, 68]),
    [...sides([16, 68]), ...column([42], middle)],
    sides([16, 42, 68]),
    [...sides([16, 42, 68]), ...column([29], middle)],
    [...sides([16, 42, 68]), ...column([29, 55], middle)],
    [...sides(rows), ...column([42], middle)],
    [...sides(rows), ...column([24, 60], middle)],
  ];
})();

const RANK_NAMES = () => [
  _("ace"), "2", "3", "4", "5", "6", "7", "8", "9", "10", _("jack"), _("queen"), _("king"),
];

/** The card in words, for people who hear it. @param {number} card */
export function spokenCard(card) {
  if (isJoker(card)) return _("joker");
  const suits = [_("clubs"), _("diamonds"), _("hearts"), _("spades")];
  return _("{rank} of {suit}", { rank: RANK_NAMES()[rankOf(card)] ?? "", suit: suits[suitOf(card)] ?? "" });
}

/** What stands in the corner. @param {number} card @param {string} [letters] for jack, queen, king, ace: `JQKA` or `BDKA` */
function indexOf(card, letters = "JQKA") {
  const rank = rankOf(card);
  if (rank === 0) return letters.charAt(3);
  return rank > 9 ? letters.charAt(rank - 10) : rank === 9 ? "10" : RANKS.charAt(rank);
}

/** The card in a line of text, `10♥`. @param {number} card @param {string} [letters] */
export function cardText(card, letters) {
  return isJoker(card) ? "★" : indexOf(card, letters) + SIGNS.charAt(suitOf(card));
}

/** A shape of 24 units, its middle at a place. @param {string} path @param {number} x @param {number} y @param {number} size @param {boolean} [turned] */
function shape(path, x, y, size, turned = false) {
  const scale = size / 24;
  const place = `translate(${x} ${y})${turned ? " rotate(180)" : ""} scale(${scale}) translate(-12 -12)`;
  return draw("path", { d: path, transform: place });
}

/** @param {string} text */
function index(text) {
  /** @type {{ [name: string]: string | number }} */
  const wide = text.length > 1 ? { textLength: 24, lengthAdjust: "spacingAndGlyphs" } : {};
  const node = draw("text", { x: 13.5, y: 24, class: "index", ...wide });
  node.textContent = text;
  return node;
}

/** What only large cards show: pips, or a figure. @param {number} card @param {string} pip */
function interior(card, pip) {
  const rank = rankOf(card);
  const group = draw("g", { class: "interior" });
  if (rank === 0) group.append(shape(pip, 30, 44, 30));
  else if (rank > 9)
    group.append(
      draw("rect", { x: 17, y: 13, width: 26, height: 58, rx: 2, class: "frame" }),
      shape(FIGURES[rank - 10] ?? "", 30, 32, 20),
      shape(pip, 30, 56, 20),
    );
  else for (const [x, y] of LAYOUT[rank - 1] ?? []) group.append(shape(pip, x, y, 11, y > 43));
  return group;
}

/** Cards that were drawn, by what is seen and heard of them: a copy costs less than a drawing. @type {Map<string, HTMLElement>} */
const drawn = new Map();

/**
 * A card as an element. Its width is the CSS variable `--card`; classes `c d h s joker` give its colour.
 * @param {number} card @param {{ letters?: string, standsFor?: string, hidden?: boolean }} [wish] hidden: not read aloud, where the
 *   words stand elsewhere; standsFor: what a wild card is
 * @returns {HTMLElement}
 */
export function cardElement(card, wish = {}) {
  const name = `${card} ${wish.letters} ${wish.standsFor} ${wish.hidden} ${spokenCard(card)}`;
  const element = drawn.get(name) ?? drawCard(card, wish);
  drawn.set(name, element);
  return /** @type {HTMLElement} */ (element.cloneNode(true));
}

/** @param {number} card @param {{ letters?: string, standsFor?: string, hidden?: boolean }} wish */
function drawCard(card, wish) {
  const joker = isJoker(card);
  const words = spokenCard(card);
  const heard = wish.hidden ? { "aria-hidden": "true" } : { role: "img", "aria-label": wish.standsFor ? `${words} = ${wish.standsFor}` : words };
  const element = h("span", { class: `card ${joker ? `joker${card % 54 === 53 ? " two" : ""}` : "cdhs".charAt(suitOf(card))}`, ...heard });
  const svg = draw("svg", { viewBox: "0 0 60 84", "aria-hidden": "true", focusable: "false" });
  if (joker) {
    svg.append(shape(STAR, 13, 14, 19), shape(STAR, 33, 52, 40));
  } else {
    const pip = PIPS[suitOf(card)] ?? "";
    const corner = draw("g", { class: "corner" }, index(indexOf(card, wish.letters)), shape(pip, 13.5, 35, 15));
    svg.append(corner, draw("g", { class: "single" }, shape(pip, 38, 61, 32)), interior(card, pip));
    // The opposite corner of a large card is the style's: as text "9 9" would have to be in the name of a card that is touched.
    element.dataset.index = indexOf(card, wish.letters);
  }
  element.append(svg);
  return element;
}

/** A card that is not seen, nor heard. @returns {HTMLElement} */
export function backElement() {
  return h("span", { class: "card back", "aria-hidden": "true" });
}
