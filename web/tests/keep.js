/** What a browser keeps, in a map. */

/** @param {Map<string, string>} [kept] @returns {import("../client/own_statements.js").Keep} */
export function keepOf(kept = new Map()) {
  return {
    get: (name) => kept.get(name) ?? null,
    set: (name, text) => void kept.set(name, text),
    remove: (name) => void kept.delete(name),
    names: () => [...kept.keys()],
  };
}

/** What keeps nothing. */
export const keepsNothing = { ...keepOf(), set: () => {} };
