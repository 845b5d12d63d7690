/** The log of a game in sentences, as the terminal has them. */

import { cardText } from "../cards/card.js";
import { _ } from "../core/language.js";
import { silentOf } from "../verifier/shuffles.js";
import { actionWords, isCard } from "../table/action_text.js";
import { letters, wordText, wordsText } from "../table/card_names.js";

/** @typedef {import("../table/action_text.js").Melds} Melds */
/** @typedef {{ names: readonly string[], me: number | null, melds: Melds }} Teller */

/** What an entry tells; empty if nothing that people would read. @param {Record<string, any>} entry @param {Teller} by @returns {string} */
export function eventText(entry, by) {
  const name = (/** @type {number} */ seat) => (seat === by.me ? _("you") : (by.names[seat] ?? `${seat}`));
  switch (entry.e) {
    case "deal": {
      const up = entry.up.map((/** @type {{ card: number }} */ one) => _("{card} was turned up", { card: cardText(one.card, letters()) }));
      return [_("the cards were dealt"), ...up].join(", ");
    }
    case "act":
      return actionText(entry.seat, entry.do, by, name(entry.seat));
    case "void":
      return _(
        "a shuffle was put aside, because the host says that nothing came from {who}; a new one follows with new contributions",
        { who: silentOf(/** @type {import("../verifier/forms.js").Entry} */ (entry)).map(name).join(", ") },
      );
    case "score": {
      const how = entry.out === null ? _("nobody could go on") : entry.out === by.me ? _("you went out") : _("{who} went out", { who: name(entry.out) });
      const scores = entry.round_scores.map((/** @type {number} */ points, /** @type {number} */ seat) => `${name(seat)} ${points < 0 ? "" : "+"}${points}`);
      return _("the round is over, {how}: {scores}", { how, scores: scores.join(", ") });
    }
    case "end":
      return endText(entry.why);
    default:
      return "";
  }
}

/** Why a log ended before its game was played to the end; empty if it was. @param {string} why */
export function endText(why) {
  switch (why) {
    case "voids":
      return _("the game was called off: this table's limit of voided shuffles was reached");
    case "epochs":
      return _("the game was called off: the round used up all its shuffles");
    case "waited":
      return _("the game was ended: the others had waited too long for somebody");
    case "no-session":
      return _("the game was called off before it began: somebody stayed silent");
    default:
      return "";
  }
}

/** @param {number} seat @param {string} action @param {Teller} by @param {string} who @returns {string} */
function actionText(seat, action, by, who) {
  const mine = seat === by.me;
  const [verb = "", first = "", ...onward] = action.split(" ");
  /** A second clause about the same player. @param {string} says */
  const also = (says) => says.replace(`${mine ? _("you") : who} `, "");
  switch (verb) {
    case "draw":
      return mine ? _("you drew a card") : _("{who} drew a card", { who });
    case "throw": {
      const card = wordText(first);
      return mine ? _("you threw out {card}", { card }) : _("{who} threw out {card}", { who, card });
    }
    case "meld": {
      const cards = wordsText(action.split(" ").filter(isCard));
      return mine ? _("you laid {cards}", { cards }) : _("{who} laid {cards}", { who, cards });
    }
    case "lay": {
      const meld = by.melds[Number(action.split(" on ")[1])];
      const values = { who, cards: wordsText(action.split(" ").filter(isCard)), meld: meld ? wordsText(meld) : "" };
      if (!meld) return mine ? _("you laid off {cards}", values) : _("{who} laid off {cards}", values);
      return mine ? _("you laid off {cards} on {meld}", values) : _("{who} laid off {cards} on {meld}", values);
    }
    case "take": {
      const cards = wordText(first);
      const took = mine ? _("you took {cards}", { cards }) : _("{who} took {cards}", { who, cards });
      return onward.length ? `${took}, ${also(actionText(seat, onward.join(" "), by, who))}` : took;
    }
    case "contract": {
      const cards = action.slice(9).split(" / ").map((meld) => wordsText(meld.split(" "))).join(" · ");
      return mine ? _("you laid {cards}", { cards }) : _("{who} laid {cards}", { who, cards });
    }
    case "waive":
      return mine ? _("you left it") : _("{who} left it", { who });
    case "rummy": {
      const called = mine ? _("you called RUMMY") : _("{who} called RUMMY", { who });
      return `${called}, ${also(actionText(seat, action.slice(6), by, who))}`;
    }
    default: {
      const words = actionWords(action, by.melds);
      return mine ? _("you: {action}", { action: words }) : _("{who}: {action}", { who, action: words });
    }
  }
}
