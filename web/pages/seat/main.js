/** A seat in a browser: start, tables of the host, a table. */

import * as store from "../../client/browser_store.js";
import { fetchHandovers, formerKeys } from "../../client/former_keys.js";
import { fingerprint } from "../../client/host_link.js";
import { HiddenPage } from "../../client/hidden_page.js";
import { SeatLock } from "../../client/seat_lock.js";
import { Session } from "../../client/session.js";
import { ScreenLock } from "../../client/wake_lock.js";
import { partWorker, workerMaker } from "../../client/worker_maker.js";
import { Socket } from "../../client/socket.js";
import { goOn } from "../../client/submitting.js";
import { isPausing } from "../../client/table.js";
import { lacksCards, Waits } from "../../client/waits.js";
import { hex } from "../../core/bytes.js";
import { rememberHeld } from "../../core/held.js";
import { _ } from "../../core/language.js";
import { h } from "../../cards/elements.js";
import { WEIGHTS } from "../../table/fault_words.js";
import { keepFocus } from "../../live/focus.js";
import { redraw } from "../../live/redraw.js";
import { fly, placesOf } from "../../live/flying.js";
import { gameTitle } from "../../live/games.js";
import { icon } from "../../table/icons.js";
import { Choosing } from "../../seat/choosing.js";
import { isSet, setDevice, soundTurn } from "../../seat/device.js";
import { makeDraggable, moveCard } from "../../seat/dragging.js";
import { seatRequests } from "../../seat/seat_requests.js";
import { verdictOf } from "../../seat/fairness.js";
import { drawPlay, mayPlay } from "../../seat/game_view.js";
import { hintText } from "../../seat/hints.js";
import { Lesson } from "../../seat/lesson.js";
import { drawLesson } from "../../seat/lesson_view.js";
import { drawPuzzle, drawPuzzleTitle } from "../../seat/puzzle_view.js";
import { isOwn, lobbyElements } from "../../seat/lobby.js";
import { newTableForm } from "../../seat/new_table.js";
import { Panels } from "../../seat/panels.js";
import { notePastGame, pastGameElements, pastGames } from "../../seat/past_games.js";
import { isAwaited, peopleElements, putWordsAway } from "../../seat/people.js";
import { refusalText } from "../../seat/sentences.js";
import { shareGame } from "../../seat/sharing.js";
import { PuzzleRun } from "../../puzzles/puzzle_run.js";
import { exerciseButtons, startElements } from "../../seat/start.js";
import { isTouchedTwice, SOON, sorted, whyIdle } from "../../seat/playing.js";
import { sayForm } from "../../seat/talk.js";
import { TurningPoints } from "../../seat/turning_points.js";
import { findTrouble } from "../../seat/trouble.js";
import { waitingElements } from "../../seat/waiting.js";
import { applyLook } from "../../table/settings.js";

/** @import { Table } from "../../client/table.js" */

const NOTICE_MILLIS = 6000; // long enough to read two lines; it covers part of the table
const MOST_HELD = 500; // checks made ahead that wait for their entry: one has a few dozen
const TICK_MILLIS = 1000; // clocks on the page show seconds
/** The fingerprint that an invitation's link named. */
const INVITED = /^#([0-9a-f]{64})$/.exec(location.hash)?.[1] ?? "";

applyLook();

/** @type {Session | null} */
let session = null;
/** @type {Socket | null} */
let socket = null;
/** The table that is looked at; 0: the tables of the host. */
let number = 0;
/** Whether the player went to the list of tables from one of them: then no own table opens by itself. */
let isAtList = false;
let notice = "";
let noticeTimer = 0;
/** What could be done when the notice was given that speaks of it; -1: it speaks of something else. */
let noticed = -1;
/** @type {import("../../seat/playing.js").Order} */
let order = { by: store.keep.get("order") === "rank" ? "rank" : "suit", cards: [] };
/** The throw that was touched once, where a second touch is wanted. */
let askedAgain = "";
let planned = 0;
/** By what the cards lay when they were drawn last: a touch that only chooses one moves none, and looks up no places.
 * @type {{ view: Table["view"], order: import("../../seat/playing.js").Order }} */
let drawn = { view: null, order };
let wasMyTurn = false;
let hint = "";
/** What is played without a table. @type {Lesson | PuzzleRun | null} */
let exercise = null;
const choosing = new Choosing();
/** Found below the result, often out of sight. */
const turningPoints = new TurningPoints(() => {
  drawNow();
  parts.board.querySelector(".turning-points")?.scrollIntoView();
});
const waits = new Waits();
const hiddenPage = new HiddenPage();
/** What the host's old keys have signed about its new one. @type {Uint8Array} */
let handovers = new Uint8Array(0);
const seatLock = new SeatLock(navigator.locks, store.keep, Date.now, seatMoved);

const requests = seatRequests({ session: () => session, table, look, tell });
const does = {
  ...requests,
  /** @param {string} action */
  act(action) {
    if (choosing.isLine(action)) {
      choosing.showLine(action);
      does.redraw();
      return;
    }
    const shown = table();
    const isShownAsItIs = shown && !shown.isActing && !isWaiting(shown) && drawn.view === shown.view;
    if (!exercise && !isShownAsItIs) return; // the touch was meant for what was there before
    if (isTouchedTwice(action, isSet("confirms")) && askedAgain !== action) {
      askedAgain = action;
      plan();
      return;
    }
    askedAgain = "";
    choosing.clear();
    hint = "";
    if (exercise) exercise.act(action);
    else requests.act(action);
    plan();
    window.setTimeout(plan, SOON + 50);
  },
  /** Something else was touched: a throw has to be touched twice anew. */
  redraw() {
    askedAgain = "";
    drawNow();
  },
  explain(/** @type {string} */ text) {
    say(text);
    noticed = choosing.version;
  },
  isAskedAgain: (/** @type {string} */ action) => askedAgain === action,
  back: look,
  putWordsAway() {
    if (session) putWordsAway(session, table()?.words.text ?? "");
    plan();
  },
  again() {
    const log = table()?.game?.log.id;
    if (log) store.keep.set(seenPlace(log), "end");
    plan();
  },
  playAgain() {
    does.again();
    requests.ready();
  },
  async share() {
    const shown = table();
    if (shown?.game && !(await shareGame(`${shown.shown.variant}-${shown.game.log.length}`, shown.game.transcript.bytes()))) say(_("CONNECTION LOST, trying again"));
  },
  sort() {
    order = { by: order.by === "suit" ? "rank" : "suit", cards: [] };
    store.keep.set("order", order.by);
    plan();
  },
  /** A card of the hand was let go over something: of the hand, the pile or a meld. @param {string} card @param {Element | null} under @param {number} x
   * @param {number} version what could be done when it was taken up */
  drop(card, under, x, version) {
    const shown = table() ?? exercise?.table;
    const meld = under?.closest("[data-meld]");
    if (shown?.view && parts.hand.contains(under)) {
      order = { by: "own", cards: moveCard(sorted(shown.view.position, shown.game?.log.seat ?? 0, order), card, under, x) };
    } else if (version !== choosing.version) {
      say(_("The table has changed since you took that card up: look first, and drag it again."));
    } else if (shown && (meld || under?.closest(".piles"))) {
      const isOpen = choosing.isCardOpen(card, false);
      choosing.clear();
      if (isOpen) choosing.touchCard(card);
      if (meld instanceof HTMLElement && isOpen) choosing.touchMeld(Number(meld.dataset.meld));
      const found = choosing.offers.filter((action) => isOpen && (meld ? choosing.melds.size > 0 && choosing.cards.size > 0 : action.startsWith("throw ")));
      if (found.length === 1 && found[0]) does.act(found[0]);
      else if (!found.length) say(whyIdle(shown, choosing, card));
    }
    plan();
  },
  hint() {
    const shown = table();
    const seat = shown?.game?.log.seat ?? null;
    if (shown?.view && seat !== null) hint = hintText(shown.shown.variant, shown.view.position, choosing.legal, seat);
    plan();
  },
  turningPoints() {
    const shown = table();
    if (shown) void turningPoints.ask(shown);
  },
  /** @param {string} name */
  rename(name) {
    if (!session) return;
    store.keep.set("name", name);
    session.identity.name = name;
    socket?.again();
    panels.open("");
  },
};

const panels = new Panels(does, store.exportKey, draw);
const parts = {
  title: h("div", { class: "title" }),
  bar: h("header", { class: "top" }),
  trouble: h("p", { class: "trouble", role: "alert" }),
  people: h("div", { class: "people", role: "status" }),
  content: h("main", { class: "content" }),
  board: h("section", { class: "board table-surface", tabindex: 0, "aria-label": _("table") }),
  log: h("ol", { class: "log", tabindex: 0, "aria-label": _("log") }),
  heard: h("div", { class: "unseen", role: "log", "aria-label": _("newest lines") }),
  prompt: h("p", { class: "prompt", role: "status", "aria-live": "polite" }),
  offers: h("div", { class: "offers" }),
  hand: h("div", { class: "hand-place" }),
};
/** What is said lies over the felt, above the foot of any other page: it pushes nothing that a finger is on its way to. */
const notices = h("div", { class: "notices" }, parts.trouble, parts.people);
const listed = h("div", {});
const past = h("div", {});
const learn = () => practise(new Lesson());
const solve = () => practise(new PuzzleRun(store.keep, chance, Date.now(), plan));
const newTable = newTableForm((wish) => void does.open(wish));
const lobby = h("div", { class: "lobby" }, listed, newTable, h("p", { class: "row" }, ...exerciseButtons({ learn, solve })), past);
parts.bar.append(parts.title, panels.talkButton, panels.menuButton);
const aside = h("div", { class: "aside" }, parts.heard, parts.log, sayForm(does.say));
const game = h("main", { class: "game" }, parts.board, h("div", { class: "own" }, parts.prompt, parts.offers, parts.hand), aside);
document.getElementById("page")?.append(parts.bar, parts.content, game, notices, panels.menu, panels.talk);
makeDraggable(parts.hand, () => choosing.version, does.drop);
document.addEventListener("keydown", ({ key, target }) => {
  answer();
  if (key === "m" && !(target instanceof HTMLInputElement)) {
    setDevice("sounds", !isSet("sounds"));
    say(isSet("sounds") ? _("Sounds are on.") : _("Sounds are off."));
  }
  if (key !== "Escape") return;
  choosing.clear();
  panels.open("");
});
document.addEventListener("pointerdown", answer);
window.addEventListener("error", ({ error }) => failed(error));
window.addEventListener("unhandledrejection", ({ reason }) => failed(reason));
window.addEventListener("offline", plan);
window.addEventListener("online", plan);
window.addEventListener("resize", plan);
window.addEventListener("popstate", goBack);
document.addEventListener("visibilitychange", () => {
  const isSeen = document.visibilityState === "visible";
  hiddenPage.changed(isSeen, Date.now());
  if (isSeen) answer();
});

/** A person is there: the host is told, where it waits for that. */
function answer() {
  const shown = table();
  const played = shown?.playedFor;
  if (shown && played) {
    shown.seenPlay = played.entry;
    plan();
  }
  if (shown && isAwaited(shown) && !shown.isAnswered) {
    shown.isAnswered = true;
    does.here();
  }
}

/** Whatever nobody caught: said, and where nothing can be kept any more, the end of this page's game here. @param {unknown} problem */
function failed(problem) {
  const says = _("Something in this page has failed. If it does not go on, load the page again: your seat is kept.");
  if (!(problem instanceof store.StoreFull && socket)) {
    if (notice !== says) say(says); // once, also where it fails each time that it is drawn
  } else if (socket.state !== "over") socket.fail(problem);
}

/** The phone's back button: out of a panel, the lesson, a table, and then out of the page. */
function goBack() {
  if (panels.shown) panels.open("");
  else if (exercise) practise(null);
  else if (number) look(0);
  else history.back();
}

function plan() {
  const shown = table();
  const seconds = shown ? hiddenPage.secondsWaited(shown) : 0;
  if (seconds) say(_("This page was hidden for {seconds} s, and the others waited for it: leave it open and the screen on while you play.", { seconds }));
  planned ||= requestAnimationFrame(() => {
    planned = 0;
    draw();
  });
}

/** Draw what a touch changed before the next frame begins, so that this frame shows it. */
function drawNow() {
  cancelAnimationFrame(planned);
  planned = 0;
  draw();
}

/** @param {string} name */
function begin(name) {
  store.keep.set("name", name);
  store.dropLogs();
  void fetchHandovers().then((found) => {
    handovers = found;
    void seatLock.take();
  });
}

const { make, check } = workerMaker(partWorker);
rememberHeld(MOST_HELD);
const screenLock = new ScreenLock(navigator.wakeLock);

/** The seat came to this page, or went to another one of this browser. */
function seatMoved() {
  socket?.end();
  session = new Session({ ...store.identity(store.keptName()), make, check }, location.origin, isKnown, plan);
  session.pausesAfterRounds = true;
  socket = seatLock.state === "held" ? new Socket(session, plan) : null;
  plan();
}

/** Whether the host has the key of the invitation, and the one it had before, or a new one that this one signed. @param {Uint8Array} key */
function isKnown(key) {
  const keys = [key, ...formerKeys(key, handovers)];
  if (INVITED && !keys.some((one) => fingerprint(one) === INVITED)) return false;
  const known = store.keep.get("host"); // the one that was met before
  if (known && !keys.some((one) => hex(one) === known)) return false;
  store.keep.set("host", hex(key));
  return true;
}

/** @param {string} text */
function say(text) {
  notice = text;
  noticed = -1;
  clearTimeout(noticeTimer);
  noticeTimer = window.setTimeout(() => {
    notice = "";
    plan();
  }, NOTICE_MILLIS);
  plan();
}

/** Do something at the host, and say why if it does not. @param {Promise<import("../../client/table.js").Answer>} asked */
async function tell(asked) {
  const about = table();
  const answer = await asked;
  if (!answer.ok) say(answer.code === "lost" ? _("CONNECTION LOST, trying again") : refusalText(answer, about));
  plan();
  return answer;
}

/** @param {Lesson | PuzzleRun | null} begun */
function practise(begun) {
  exercise = begun;
  choosing.clear();
  plan();
}

/** @returns {Table | undefined} */
function table() {
  return session?.tables.get(number);
}

/** @param {number} at */
function look(at) {
  number = at;
  isAtList = at === 0;
  panels.shown = "";
  hint = "";
  choosing.clear();
  plan();
}

function draw() {
  // after a button that played something, the hand first: that is where a turn goes on
  keepFocus([parts.hand, parts.offers, parts.board, parts.content, panels.menu, panels.talk, parts.people, parts.trouble, parts.bar, game], drawParts);
}

function drawParts() {
  if (session && !number && !isAtList) {
    const seated = [...session.tables.values()].filter((one) => session?.seatAt(one));
    const own = seated.find((one) => one.shown.stage === "playing") ?? seated[0];
    if (own) number = own.number;
  }
  const shown = table();
  const isPlaying = shown !== undefined && isGameShown(shown);
  if (isPlaying) exercise = null;
  drawTop(shown);
  game.hidden = !isPlaying && !exercise;
  parts.content.hidden = !game.hidden;
  if (notices.parentElement === game ? game.hidden : !game.hidden) (game.hidden ? parts.content.after(notices) : game.append(notices));
  if (isPlaying) drawGame(shown);
  else if (exercise instanceof PuzzleRun) drawPuzzle(parts, exercise, choosing, does, { order, asked: askedAgain });
  else if (exercise) drawLesson(parts, exercise, choosing, does, order, () => practise(null));
  else drawContent(shown);
  panels.draw(session, shown);
  // a step back leads to `goBack` while something is open
  if ((panels.shown || exercise || number) && !history.state?.isInside) history.pushState({ isInside: true }, "");
  // The screen stays on: a player looks at it while others play, and at a sealed table they need this page to draw.
  const isNeeded = [...(session?.tables.values() ?? [])].some(({ game: played }) => played && played.log.seat !== null && !played.log.isPaused && !played.log.ended);
  void screenLock.keep(document.visibilityState === "visible" && isNeeded);
}

/** @param {number} below */
function chance(below) {
  return (new DataView(store.random(4).buffer).getUint32(0)) % below; // a remainder of 2**32 favours none of a hundred puzzles by more than a billionth
}

/** Where it is kept that the player has left the end of a game: a page that is loaded anew shows the table. @param {Uint8Array} log */
function seenPlace(log) {
  return `log/${hex(log)}/seen`;
}

/** Whether a game is to be seen, rather than who waits for one. @param {Table} table */
function isGameShown({ shown, game: played, view }) {
  return shown.stage === "playing" || Boolean(played && view && played.log.ended && store.keep.get(seenPlace(played.log.id)) === null);
}

/** @param {Table | undefined} shown */
function drawTop(shown) {
  const round = shown?.view?.position.round;
  const about = shown ? [gameTitle(shown.shown.variant), round && _("round {round}", { round })].filter(Boolean).join(" · ") : "";
  const puzzles = exercise instanceof PuzzleRun ? exercise : null;
  parts.bar.hidden = !session && !puzzles;
  if (puzzles) drawPuzzleTitle(parts.title, puzzles, does, () => practise(null));
  else redraw(parts.title, [shown?.name, about], () => [
    shown && !session?.seatAt(shown) && h("button", { class: "plain", "data-key": "back", "aria-label": _("Tables"), onclick: does.leave }, icon("leave")),
    h("h1", { title: [shown?.name, about].filter(Boolean).join(" · ") }, shown?.name ?? "rummynet", about && h("small", {}, about)),
  ]);
  const { kind, text: wrong } = findTrouble(session, socket, shown, seatLock);
  const trouble = wrong || notice;
  const isReplaced = socket?.state === "over" && session?.bye?.code === "replaced";
  const mayTakeOver = isReplaced || seatLock.state === "waiting";
  const takeOver = () => (isReplaced ? location.reload() : void seatLock.takeOver());
  redraw(parts.trouble, [trouble, mayTakeOver], () => [
    trouble, mayTakeOver && h("button", { "data-key": "take-over", onclick: takeOver }, _("Play here")),
  ]);
  parts.trouble.hidden = !trouble;
  // red: an alarm, and the one doubt that SECURITY.md shows like one; a lost line or a seat in another tab accuses nobody
  const isAlarm = kind !== "" && (WEIGHTS[kind] === "cheat" || kind === "other-key");
  parts.trouble.classList.toggle("notice", !isAlarm);
  const open = session;
  // by what is seen: with bots that play fast, each turn would else take the button away while a finger is on it
  const lines = shown && open ? peopleElements(open, shown, does) : [];
  redraw(parts.people, [number, ...lines.map((one) => one.outerHTML)], () => lines, shown);
  if (shown && !isAwaited(shown)) shown.isAnswered = false;
  if (shown && !shown.shown.paused) shown.wantsOn = false;
}

/** @param {Table | undefined} shown */
function drawContent(shown) {
  if (!session) {
    redraw(parts.content, "start", () => startElements(store.keptName(), { begin, importKey, learn, solve }));
    return;
  }
  const open = session;
  if (seatLock.state === "waiting" || socket?.state === "over") {
    redraw(parts.content, "elsewhere", () => []); // the line above says where, and no table can be had here
    return;
  }
  if (!shown) {
    redraw(parts.content, "lobby", () => lobby);
    redraw(listed, [open.hostName, open.lobby, open.hasLobby, open.lobby.map(([one]) => isOwn(open, one))], () => lobbyElements(open, does), open);
    const games = pastGames(store.keep);
    redraw(past, games, () => pastGameElements(games));
    return;
  }
  const { shown: now } = shown;
  const key = [number, now.stage, now.coming, shown.changes, now.closed, now.owner && hex(now.owner), now.levels, now.delays, now.spectators, now.seats.map((/** @type {any[]} */ row) => [row[0], hex(row[1]), ...row.slice(2)])];
  redraw(parts.content, key, () => waitingElements(open, shown, does), shown);
}

/** @param {string} text */
function importKey(text) {
  const taken = store.importKey(text);
  if (taken) begin(store.keptName() || "guest");
  return taken;
}

/** Whether nothing can be done until more comes: own cards, or any word of the host, of which the line at the top says so. @param {Table} shown */
function isWaiting(shown) {
  return !session?.isOpen || socket?.state !== "open" || session.isSilent || lacksCards(shown) || Boolean(shown.game?.log.isPaused);
}

/** @param {Table} shown */
function drawGame(shown) {
  const played = shown.game;
  const mayAct = mayPlay(shown) && Boolean(session?.isOpen);
  const position = shown.view?.position;
  const legal = mayAct ? (shown.view?.legal ?? []) : [];
  const { version } = choosing;
  choosing.offer(isWaiting(shown) ? null : legal, position?.hands[played?.log.seat ?? -1] ?? [], position?.discard ?? []);
  if (choosing.version !== version) hint = askedAgain = ""; // they were about what was there before
  if (![-1, choosing.version].includes(noticed)) notice = "";
  const isMoved = drawn.view !== shown.view || drawn.order !== order;
  drawn = { view: shown.view, order };
  const before = isMoved ? placesOf(game) : null;
  const verdict = session && (played?.log.ended || played?.log.fault) ? verdictOf(shown, session.incidents.all) : null;
  notePastGame(store.keep, shown, verdict, Date.now());
  const isMine = drawPlay(parts, shown, choosing, does, { mayAct, order, asked: askedAgain, hint, verdict: played?.log.ended ? verdict : null, turning: turningPoints.of(shown) });
  if (before) fly(game, before);
  if (isMine && !wasMyTurn) {
    // a page that was loaded anew and not touched yet may do neither
    if (navigator.userActivation?.hasBeenActive ?? true) {
      navigator.vibrate?.(60);
      if (isSet("sounds")) soundTurn();
    }
  }
  wasMyTurn = isMine;
  document.title = isMine ? _("rummynet: YOUR TURN") : "rummynet";
  const goOnIfDue = () => session && shown.pauseUntil && Date.now() >= shown.pauseUntil && goOn(session, shown);
  if (isPausing(shown)) window.setTimeout(goOnIfDue, shown.pauseUntil - Date.now() + 10);
  if (played && played.log.seat !== null) store.noteLog(hex(played.log.id));
}

let ticked = performance.now();
window.setInterval(() => {
  const now = performance.now();
  if (session) waits.tick(session, now - ticked, session.isOpen);
  for (const one of session?.tables.values() ?? []) {
    if (one.number === number && one.shown.stage === "playing") plan();
  }
  ticked = now;
}, TICK_MILLIS);

if (store.keptName()) begin(store.keptName());
else draw();
