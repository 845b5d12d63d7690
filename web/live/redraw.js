/** Parts of a page that are drawn anew only when what they show has changed. */

import { present } from "../cards/elements.js";

/** A child that is made only if its *key*, JSON, is another one than that of what lies in its place. */
export class Part {
  /** @param {unknown} key @param {() => Node} make */
  constructor(key, make) {
    this.key = JSON.stringify(key);
    this.make = make;
  }
}

/** @typedef {import("../cards/elements.js").Child | Part} Child */

/** By which key a part was made. @type {WeakMap<Node, string>} */
const keys = new WeakMap();

/** What each part shows now. @type {WeakMap<Element, { text: string, owner: unknown }>} */
const shown = new WeakMap();

/** Draw a part anew if its *key* is another one; where the focus goes then: focus.js. With the *owner* of before, elements that look alike do
 * alike, and those that are as they were stay: a browser lays them out no second time.
 * @param {Element} place @param {unknown} key JSON @param {() => Child | Child[]} make @param {unknown} [owner] */
export function redraw(place, key, make, owner) {
  const text = JSON.stringify(key);
  const before = shown.get(place);
  if (before?.text === text) return;
  shown.set(place, { text, owner });
  const made = make();
  if (owner === undefined || owner !== before?.owner) place.replaceChildren();
  update(place, present(Array.isArray(made) ? made : [made]));
}

/** The `data-key` of an element. @param {Node | string | Part | undefined} one */
const keyOf = (one) => (one instanceof HTMLElement ? one.dataset.key : undefined);

/** Give an element other children; those that are alike stay, and what has a key stays where it is while others come and go beside it: a finger that
 * is down on it meets it. @param {Element} place @param {readonly (Node | string | Part)[]} children */
function update(place, children) {
  const wanted = new Set(children.map(keyOf));
  children.forEach((child, at) => {
    const name = keyOf(child);
    if (name !== undefined && [...place.childNodes].slice(at).some((one) => keyOf(one) === name)) {
      while (keyOf(place.childNodes[at]) !== name) place.childNodes[at]?.remove();
    }
    const old = place.childNodes[at];
    const kept = keyOf(old);
    if (old && kept !== undefined && kept !== name && wanted.has(kept) && !(child instanceof Part)) {
      place.insertBefore(typeof child === "string" ? document.createTextNode(child) : child, old);
      return;
    }
    const key = child instanceof Part ? child.key : undefined;
    if (old && key !== undefined && keys.get(old) === key) return;
    put(place, old, child instanceof Part ? child.make() : child);
    const now = place.childNodes[at];
    if (now && key !== undefined) keys.set(now, key);
    else if (now) keys.delete(now);
  });
  while (place.childNodes.length > children.length) place.lastChild?.remove();
}

/** Put a child in the place of an old one, or have that become it. @param {Element} place @param {Node | undefined} old @param {Node | string} child */
function put(place, old, child) {
  if (!old) place.append(child);
  else if (typeof child === "string" || !old.isEqualNode(child)) {
    if (old instanceof HTMLElement && child instanceof HTMLElement && isSame(old, child)) {
      for (const name of old.getAttributeNames()) if (!child.hasAttribute(name)) old.removeAttribute(name);
      for (const { name, value } of child.attributes) if (name !== "style" && old.getAttribute(name) !== value) old.setAttribute(name, value);
      old.style.cssText = child.style.cssText; // as an attribute the page's content policy forbids it
      update(old, [...child.childNodes]);
    } else /** @type {ChildNode} */ (old).replaceWith(child);
  }
}

/** Whether one can become the other: both have the same key, or only hold others. @param {HTMLElement} old @param {HTMLElement} made */
function isSame(old, made) {
  if (old.tagName !== made.tagName) return false;
  if (made.dataset.key !== undefined) return old.dataset.key === made.dataset.key;
  return made.tagName === "DIV" && !old.dataset.meld && !made.dataset.meld && old.classList[0] === made.classList[0];
}
