/** Parts of a page that are drawn anew only when what they show has changed. */

import { present } from "../cards/elements.js";

/** @typedef {import("../cards/elements.js").Child} Child */

/** What each part shows now. @type {WeakMap<Element, { text: string, owner: unknown }>} */
const shown = new WeakMap();

/** Draw a part anew if its *key* is another one. The focus stays on the element with the same `data-key`, or in the place. With the
 * *owner* of before, elements that look alike do alike, and those that are as they were stay: a browser lays them out no second time.
 * @param {Element} place @param {unknown} key JSON @param {() => Child | Child[]} make @param {unknown} [owner] */
export function redraw(place, key, make, owner) {
  const text = JSON.stringify(key);
  const before = shown.get(place);
  if (before?.text === text) return;
  shown.set(place, { text, owner });
  const focused = document.activeElement;
  const focus = focused instanceof HTMLElement && place.contains(focused) ? focused.dataset.key : undefined;
  const made = make();
  const children = present(Array.isArray(made) ? made : [made]);
  if (owner !== undefined && owner === before?.owner) update(place, children);
  else place.replaceChildren(...children);
  if (focus === undefined || document.activeElement === focused) return;
  // what had it may be gone, as a card that was thrown out: a keyboard then goes on in the same place, not at the page's top
  const again = place.querySelector(`[data-key="${CSS.escape(focus)}"]`) ?? place.querySelector("[tabindex='0'], button:not(:disabled)");
  if (again instanceof HTMLElement) again.focus({ preventScroll: true });
}

/** Give an element other children; those that are alike stay. @param {Element} place @param {readonly (Node | string)[]} children */
function update(place, children) {
  children.forEach((child, at) => {
    const old = place.childNodes[at];
    if (!old) place.append(child);
    else if (typeof child === "string" || !old.isEqualNode(child)) {
      if (old instanceof HTMLElement && child instanceof HTMLElement && isGroup(old, child)) {
        for (const { name, value } of child.attributes) if (name !== "style") old.setAttribute(name, value);
        old.style.cssText = child.style.cssText; // as an attribute the page's content policy forbids it
        update(old, [...child.childNodes]);
      } else old.replaceWith(child);
    }
  });
  while (place.childNodes.length > children.length) place.lastChild?.remove();
}

/** Whether both only hold others, so that one can take the other's children. @param {HTMLElement} old @param {HTMLElement} made */
function isGroup(old, made) {
  return old.tagName === "DIV" && made.tagName === "DIV" && !old.dataset.meld && !made.dataset.meld && old.classList[0] === made.classList[0];
}
