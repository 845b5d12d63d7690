/** Elements in one expression, and parts of a page that are drawn anew only when what they show has changed. */

/** @typedef {Node | string | null | undefined | false} Child */

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {{ [name: string]: any }} attributes `class`, `onclick` and the like; those that are null or false are left out
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false).map((child) => /** @type {Node | string} */ (child)));
  return element;
}

/** What each part shows now. @type {WeakMap<Element, string>} */
const shown = new WeakMap();

/** Draw a part anew if its *key* is another one. The focus stays on the element with the same `data-key`.
 * @param {Element} place @param {unknown} key JSON @param {() => Child | Child[]} make */
export function redraw(place, key, make) {
  const text = JSON.stringify(key);
  if (shown.get(place) === text) return;
  shown.set(place, text);
  const focused = document.activeElement;
  const focus = focused instanceof HTMLElement && place.contains(focused) ? focused.dataset.key : undefined;
  const made = make();
  place.replaceChildren(...(Array.isArray(made) ? made : [made]).filter((child) => child !== null && child !== undefined && child !== false).map((child) => /** @type {Node | string} */ (child)));
  if (focus !== undefined) {
    const again = place.querySelector(`[data-key="${CSS.escape(focus)}"]`);
    if (again instanceof HTMLElement) again.focus({ preventScroll: true });
  }
}
