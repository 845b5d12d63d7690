/** Cards as large as their table has room for. */

import { setCardWidth } from "../cards/card.js";

/** Widths in pixels, the largest first. */
// The least still shows a rank.
const WIDTHS = [180, 150, 120, 96, 84, 72, 64, 56, 48, 42, 38, 30];
/** The least width where cards are touched: of those that lie over each other a strip of 24 pixels is free (WCAG 2.2, 2.5.8). */
const TOUCHED = 38;
/** What part of the window's smaller side a card is at most. */
const PART = 5; // chosen: on a phone, about as large as those of the hand

/** The width from which on names below melds give way before cards become smaller still. */
const NAMED = 56;

/** What lay on each table when its cards were fitted. @type {WeakMap<HTMLElement, string>} */
const fitted = new WeakMap();

/** Draw the cards of a table so large that all of it is seen, if they can be. While the same lies there they keep their size, so a touch that only
 * chooses one moves none. @param {HTMLElement} place that scrolls @param {unknown} lying JSON @param {number} [least] width of a card */
export function fitCards(place, lying, least = TOUCHED) {
  const key = JSON.stringify([lying, innerWidth, innerHeight]);
  if (fitted.get(place) !== key) {
    fitted.set(place, key);
    // Two rows have room: a card is 1.4 times as high as wide.
    const largest = Math.max(least, Math.min(Math.min(innerWidth, innerHeight) / PART, place.clientHeight / 2.8));
    const widths = WIDTHS.filter((one) => one <= largest && one >= least);
    // names below melds give way before cards become small
    const fits = (/** @type {number} */ width) => [false, ...(width <= NAMED ? [true] : [])].some((isTight) => {
      setCardWidth(place, width);
      place.classList.toggle("tight", isTight);
      return excess(place) <= 0;
    });
    widths.some(fits);
  }
  const mark = () => place.classList.toggle("more", excess(place) - place.scrollTop > 4); // a shadow says that there is more
  place.classList.toggle("scrolls", excess(place) > 0);
  place.onscroll = mark;
  mark();
}

/** How many pixels of what lies there are below its lower edge. Its scrollHeight would count cards that fly there too. @param {HTMLElement} place */
function excess(place) {
  const bottoms = [...place.children].map((one) => (one instanceof HTMLElement ? one.offsetTop + one.offsetHeight : 0));
  return Math.max(0, ...bottoms) + parseFloat(getComputedStyle(place).paddingBottom) - place.offsetTop - place.clientTop - place.clientHeight;
}
