/**
 * A hint made by the page alone, from the own cards, what lies open and the legal actions. The protocol has no request for
 * one, and the program's search among possible games is not here: this weighs each action by itself, by what it lays, what
 * it brings into the hand, and what the card thrown out went with.
 */

import { cardOf, isJoker, rankOf, suitOf } from "../core/cards.js";
import { _, ngettext } from "../core/language.js";
import { actionWords, cardsOf, faceOf, isCard } from "../table/action_text.js";
import { wordsText } from "../table/card_names.js";
import { layOffsOf } from "../rules/melds.js";
import { VARIETIES } from "../rules/varieties.js";

// Chosen by hand, in points, for their order: going out, then laying (100), then what a card goes with. Any numbers in
// that order give the same hints, but for ties.
const OUT_AT_LAST = 1000;
const PAIR = 7;
const NEIGHBOURS = 6;
const WITH_A_GAP = 3;
const WILD = 40;

/** The best of the legal actions, in words with its reason; empty where there is nothing to choose.
 * @param {string} variant @param {any} position as in `rummynet engine` @param {readonly string[]} legal @param {number} seat */
export function hintText(variant, position, legal, seat) {
  const best = weighActions(variant, position, legal, seat)[0];
  if (!best) return "";
  const melds = position.melds.map((/** @type {{ cards: string[] }} */ meld) => meld.cards);
  const action = actionWords(best.action, melds);
  const reason = legal.length === 1 ? _("nothing else can be done") : best.reason;
  return reason ? _("{action}: {reasons}", { action, reasons: reason }) : action;
}

/** The legal actions, the best first. @param {string} variant @param {any} position @param {readonly string[]} legal @param {number} seat */
export function weighActions(variant, position, legal, seat) {
  const hand = /** @type {string[]} */ (position.hands[seat] ?? []);
  const all = legal.map((action) => ({ action, ...weigh(variant, position, hand, action) }));
  return all.sort((a, b) => b.worth - a.worth);
}

/** @param {string} variant @param {any} position @param {string[]} hand @param {string} action @returns {{ worth: number, reason: string }} */
function weigh(variant, position, hand, action) {
  const [verb = "", first = ""] = action.split(" ");
  const laid = cardsOf(action).filter((_card, at) => verb !== "take" || at > 0);
  const points = sum(laid.map(worthOf));
  if (verb === "declare" || verb === "out") return { worth: OUT_AT_LAST, reason: _("you go out with it") };
  if (verb === "contract") return { worth: OUT_AT_LAST / 2 + points, reason: "" };
  if (verb === "meld" || verb === "lay") return { worth: 100 + points, reason: laysText(laid) };
  if (verb === "swap" || verb === "trade") return { worth: 100 + WILD, reason: _("it brings {card} into your hand", { card: "★" }) };
  if (verb === "take") return weighTake(position, hand, first, laid);
  if (verb === "want" || verb === "buy") return { worth: usefulness(first, hand) > PAIR ? 1 : -1, reason: "" };
  if (verb === "throw") return weighThrow(variant, position, hand, first);
  return { worth: verb === "aces" ? -Number(first) : verb === "draw" ? 8 : 0, reason: "" };
}

/** A card of the pile, with all above it. @param {any} position @param {string[]} hand @param {string} card @param {string[]} laid */
function weighTake(position, hand, card, laid) {
  const { discard } = position;
  const at = discard.map(faceOf).lastIndexOf(faceOf(card));
  const brought = (at < 0 ? [card] : discard.slice(at)).filter((/** @type {string} */ one) => !laid.includes(one));
  const gain = sum(laid.map(worthOf)) + sum(brought.map((/** @type {string} */ one) => usefulness(one, hand) - worthOf(one) / 2));
  return { worth: gain, reason: laid.length ? laysText(laid) : _("it goes with {cards}", { cards: wordsText(hand.filter((one) => goTogether(one, card))) }) };
}

/** What cards count is each game's own (`worthOf` is for the order alone), so the hint says how many they are. @param {string[]} laid */
function laysText(laid) {
  return ngettext("it lays {n} card", "it lays {n} cards", laid.length, { n: laid.length });
}

/** Where the pile is spread, whoever comes next takes what goes with it. @param {string} variant @param {any} position @param {string[]} hand
 * @param {string} card */
function weighThrow(variant, position, hand, card) {
  const others = withoutOne(hand, card);
  const partners = others.filter((one) => goTogether(one, card));
  const isSpread = VARIETIES[variant]?.hasCalls;
  const isGift = isSpread && fitsMeld(position, card);
  const near = isSpread ? [...others, ...position.discard] : others;
  const worth = worthOf(card) - 2 * usefulness(card, near) - (isGift ? 60 : 0) - (isCard(card) && isJoker(cardOf(card) ?? 0) ? WILD : 0);
  const reason = partners.length ? "" : _("nothing you hold goes with it"); // what it goes with speaks against the throw
  return { worth: worth - 100, reason };
}

/** Whether a card could be laid onto a meld: whoever throws it out gives it away. @param {any} position @param {string} word */
function fitsMeld(position, word) {
  const card = cardOf(word);
  if (card === null) return false;
  return position.melds.some((/** @type {{ cards: string[] }} */ { cards }) => {
    const meld = cards.flatMap((one) => cardOf(one) ?? []);
    return meld.length === cards.length && layOffsOf(meld, [card]).length > 0;
  });
}

/** The hand without a card, which may be named by its face alone. @param {readonly string[]} hand @param {string} card */
function withoutOne(hand, card) {
  const same = hand.indexOf(card);
  const at = same >= 0 ? same : hand.map(faceOf).indexOf(faceOf(card));
  return hand.filter((_one, place) => place !== at);
}

/** How well a card goes with a hand. @param {string} card @param {readonly string[]} hand */
function usefulness(card, hand) {
  return sum(hand.map((other) => together(card, other)));
}

/** @param {string} one @param {string} other */
function goTogether(one, other) {
  return one !== other && together(one, other) > 0;
}

/** @param {string} one @param {string} other */
function together(one, other) {
  const [a, b] = [cardOf(one), cardOf(other)];
  if (a === null || b === null || isJoker(a) || isJoker(b)) return 0;
  if (rankOf(a) === rankOf(b)) return PAIR;
  if (suitOf(a) !== suitOf(b)) return 0;
  const far = Math.min(Math.abs(rankOf(a) - rankOf(b)), 13 - Math.abs(rankOf(a) - rankOf(b)));
  return far === 1 ? NEIGHBOURS : far === 2 ? WITH_A_GAP : 0;
}

/** About what a card counts. @param {string} word */
function worthOf(word) {
  const card = cardOf(word.split("=")[0] ?? "") ?? 0;
  if (isJoker(card) || rankOf(card) === 0) return 15;
  return Math.min(10, rankOf(card) + 1);
}

/** @param {readonly number[]} numbers */
function sum(numbers) {
  return numbers.reduce((all, one) => all + one, 0);
}
