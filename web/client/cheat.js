/** The host, or somebody between it and here, was caught. */
export class Cheat extends Error {
  /** @param {string} check which of protocol/FAIRNESS.md, "The checks" @param {string} says */
  constructor(check, says) {
    super(says);
    this.check = check;
  }
}
