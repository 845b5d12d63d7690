/** What a player has to know of the round besides cards and points: what is wild, the contract, the pot. As the terminal says it. */

import { cardText } from "../cards/card.js";
import { cardOf } from "../core/cards.js";
import { _, ngettext } from "../core/language.js";
import { CONTRACTS, SHORTEST_RUN } from "../rules/contracts.js";
import { lettersInUse } from "../table/settings.js";

/** What a position has decides what is said: no game is asked for by its name. @param {any} position as in `rummynet engine` @param {readonly string[]} names @returns {string[]} */
export function facts(position, names) {
  const { options = {}, round } = position;
  const deal = options.deals > 0 ? [_("deal {round} of {deals}", { round, deals: options.deals })] : [];
  return [...deal, ...ownFacts(position, names), ...callFacts(position, names), ...stockFacts(position)];
}

/** That a round ends, or has ended, because nobody lays anything; nothing in any other case. @param {any} position @returns {string[]} */
export function stockFacts(position) {
  const { options = {}, out = null, reshuffles = 0, stocks_since_lay: idle = 0, stock = 0, discard = [], phase } = position;
  const isLast = options.idle_stocks > 0 && idle >= options.idle_stocks && reshuffles < options.reshuffle_limit;
  if (!isLast || out !== null) return [];
  const isUsed = (stock.length ?? stock) === 0;
  if (!["pickup", "play", "offer"].includes(phase))
    return isUsed && discard.length > 1 ? [_("the round ended because nobody laid anything while a whole new stock was drawn")] : [];
  if (isUsed) return [_("nobody laid anything while a whole new stock was drawn: there will be no other stock unless somebody lays")];
  return [_("without a lay the round ends with this stock: nobody has laid since the shuffle")];
}

/** What a false call costs at a table with these options; empty where it costs nothing. @param {any} options */
function falseCallPrice({ false_call_points: points = 0, false_call_cards: cards = 0 }) {
  const prices = [
    ...(points ? [ngettext("{points} point", "{points} points", points, { points })] : []),
    ...(cards ? [ngettext("{cards} card", "{cards} cards", cards, { cards })] : []),
  ];
  const [first = "", second] = prices;
  return second === undefined ? first : _("{points} and {cards}", { points: first, cards: second });
}

/** What follows on a call of a rummy that is not there. @param {Map<string, any>} options of the table */
export function falseCallText(options) {
  const price = falseCallPrice(Object.fromEntries(options));
  const seconds = Number(options.get("cooldown_seconds") ?? 0);
  if (price) return _("A call of one that is not there costs {price}.", { price });
  return seconds > 0 ? _("After a false call you cannot call for {seconds} s.", { seconds }) : _("A false call costs nothing.");
}

/** Until when a rummy can be called, what a false call costs and has cost whom, and runs around the corner. @param {any} position
 * @param {readonly string[]} names @returns {string[]} */
function callFacts({ options = {}, false_calls: calls = [] }, names) {
  const price = falseCallPrice(options);
  const points = options.false_call_points ?? 0;
  const paid = calls.flatMap((/** @type {number} */ times, /** @type {number} */ seat) => (times && points
    ? [ngettext("{player} has called falsely {times} time: {points} points less", "{player} has called falsely {times} times: {points} points less", times, { player: names[seat] ?? "", times, points: times * points })]
    : []));
  return [
    ...(options.around_the_corner ? [_("runs go on past the ace here: Q-K-A-2 is one")] : []),
    ...(typeof options.lapse_seconds === "number" ? [_("a rummy can be called only until the next player picks up")] : []),
    ...(price ? [_("a call of a rummy that is not there costs {price}", { price })] : []),
    ...paid,
  ];
}

/** @param {any} position @param {readonly string[]} names @returns {string[]} */
function ownFacts({ wild, paid = [], laid, round, declared, options = {} }, names) {
  const name = (/** @type {number} */ seat) => names[seat] ?? "";
  if (wild !== undefined) {
    const pot = paid.reduce((/** @type {number} */ sum, /** @type {number} */ one) => sum + one, 0);
    const chips = ngettext("{n} chip in the pot", "{n} chips in the pot", pot, { n: pot });
    return [wildWords(wild), ...(pot ? [chips] : [])];
  }
  if (laid !== undefined) {
    const seats = laid.flatMap((/** @type {boolean} */ has, /** @type {number} */ seat) => (has ? [name(seat)] : []));
    const players = seats.length ? seats.join(", ") : _("nobody");
    return [_("contract: {contract}", { contract: contractWords(options.contracts?.[round - 1]) }), _("laid by {players}", { players }), _("twos and jokers are wild")];
  }
  return typeof declared === "number" ? [_("{player} has declared: what they win in this round counts twice", { player: name(declared) })] : [];
}

/** @param {string} wild a rank, a card, or `*` where only jokers are */
function wildWords(wild) {
  if (wild === "*") return _("only jokers are wild");
  const rank = cardText(cardOf(`${wild.charAt(0)}S`) ?? 0, lettersInUse()).slice(0, -1);
  const card = wild.length > 1 ? cardOf(wild) : null;
  return _("{wild} and jokers are wild", { wild: card === null ? rank : cardText(card, lettersInUse()) });
}

/** @param {number} number from 1 */
function contractWords(number) {
  const { runs, sets, length } = CONTRACTS[number - 1] ?? { runs: 0, sets: 0, length: 0 };
  const bare = ngettext("{count} run", "{count} runs", runs, { count: runs });
  const first = length > SHORTEST_RUN ? _("{runs} of {length} cards or more", { runs: bare, length }) : bare;
  const others = ngettext("{count} set", "{count} sets", sets, { count: sets });
  if (!runs || !sets) return runs ? first : others;
  return _("{first} and {others}", { first, others });
}
