/** What lies on the table: players, stock and pile, melds. The same on every page that shows a table. */

import { backElement } from "../cards/card.js";
import { _, ngettext } from "../core/language.js";
import { h } from "../cards/elements.js";
import { facts } from "./facts.js";
import { roving } from "./roving.js";
import { cardCount, spokenWords, wordCard } from "../table/card_names.js";
import { pointsText } from "../table/event_text.js";

/** @typedef {any} Position as in `rummynet engine` */
/**
 * @typedef {object} Tapping what can be touched; nothing, on a page to watch
 * @property {(place: string, word: string) => void} card `pile` or the number of a meld, and the card
 * @property {(meld: number) => void} meld
 * @property {() => void} stock
 * @property {(place: string, word: string) => boolean} isOpen whether touching this card does more than say why it cannot be played
 * @property {(place: string, word: string) => boolean} isUseful whether it goes with what is chosen
 * @property {(place: string, word: string) => boolean} isChosen
 * @property {boolean} mayDraw
 */

/** How a bot's name ends, in all languages: it is signed into the log, so that nobody passes a bot off as a person. */
const BOT = " (bot)";

/** A name without what says that a bot has it, unless a person has it too. @param {string} name @param {readonly string[]} names */
export function shortName(name, names) {
  const short = name.endsWith(BOT) ? name.slice(0, -BOT.length) : name;
  return names.includes(short) ? name : short;
}

/** The players with their points, whose turn it is, and how many cards they hold.
 * @param {Position} position @param {readonly string[]} names @param {number | null} me @param {readonly boolean[]} away
 * @param {readonly [number, number][]} far seat and milliseconds to the host and back of those who are far */
export function playersElement(position, names, me, away, far) {
  const delays = new Map(far);
  const rows = names.map((name, seat) => {
    const held = (position.hands[seat] ?? []).length + (position.hidden?.[seat] ?? 0);
    const isTurn = position.turn === seat && position.phase !== "over";
    const isBot = name.endsWith(BOT); // said below: beside other players there is no room for it in the name
    const gains = position.phase === "over" ? undefined : position.on_table?.[seat]; // a round's points are in the total then
    const total = pointsText(position.scores[seat] ?? 0);
    const laid = _("Laid in this round: {points}.", { points: gains });
    return h("li", { class: `player${isTurn ? " turn" : ""}${seat === me ? " me" : ""}`, "aria-current": isTurn ? "true" : null, "data-paid": position.paid?.[seat] ?? 0 },
      h("span", { class: "name", title: name }, isTurn ? h("span", { class: "mark", "aria-hidden": "true" }, "▶") : null, shortName(name, names), seat === me && name !== _("you") ? h("span", { class: "unseen" }, ` (${_("you")})`) : null),
      h("span", { class: "count" },
        h("span", { class: "short", role: "img", "aria-label": cardCount(held) }, String(held)),
        h("span", { class: "long" }, cardCount(held), isBot && ` · ${_("bot")}`, delays.has(seat) && ` · ${_("{millis} ms", { millis: String(delays.get(seat)) })}`),
        away[seat] && h("span", { class: "away" }, ` · ${_("away")}`)),
      h("span", { class: "points", title: _("points"), role: "img", "aria-label": ngettext("{points} point", "{points} points", position.scores[seat] ?? 0, { points: total }) }, total),
      gains !== undefined && h("span", { class: "laid", title: laid, role: "img", "aria-label": laid }, `+${gains}`),
    );
  });
  return h("ul", { class: "players", "aria-label": _("Points") }, ...rows);
}

/** What has to be known of the round besides. @param {Position} position @param {readonly string[]} names */
export function factsElement(position, names) {
  const said = facts(position, names);
  return said.length ? h("p", { class: "facts" }, said.join(" · ")) : null;
}

/** Stock and pile. The pile's newest card is last. @param {Position} position @param {Tapping | null} tapping */
export function pilesElement(position, tapping) {
  const left = position.stock;
  const stockWords = `${_("stock")}: ${cardCount(left)}`;
  const back = left ? backElement() : h("span", { class: "card none" });
  const stock = tapping?.mayDraw
    ? h("button", { class: "stock useful", "data-key": "stock", onclick: tapping.stock, "aria-label": `${stockWords}. ${_("draw")}` }, back)
    : h("span", { class: "stock", role: "img", "aria-label": stockWords }, back);
  const cards = position.discard.map((/** @type {string} */ word) => cardPlace("pile", word, tapping));
  const name = `${_("pile")}: ${position.discard.length ? spokenWords(position.discard) : "–"}`;
  return h("div", { class: "piles" },
    h("div", { class: "pile-of" }, stock, h("span", { class: "label" }, `${_("stock")} ${left}`)),
    h("div", { class: "pile-of wide" }, roving(h("div", { class: "fan pile", role: "group", "aria-label": name }, ...(cards.length ? cards : [h("span", { class: "card none" })]))), h("span", { class: "label" }, _("pile"))),
  );
}

/** The melds, each with who laid it. @param {Position} position @param {readonly string[]} names @param {Tapping | null} tapping */
export function meldsElement(position, names, tapping) {
  const melds = position.melds.map((/** @type {{ cards: string[], by: number[] }} */ meld, /** @type {number} */ number) => {
    const laid = [...new Set(meld.by)].map((seat) => names[seat] ?? "").join(", ");
    const cards = meld.cards.map((word) => {
      const card = wordCard(word, true);
      card.dataset.card = word;
      return card;
    });
    const place = `meld ${number}`;
    const useful = tapping?.isUseful(place, "");
    const attributes = { "data-meld": number, class: `meld${useful ? " useful" : ""}${tapping?.isChosen(place, "") ? " chosen" : ""}` };
    const says = { "aria-label": _("{cards}, laid by {names}", { cards: spokenWords(meld.cards), names: laid }) };
    const inside = [h("span", { class: "fan" }, ...cards), h("span", { class: "label" }, [...new Set(meld.by)].map((seat) => shortName(names[seat] ?? "", names)).join(", "))];
    if (!tapping || !useful) return h("div", { ...attributes, ...says, role: "img" }, ...inside);
    // The button lies over the cards: what stands in a button has to be in its name, and signs of cards are no words.
    const cover = h("button", { ...says, class: "cover", "data-key": place, onclick: () => tapping.meld(number) });
    return h("div", attributes, h("span", { "aria-hidden": "true" }, ...inside), cover);
  });
  return roving(h("div", { class: "melds", role: "group", "aria-label": _("melds") }, ...(melds.length ? melds : [h("p", { class: "quiet" }, _("no melds yet"))])));
}

/** @param {string} place @param {string} word @param {Tapping | null} tapping */
export function cardPlace(place, word, tapping) {
  if (!tapping) {
    const card = wordCard(word);
    card.dataset.card = word;
    return card;
  }
  const isOpen = tapping.isOpen(place, word);
  const useful = tapping.isUseful(place, word);
  const chosen = tapping.isChosen(place, word);
  return h(
    "button",
    {
      class: `card-button${isOpen ? "" : " idle"}${useful ? " useful" : ""}${chosen ? " chosen" : ""}`,
      "aria-disabled": String(!isOpen),
      "aria-pressed": String(chosen),
      "aria-label": spokenWords([word]),
      "data-key": `${place} ${word}`,
      "data-card": word,
      onclick: () => tapping.card(place, word),
    },
    wordCard(word, true),
  );
}
