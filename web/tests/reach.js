/**
 * Tries to reach every legal action by touch, as a person would who sees hand, pile and melds: `reach.js < VIEWS`, JSON like
 * `[{"hand": ["9C.1"], "pile": ["AD.0"], "legal": ["throw 9C"]}]`. Prints for each what was sent for each action, with the first of
 * equal cards touched and with the last; the process fails where an action is not among the buttons. For tests/web.
 * Of a view with `tried` those alone.
 */

import process from "node:process";
import { text } from "node:stream/consumers";
import { Choosing } from "../seat/choosing.js";

/** What a view offers; cleared before each try. */
let choosing = new Choosing();

/** @typedef {{ hand: string[], pile: string[], legal: string[], tried?: string[] }} View */

const CARD = /^(?:[A2-9TJQK][CDHS]|\*[12])/;

/** The cards that somebody would touch for an action, and the melds. @param {string} action @param {View} view @param {boolean} isLast */
function touchesOf(action, { hand, pile }, isLast) {
  const [verb, ...words] = action.split(" ");
  const own = verb === "swap" ? words.slice(0, 1) : words.filter((_word, at) => words[at - 1] !== "for");
  /** @type {Set<string>} */
  const cards = new Set();
  own.filter((word) => CARD.test(word)).forEach((word, at) => {
    const same = (/** @type {string[]} */ place) => place.filter((card) => card.slice(0, 2) === word.slice(0, 2) && !cards.has(card));
    const held = isLast ? same(hand).reverse() : same(hand);
    const lying = same(pile).reverse();
    const isTaken = at === 0 && (verb === "take" || verb === "want");
    const [card] = isTaken || !held.length ? lying : held;
    if (card) cards.add(card);
  });
  const melds = words.flatMap((word, at) => (word === "on" ? [Number(words[at + 1])] : []));
  return { cards: [...cards], melds: [...new Set(melds)] };
}

/** The action without its copies. @param {string} action */
const bare = (action) => action.replace(/\.\d/g, "");

/** The cards of a line of actions. @param {string} action */
const alike = (action) => bare(action).replace(/=\S+/g, "").split(" ").sort().join();

/** What is sent for an action; its place among the buttons, and how often more of them were asked for.
 * @param {string} action @param {View} view @param {boolean} isLast */
function reached(action, view, isLast) {
  choosing.clear();
  const { cards, melds } = touchesOf(action, view, isLast);
  for (const card of cards) {
    if (!choosing.isCardOpen(card, view.pile.includes(card))) throw new Error(`${card} cannot be touched for ${action}`);
    choosing.touchCard(card);
  }
  for (const meld of melds) {
    if (!choosing.isMeldUseful(meld)) throw new Error(`meld ${meld} cannot be touched for ${action}`);
    choosing.touchMeld(meld);
  }
  if (choosing.cards.size !== cards.length || choosing.melds.size !== melds.length) throw new Error(`a touch for ${action} took another one back`);
  let more = 0;
  for (;;) {
    const found = choosing.offers.find((one) => bare(one) === bare(action));
    if (found !== undefined && !choosing.isLine(found)) return [found, more];
    const line = choosing.offers.find((one) => choosing.isLine(one) && alike(one) === alike(action));
    if (line !== undefined) {
      choosing.showLine(line);
      continue;
    }
    if (!choosing.unseen) throw new Error(`${action} is no button after ${[...cards, ...melds].join(" ")}: ${choosing.offers.join(", ")}`);
    choosing.showMore();
    more += 1;
  }
}

/** A card that can be touched leads to a button. @param {View} view */
function checkTouchable(view) {
  for (const [place, cards] of /** @type {[string, string[]][]} */ ([["hand", view.hand], ["pile", view.pile]])) {
    for (const card of cards) {
      choosing.clear();
      if (!choosing.isCardOpen(card, place === "pile")) continue;
      choosing.touchCard(card);
      if (!choosing.offers.length) throw new Error(`a touch of ${card} leads to nothing`);
    }
  }
}

const views = /** @type {View[]} */ (JSON.parse(await text(process.stdin)));
const sent = views.map((view) => {
  choosing = new Choosing();
  choosing.offer(view.legal, view.hand, view.pile, false); // so fewer are seen at once
  checkTouchable(view);
  return (view.tried ?? view.legal).flatMap((action) => [false, true].map((isLast) => reached(action, view, isLast)));
});
process.stdout.write(JSON.stringify(sent));
