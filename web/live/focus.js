/** The focus of the keyboard: a drawing may take away what has it, and never leaves it nowhere. */

// No field: a phone would open its keyboard for one. No call of a rummy: Enter pressed once more would begin it.
const TAKES_FOCUS = "button:not([tabindex='-1'], .call), a[href], summary, [tabindex='0']";

/** Draw. What had the focus may be gone then, as a card that was thrown out: the focus goes to what has the same `data-key`, or to the first
 * in its part of the page that takes it, or in the other parts, in their order. A keyboard would else begin at the page's top again, and who only
 * hears the page would not know where. @param {readonly HTMLElement[]} parts @param {() => void} draw */
export function keepFocus(parts, draw) {
  const before = document.activeElement;
  const part = parts.find((one) => one.contains(before));
  draw();
  if (!part || !isFocusLost()) return;
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur(); // hidden, it would look as if it took the focus below
  const key = before instanceof HTMLElement ? before.dataset.key : undefined;
  const again = key === undefined ? [] : all(part, `[data-key="${CSS.escape(key)}"]`);
  const others = parts.flatMap((one) => [...all(one, TAKES_FOCUS), one]);
  [...again, ...all(part, TAKES_FOCUS), ...others].some((one) => {
    one.focus({ preventScroll: true });
    return document.activeElement === one;
  });
}

/** @param {HTMLElement} part @param {string} selector @returns {HTMLElement[]} */
function all(part, selector) {
  return [...part.querySelectorAll(selector)].flatMap((one) => (one instanceof HTMLElement ? [one] : []));
}

/** Browsers take it from what is hidden or disabled only when they draw the next frame. */
function isFocusLost() {
  const now = document.activeElement;
  return !now || now === document.body || now.matches(":disabled") || now.closest("[hidden]") !== null;
}
