/** What makes a sealed deck's key, deck, share or play unacceptable. */

/** @typedef {"element" | "key" | "escrow" | "mix" | "share" | "due" | "hand" | "key-open" | "gone"} SealedCheck */

export class Cheat extends Error {
  /** @param {SealedCheck} check @param {string} reason */
  constructor(check, reason) {
    super(`${check}: ${reason}`);
    this.check = check;
    this.reason = reason;
  }
}

/** Throws a Cheat of the check unless the condition holds.
 * @param {unknown} holds @param {SealedCheck} check @param {string} reason @returns {asserts holds} */
export function must(holds, check, reason) {
  if (!holds) throw new Cheat(check, reason);
}
