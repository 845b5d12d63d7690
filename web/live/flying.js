/** Cards that fly to where they lie now, from where they lay before, and chips that slide into the pot. */

const MILLIS = 260; // chosen: seen without waiting; a fast bot acts some three times a second
const CHIP_MILLIS = 600; // chosen: they come once a round, between two deals

/** @typedef {{ cards: Map<string, DOMRect>, stock: DOMRect | undefined, turn: DOMRect | undefined }} Places */

/** Where everything lies. @param {Element} place @returns {Places} */
export function placesOf(place) {
  return {
    cards: new Map(elements(place, "[data-card]").map((one) => [one.dataset.card || "", one.getBoundingClientRect()])),
    stock: place.querySelector(".stock")?.getBoundingClientRect(),
    turn: place.querySelector(".player.turn")?.getBoundingClientRect(),
  };
}

/** @param {Element} place @param {string} selector @returns {HTMLElement[]} */
function elements(place, selector) {
  return [...place.querySelectorAll(selector)].flatMap((one) => (one instanceof HTMLElement ? [one] : []));
}

/** Let the cards fly that lie elsewhere now: into the hand from the stock, and elsewhere from whose turn it was, if they were not seen before.
 * @param {Element} place @param {Places} before */
export function fly(place, before) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  slideChips(place);
  if (!before.cards.size) return;
  for (const one of elements(place, "[data-card]")) {
    const from = before.cards.get(one.dataset.card || "") ?? (one.closest(".hand") ? before.stock : before.turn);
    const to = one.getBoundingClientRect();
    if (!from || Math.hypot(from.x - to.x, from.y - to.y) < 2) continue;
    one.animate([{ transform: `translate(${from.x - to.x}px, ${from.y - to.y}px)`, zIndex: 1 }, { transform: "none" }], { duration: MILLIS, easing: "ease-out" });
  }
}

/** What each seat had paid when it was seen last. @type {WeakMap<Element, number[]>} */
const paid = new WeakMap();

/** A chip from each player who has paid since. @param {Element} place */
function slideChips(place) {
  const players = elements(place, ".player");
  const pot = place.querySelector(".facts")?.getBoundingClientRect();
  if (!players.length) return; // between two rounds
  const now = players.map((one) => Number(one.dataset.paid));
  const before = paid.get(place);
  paid.set(place, now);
  players.forEach((one, seat) => {
    if (!pot || (now[seat] ?? 0) <= (before?.[seat] ?? Infinity)) return;
    const from = one.getBoundingClientRect();
    const chip = document.createElement("span");
    chip.className = "chip";
    place.append(chip);
    const at = (/** @type {DOMRect} */ box) => ({ transform: `translate(${box.x + 12}px, ${box.y + box.height / 2}px)` });
    chip.animate([at(from), at(pot)], { duration: CHIP_MILLIS, easing: "ease-in-out" }).finished.then(() => chip.remove(), () => chip.remove());
  });
}
