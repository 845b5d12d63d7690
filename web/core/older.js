/** What the oldest browsers that the pages are for (build.js) lack of the language and the DOM. Each page and its Worker begin with it. */

/** @param {any} value one of what pages copy: plain objects, arrays, sets, maps, bytes @returns {any} */
function copy(value) {
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map(copy);
  if (value instanceof Set) return new Set([...value].map(copy));
  if (value instanceof Map) return new Map([...value].map(([key, one]) => [copy(key), copy(one)]));
  if (ArrayBuffer.isView(value)) return /** @type {Uint8Array} */ (value).slice();
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, copy(one)]));
}

/** @this {ArrayLike<unknown>} @param {number} place */
function at(place) {
  return this[place < 0 ? this.length + place : place];
}

/** @param {any} holder @param {string} name @param {Function} made */
function add(holder, name, made) {
  if (holder && !holder[name]) Object.defineProperty(holder, name, { value: made, writable: true, configurable: true });
}

add(Object, "hasOwn", (/** @type {object} */ one, /** @type {PropertyKey} */ name) => Object.prototype.hasOwnProperty.call(one, name));
for (const kind of [Array, String, Uint8Array]) add(kind.prototype, "at", at);
add(globalThis, "structuredClone", copy);
for (const kind of [globalThis.Element, globalThis.DocumentFragment]) {
  add(kind?.prototype, "replaceChildren", /** @this {Element} @param {...(Node | string)} children */ function (...children) {
    while (this.lastChild) this.removeChild(this.lastChild);
    this.append(...children);
  });
}
