/**
 * Sentences in the reader's language, from the same catalogue as the terminal's. A page holds those it uses: the build
 * replaces CATALOGUES. As in protocol/PROTOCOL.md ("Sentences"), a template has places such as `{seat}` or `{name!r}`.
 *
 * @typedef {{ [sentence: string]: string | string[] }} Catalogue
 */

/** By language: what the build found in client/rummynet_client/locale; null: the host has it. @type {{ [language: string]: Catalogue | null }} */
const CATALOGUES = typeof RUMMYNET_CATALOGUES === "undefined" ? {} : RUMMYNET_CATALOGUES;

let language = "en";
/** @type {Catalogue} */
let catalogue = {};

/** The languages that the page can be read in. */
export function languages() {
  return ["en", ...Object.keys(CATALOGUES)];
}

/** The language in use. */
export function currentLanguage() {
  return language;
}

/** Use the first of these languages that there is, `de-AT` being `de`; English if there is none.
 * @param {readonly string[]} wanted */
export function useLanguage(wanted) {
  const known = languages();
  language = wanted.map((one) => one.toLowerCase().split("-")[0] ?? "").find((one) => known.includes(one)) ?? "en";
  catalogue = CATALOGUES[language] ?? {};
}

/** Ask the host for the sentences in the language in use, if it has them; where it does not answer a few times they stay English. */
export async function fetchCatalogue() {
  for (let left = 4; left > 0 && CATALOGUES[language] === null; left -= 1) {
    CATALOGUES[language] = await fetch(`/seat.${language}.json`).then((answer) => answer.json()).catch(() => null);
    if (CATALOGUES[language] === null) await new Promise((after) => setTimeout(after, 500));
  }
  catalogue = CATALOGUES[language] ?? {};
}

/** @typedef {string | number | bigint} Filling */

/** A template with its places filled. @param {string} template @param {{ [name: string]: Filling }} values */
export function fill(template, values) {
  return template.replace(/\{(\w+)(!r)?\}/g, (place, name, quoted) => {
    const value = values[name];
    if (value === undefined) return place;
    return quoted && typeof value === "string" ? `'${value}'` : String(value);
  });
}

/** @param {string} key @param {string} otherwise @param {number} [form] */
function lookUp(key, otherwise, form = 0) {
  const found = Object.hasOwn(catalogue, key) ? catalogue[key] : undefined;
  return (Array.isArray(found) ? found[form] : found) || otherwise;
}

/** The sentence in the language in use. @param {string} sentence @param {{ [name: string]: Filling }} [values] */
export function _(sentence, values = {}) {
  return fill(lookUp(sentence, sentence), values);
}

/** The same for a number. @param {string} one @param {string} many @param {number} count @param {{ [name: string]: Filling }} [values] */
export function ngettext(one, many, count, values = {}) {
  return fill(lookUp(one, count === 1 ? one : many, count === 1 ? 0 : 1), values);
}

/** Marks a sentence that is looked up later. @param {string} sentence */
export function N_(sentence) {
  return sentence;
}
