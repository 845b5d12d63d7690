/** Cards that fly to where they lie now, from where they lay before. */

const MILLIS = 260; // chosen: seen without waiting; a fast bot acts some three times a second

/** @typedef {{ cards: Map<string, DOMRect>, stock: DOMRect | undefined, turn: DOMRect | undefined }} Places */

/** Where everything lies. @param {Element} place @returns {Places} */
export function placesOf(place) {
  const cards = [...place.querySelectorAll("[data-card]")];
  return {
    cards: new Map(cards.map((one) => [(one instanceof HTMLElement && one.dataset.card) || "", one.getBoundingClientRect()])),
    stock: place.querySelector(".stock")?.getBoundingClientRect(),
    turn: place.querySelector(".player.turn")?.getBoundingClientRect(),
  };
}

/** Let the cards fly that lie elsewhere now: into the hand from the stock, and elsewhere from whose turn it was, if they were not seen before.
 * @param {Element} place @param {Places} before */
export function fly(place, before) {
  if (!before.cards.size || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const one of place.querySelectorAll("[data-card]")) {
    const from = before.cards.get((one instanceof HTMLElement && one.dataset.card) || "") ?? (one.closest(".hand") ? before.stock : before.turn);
    const to = one.getBoundingClientRect();
    if (!from || Math.hypot(from.x - to.x, from.y - to.y) < 2) continue;
    one.animate([{ transform: `translate(${from.x - to.x}px, ${from.y - to.y}px)`, zIndex: 1 }, { transform: "none" }], { duration: MILLIS, easing: "ease-out" });
  }
}
