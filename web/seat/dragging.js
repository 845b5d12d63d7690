/** Dragging cards of the hand with a finger or a mouse. */

// Pixels: a finger that only touches wanders by some; Android counts eight.
const SLIP = 8;

/** @param {HTMLElement} place holds the hand, which is drawn anew inside it @param {() => number} version of what can be done
 * @param {(card: string, under: Element | null, x: number, version: number) => void} drop told what lies under the finger, where it is, and the version
 * when the card was taken up */
export function makeDraggable(place, version, drop) {
  /** @type {{ card: HTMLElement, x: number, y: number, isMoving: boolean, version: number } | null} */
  let held = null;
  const stop = (/** @type {Event} */ event) => event.stopPropagation();
  const letGo = () => {
    const was = held;
    held = null;
    if (!was?.isMoving) return null;
    was.card.classList.remove("dragged");
    was.card.style.transform = "";
    return was.card;
  };
  place.addEventListener("pointerdown", (event) => {
    const card = event.target instanceof Element ? event.target.closest("[data-card]") : null;
    if (card instanceof HTMLElement && event.isPrimary && event.button === 0) held = { card, x: event.clientX, y: event.clientY, isMoving: false, version: version() };
  });
  place.addEventListener("pointermove", (event) => {
    if (!held || !event.isPrimary) return;
    const [x, y] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.isMoving) {
      if (Math.hypot(x, y) < SLIP) return;
      held.isMoving = true;
      held.card.setPointerCapture(event.pointerId);
    }
    held.card.classList.add("dragged"); // each time: the hand may have been drawn meanwhile
    held.card.style.transform = `translate(${x}px, ${y}px)`;
  });
  place.addEventListener("pointerup", (event) => {
    const under = held?.isMoving ? document.elementFromPoint(event.clientX, event.clientY) : null;
    const taken = held?.version ?? 0;
    const card = letGo();
    if (!card) return;
    place.addEventListener("click", stop, { capture: true }); // the same finger's, which would choose the card
    setTimeout(() => place.removeEventListener("click", stop, { capture: true }));
    drop(card.dataset.card ?? "", under, event.clientX, taken);
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
