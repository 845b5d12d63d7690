/** What the oldest browsers that the pages are for (build.js) lack of the language and the DOM. Each page and its Worker begin with it. */

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
for (const kind of [globalThis.Element, globalThis.DocumentFragment]) {
  add(kind?.prototype, "replaceChildren", /** @this {Element} @param {...(Node | string)} children */ function (...children) {
    while (this.lastChild) this.removeChild(this.lastChild);
    this.append(...children);
  });
}
