/** Elements in one line. */

/** @typedef {{ [name: string]: string | number | boolean | null | undefined | ((event: any) => void) }} Attributes */

/**
 * An element; `on…` attributes are listeners, false and null leave an attribute out.
 * @template {keyof HTMLElementTagNameMap} T @param {T} tag @param {Attributes} [attributes] @param {...(Node | string | null)} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

/** The element with this id. @param {string} id */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`no element ${id}`);
  return found;
}

const SVG = "http://www.w3.org/2000/svg";

/** Signs of buttons in a square of 24 units: fonts do not all have them. */
const ICONS = {
  play: "M7 4.5v15l12-7.5z",
  pause: "M6 5h4v14H6zM14 5h4v14h-4z",
  next: "M8.500 5l8 7-8 7V16l4.500-4-4.500-4z",
  back: "M15.500 5l-8 7 8 7V16L11 12l4.500-4z",
  nextRound: "M5 5l8 7-8 7zM13 5h0l6 5.300V5h2.500v14H19v-5.300L13 19z",
  roundBack: "M19 5l-8 7 8 7zM11 5h0L5 10.300V5H2.500v14H5v-5.300L11 19z",
  gear: "M10.300 2h3.400l.5 2.700 1.900.8 2.300-1.600 2.400 2.400-1.600 2.300.8 1.900 2.700.5v3.400l-2.700.5-.8 1.900 1.600 2.300-2.400 2.400-2.300-1.600-1.900.8-.5 2.700h-3.400l-.5-2.700-1.900-.8-2.300 1.600-2.400-2.400 1.600-2.300-.8-1.900L1.300 14v-3.400l2.700-.5.8-1.900-1.600-2.300 2.400-2.400 2.300 1.600 1.900-.8zM12 8.500a3.800 3.800 0 1 0 0 7.600 3.800 3.800 0 0 0 0-7.600z",
};

/** @param {keyof typeof ICONS} name */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", ICONS[name]);
  svg.append(path);
  return svg;
}
