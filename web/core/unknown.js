/** What this program does not know: neither right nor wrong. */

/** The log is of a version, game, option or number of players that this program does not know. It says nothing against anybody. */
export class Unknown extends Error {
  /** @param {string} reason @param {{ [name: string]: string | number }} [values] */
  constructor(reason, values = {}) {
    super(reason);
    this.reason = reason;
    this.values = values;
  }
}

/** Throws Unknown unless the condition holds. @param {unknown} holds @param {string} reason @param {{ [name: string]: string | number }} [values]
 * @returns {asserts holds} */
export function known(holds, reason, values) {
  if (!holds) throw new Unknown(reason, values);
}
