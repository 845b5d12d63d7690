/** Cards as large as their table has room for. */

import { setCardWidth } from "../cards/card.js";

/** Widths in pixels, the largest first. */
// Few steps, so that cards do not change with every meld. The least still shows a rank.
const WIDTHS = [180, 150, 120, 96, 72, 54, 42, 38, 30];
/** The least width where cards are touched: of those that lie over each other a strip of 24 pixels is free (WCAG 2.2, 2.5.8). */
const TOUCHED = 38;
/** What part of the window's smaller side a card is at most. */
const PART = 6.5; // chosen: on a phone, about as large as those of the hand

/** The width from which on names below melds give way before cards become smaller still. */
const NAMED = 42;

/** What each table's cards were fitted for, and the width that they have. @type {WeakMap<HTMLElement, { key: string, at: number, isTight: boolean, isLong: boolean }>} */
const fitted = new WeakMap();

/** Draw the cards of a table so large that all of it is seen, if they can be. With the same *key* they only become smaller.
 * @param {HTMLElement} place that scrolls @param {unknown} key JSON: the round, and what else begins anew @param {number} [least] width of a card */
export function fitCards(place, key, least = TOUCHED) {
  const text = JSON.stringify([key, innerWidth, innerHeight]);
  const largest = Math.min(innerWidth, innerHeight) / PART;
  const before = fitted.get(place);
  let { at, isTight, isLong } = before?.key === text ? before : { at: Math.max(0, WIDTHS.findIndex((one) => one <= largest)), isTight: false, isLong: false };
  const width = () => WIDTHS[at] ?? 0;
  for (;;) {
    setCardWidth(place, width());
    place.classList.toggle("tight", isTight);
    if (excess(place) <= 0) break;
    if (!isTight && width() <= NAMED) isTight = true;
    else if ((WIDTHS[at + 1] ?? 0) >= least) at += 1;
    else break;
  }
  isLong = isLong || excess(place) > 0;
  fitted.set(place, { key: text, at, isTight, isLong });
  place.classList.toggle("scrolls", isLong);
  const mark = () => place.classList.toggle("more", excess(place) - place.scrollTop > 4); // a shadow says that there is more
  place.onscroll = mark;
  mark();
}

/** How many pixels of what lies there are below its lower edge. Its scrollHeight would count cards that fly there too. @param {HTMLElement} place */
function excess(place) {
  const bottoms = [...place.children].map((one) => (one instanceof HTMLElement ? one.offsetTop + one.offsetHeight : 0));
  return Math.max(0, ...bottoms) + parseFloat(getComputedStyle(place).paddingBottom) - place.offsetTop - place.clientTop - place.clientHeight;
}
