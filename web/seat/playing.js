/** A game being played: players, piles, melds, the own hand, and what can be done. */

import { backElement, setCardWidth } from "../cards/card.js";
import { isPausing, pendingAction } from "../client/table.js";
import { cardOf, rankOf } from "../core/cards.js";
import { _, ngettext } from "../core/language.js";
import { deckProgress, mixingBar } from "../live/sealed_words.js";
import { actionWords, priceOf } from "../table/action_text.js";
import { h } from "../cards/elements.js";
import { falseCallText, stockFacts } from "../live/facts.js";
import { Part } from "../live/redraw.js";
import { roving } from "../live/roving.js";
import { cardPlace, factsElement, meldsElement, pilesElement, playersElement } from "../live/table_elements.js";
import { endText, pausedText } from "../live/entry_text.js";
import { bySuit, wordsText, wordText } from "../table/card_names.js";
import { winnerText } from "../table/event_text.js";
import { VARIETIES } from "../rules/varieties.js";
import { SHORTEST_RUN } from "../rules/contracts.js";
import { FEWEST } from "../rules/melds.js";
import { groupsOf as meldable, handLayout } from "./hand_layout.js";
import { roundResultElement, lastScore } from "./round_result.js";

/** @import { Table } from "../client/table.js" */
/** @import { Choosing } from "./choosing.js" */
/** @import { Does } from "./seat_requests.js" */

// Milliseconds: under a second people do not take a wait for one; a word that comes and goes at once would flicker.
export const SOON = 900;

/** The players; nothing where the result of a round says more. @param {Table} table @param {boolean} isOver */
export function playerElements({ view, names, game, away, shown }, isOver = false) {
  return !view || isOver ? [] : playersElement(view.position, names, game?.log.seat ?? null, away, shown.delays);
}

/** What a touch does. A card that can do nothing now can be touched too, and says why. @param {Table} table @param {Choosing} choosing @param {Does} does
 * @returns {import("../live/table_elements.js").Tapping} */
function tappingOf(table, choosing, does) {
  /** @type {(place: string, word: string) => boolean} */
  const isOpen = (place, word) => choosing.isCardOpen(word, place === "pile");
  const meldOf = (/** @type {string} */ place) => (place.startsWith("meld ") ? Number(place.slice(5)) : null);
  return {
    card: (place, word) => {
      const isPlayable = isOpen(place, word);
      does.explain(isPlayable ? "" : whyIdle(table, choosing, word, place === "pile")); // not of the card touched before
      if (isPlayable) choosing.touchCard(word);
      does.redraw();
    },
    meld: (meld) => {
      choosing.touchMeld(meld);
      does.redraw();
    },
    stock: () => does.act("draw"),
    isOpen: (place, word) => (place === "pile" && !choosing.hasHints) || isOpen(place, word), // its cards look alike until one is touched
    isUseful: (place, word) => {
      const meld = meldOf(place);
      const isShown = choosing.cards.size > 0 || choosing.isCalling || (place === "pile" && choosing.hasHints);
      return meld === null ? isShown && choosing.isCardUseful(word, place === "pile") : choosing.isMeldUseful(meld);
    },
    isChosen: (place, word) => {
      const meld = meldOf(place);
      return meld === null ? choosing.cards.has(word) : choosing.melds.has(meld);
    },
    mayDraw: choosing.legal.includes("draw") && !choosing.isCalling,
  };
}

/** What lies on the table. @param {Table} table @param {Choosing | null} choosing @param {Does} does
 * @param {HTMLElement[]} [verdict] at the end of a game, what was checked of it @param {HTMLElement[]} [turning] its turning points */
export function boardElements(table, choosing, does, verdict = [], turning = []) {
  const position = table.view?.position;
  const names = table.names;
  const score = lastScore(table);
  if (score) {
    const why = (position ? stockFacts(position) : []).map((says) => h("p", { class: "facts" }, says));
    return [roundResultElement(table, score, verdict), ...why, ...turning, position && meldsElement(position, names, null)];
  }
  if (verdict.length) return [h("section", { class: "round-result" }, ...verdict), position && meldsElement(position, names, null)];
  if (!position) return [h("div", { class: "quiet middle waiting" }, h("p", { role: "status" }, shufflingText(table)), mixingBar(table))];
  const tapping = choosing && tappingOf(table, choosing, does);
  const marks = (/** @type {string} */ place, /** @type {readonly string[]} */ words) => tapping && words.map((word) => [tapping.isOpen(place, word), tapping.isUseful(place, word), tapping.isChosen(place, word)]);
  return [
    factsElement(position, names),
    new Part([position.stock, position.discard, marks("pile", position.discard), tapping?.mayDraw], () => pilesElement(position, tapping)),
    new Part([position.melds, names, tapping && position.melds.map((/** @type {unknown} */ _meld, /** @type {number} */ at) => marks(`meld ${at}`, [""]))], () => meldsElement(position, names, tapping)),
  ];
}

/** How far the shuffle is. @param {Table} table */
export function shufflingText(table) {
  return deckProgress(table) || _("Host and players are shuffling together …");
}

/** The hand as it is shown, by suit, by rank, or as the player laid it: then a new card is last.
 * @typedef {{ by: "suit" | "rank" | "own", cards: readonly string[] }} Order */

/** The own hand. @param {Table} table @param {Choosing} choosing @param {Does} does @param {Order} order
 * @param {number} room pixels from side to side @param {ReadonlySet<string>} [fresh] cards that have just come */
export function handElements(table, choosing, does, order, room, fresh = new Set()) {
  const seat = table.game?.log.seat ?? null;
  if (seat === null || !table.view || table.game?.log.ended) return []; // what is left over stands in the result
  const hand = sorted(table.view.position, seat, order);
  const hidden = table.view.position.hidden?.[seat] ?? 0;
  const tapping = tappingOf(table, choosing, does);
  const cards = hand.map((word) => {
    const card = cardPlace("hand", word, tapping);
    const equal = hand.filter((one) => wordText(one) === wordText(word)); // both jokers too
    const more = [equal.length > 1 && `${equal.indexOf(word) + 1}/${equal.length}`, fresh.has(word) && _("just came")].filter(Boolean);
    if (more.length) card.setAttribute("aria-label", [card.getAttribute("aria-label"), ...more].join(", "));
    card.classList.toggle("fresh", fresh.has(word));
    return card;
  });
  const groups = order.by === "own" ? [] : groupsOf(table.view.position, hand);
  groups.forEach((group) => group.forEach((word, at) => cards[hand.indexOf(word)]?.classList.add("group", ...(at === group.length - 1 ? ["last"] : []))));
  const all = [...cards, ...Array.from({ length: hidden }, () => backElement())];
  const hasPickedUp = table.view.position.turn === seat && table.view.position.phase !== "pickup";
  const { card, rows, perRow, strip, apart } = handLayout(Math.max(1, all.length), room || innerWidth, { width: innerWidth, height: innerHeight }, groups.length, hasPickedUp ? 0 : 1);
  const place = h("div", { class: `hand${rows > 2 ? " deep" : ""}`, role: "group", "aria-label": _("your hand") },
    ...Array.from({ length: rows }, (_row, at) => h("div", { class: "cards" }, ...all.slice(at * perRow, (at + 1) * perRow))));
  setCardWidth(place, card);
  place.style.setProperty("--strip", `${strip}px`);
  place.style.setProperty("--apart", `${apart}px`);
  return [roving(place)];
}

/** Why a touch of this card does nothing. @param {Table} table @param {Choosing} choosing @param {string} word @param {boolean} [isInPile] */
export function whyIdle(table, choosing, word, isInPile = false) {
  const position = table.view?.position;
  if (choosing.isCalling) return callStartText(table);
  if (position?.phase === "over") return _("The round is over.");
  if (position && position.turn !== table.game?.log.seat) return _("{who} to play", { who: table.names[position.turn] ?? "" });
  if (isInPile && position?.phase === "pickup") return whyLeft(table, word);
  if (isInPile && position?.phase === "play") return _("you have picked up already; lay or throw out");
  if (choosing.legal.length && !choosing.legal.some((action) => action.startsWith("throw "))) return _("First pick a card up: touch the stock or the pile.");
  return _("{card} cannot be played now.", { card: wordText(word) });
}

/** Why a card of the pile cannot be taken. @param {Table} table @param {string} word */
function whyLeft({ shown, view }, word) {
  const top = view?.position.discard.at(-1) ?? "";
  const takesDeep = VARIETIES[shown.variant]?.mostDealt !== null; // of a pile of several decks only the top is taken, in all games
  if (!takesDeep && word !== top) return _("{text} is not the top of the discard pile; only the top, {shown}, can be taken", { text: wordText(word), shown: wordText(top) });
  return _("You cannot take {card}: {reason}.", { card: wordText(word), reason: _("the card taken has to be laid at once") });
}

/** Cards of a hand that could be melds. @param {any} position @param {readonly string[]} hand */
function groupsOf({ laid }, hand) {
  return laid === undefined ? meldable(hand, FEWEST, false) : meldable(hand, SHORTEST_RUN, true);
}

/** The own hand in the order in which it lies; what could be melds comes first. @param {any} position @param {number} seat @param {Order} order
 * @returns {string[]} */
export function sorted(position, seat, { by, cards: own }) {
  const cards = bySuit(position.hands[seat] ?? []);
  const rank = (/** @type {string} */ word) => rankOf(cardOf(word) ?? 0);
  const place = (/** @type {string} */ word) => (own.includes(word) ? own.indexOf(word) : own.length);
  if (by === "own") return cards.sort((a, b) => place(a) - place(b));
  if (by === "rank") cards.sort((a, b) => rank(a) - rank(b));
  return [...new Set([...groupsOf(position, cards).flat(), ...cards])];
}

/** What is asked of the player, in one line. @param {Table} table @param {Choosing} choosing */
export function promptText(table, choosing) {
  const position = table.view?.position;
  const names = table.names;
  const { game } = table;
  if (!game || !position) return "";
  if (game.log.ended) {
    const why = endText(game.log.ended);
    if (why) return why;
    const { winner, scores } = lastScore(table) ?? position; // the view may be older than the end
    return winnerText(winner, { names, me: game.log.seat }, scores);
  }
  if (game.log.isPaused) return pausedText(table);
  const sent = table.isBehind ? pendingAction(table) : undefined;
  if (sent) return _("Sent before the connection broke, and not answered yet: {action}", { action: actionWords(String(sent.fields.do), table.melds) });
  if (table.isActing && position.phase !== "offer" && Date.now() - table.actedAt > SOON) return _("waiting for the host to answer …");
  if (game.log.seat !== null && isPausing(table)) return _("The next round waits for you, {seconds} s at most.", { seconds: Math.ceil((table.pauseUntil - Date.now()) / 1000) });
  if (game.log.isShuffling) return shufflingText(table);
  if (choosing.isCalling) return callText(table, choosing);
  return (questionText(table, choosing) || turnText(table, choosing)) + clockText(table);
}

/** What is asked of players out of turn, and what it costs; empty where nothing is. @param {Table} table @param {Choosing} choosing */
function questionText(table, choosing) {
  const { legal } = choosing;
  const { position } = /** @type {import("../client/table.js").View} */ (table.view);
  const card = wordText(position.discard?.at(-1) ?? "");
  const chips = Number(table.shown.options.get("buy_in"));
  if (legal.some((action) => action.startsWith("want "))) return _("Buy {card}? You get a card from the stock with it", { card });
  if (position.phase === "offer") {
    const isOwn = legal.length > 0 && position.turn === table.game?.log.seat; // they may choose meanwhile
    return [isOwn && turnText(table, choosing), _("The others may still buy {card}", { card })].filter(Boolean).join(" · ");
  }
  if (legal.includes("buy")) return ngettext("Buy in again? It costs {n} chip", "Buy in again? It costs {n} chips", chips, { n: chips });
  return legal.some((action) => action.startsWith("aces ")) ? _("How shall your aces count?") : "";
}

/** @param {Table} table @param {Choosing} choosing */
function turnText({ view, game, names }, { legal, cards }) {
  const turn = view?.position.turn;
  if (!legal.length || turn !== game?.log.seat) return legal.length ? _("You may play too") : _("{who} to play", { who: names[turn] ?? "" });
  if (cards.size || !legal.some((action) => action.startsWith("throw "))) return _("YOUR TURN");
  const mayLay = legal.some((action) => !/^(throw|rummy) /.test(action));
  return mayLay ? _("YOUR TURN: lay, or throw a card out") : _("YOUR TURN: throw a card out");
}

/** Whether anything lies on the table that a card could go to. @param {Table} table */
const hasMelds = (table) => Boolean(table.view?.position.melds?.length);

/** What is to be touched for a call. @param {Table} table */
function callStartText(table) {
  return hasMelds(table) ? _("Touch the cards of the pile that make a rummy, and the meld they go to.") : _("Touch the cards of the pile that make a new meld.");
}

/** What is still to be touched for a call, and what a wrong one costs. @param {Table} table @param {Choosing} choosing */
function callText(table, choosing) {
  if (!choosing.cards.size) return callStartText(table);
  if (choosing.call()) return `${_("Is it a rummy?")} ${falseCallText(table.shown.options)}`;
  const cards = wordsText([...choosing.cards]);
  if (!hasMelds(table)) return _("{cards}: now touch more cards of the pile; three make a new meld.", { cards });
  // in basic rummy a single card is called, onto a meld
  return VARIETIES[table.shown.variant]?.callsMelds
    ? _("{cards}: now touch the meld that takes it, or more cards of the pile; three make a new meld.", { cards })
    : _("{cards}: now touch the meld that takes it.", { cards });
}

/** The seconds that run: whose they are if not of whom the line speaks, and of the own ones what happens at their end. @param {Table} table */
function clockText({ clock, game, view, names, melds }) {
  const seconds = clock ? Math.ceil((clock.until - Date.now()) / 1000) : 0;
  if (!clock || seconds <= 0) return "";
  const { phase, turn } = view?.position ?? {};
  if (clock.seat === game?.log.seat && clock.action) return ` · ${_("{seconds} s, then: {action}", { seconds, action: actionWords(clock.action, melds) })}`;
  const who = clock.seat === turn || clock.seat === game?.log.seat || phase === "offer" ? "" : `${names[clock.seat] ?? ""}: `;
  return ` · ${who}${seconds} s`;
}

/** Whether the table tells its players that a rummy can be called, and one can: as the rules say that this page knows. @param {Table} table */
function isCallHinted(table) {
  const log = table.game?.log;
  if (table.shown.options.get("rummy_hints") !== true || !log) return false;
  return log.auditor.play.round?.calls.some(({ by }) => by !== log.seat) ?? false;
}

/** Whether an action has to be touched twice: what costs something for nothing, and throws where the device wants that.
 * @param {string} action @param {boolean} confirms @returns {boolean} */
export function isTouchedTwice(action, confirms) {
  return priceOf(action) !== "" || (confirms && action.startsWith("throw "));
}

/** The buttons. @param {Table} table @param {Choosing} choosing @param {Does} does @param {boolean} [hasCalls] whether rummies are called */
export function offerElements(table, choosing, does, hasCalls = VARIETIES[table.shown.variant]?.hasCalls) {
  const position = table.view?.position;
  const { game } = table;
  if (!game) return [];
  const hasHints = table.shown.options.get("hints") === true;
  const button = (/** @type {string} */ action, main = false) =>
    h("button", { class: main ? "main" : null, "data-key": `do ${action}`, "data-action": action, disabled: table.isActing, onclick: () => does.act(action) }, actionWords(action, table.melds), choosing.isLine(action) && " …", does.isAskedAgain(action) && `: ${[priceOf(action), _("touch again")].filter(Boolean).join(" · ")}`);
  if (game.log.ended) {
    const isSeated = game.log.seat !== null;
    return [
      isSeated && table.shown.stage === "waiting" && !game.log.fault && h("button", { class: "main", "data-key": "play-again", onclick: does.playAgain }, _("Play again")),
      isSeated && game.log.ended === "played" && hasHints && h("button", { "data-key": "turning-points", onclick: does.turningPoints }, _("turning points")),
      h("button", { "data-key": "share", onclick: does.share }, _("Share the game")),
      isSeated && h("button", { "data-key": "again", onclick: does.again }, _("To the table")),
    ];
  }
  if (game.log.seat === null) return [];
  if (isPausing(table)) {
    return [h("button", { class: "main", "data-key": "go-on", onclick: does.goOn }, _("next round"))];
  }
  if (game.log.isShuffling || !position) return [];
  if (choosing.isCalling) {
    const call = choosing.call();
    return [
      call && button(call, true),
      h("button", { "data-key": "no-call", onclick: () => { choosing.clear(); does.redraw(); } }, _("give up")),
    ];
  }
  const chosen = choosing.cards.size > 0 || choosing.melds.size > 0;
  const isCallable = position.discard.length > 0 && (hasMelds(table) || VARIETIES[table.shown.variant]?.callsMelds);
  const call = hasCalls && choosing.isLegalKnown && // always there, at the end of the last row
    h("button", { class: isCallHinted(table) ? "call lit" : "call", "data-key": "call", disabled: !isCallable, onclick: () => { choosing.clear(); choosing.isCalling = true; does.redraw(); } }, _("Rummy!"));
  return [
    ...choosing.offers.map((action, at) => button(action, chosen && at === 0)),
    choosing.unseen > 0 && h("button", { "data-key": "more", onclick: () => { choosing.showMore(); does.redraw(); } }, _("{n} more …", { n: choosing.unseen })),
    chosen && h("button", { "data-key": "clear", "aria-label": _("choose nothing"), onclick: () => { choosing.clear(); does.redraw(); } }, "✕"),
    !chosen && hasHints && choosing.legal.length > 0 && h("button", { class: "quiet", "data-key": "hint", onclick: does.hint }, _("hint")),
    !chosen && h("button", { class: "quiet", "data-key": "sort", onclick: does.sort }, _("sort")),
    call,
  ];
}

