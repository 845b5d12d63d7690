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
