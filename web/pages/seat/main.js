/** A seat in a browser: start, tables of the host, a table. */

import * as store from "../../client/browser_store.js";
import { fingerprint, WrongHost } from "../../client/host_link.js";
import { Session } from "../../client/session.js";
import { Socket } from "../../client/socket.js";
import { act, goOn, ready, unready } from "../../client/submitting.js";
import { equal, hex } from "../../core/bytes.js";
import { sha256 } from "../../core/hash.js";
import { _, currentLanguage, useLanguage } from "../../core/language.js";
import { mapOf } from "../../core/msgpack.js";
import { Choosing } from "../../seat/choosing.js";
import { lobbyElements } from "../../seat/lobby.js";
import { menuElements } from "../../seat/menu.js";
import { boardElements, handElements, logElements, offerElements, promptText } from "../../seat/playing.js";
import { hostSentence } from "../../seat/sentences.js";
import { startElements } from "../../seat/start.js";
import { waitingElements } from "../../seat/waiting.js";
import { h, redraw } from "../../live/dom.js";
import { faultWords } from "../../live/fault_words.js";
import { gameTitle } from "../../live/games.js";

/** @typedef {import("../../client/table.js").Table} Table */

const NOTICE_MILLIS = 6000;
/** The fingerprint that an invitation's link named. */
const INVITED = /^#([0-9a-f]{64})$/.exec(location.hash)?.[1] ?? "";

useLanguage(navigator.languages);
document.documentElement.lang = currentLanguage();

/** @type {Session | null} */
let session = null;
/** @type {Socket | null} */
let socket = null;
/** The table that is looked at; 0: the tables of the host. */
let number = 0;
let isMenuOpen = false;
let notice = "";
let noticeTimer = 0;
/** @type {"suit" | "rank"} */
let order = store.keep.get("order") === "rank" ? "rank" : "suit";
let planned = 0;
let wasMyTurn = false;
const choosing = new Choosing();

const parts = {
  title: h("div", { class: "title" }),
  bar: h("header", { class: "top" }),
  trouble: h("p", { class: "trouble", role: "alert" }),
  content: h("main", { class: "content" }),
  board: h("section", { class: "board felt" }),
  log: h("ol", { class: "log", "aria-label": _("log") }),
  prompt: h("p", { class: "prompt", role: "status", "aria-live": "polite" }),
  offers: h("div", { class: "offers" }),
  hand: h("div", { class: "hand-place" }),
  menu: h("aside", { class: "menu panel", role: "dialog", "aria-label": _("Is it fair?") }),
};
const menuButton = h("button", { class: "menu-button", "data-key": "menu", "aria-label": _("Is it fair?"), onclick: () => openMenu(true) }, "☰");
parts.bar.append(parts.title, menuButton);
const game = h("div", { class: "game" }, parts.board, h("div", { class: "own" }, parts.prompt, parts.offers, parts.hand), parts.log);
const page = document.getElementById("page");
page?.append(parts.bar, parts.trouble, parts.content, game, parts.menu);
document.addEventListener("keydown", ({ key }) => {
  if (key !== "Escape") return;
  choosing.clear();
  openMenu(false);
});

/** @param {boolean} open */
function openMenu(open) {
  isMenuOpen = open;
  plan();
}

function plan() {
  planned ||= requestAnimationFrame(() => {
    planned = 0;
    draw();
  });
}

/** @param {string} name */
function begin(name) {
  store.keepName(name);
  store.forgetOldLogs();
  session = new Session(store.identity(name), location.origin, isKnown, plan);
  session.pausesAfterRounds = true;
  socket = new Socket(session, plan);
  plan();
}

/** Whether the host has the key of the invitation, and the one it had before. @param {Uint8Array} key */
function isKnown(key) {
  if (INVITED && fingerprint(key, sha256) !== INVITED) return false;
  const known = store.knownHost();
  if (known && !equal(known, key)) return false;
  store.keepHost(key);
  return true;
}

/** @param {string} text */
function say(text) {
  notice = text;
  clearTimeout(noticeTimer);
  noticeTimer = window.setTimeout(() => {
    notice = "";
    plan();
  }, NOTICE_MILLIS);
  plan();
}

/** Do something at the host, and say why if it does not. @param {Promise<import("../../client/table.js").Answer>} asked */
async function tell(asked) {
  const answer = await asked;
  if (!answer.ok) say(answer.code === "lost" ? _("CONNECTION LOST, trying again") : hostSentence(answer.says, table()?.names ?? []));
  plan();
  return answer;
}

/** @returns {Table | undefined} */
function table() {
  return session?.tables.get(number);
}

const does = {
  /** @param {number} table */
  sit(table) {
    void (async () => {
      if (session && (await tell(session.ask("sit", { table, seat: null }))).ok) look(table);
    })();
  },
  /** @param {number} table */
  watch(table) {
    void (async () => {
      if (session && (await tell(session.ask("watch", { table }))).ok) look(table);
    })();
  },
  /** @param {string} variant @param {number} bots */
  open(variant, bots) {
    void (async () => {
      if (!session) return;
      const made = await tell(session.ask("create", { variant, options: mapOf({}), name: "" }));
      if (!made.ok) return;
      const number = made.message.table;
      if (!(await tell(session.ask("sit", { table: number, seat: null }))).ok) return;
      look(number);
      for (let count = 0; count < bots; count += 1) {
        if (!(await tell(session.ask("bot", { table: number, do: "add", strategy: "" }))).ok) return;
      }
    })();
  },
  ready: () => with_((session, table) => tell(ready(session, table))),
  unready: () => with_((session, table) => tell(unready(session, table))),
  addBot: () => with_((session, table) => tell(session.ask("bot", { table: table.number, do: "add", strategy: "" }))),
  removeBot: () => with_((session, table) => tell(session.ask("bot", { table: table.number, do: "remove", strategy: "" }))),
  leave() {
    with_(async (session, table) => {
      const isSeated = session.seatAt(table);
      if (isSeated && table.shown.stage === "waiting") await session.ask("stand", { table: table.number });
      if (!isSeated || table.shown.stage === "waiting") {
        await session.ask("leave", { table: table.number });
        session.tables.delete(table.number);
      }
      look(0);
    });
  },
  /** @param {string} action */
  act(action) {
    with_((session, table) => {
      choosing.clear();
      return tell(act(session, table, action));
    });
  },
  redraw: plan,
  goOn: () => with_((session, table) => goOn(session, table)),
  again() {
    left.add(`${number}/${table()?.game?.number}`);
    plan();
  },
  sort() {
    order = order === "suit" ? "rank" : "suit";
    store.keep.set("order", order);
    plan();
  },
};

/** Games whose end the player has seen. @type {Set<string>} */
const left = new Set();

/** @param {(session: Session, table: Table) => unknown} work */
function with_(work) {
  const found = table();
  if (session && found) work(session, found);
}

/** @param {number} table */
function look(table) {
  number = table;
  isMenuOpen = false;
  choosing.clear();
  plan();
}

function draw() {
  if (session && !number) {
    const own = [...session.tables.values()].find((one) => session?.seatAt(one) && one.shown.stage === "playing");
    if (own) number = own.number;
  }
  const shown = table();
  const isPlaying = shown !== undefined && isGameShown(shown);
  drawTop(shown);
  game.hidden = !isPlaying;
  parts.content.hidden = isPlaying;
  if (isPlaying) drawGame(shown);
  else drawContent(shown);
  parts.menu.hidden = !isMenuOpen || !session;
  if (isMenuOpen && session) {
    const open = session;
    const key = [number, shown?.game?.log.length, shown?.game?.log.fault?.message, open.isOpen];
    redraw(parts.menu, key, () => menuElements(open, shown, { close: () => openMenu(false), leave: does.leave, exportKey: store.exportKey }));
  }
}

/** Whether a game is to be seen, rather than who waits for one. @param {Table} table */
function isGameShown(table) {
  if (table.shown.stage === "playing") return true;
  return Boolean(table.game && table.view && table.game.log.ended && !left.has(`${table.number}/${table.game.number}`));
}

/** @param {Table | undefined} shown */
function drawTop(shown) {
  const round = shown?.view?.position.round;
  const text = shown ? [shown.name, gameTitle(shown.shown.variant), round && _("round {round}", { round })].filter(Boolean).join(" · ") : "rummynet";
  redraw(parts.title, [text, Boolean(shown)], () => [
    shown && !session?.seatAt(shown) && h("button", { "data-key": "back", "aria-label": _("Tables"), onclick: does.leave }, "‹"),
    h("span", {}, text),
  ]);
  menuButton.hidden = !session;
  const wrong = troubleText(shown);
  const trouble = wrong || notice;
  redraw(parts.trouble, trouble, () => trouble);
  parts.trouble.hidden = !trouble;
  parts.trouble.classList.toggle("notice", !wrong);
}

/** @param {Table | undefined} shown */
function troubleText(shown) {
  if (socket?.problem instanceof WrongHost) {
    return _("This is not the host that was here before, or that you were invited to: its key is {key}. Nothing was sent to it.", { key: fingerprint(socket.problem.key, sha256) });
  }
  if (socket?.problem) return _("The host sends what it should not; this page has stopped: {problem}", { problem: socket.problem.message });
  if (socket?.state === "over") return session?.bye?.code === "replaced" ? _("You play in another window with this key.") : hostSentence(session?.bye?.says ?? "", []);
  if (shown?.game?.log.fault) return _("CHEAT FOUND: {cheat}", { cheat: faultWords(shown.game.log.fault) });
  if (shown?.isViewWrong) return _("The host shows you a hand that does not follow from the cards it has proven. Do not go on with this game.");
  if (shown?.trouble) return _("Another machine plays with your key; play on one only.");
  if (socket?.state === "broken") return _("CONNECTION LOST, trying again");
  return "";
}

/** @param {Table | undefined} shown */
function drawContent(shown) {
  if (!session) {
    redraw(parts.content, "start", () => startElements(store.keptName(), begin, importKey));
    return;
  }
  const open = session;
  if (!shown) redraw(parts.content, [open.hostName, open.lobby], () => lobbyElements(open, does));
  else {
    const own = open.seatAt(shown);
    const key = [number, shown.shown.stage, shown.shown.seats.map((/** @type {any[]} */ row) => [row[0], hex(row[1]), ...row.slice(2)])];
    redraw(parts.content, key, () => waitingElements(shown, own, { ...does, sit: () => does.sit(shown.number) }));
  }
}

/** @param {string} text */
function importKey(text) {
  const taken = store.importKey(text);
  if (taken) begin(store.keptName() || "guest");
  return taken;
}

/** @param {Table} shown */
function drawGame(shown) {
  const { view, game: played } = shown;
  const seat = played?.log.seat ?? null;
  const mayAct = seat !== null && played !== null && !played.log.fault && !shown.isViewWrong && !played.log.isShuffling && !played.log.ended;
  choosing.offer(mayAct && !shown.isViewStale ? (view?.legal ?? []) : []);
  const choice = [[...choosing.cards], [...choosing.melds], choosing.isCalling, choosing.legal.length];
  const people = shown.shown.seats.map((/** @type {any[]} */ row) => row.slice(2));
  redraw(parts.board, [view?.position, choice, people], () => boardElements(shown, mayAct ? choosing : null, does));
  redraw(parts.hand, [view?.position.hands, view?.position.hidden, choice, order, mayAct], () => handElements(shown, choosing, does, order));
  const prompt = promptText(shown, choosing);
  redraw(parts.prompt, prompt, () => prompt);
  const isMine = mayAct && view?.position.turn === seat && choosing.legal.length > 0;
  parts.prompt.classList.toggle("turn", Boolean(isMine));
  const pausing = played?.log.last === "host-commit" && Date.now() < shown.pauseUntil;
  redraw(parts.offers, [choice, choosing.legal, shown.isActing, pausing, played?.log.ended, played?.log.isShuffling, view?.position.melds, view?.position.discard.length], () => offerElements(shown, choosing, does));
  redraw(parts.log, [shown.happened.length, played?.number], () => logElements(shown));
  if (isMine && !wasMyTurn) navigator.vibrate?.(60);
  wasMyTurn = Boolean(isMine);
  document.title = isMine ? _("rummynet: YOUR TURN") : "rummynet";
  if (pausing) window.setTimeout(() => with_((open, at) => at.pauseUntil && Date.now() >= at.pauseUntil && goOn(open, at)), shown.pauseUntil - Date.now() + 10);
  if (played && seat !== null) store.noteLog(hex(played.log.id));
}

window.setInterval(() => table()?.clock && plan(), 1000);

if (store.keptName()) begin(store.keptName());
else draw();
