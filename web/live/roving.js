/** One stop of the tabulator for many buttons: the arrows go on from there, Home and End to the ends. */

/** @template {HTMLElement} Place @param {Place} place @returns {Place} */
export function roving(place) {
  buttonsOf(place).forEach((one, at) => { one.tabIndex = at ? -1 : 0; });
  place.addEventListener("keydown", moveFocus);
  return place;
}

/** @param {HTMLElement} place */
function buttonsOf(place) {
  return [...place.querySelectorAll("button")];
}

/** @param {KeyboardEvent} event */
function moveFocus(event) {
  const buttons = buttonsOf(/** @type {HTMLElement} */ (event.currentTarget));
  const at = buttons.findIndex((one) => one === document.activeElement);
  const to = { ArrowLeft: at - 1, ArrowUp: at - 1, ArrowRight: at + 1, ArrowDown: at + 1, Home: 0, End: buttons.length - 1 }[event.key];
  if (to === undefined || !buttons[to]) return;
  event.preventDefault();
  buttons.forEach((one, place) => { one.tabIndex = place === to ? 0 : -1; });
  buttons[to]?.focus();
}
