/** Does again what scripts/pages/agree_rules.py has played, and tells every difference: `node tests/agree_rules.js < LINES`. */

import "./catalogues.js";
import { createInterface } from "node:readline";
import { useLanguage } from "../core/language.js";
import { readAction } from "../rules/actions.js";
import { rulesOf } from "../rules/games.js";
import { legalActions } from "../rules/legal.js";
import { Illegal, Round } from "../rules/round.js";
import { actionWords } from "../table/action_text.js";
import { eventsLine } from "../table/event_text.js";
import { actionMoment, dealMoment, positionOf, shuffleMoment, tableOf } from "../ledger/round_history.js";

const SHOWN = 20;
/** What was compared, by game. @type {Map<string, { actions: number, legal: number, steps: number, lists: number }>} */
const counts = new Map();
let differences = 0;
/** @type {any} */
let game = null;
/** All cards known, and none but those that lie open. */
let round = new Round({ players: 0, starter: 0, hands: [], stock: [], pile: [], shuffles: 0 });
let hidden = round;
/** What happened in this step. @type {readonly import("../ledger/round_history.js").GameEvent[]} */
let events = [];

/** @param {string} about @param {unknown} here @param {unknown} there */
function compare(about, here, there) {
  if (JSON.stringify(here) === JSON.stringify(there)) return;
  differences += 1;
  if (differences <= SHOWN) console.log(`${game.game} ${about}: the package ${JSON.stringify(there)}, here ${JSON.stringify(here)}`);
}

/** @param {Round} one @param {number} seat @param {string} text */
function isLegal(one, seat, text) {
  const action = readAction(text);
  if (!action) return false;
  try {
    if (!one.needsStock(seat, action)) one.copy().act(seat, text);
    return true;
  } catch (problem) {
    if (problem instanceof Illegal) return false;
    throw problem;
  }
}

/** @param {any} line @param {Round | null} before @param {number} number */
function begin(line, before, number) {
  const rules = rulesOf(game.game);
  if (!rules) throw new Error(`the rules of ${game.game} are not known`);
  const options = new Map(Object.entries(game.options));
  const joining = line.join ?? [];
  const players = line.players;
  const starter = before ? (rules.nextStarter?.(before, joining, players) ?? (before.starter + rules.step + players) % players) : line.starter;
  const deck = line.next ?? line.deck;
  const totals = before ? before.result().totals : Array(players).fill(0);
  const shared = { options, players, starter, number, totals, before, joining };
  round = rules.begin({ ...shared, deck });
  events = dealMoment(round, /** @type {any} */ ({ starter, t: 0, up: [.../** @type {any} */ (round).aside ?? [], ...round.pile].map((card) => ({ card })) })).events;
  const dealt = deck.length - round.stockSize - round.pile.length - round.cardsToPutBack;
  hidden = rules.begin({ ...shared, before: before && before.copy(), totals: [...totals], deck: deck.map((/** @type {number} */ card, /** @type {number} */ at) => (at >= dealt && at < dealt + 1 + round.cardsToPutBack ? card : null)) });
}

const sorted = (/** @type {Iterable<number>} */ cards) => [...cards].sort((a, b) => a - b);

/** What happened, in each language for everybody and for the seat that did it, and the action by itself.
 * @param {import("../ledger/round_history.js").TableMeld[]} melds @param {number} [seat] @param {string} [action] */
function sentences(melds, seat = 0, action = "") {
  const faces = melds.map(({ cards }) => cards.map((word) => word.split("=")[0] ?? ""));
  return game.languages.flatMap((/** @type {string} */ language) => {
    useLanguage([language]);
    return [...[null, seat].map((me) => eventsLine(events, { names: game.names, me })), action && actionWords(action, faces)];
  });
}

/** @param {any} line */
function comparePosition(line) {
  const { melds, calls } = tableOf(round);
  for (const [key, here] of Object.entries(positionOf(round))) if (key in line.view) compare(key, here, line.view[key]);
  compare("calls", calls.map(({ text, by }) => /** @type {const} */ ([text, by])).sort(([one], [other]) => (one < other ? -1 : 1)), line.calls);
  compare("sentences", sentences(melds, ...(line.do ?? [])), line.says);
  compare("hands", round.hands.map(({ known }) => sorted(known)), line.hands);
  compare("stock", round.stock, line.stock);
  compare("pile", round.pile, line.pile);
  compare("melds", round.melds.map(({ cards, by }) => [cards, by]), line.melds);
  compare("turn", [round.turn, round.phase], [line.turn, line.phase]);
  compare("clocks", round.timers(game.options.turn_seconds).map(({ seat, kind, seconds, text }) => [seat, kind, seconds, text]), line.clocks);
  if (line.phase === "over") {
    const { points, totals, out, winner, finished } = round.result();
    compare("points", [points, totals], line.points);
    compare("end", [out, winner, finished], line.end);
  }
  if (round.isPlayed) return;
  compare("pile without the hands", hidden.pile, line.pile);
  compare("melds without the hands", hidden.melds.map(({ cards, by }) => [cards, by]), line.melds);
  compare("turn without the hands", [hidden.turn, hidden.phase], [line.turn, line.phase]);
  compare("cards in hands", hidden.hands.map((_, seat) => hidden.handCount(seat)), line.hands.map((/** @type {number[]} */ hand) => hand.length));
  compare("known cards", hidden.hands.every(({ known }, seat) => [...known].every((card) => round.hand(seat).known.has(card))), true);
}

let number = 1;
for await (const text of createInterface({ input: process.stdin })) {
  const line = JSON.parse(text);
  if (line.game) {
    game = line;
    number = 1;
    begin(line, null, number);
  }
  const count = counts.get(game.game) ?? { actions: 0, legal: 0, steps: 0, lists: 0 };
  counts.set(game.game, count);
  count.steps += 1;
  for (const [seat, action, legal] of line.tries ?? []) {
    count.actions += 1;
    count.legal += Number(legal);
    compare(`seat ${seat} in ${round.phase}: ${action}`, isLegal(round, seat, action), legal);
  }
  for (const [seat, listed] of (line.listed ?? []).entries()) {
    count.lists += 1;
    compare(`what seat ${seat} may do in ${round.phase}`, legalActions(round, seat), listed);
  }
  events = line.game ? events : [];
  if (line.insert) {
    round.putBack(line.insert);
    hidden.putBack(null);
  } else if (line.reshuffle) {
    const [seat, wanted] = line.needed;
    const action = readAction(wanted);
    compare(`${wanted} needs a new stock`, action && round.needsStock(seat, action), true);
    compare("cards of the new stock", sorted(round.cardsToShuffle), sorted(line.reshuffle));
    round.reshuffle(line.reshuffle);
    events = shuffleMoment(round, 0).events;
    hidden.reshuffle(null);
  } else if (line.do) {
    try {
      const [seat, action] = line.do;
      const [isPlayed, before] = [round.isPlayed, tableOf(round)];
      round.act(seat, action);
      events = actionMoment(round, before, { seat, text: action, why: null, t: 0 }).events;
      if (!isPlayed) hidden.act(seat, action);
    } catch (problem) {
      compare(`${line.do.join(" ")}`, problem instanceof Error ? problem.message : problem, "done");
    }
  } else if (line.next) {
    number += 1;
    begin(line, round, number);
  }
  comparePosition(line);
}
for (const [name, { actions, legal, steps, lists }] of counts)
  console.log(`${name}: ${steps} positions, ${actions} actions tried, ${legal} of them legal, ${lists} lists`);
console.log(`${differences} differences`);
process.exitCode = differences ? 1 : 0;
