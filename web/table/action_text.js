/**
 * Actions of all games in words, from their notation (docs/rules). An action is a verb, cards, and parts: `take 6S meld 5S
 * 6S 7S`, `lay 9C on 2`, `swap 6D on 1 meld …`, `contract 9C 9D 9H / …`.
 */

import { _, N_ } from "../core/language.js";
import { wordText, wordsText } from "./card_names.js";

const CARD = /^(?:[A2-9TJQK][CDHS]|\*[12])(?:\.[0-3])?(?:=\S+)?$/;

/** @param {string} word */
export function isCard(word) {
  return CARD.test(word);
}

/** The cards that an action names, without what wild ones stand for. @param {string} action @returns {string[]} */
export function cardsOf(action) {
  return action.split(" ").filter(isCard).map((word) => word.split("=")[0] ?? word);
}

/** The card without its deck, and without what it stands for. @param {string} word */
export function faceOf(word) {
  return word.slice(0, 2);
}

/** The melds on the table that an action names. @param {string} action @returns {number[]} */
export function meldsOf(action) {
  const words = action.split(" ");
  return words.flatMap((word, at) => (word === "on" ? [Number(words[at + 1])] : []));
}

/** @typedef {readonly (readonly string[])[]} Melds the cards of each meld on the table */

/** Actions without cards. @type {{ [verb: string]: string }} */
const PLAIN = {
  draw: N_("draw"), pass: N_("pass"), turn: N_("turn the pile over"), out: N_("go out"), waive: N_("leave it"), buy: N_("buy in"), decline: N_("sit out"),
};

/** The action in words; as it is written if it is none of the notation's. @param {string} action @param {Melds} melds @returns {string} */
export function actionWords(action, melds) {
  const [verb = "", ...words] = action.split(" ");
  const rest = words.join(" ");
  const [first = ""] = words;
  const card = wordText(first);
  if (Object.hasOwn(PLAIN, verb)) return _(PLAIN[verb] ?? "");
  switch (verb) {
    case "declare": {
      const [laid = "", thrown = ""] = rest.split(" throw ");
      const laidMelds = laid.split("meld ").slice(1).map((meld) => wordsText(meld.trim().split(" ")));
      const values = { melds: laidMelds.join(" · "), card: wordText(thrown) };
      return thrown ? _("declare {melds} and throw {card}", values) : _("declare {melds}", values);
    }
    case "contract":
      return _("lay the contract {melds}", { melds: rest.split(" / ").map((meld) => wordsText(meld.split(" "))).join(" · ") });
    case "penalty":
      return first === "pile" ? _("pick up the whole pile") : _("pick up the top two cards of the stock");
    case "aces":
      return first === "0" ? _("count all my aces as 1") : _("count {high} of my aces as 13", { high: first });
    case "throw":
      return _("throw {card}", { card });
    case "want":
      return _("buy {card}", { card });
    case "meld":
      return _("lay {cards}", { cards: wordsText(words) });
    case "trade":
      return _("trade {card} for {joker}", { card, joker: wordText(words.at(-1) ?? "") });
    case "lay":
      return _("lay {cards} on {meld}", { cards: wordsText(words.filter(isCard)), meld: meldWords(words, melds) });
    case "take": {
      const onward = words.slice(1).join(" ");
      return onward ? _("take {card} and {play}", { card, play: actionWords(onward, melds) }) : _("take {card}", { card });
    }
    case "rummy":
      return _("RUMMY: {play}", { play: actionWords(rest, melds) });
    case "swap": {
      const then = words.slice(words.indexOf("on") + 2).join(" ");
      const values = { card, meld: meldWords(words, melds) };
      return then
        ? _("swap {card} for the wild card in {meld} and {play}", { ...values, play: actionWords(then, melds) })
        : _("swap {card} for the wild card in {meld}", values);
    }
    default:
      return action.split(" ").map((word) => (isCard(word) ? wordText(word) : word)).join(" ");
  }
}

/** @param {readonly string[]} words @param {Melds} melds */
function meldWords(words, melds) {
  const meld = melds[Number(words[words.indexOf("on") + 1])];
  return meld ? wordsText(meld) : _("a meld that is not there");
}

/** What speaks against an action that nobody means but by accident; "" for the others. @param {string} action @returns {string} */
export function priceOf(action) {
  const [, high = ""] = /^aces ([1-9]\d*)$/.exec(action) ?? [];
  return high && _("This costs you {points} points more, and brings nothing", { points: 12 * Number(high) });
}
