/** Dragging cards of the hand with a finger or a mouse. A finger that slides along the hand only looks for a card: it takes the one that it leaves. */

// Pixels: a finger that only touches wanders by some; Android counts eight.
const SLIP = 8;

/** @param {HTMLElement} place holds the hand, which is drawn anew inside it @param {() => number} version of what can be done
 * @param {(card: string, under: Element | null, x: number, version: number) => void} drop told what lies under the finger, where it is, and the version
 * when the card was taken up */
export function makeDraggable(place, version, drop) {
  /** @type {{ card: HTMLElement, x: number, y: number, does: "" | "slides" | "drags", version: number } | null} */
  let held = null;
  const stop = (/** @type {Event} */ event) => event.stopPropagation();
  const cardAt = (/** @type {Element | null} */ one) => {
    const card = one?.closest("[data-card]");
    return card instanceof HTMLElement && place.contains(card) ? card : null;
  };
  const letGo = () => {
    const was = held;
    held = null;
    was?.card.classList.remove("dragged", "raised");
    was?.card.style.removeProperty("transform");
    delete place.dataset.named;
    return was;
  };
  place.addEventListener("pointerdown", (event) => {
    const card = event.target instanceof Element ? cardAt(event.target) : null;
    if (card && event.isPrimary && event.button === 0) held = { card, x: event.clientX, y: event.clientY, does: "", version: version() };
  });
  place.addEventListener("pointermove", (event) => {
    if (!held || !event.isPrimary) return;
    const [x, y] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.does) {
      if (Math.hypot(x, y) < SLIP) return;
      held.does = event.pointerType === "touch" && Math.abs(x) > Math.abs(y) ? "slides" : "drags";
      held.card.setPointerCapture(event.pointerId);
    }
    if (held.does === "slides") {
      const card = cardAt(document.elementFromPoint(event.clientX, event.clientY));
      held.card.classList.toggle("raised", card === held.card);
      if (card) {
        Object.assign(held, { card, x: event.clientX, y: event.clientY });
        card.classList.add("raised"); // each time: the hand may have been drawn meanwhile
        place.dataset.named = card.getAttribute("aria-label") ?? "";
        return;
      }
      if (event.clientY > place.getBoundingClientRect().top) return;
      held.does = "drags"; // pulled out of the hand
      delete place.dataset.named;
    }
    held.card.classList.add("dragged");
    held.card.style.transform = `translate(${x}px, ${y}px)`;
  });
  place.addEventListener("pointerup", (event) => {
    const under = held?.does ? document.elementFromPoint(event.clientX, event.clientY) : null;
    const was = letGo();
    if (!was?.does) return;
    if (was.does === "slides" && cardAt(under)) was.card.click();
    place.addEventListener("click", stop, { capture: true }); // the same finger's, which would choose the card
    setTimeout(() => place.removeEventListener("click", stop, { capture: true }));
    if (was.does === "drags") drop(was.card.dataset.card ?? "", under, event.clientX, was.version);
  });
  place.addEventListener("pointercancel", letGo);
}

/** The hand with a card put beside another one. @param {readonly string[]} hand as it is shown @param {string} card
 * @param {Element | null} under @param {number} x */
export function moveCard(hand, card, under, x) {
  const others = hand.filter((one) => one !== card);
  const beside = under?.closest("[data-card]");
  const at = others.indexOf(beside instanceof HTMLElement ? (beside.dataset.card ?? "") : "");
  if (at < 0 || !beside) return [...others, card];
  const box = beside.getBoundingClientRect();
  const place = x < box.x + box.width / 2 ? at : at + 1;
  return [...others.slice(0, place), card, ...others.slice(place)];
}
