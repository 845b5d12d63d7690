/** Elements in one expression, and signs of buttons. */

/** @typedef {Node | string | null | undefined | false} Child those that are nothing are left out */
/** @typedef {{ [name: string]: any }} Attributes */

/**
 * An element; `on…` attributes are listeners, those that are null or false are left out.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...present(children));
  return made;
}

/** A select: of these choices, each a value and its text, the one that holds now. @param {Attributes} attributes @param {readonly (readonly [string | number, string])[]} choices
 * @param {string | number | null} now @param {(value: string) => void} [act] what a choice does */
export function select(attributes, choices, now, act = () => {}) {
  const made = h("select", { ...attributes, onchange: () => act(made.value) }, ...choices.map(([value, text]) => h("option", { value, selected: value === now }, text)));
  return made;
}

/** The children that are something. @template {object | string} Some @param {readonly (Some | null | undefined | false)[]} children @returns {Some[]} */
export function present(children) {
  return children.filter((child) => child !== null && child !== undefined && child !== false);
}

/** The element with this id. @param {string} id */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`no element ${id}`);
  return found;
}

const SVG = "http://www.w3.org/2000/svg";

/** @param {string} name @param {{ [name: string]: string | number }} attributes @param {...Node} children */
export function svg(name, attributes, ...children) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, String(value));
  node.append(...children);
  return node;
}

/** A sign drawn in a square of 24 units: fonts do not all have them. @param {string} outline of an SVG path */
export function sign(outline) {
  return svg("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, svg("path", { d: outline }));
}
