/** What happened as a sentence, in the words of the terminal. */

import { cardText } from "../cards/card.js";
import { cardOf } from "../core/cards.js";
import { _, ngettext } from "../core/language.js";

/** @typedef {import("./frames.js").GameEvent} GameEvent */
/** @typedef {import("./frames.js").Frame} Frame */

/** A card's name as people read it: `7♥`, `★ = 3♣`. @param {string} name @param {string} [letters] */
export function shownCard(name, letters) {
  const [own, stands] = name.split("=");
  const card = cardOf(own ?? "");
  if (card === null) return name;
  const other = stands === undefined ? null : cardOf(stands.replace("?", "S"));
  const meant = other === null ? (stands ?? "") : stands?.endsWith("?") ? cardText(other, letters).slice(0, -1) : cardText(other, letters);
  return cardText(card, letters) + (stands === undefined ? "" : `=${meant}`);
}

/** @param {readonly string[]} cards @param {string} [letters] */
export function shownCards(cards, letters) {
  return cards.map((card) => shownCard(card, letters)).join(" ");
}

/** An action of the notation as people read it. @param {string} text @param {string} [letters] */
export function shownAction(text, letters) {
  return text.split(" ").map((word) => shownCard(word, letters)).join(" ");
}

/**
 * The events of a frame in one line. @param {Frame} frame @param {readonly string[]} players
 * @param {(seat: number) => boolean} sees whether the cards of a seat are seen @param {string} [letters]
 */
export function frameSentence({ events, clock }, players, sees, letters) {
  const ended = events.some(({ event }) => event === "round_ended");
  const says = events
    .filter(({ event }) => !(ended && event === "went_out"))
    .map((event) => eventSentence(event, players, sees, letters))
    .join(", ");
  return says + (clock ? ` ${_("(the clock)")}` : "");
}

/** @param {GameEvent} event @param {readonly string[]} players @param {(seat: number) => boolean} sees @param {string} [letters] @returns {string} */
function eventSentence(event, players, sees, letters) {
  const who = players[event.seat ?? -1] ?? "";
  const card = event.card ? shownCard(event.card, letters) : "";
  const cards = shownCards(event.cards ?? [], letters);
  switch (event.event) {
    case "dealt":
      return _("the cards were dealt");
    case "turned_up":
      return _("{card} was turned up", { card });
    case "drew":
      return card && sees(event.seat ?? -1) ? _("{who} drew {card}", { who, card }) : _("{who} drew a card", { who });
    case "took":
      return _("{who} took {cards}", { who, cards });
    case "laid_down":
      return _("{who} laid {cards}", { who, cards });
    case "laid_off":
      return _("{who} laid off {cards}", { who, cards });
    case "exchanged":
      return _("{who} put {card} in place of {wild}", { who, card, wild: shownCard(event.wild ?? "", letters) });
    case "threw_out":
      return _("{who} threw out {card}", { who, card });
    case "called_rummy":
      return _("{who} called RUMMY", { who });
    case "declared":
      return _("{who} declared the whole hand", { who });
    case "shuffled":
      return _("{cards} cards of the pile were shuffled into a new stock", { cards: event.count ?? 0 });
    case "turned_over":
      return _("{who} turned the pile over as a stock of {cards}", { who, cards: event.count ?? 0 });
    case "went_out":
      return _("{who} went out", { who });
    case "round_ended": {
      const how = event.out === null || event.out === undefined ? _("nobody could go on") : _("{who} went out", { who: players[event.out] ?? "" });
      const scores = (event.round_scores ?? []).map((points, seat) => `${players[seat] ?? ""} ${withSign(points)}`).join(", ");
      return _("the round is over, {how}: {scores}", { how, scores });
    }
    case "game_ended":
      return event.winner === null || event.winner === undefined
        ? _("the game is over, the first place is shared")
        : _("{who} won the game", { who: players[event.winner] ?? "" });
    default:
      return _("{who}: {action}", { who, action: shownAction(event.action ?? event.event, letters) });
  }
}

/** @param {number} points */
export function withSign(points) {
  return points > 0 ? `+${points}` : String(points).replace("-", "−");
}

/** @param {number} count */
export function cardsInHand(count) {
  return ngettext("{cards} card", "{cards} cards", count, { cards: count });
}
