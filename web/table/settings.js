/** Language, light or dark, colours of suits, letters of cards: kept in the browser where it lets a page. */

import { _, currentLanguage, languages, N_, useLanguage } from "../core/language.js";
import { h, select } from "../cards/elements.js";
import { icon } from "./icons.js";

const LANGUAGE_NAMES = /** @type {{ [language: string]: string }} */ ({ en: "English", de: "Deutsch" });
const KEY = "rummynet-look";

/** @typedef {{ language: string, theme: string, suits: string, letters: string }} Look */

/** @returns {Look} */
function keptLook() {
  const plain = { language: "", theme: "auto", suits: "two", letters: "" };
  try {
    return { ...plain, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return plain; // a page from a folder may have no store
  }
}

export const look = keptLook();

/** The letters of jack, queen, king and ace: those chosen, or those of the language. */
export function lettersInUse() {
  return look.letters || (currentLanguage() === "de" ? "BDKA" : "JQKA");
}

/** @param {Partial<Look>} change */
function changeLook(change) {
  Object.assign(look, change);
  try {
    localStorage.setItem(KEY, JSON.stringify(look));
  } catch {
    // then it holds for this visit
  }
}

/** Use what was kept, or what the browser asks for. */
export function applyLook() {
  useLanguage(look.language ? [look.language] : navigator.languages);
  const root = document.documentElement;
  root.lang = currentLanguage();
  root.dataset.theme = look.theme;
  root.dataset.suits = look.suits;
}

/** Language, colours, suits and letters, each a select with its label. @param {() => void} changed draws the page anew
 * @param {() => void} [reload] does so in other words, too: by default the page is loaded again @returns {HTMLElement[]} */
export function lookFields(changed, reload = () => location.reload()) {
  return [
    choice(_("language"), "language", languages().map((one) => [one, LANGUAGE_NAMES[one] ?? one]), currentLanguage(), reload),
    choice(_("colours"), "theme", THEMES.map(([value, text]) => [value, _(text)]), look.theme, changed),
    choice(_("suits"), "suits", SUITS.map(([value, text]) => [value, _(text)]), look.suits, changed),
    choice(_("letters"), "letters", LETTERS, lettersInUse(), reload),
  ];
}

/** @param {string} label @param {keyof Look} name @param {[string, string][]} choices @param {string} now @param {() => void} changed */
function choice(label, name, choices, now, changed) {
  const choose = (/** @type {string} */ value) => {
    changeLook({ [name]: value });
    applyLook();
    changed();
  };
  return h("label", {}, h("span", {}, label), select({}, choices, now, choose));
}

/** The choices of a page with a game, behind a wheel. @param {() => void} changed draws the page anew @returns {HTMLElement} */
export function settingsElement(changed) {
  const summary = h("summary", { "aria-label": _("settings"), title: _("settings") }, icon("gear"));
  return h("details", { class: "settings" }, summary, h("div", { class: "sheet" }, ...lookFields(changed, changed)));
}

/** @type {[string, string][]} */
const LETTERS = [["JQKA", "J Q K A"], ["BDKA", "B D K A"]];
/** @type {[string, string][]} */
const THEMES = [["auto", N_("as the system")], ["light", N_("light")], ["dark", N_("dark")]];
/** @type {[string, string][]} */
const SUITS = [["two", N_("two colours")], ["four", N_("four colours")]];
