/** The form of a new table: game, bots, options. It is made once, so that a change of the lobby leaves it as it is. */

import { _ } from "../core/language.js";
import { h, select } from "../cards/elements.js";
import { BOT_LEVELS, gameTitle, gameWords, levelWords, USUAL_LEVEL, VARIANTS } from "../live/games.js";
import { optionTitle, valueWords } from "../live/option_words.js";
import { rulesOf } from "../rules/games.js";
import { applies, isAllowed } from "../rules/options.js";
import { VARIETIES } from "../rules/varieties.js";

/** @import { Value } from "../core/msgpack.js" */
/** @import { Option } from "../rules/varieties.js" */
/** @typedef {{ variant: string, options: Record<string, Value>, bots: string[], closed: boolean }} TableWish the options that are not the usual ones;
 * closed: whether the owner lets in who sits down */

/** A select of the levels of bots. @param {string} id @param {string} [chosen] */
export function levelSelect(id, chosen = USUAL_LEVEL) {
  return select({ id }, BOT_LEVELS.map((level) => [level, level]), chosen);
}

/** @param {(wish: TableWish) => void} open */
export function newTableForm(open) {
  // Of another game a page signs nothing, so nobody could play.
  const playable = VARIANTS.filter((one) => VARIETIES[one] && rulesOf(one));
  const variant = select({ id: "variant" }, playable.map((one) => [one, gameTitle(one)]), null);
  const about = h("div", { class: "about quiet" });
  const bots = h("select", { id: "bots" });
  const level = levelSelect("level");
  const levelAbout = h("p", { class: "quiet" });
  const fields = h("div", { class: "options" });
  const closed = h("input", { id: "closed", type: "checkbox" });
  const problem = h("p", { role: "alert", class: "bad" });
  /** @type {Map<string, () => Value>} what each field holds now */
  let values = new Map();

  const valueOf = (/** @type {string} */ name) => values.get(name)?.();
  const showGame = () => {
    const game = VARIETIES[variant.value];
    if (!game) return;
    about.replaceChildren(...gameWords(variant.value).map((one) => h("p", {}, one)));
    const most = game.seats[1] - 1;
    const count = Math.min(Number(bots.value), most); // none at first, as in the terminal: people may come, and bots can be added at the table
    bots.replaceChildren(...Array.from({ length: most + 1 }, (_one, at) => h("option", { value: at, selected: at === count }, String(at))));
    values = new Map();
    const rows = Object.entries(game.options).map(([name, option]) => {
      const { element, read } = optionField(name, option, game.seats[1]);
      values.set(name, read);
      return h("p", { class: "option" }, h("label", { for: `option-${name}` }, optionTitle(name)), element);
    });
    fields.replaceChildren(...rows);
    showOptions();
    problem.textContent = "";
  };
  const showOptions = () => {
    const options = Object.values(VARIETIES[variant.value]?.options ?? {});
    options.forEach((option, at) => fields.children[at]?.toggleAttribute("hidden", !applies(option, valueOf)));
  };
  const showLevel = () => {
    levelAbout.textContent = levelWords(level.value);
    levelAbout.hidden = bots.value === "0";
  };
  variant.addEventListener("change", showGame);
  for (const one of [variant, bots, level]) one.addEventListener("change", showLevel);
  fields.addEventListener("change", showOptions);
  showGame();
  showLevel();

  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    /** @type {Record<string, Value>} */
    const options = {};
    for (const [name, option] of Object.entries(VARIETIES[variant.value]?.options ?? {})) {
      const value = (applies(option, valueOf) ? valueOf(name) : option.usual) ?? null;
      if (!isAllowed(name, option, value)) {
        problem.textContent = `${optionTitle(name)}: ${rangeWords(option)}`;
        return;
      }
      if (String(value) !== String(option.usual)) options[name] = value;
    }
    problem.textContent = "";
    open({ variant: variant.value, options, bots: Array.from({ length: Number(bots.value) }, () => level.value), closed: closed.checked });
  };
  return h("form", { class: "panel", onsubmit: submit, novalidate: true },
    h("h3", {}, _("open a new table")),
    h("p", { class: "option" }, h("label", { for: "variant" }, _("game")), variant),
    about,
    h("p", { class: "option" }, h("label", { for: "bots" }, _("bots")), bots),
    h("p", { class: "option" }, h("label", { for: "level" }, _("How the bots play")), level),
    levelAbout,
    h("p", { class: "option" }, h("label", { for: "closed" }, _("I decide who may sit down")), closed),
    h("details", { "data-key": "options" }, h("summary", {}, _("Options")), fields),
    problem,
    h("button", { class: "main", type: "submit" }, _("new table")),
  );
}

/** What may stand in a field. @param {Option} option */
function rangeWords(option) {
  if (option.kind === "list") return _("type numbers with a comma between");
  return _("{low} to {high}", { low: option.low, high: option.high });
}

/** @param {string} name @param {Option} option @param {number} seats @returns {{ element: HTMLElement, read: () => Value }} */
function optionField(name, option, seats) {
  const id = `option-${name}`;
  const usual = option.usual;
  if (option.kind === "truth") {
    const box = h("input", { id, type: "checkbox", checked: usual === true });
    return { element: box, read: () => box.checked };
  }
  if (option.kind === "list") {
    const text = h("input", { id, value: Array.isArray(usual) ? usual.join(", ") : "", inputmode: "text", placeholder: valueWords(name, []) });
    return { element: text, read: () => text.value.split(/[\s,;]+/).filter(Boolean).map(Number) };
  }
  if (option.kind === "number" && option.high - option.low > 12) {
    // Left empty it is no number at all, where the game has a word for that.
    const shown = usual === null ? { value: "", placeholder: valueWords(name, null) } : { value: Number(usual) };
    const field = h("input", { id, type: "number", inputmode: "numeric", min: Math.min(option.low, Number(usual)), max: option.high, ...shown });
    return { element: field, read: () => (/^\d+$/.test(field.value.trim()) ? Number(field.value) : null) };
  }
  const last = option.kind === "seat" ? seats - 1 : option.high;
  const range = option.kind === "choice" ? [] : Array.from({ length: last - option.low + 1 }, (_one, at) => option.low + at);
  const choices = [...option.choices, ...range.filter((one) => !option.choices.includes(one))];
  const element = select({ id }, choices.map((value, at) => [at, valueWords(name, value)]), choices.indexOf(usual));
  return { element, read: () => choices[Number(element.value)] ?? null };
}
