/** Events of a game as sentences: those of the programs (client/rummynet_client/core/text/event_text.py), on every page. */

import { _, N_, ngettext } from "../core/language.js";
import { actionWords } from "./action_text.js";
import { wordsText, wordText } from "./card_names.js";

/** @import { GameEvent } from "../ledger/round_history.js" */
/** The players by seat, and who is addressed as "you". @typedef {{ names: readonly string[], me: number | null }} Wording */

/** The events of one action in one line: who did several things is named once. @param {readonly GameEvent[]} events @param {Wording} by */
export function eventsLine(events, by) {
  const [took, drew, ...more] = events;
  if (took?.event === "took" && drew?.event === "drew" && took.seat === drew.seat && !more.length) return buyText(took, drew, by);
  const hasEnded = events.some(({ event }) => event === "round_ended"); // it says who went out
  const told = events.filter(({ event }) => !(hasEnded && event === "went_out"));
  const said = told.map((event, at) => {
    const says = eventText(event, by);
    const name = `${nameOf(event.seat ?? -1, by)} `;
    return event.seat !== undefined && event.seat === told[at - 1]?.seat && says.startsWith(name) ? says.slice(name.length) : says;
  });
  return said.join(", ");
}

/** @param {number} seat @param {Wording} by */
function nameOf(seat, by) {
  return seat === by.me ? _("you") : (by.names[seat] ?? "");
}

/** What a seat did: languages inflect the verb after "you". @param {number | undefined} seat @param {Wording} by @param {string} theirs @param {string} ours
 * @param {{ [name: string]: string | number }} [values] */
function did(seat, by, theirs, ours, values = {}) {
  return seat === by.me ? _(ours, values) : _(theirs, { who: nameOf(seat ?? -1, by), ...values });
}

/** A card bought out of turn. @param {GameEvent} took @param {GameEvent} drew @param {Wording} by */
function buyText({ seat, cards = [] }, { card }, by) {
  const values = { cards: wordsText(cards), penalty: card ? wordText(card) : "" };
  if (!card) return did(seat, by, N_("{who} bought {cards} for a penalty card"), N_("you bought {cards} for a penalty card"), values);
  return did(seat, by, N_("{who} bought {cards} for a penalty card, {penalty}"), N_("you bought {cards} for a penalty card, {penalty}"), values);
}

/** Who went out, if anybody did. @param {number | null | undefined} out @param {Wording} by */
export function outText(out, by) {
  return out === null || out === undefined ? _("nobody could go on") : did(out, by, N_("{who} went out"), N_("you went out"));
}

/** Who won the game, if one alone did, and why if others have as many points.
 * @param {number | null | undefined} winner @param {Wording} by @param {readonly number[]} [totals] */
export function winnerText(winner, by, totals = []) {
  if (winner === null || winner === undefined) return _("the game is over, the first place is shared");
  const won = did(winner, by, N_("{who} won the game"), N_("you won the game"));
  const isTie = totals.filter((total) => total === totals[winner]).length > 1;
  return isTie ? _("{won}: with equal points, the leader before this round wins", { won }) : won;
}

/** What a seat did, of another one and of who reads. @type {{ [event: string]: [string, string] }} */
const DID = {
  took: [N_("{who} took {cards}"), N_("you took {cards}")],
  laid_down: [N_("{who} laid {cards}"), N_("you laid {cards}")],
  laid_off: [N_("{who} laid off {cards} on {meld}"), N_("you laid off {cards} on {meld}")],
  exchanged: [N_("{who} put {card} in place of {wild}"), N_("you put {card} in place of {wild}")],
  threw_out: [N_("{who} threw out {card}"), N_("you threw out {card}")],
  called_rummy: [N_("{who} called RUMMY"), N_("you called RUMMY")],
  declared: [N_("{who} declared the whole hand"), N_("you declared the whole hand")],
  turned_over: [N_("{who} turned the pile over as a stock of {cards}"), N_("you turned the pile over as a stock of {cards}")],
};

/** @param {GameEvent} event @param {Wording} by @returns {string} */
function eventText(event, by) {
  const { seat, action = "", onto = [] } = event;
  const card = event.card ? wordText(event.card) : "";
  const cards = wordsText(event.cards ?? []);
  const [theirs, ours] = DID[event.event] ?? [];
  if (theirs && ours) return did(seat, by, theirs, ours, { card, cards: event.count ?? cards, meld: wordsText(onto), wild: wordText(event.wild ?? "") });
  switch (event.event) {
    case "dealt":
      return _("the cards were dealt");
    case "turned_up":
      return _("{card} was turned up", { card });
    case "drew":
      if (!card) return did(seat, by, N_("{who} drew a card"), N_("you drew a card"));
      return did(seat, by, N_("{who} drew {card}"), N_("you drew {card}"), { card });
    case "called_falsely":
      if (!event.points) return did(seat, by, N_("{who} called a rummy that is not there, with {cards}"), N_("you called a rummy that is not there, with {cards}"), { cards });
      return did(seat, by, N_("{who} called a rummy that is not there, with {cards}: −{points}"), N_("you called a rummy that is not there, with {cards}: −{points}"), { cards, points: event.points });
    case "shuffled":
      return ngettext(
        "{cards} card of the pile became the new stock",
        "{cards} cards of the pile were shuffled into a new stock",
        event.count ?? 0,
        { cards: event.count ?? 0 },
      );
    case "went_out":
      return outText(seat, by);
    case "round_ended": {
      const scores = (event.round_scores ?? []).map((points, at) => `${nameOf(at, by)} ${withSign(points)}`).join(", ");
      return _("the round is over, {how}: {scores}", { how: outText(event.out, by), scores });
    }
    case "game_ended":
      return winnerText(event.winner, by);
    default:
      if (action === "pass") return did(seat, by, N_("{who} passed"), N_("you passed"));
      if (action === "waive") return did(seat, by, N_("{who} left the top of the pile"), N_("you left the top of the pile"));
      if (action === "aces 0") return did(seat, by, N_("{who} counts every ace as 1"), N_("you count every ace as 1"));
      if (action.startsWith("aces "))
        return did(seat, by, N_("{who} counts {high} of their aces as 13"), N_("you count {high} of your aces as 13"), { high: action.slice(5) });
      return did(seat, by, N_("{who}: {action}"), N_("you: {action}"), { action: actionWords(action, []) });
  }
}

/** A total. @param {number} points */
export function pointsText(points) {
  return String(points).replace("-", "−");
}

/** What a round brought. @param {number} points */
export function withSign(points) {
  return `${points < 0 ? "" : "+"}${pointsText(points)}`;
}
