/** Advice of the coach as sentences: those of the programs (client/rummynet_client/core/text/hint_text.py), from reasons as values. */

import { _, N_, ngettext } from "../core/language.js";
import { actionWords, cardsOf, faceOf } from "./action_text.js";
import { wordsText, wordText } from "./card_names.js";

/** A code, and its figures by name (rummynet/bots/coach/play_reasons.py). @typedef {{ reason: string } & { [figure: string]: any }} Reason */
/** What a sentence leaves out: the players by seat, the cards of each meld. @typedef {{ names: readonly string[], melds: import("./action_text.js").Melds }} Wording */

/** What to do, and why; no stop at its end. @param {string} action @param {readonly Reason[]} reasons @param {Wording} by */
export function adviceText(action, reasons, by) {
  const says = actionWords(action, by.melds);
  return reasons.length ? _("{action}: {reasons}", { action: says, reasons: reasons.map((one) => reasonText(one, action, by)).join("; ") }) : says;
}

/** A figure in whole points, a half to the even number: as the programs round, so that all name the same. @param {number} value */
export function wholePoints(value) {
  const up = Math.round(value);
  return up - value === 0.5 && up % 2 ? up - 1 : up;
}

/** @param {number} error standard error @returns {number} half the 95 % interval, in whole points, one at least */
export function halfInterval(error) {
  return Math.max(1, wholePoints(1.96 * error));
}

/** @type {{ [code: string]: string }} */
const PLAIN = {
  only_choice: N_("nothing else can be done"),
  goes_out: N_("you go out with it"),
  nothing_in_pile: N_("you can take nothing from the pile"),
  safe: N_("nobody can lay it: the others cannot get the cards that go with it"),
  needs_two: N_("to lay it somebody needs two cards that nobody has seen"),
  takes_back: N_("you can take it back while it lies in the pile"),
  stays_in: N_("if you do not pay, you sit out"),
};

/** One reason as a clause. @param {Reason} reason @param {string} action @param {Wording} by @returns {string} */
function reasonText(reason, action, { names, melds }) {
  const { card = "", cards: n = 0, points = 0 } = reason;
  const words = (/** @type {string} */ text) => actionWords(text, melds);
  // An action with one card is about that card, which has just been named.
  const isNamed = !/^(?:meld|lay|contract|declare|rummy) /.test(action) && faceOf(cardsOf(action)[0] ?? "") === card;
  switch (reason.reason) {
    case "brings":
      return ngettext("it brings {n} card", "it brings {n} cards", n, { n });
    case "lays":
      if (reason.turn) return ngettext("it lays {n} point, and you lay {turn} in this turn", "it lays {n} points, and you lay {turn} in this turn", points, { n: points, turn: reason.turn });
      return ngettext("it lays {n} point", "it lays {n} points", points, { n: points });
    case "sheds":
      return ngettext("it rids you of {n} card", "it rids you of {n} cards", n, { n });
    case "gets_wild":
      return _("it brings {card} into your hand", { card: wordText(card) });
    case "then_throw":
      return _("then throw {card}, which nobody can lay", { card: wordText(card) });
    case "goes_with_nothing":
      return isNamed ? _("nothing you hold goes with it") : _("nothing you hold goes with {card}", { card: wordText(card) });
    case "goes_with":
      return isNamed ? _("it goes with {cards}", { cards: wordsText(n) }) : _("{card} goes with {cards}", { card: wordText(card), cards: wordsText(n) });
    case "would_bring":
      return ngettext("taking {card} would leave you {n} more card to get rid of", "taking {card} would leave you {n} more cards to get rid of", n, { card: wordText(card), n });
    case "fits_meld":
      return _("they can lay it on {meld}, but everything else costs you more", { meld: wordsText(melds[reason.meld] ?? []) });
    case "dearest":
      return _("if you keep it, it costs you {points} points", { points });
    case "near_out":
      return ngettext("{name} may soon go out, with {n} card left", "{name} may soon go out, with {n} cards left", n, { name: names[reason.seat] ?? "", n });
    case "breaks_meld":
      return _("it breaks up {cards}, but everything else costs you more", { cards: wordsText(n) });
    case "opens_to":
      return _("what you could lay lets the others lay off {cards}", { cards: wordsText(n) });
    case "better":
      if (!reason.error) return ngettext("it promises {n} point more than '{other}'", "it promises {n} points more than '{other}'", points, { n: points, other: words(reason.than) });
      return ngettext("in the end about {n} point better than '{other}', give or take {error}", "in the end about {n} points better than '{other}', give or take {error}", points, { n: points, error: reason.error, other: words(reason.than) });
    case "close":
      return _("'{other}' would do about as well", { other: words(reason.to) });
    default:
      return _(PLAIN[reason.reason] ?? "");
  }
}
