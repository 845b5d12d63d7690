/** The first page: what this is, a name, a key from elsewhere. */

import { isKept } from "../client/browser_store.js";
import { _ } from "../core/language.js";
import { h } from "../cards/elements.js";

/** @param {string} name @param {{ begin: (name: string) => void, importKey: (text: string) => boolean, learn: () => void, solve: () => void }} does */
export function startElements(name, { begin, importKey, learn, solve }) {
  const input = h("input", { id: "name", maxlength: 32, required: true, value: name, autocomplete: "nickname", enterkeyhint: "go" });
  const problem = h("p", { role: "alert", class: "bad" });
  const file = h("input", { type: "file", class: "unseen", id: "key-file", accept: ".txt,text/plain", onchange: () => void take() });
  const take = async () => {
    const text = await file.files?.[0]?.text();
    if (text !== undefined && !importKey(text)) problem.textContent = _("This file does not hold a page's key.");
  };
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    input.value = input.value.trim();
    if (input.reportValidity()) begin(input.value);
  };
  return [
    h("h1", {}, "rummynet"),
    h("p", {}, _("Play rummy with the people at this table, or watch them.")),
    !isKept && h("p", { class: "changed", role: "status" }, _("This browser keeps nothing for this page. You can play, but your seat is lost when you close or reload it. To keep it, allow site data (cookies) for this page, and load it again.")),
    h("form", { onsubmit: submit },
      h("label", { for: "name" }, _("Your name")),
      input,
      h("button", { class: "main", type: "submit" }, _("Go on")),
    ),
    h("p", { class: "row" }, ...exerciseButtons({ learn, solve }), h("a", { class: "button", href: "/watch" }, _("Only watch"))),
    h("details", {},
      h("summary", {}, _("Why a page protects you less than the program")),
      h("p", {}, _("Your browser makes its own key for your seat, adds its part to every shuffle, and checks what the host says.")),
      h("p", {}, _("The sender of this page could send you a changed one that gives away your cards or your key. The page shows six words for everybody at the table to compare, and gives you the game as a file: check it with a program that this host did not send.")),
      h("label", { for: "key-file", class: "button" }, _("Use a key from another browser")),
      file,
      problem,
    ),
  ];
}

/** What one can do alone. @param {{ learn: () => void, solve: () => void }} does */
export function exerciseButtons({ learn, solve }) {
  return [
    h("button", { type: "button", "data-key": "learn", onclick: learn }, _("Learn in a first round")),
    h("button", { type: "button", "data-key": "puzzles", onclick: solve }, _("Puzzles")),
  ];
}
