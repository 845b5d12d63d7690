/** How large the cards of a hand are, and in how many rows they lie. */

const GAP = 4; // of cards side by side, as style.css has it
/** Of a card that lies under the next one: a finger meets 24 pixels (WCAG 2.2, 2.5.8), and a large card's index needs more. */
const LEAST_STRIP = 26;
const STRIP = 0.5;
/** The least and the largest width of a card; beyond the latter a hand reads no better. */
const [LEAST, LARGEST] = [36, 84];
/** Up to this width cards lie side by side in two rows before they lie over each other: on a phone a strip is hard to meet. */
const PHONE_CARD = 50;
/** Below this height, a phone on its side, a second row would push cards out of sight where many plays are offered. */
const SHORT = 500;

/** @param {number} count of cards @param {number} width of the place @param {{ width: number, height: number }} page */
export function handLayout(count, width, page) {
  const largest = Math.max(44, Math.min(LARGEST, page.width / 7.4, page.height / 9.5)); // chosen: seven in a row on a phone, and the board keeps most of its height
  const fitting = (/** @type {number} */ perRow) => Math.min(largest, (width + GAP) / perRow - GAP);
  const most = Math.floor((width + GAP) / ((largest > PHONE_CARD ? largest : LEAST) + GAP));
  const rows = Math.ceil(count / most);
  if (rows <= (largest > PHONE_CARD || page.height < SHORT ? 1 : 2)) {
    const perRow = Math.max(1, Math.ceil(count / Math.max(1, rows)));
    return { card: Math.floor(fitting(perRow) * 10) / 10, perRow, isCrowded: false };
  }
  const tight = Math.floor((width - largest) / Math.max(LEAST_STRIP, largest * STRIP)) + 1;
  return { card: largest, perRow: Math.ceil(count / Math.ceil(count / tight)), isCrowded: true };
}
