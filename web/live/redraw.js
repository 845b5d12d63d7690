/** Parts of a page that are drawn anew only when what they show has changed. */

import { present } from "../cards/elements.js";

/** @typedef {import("../cards/elements.js").Child} Child */

/** What each part shows now. @type {WeakMap<Element, string>} */
const shown = new WeakMap();

/** Draw a part anew if its *key* is another one. The focus stays on the element with the same `data-key`,
 * or in the place.
 * @param {Element} place @param {unknown} key JSON @param {() => Child | Child[]} make */
export function redraw(place, key, make) {
  const text = JSON.stringify(key);
  if (shown.get(place) === text) return;
  shown.set(place, text);
  const focused = document.activeElement;
  const focus = focused instanceof HTMLElement && place.contains(focused) ? focused.dataset.key : undefined;
  const made = make();
  place.replaceChildren(...present(Array.isArray(made) ? made : [made]));
  if (focus === undefined) return;
  // what had it may be gone, as a card that was thrown out: a keyboard then goes on in the same place, not at the page's top
  const again = place.querySelector(`[data-key="${CSS.escape(focus)}"]`) ?? place.querySelector("[tabindex='0'], button:not(:disabled)");
  if (again instanceof HTMLElement) again.focus({ preventScroll: true });
}
