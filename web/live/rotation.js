/** Which of many tables a screen shows now. */

export const ROTATION_MILLIS = 30_000; // chosen: two or three turns of a table are seen before the next ones come

/** Those of *numbers* that are shown at a time; more than *most* take turns. @param {readonly number[]} numbers @param {number} most
 * @param {number} millis since any moment */
export function inTurn(numbers, most, millis) {
  if (numbers.length <= most) return [...numbers];
  const start = (Math.floor(millis / ROTATION_MILLIS) * most) % numbers.length;
  return [...numbers.slice(start), ...numbers.slice(0, start)].slice(0, most);
}
