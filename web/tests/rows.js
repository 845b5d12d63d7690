/** The rows beside the pages of rules (docs/rules/README.md), and the positions in them as rounds of this program. */

import { readFileSync } from "node:fs";
import { cardName, cardOf, DECK, faceName, rankOf, suitOf } from "../core/cards.js";
import { readAction } from "../rules/actions.js";
import { rulesOf } from "../rules/games.js";
import { VARIETIES } from "../rules/varieties.js";

/** @typedef {{ rule: any, at?: any, do?: string, may?: string, clock?: string, refused?: string, events?: string, then?: any, bad?: string }} Row */

/** @param {string} variant @returns {Row[]} */
export function rowsOf(variant) {
  const text = readFileSync(new URL(`../../docs/rules/${variant}.jsonl`, import.meta.url), "utf8");
  return text.trimEnd().split("\n").map((line) => JSON.parse(line));
}

/** @param {string} text */
export const cards = (text) => (text ? text.split(" ").map((name) => /** @type {number} */ (cardOf(name))) : []);

/** @param {any} game @param {string} variant @param {object} given @param {number} players */
function settingOf(game, variant, given, players) {
  const usual = Object.entries(VARIETIES[variant]?.options ?? {}).filter(([, { unwritten }]) => !unwritten).map(([name, { usual: value }]) => /** @type {[string, any]} */ ([name, value]));
  const options = new Map([...usual, ...Object.entries({ handicaps: [], ...given })]);
  return { options, decks: game.decks?.(options, players) ?? 1 };
}

/** All cards of a game, ascending. @param {string} variant @param {number} decks */
const deckOf = (variant, decks) => Array.from({ length: variant === "keilty" || variant === "basic" ? 52 : DECK * decks }, (_, card) => card);

/** A round as it is dealt from a deck in order but for cards that are to be turned up, after another one or as the first.
 * @param {string} variant @param {any} at @param {any} before @param {string[]} words @returns {any} */
export function dealt(variant, at, before, words) {
  const joining = words.filter((word) => /^\d+$/.test(word)).map(Number);
  const game = /** @type {any} */ (rulesOf(variant));
  const players = before ? Math.max(before.players, ...joining.map((seat) => seat + 1)) : at.players;
  const given = before ? Object.fromEntries(before.options) : (at.options ?? {});
  const playing = game.playing?.(before, joining, players).length ?? players;
  const { options, decks } = settingOf(game, variant, given, playing);
  const starter = before ? (game.nextStarter?.(before, joining, players) ?? (before.starter + game.step + players) % players) : (at.starter ?? 0);
  const totals = before ? before.result().totals : Array(players).fill(0);
  const up = words.filter((word) => cardOf(word) !== null).map((word) => /** @type {number} */ (cardOf(word)));
  const deck = deckOf(variant, decks);
  const begin = (/** @type {number[]} */ cardsInOrder) => game.begin({ options, players, starter, number: (before?.number ?? 0) + 1, totals: [...totals], deck: cardsInOrder, before: before?.copy() ?? null, joining });
  if (up.length === 0) return begin(deck);
  const plain = begin(deck);
  const [size, rest] = [plain.hands.reduce((/** @type {number} */ sum, /** @type {any} */ _, /** @type {number} */ seat) => sum + plain.handCount(seat), 0), deck.filter((card) => !up.includes(card))];
  return begin([...rest.slice(0, size), ...up, ...rest.slice(size)]);
}

/** @param {string} variant @param {string} text `3H 4H 5H by 0 0 1` */
function meldOf(variant, text) {
  const [words = "", seats = "0"] = text.split(" by ");
  const action = readAction(`meld ${words}`);
  if (action?.do !== "meld") throw new Error(`no meld: ${text}`);
  const by = seats.split(" ").map(Number);
  const codes = cards(words.replaceAll(/=\S+/g, ""));
  const as = action.cards.map(({ face, as: stands }) => ({ rank: stands?.rank ?? rankOf(face), suit: stands ? stands.suit : suitOf(face), wild: stands !== null }));
  const meld = { cards: codes, by: by.length === 1 ? codes.map(() => by[0] ?? 0) : by };
  if (variant === "vegas") return { ...meld, as };
  if (variant === "joker") return { ...meld, stands: as.map(({ rank, suit }) => 13 * (suit ?? 0) + rank) };
  if (variant !== "crummy") return meld;
  const first = as[0];
  return { ...meld, is: as.every(({ rank }) => rank === first?.rank) ? { kind: "set", rank: first?.rank } : { kind: "run", suit: first?.suit, from: first?.rank } };
}

/** The round of a position. @param {string} variant @param {any} at @returns {any} */
export function roundAt(variant, at) {
  const game = /** @type {any} */ (rulesOf(variant));
  const players = at.hands.length;
  const wild = at.wild?.length === 1 && at.wild !== "*" ? `${at.wild}C` : at.wild === "*" ? "*1" : at.wild;
  const up = cardOf(wild ?? "KC");
  const { options, decks } = settingOf(game, variant, at.options ?? {}, players);
  const made = game.begin({ options, players, starter: at.starter ?? 0, number: at.round ?? 1, totals: at.scores ?? Array(players).fill(0), deck: Array(DECK * decks).fill(up), before: null, joining: [] });
  const by = (/** @type {any} */ value) => value ?? Array(players).fill(0);
  made.decks = at.decks ?? made.decks;
  made.setStock(cards(at.stock ?? ""));
  made.setMelds((at.melds ?? []).map((/** @type {string} */ text) => meldOf(variant, text)));
  Object.assign(made, {
    hands: at.hands.map((/** @type {string} */ hand) => ({ known: new Set(cards(hand)), unknown: 0 })), pile: cards(at.discard ?? ""), turn: at.turn ?? 0,
    phase: at.phase ?? "pickup", totals: at.scores ?? made.totals, out: at.out ?? null, stocksSinceLay: at.stocks_since_lay ?? 0, falseCalls: by(at.false_calls),
    shufflesLeft: made.shufflesLeft - (at.reshuffles ?? 0) - (at.turned ?? 0),
  });
  if (variant === "keilty") rummiesAt(made, at);
  if (variant === "basic") {
    const laid = made.melds.filter((/** @type {any} */ meld) => meld.by.includes(at.declared));
    const suits = new Set(laid.flatMap((/** @type {any} */ meld) => meld.cards.map(suitOf)));
    Object.assign(made, {
      pickups: by(at.pickups), taken: at.taken ? cardOf(at.taken) : null, idle: at.idle ?? 0, winsGame: at.wins_game ?? null,
      thrower: at.claims?.length ? Number(at.claims[0].split(" by ")[1]) : made.phase === "call" ? made.turn : null,
      declared: at.declared === undefined || at.declared === null ? null : { seat: at.declared, suit: suits.size === 1 ? [...suits][0] : null },
      hasLaid: at.hands.map((/** @type {any} */ _, /** @type {number} */ seat) => made.melds.some((/** @type {any} */ meld) => meld.by.includes(seat))),
    });
  }
  if (variant === "crummy") Object.assign(made, { aside: cards(at.aside ?? ""), asked: at.asked ?? null, hasLaid: at.laid ?? made.hasLaid, bought: by(at.bought), takes: at.takes ?? 0 });
  if (variant === "vegas") {
    const playing = at.in ?? Array(players).fill(true);
    const seatsIn = made.seatsIn.filter((/** @type {number} */ seat) => playing[seat]);
    Object.assign(made, { isFirst: at.first ?? false, playing, seatsIn, expiries: by(at.expiries), takes: at.takes ?? 0 });
    if (at.phase === "aces") made.settle();
    if (at.aces) Object.assign(made, { aces: [...at.aces], turn: at.turn ?? 0 });
  }
  return made;
}

/** Which rummies there are, and who made each. @param {any} made @param {any} at */
function rummiesAt(made, at) {
  made.followRummies(made.phase === "play" ? made.turn : (made.turn - 1 + made.players) % made.players);
  const given = new Map((at.claims ?? []).map((/** @type {string} */ text) => text.split(" by ")));
  for (const { text } of at.claims || made.lapses ? made.calls : []) {
    const [name, rummy] = [...made.rummies].find(([, one]) => `rummy ${playText(one.play)}` === text);
    if (given.has(text)) rummy.by = Number(given.get(text));
    else if (made.lapses) {
      made.rummies.delete(name);
      made.lapsed.add(name);
    }
  }
}

/** @param {any} play */
const playText = ({ do: verb, cards: laid, on }) => `${verb} ${laid.map(faceName).join(" ")}${verb === "lay" ? ` on ${on}` : ""}`;

/** What a round is, as rows have it. @param {any} round @returns {{ [key: string]: any }} */
export function positionOf(round) {
  const names = (/** @type {Iterable<number>} */ codes) => Array.from(codes, (card) => cardName(card, round.decks)).join(" ");
  const ascending = (/** @type {Iterable<number>} */ codes) => [...codes].sort((a, b) => a - b);
  const { points, totals, winner } = round.isCounted ? round.result() : { points: null, totals: round.totals, winner: null };
  const isOver = round.phase === "over";
  return {
    turn: round.turn, phase: round.phase, out: round.out, starter: round.starter, round: round.number, winner: isOver ? winner : null,
    hands: round.hands.map((/** @type {any} */ { known }) => names(ascending(known))), stock: names(round.stock), discard: names(round.pile),
    melds: round.melds.map((/** @type {any} */ meld) => `${round.meldWords(meld).join(" ")}${byText(meld.by)}`),
    claims: round.calls.map((/** @type {any} */ { text, by }) => `${text} by ${by}`).sort(), scores: [...totals], round_scores: points && [...points],
    stocks_since_lay: round.stocksSinceLay, ...(round.options.has("false_call_points") && { false_calls: [...round.falseCalls] }),
    ...(round.pickups && { pickups: [...round.pickups], idle: round.idle, taken: round.taken === null ? null : cardName(round.taken), wins_game: round.winsGame, declared: round.declared?.seat ?? null }),
    ...(round.bought && { asked: round.asked, laid: [...round.hasLaid], aside: names(round.aside), takes: round.takes }),
    ...(round.playing && { in: [...round.playing], expiries: [...round.expiries], takes: round.takes, first: round.isFirst, decks: round.decks, aces: round.aces && [...round.aces] }),
  };
}

/** @param {number[]} by */
const byText = (by) => (by.every((seat) => seat === by[0]) ? (by[0] ? ` by ${by[0]}` : "") : ` by ${by.join(" ")}`);
