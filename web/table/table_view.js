/** A table as people see it: seats with their hands, the melds, stock and pile. */

import { backElement } from "../cards/card.js";
import { _, ngettext } from "../core/language.js";
import { h } from "../cards/elements.js";
import { bySuit, cardCount, wordCard, wordsText } from "./card_names.js";
import { pointsText } from "./event_text.js";

/** @import { Position } from "./frames.js" */
/** @typedef {{ players: readonly string[], sees: (seat: number) => boolean, fresh: ReadonlySet<string> }} TableWish
 *   fresh: cards that have just moved */

/** A card of the notation as an element. @param {string} name @param {TableWish} wish @param {boolean} [hidden] from those who hear */
function namedCard(name, wish, hidden = false) {
  const made = wordCard(name, hidden);
  if (wish.fresh.has(name)) made.classList.add("fresh");
  return made;
}

/** Cards beside each other, each covering the one before. @param {Node[]} cards @param {string} [kind] */
export function fan(cards, kind = "") {
  const made = h("span", { class: `fan ${kind}` }, ...cards);
  const step = cards.length > 13 ? 0.42 : cards.length > 8 ? 0.5 : 0.62;
  made.style.setProperty("--step", String(step));
  return made;
}

/** @param {Position} position @param {TableWish} wish @returns {HTMLElement} */
export function tableElement(position, wish) {
  return h("div", { class: "table" }, seatsElement(position, wish), middleElement(position, wish), meldsElement(position, wish));
}

/** @param {Position} position @param {TableWish} wish */
function seatsElement(position, wish) {
  const seats = position.hands.map((hand, seat) => {
    const count = hand.length + (position.hidden[seat] ?? 0);
    const seen = wish.sees(seat);
    const shown = seen ? bySuit(hand) : [];
    const backs = seen ? (position.hidden[seat] ?? 0) : count;
    const cards = [...shown.map((name) => namedCard(name, wish)), ...Array.from({ length: backs }, () => backElement())];
    const name = wish.players[seat] ?? "";
    const head = h("div", { class: "who" },
      h("span", { class: `dot seat${seat}`, "aria-hidden": "true" }),
      h("b", { class: "name" }, name),
      h("span", { class: "points" }, _("{points} points", { points: pointsText(position.scores[seat] ?? 0) })),
      h("span", { class: "count" }, cardCount(count)),
    );
    const isTurn = position.turn === seat;
    return h("li", { class: `seat${isTurn ? " turn" : ""}${seen ? "" : " closed"}`, ...(isTurn ? { "aria-current": "true" } : {}) }, head, fan(cards, seen ? "hand" : "backs"));
  });
  return h("ul", { class: "seats", "aria-label": _("players") }, ...seats);
}

/** @param {Position} position @param {TableWish} wish */
function middleElement(position, wish) {
  const stock = h("div", { class: "stock" },
    position.stock > 0 ? backElement() : h("span", { class: "card empty", "aria-hidden": "true" }),
    h("span", { class: "label" }, _("stock {cards}", { cards: position.stock })),
  );
  const pile = h("div", { class: "pile", role: "group", "aria-label": _("pile {cards}", { cards: position.pile.length }) },
    fan(position.pile.map((name) => namedCard(name, wish)), "spread"),
    h("span", { class: "label" }, _("pile {cards}", { cards: position.pile.length })),
  );
  return h("div", { class: "middle" }, stock, pile);
}

/** @param {Position} position @param {TableWish} wish */
function meldsElement(position, wish) {
  const melds = position.melds.map(({ cards, by }) => {
    const drawn = cards.map((name, at) => {
      const card = namedCard(name, wish, true);
      card.append(h("i", { class: `dot seat${by[at] ?? 0}` }));
      return card;
    });
    const laid = [...new Set(by)].map((seat) => wish.players[seat] ?? "").join(", ");
    const words = _("{cards}, laid by {names}", { cards: wordsText(cards), names: laid });
    return h("li", { class: "meld", role: "img", "aria-label": words, title: words }, fan(drawn, "laid"));
  });
  const says = ngettext("{melds} meld", "{melds} melds", melds.length, { melds: melds.length });
  return h("ul", { class: "melds", "aria-label": says }, ...melds);
}
