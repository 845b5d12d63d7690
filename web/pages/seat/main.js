/** A seat in a browser: start, tables of the host, a table. */

import * as store from "../../client/browser_store.js";
import { fetchHandovers, formerKeys, namedKeys } from "../../client/former_keys.js";
import { fingerprint } from "../../client/host_link.js";
import { loadLater } from "../../client/page_part.js";
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
import { _, fetchCatalogue } from "../../core/language.js";
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
import { isOwn, lobbyElements } from "../../seat/lobby.js";
import { newTableForm } from "../../seat/new_table.js";
import { Panels } from "../../seat/panels.js";
import { notePastGame, pastGameElements, pastGames } from "../../seat/past_games.js";
import { isAwaited, peopleElements, putWordsAway } from "../../seat/people.js";
import { refusalText } from "../../seat/sentences.js";
import { shareGame } from "../../seat/sharing.js";
import { exerciseButtons, startElements } from "../../seat/start.js";
import { askInvitation } from "../../live/invitation.js";
import { isTouchedTwice, SOON, sorted, whyIdle } from "../../seat/playing.js";
import { sayForm } from "../../seat/talk.js";
import { findTrouble, isAway, otherHostText } from "../../seat/trouble.js";
import { waitingElements } from "../../seat/waiting.js";
import { applyLook } from "../../table/settings.js";

/** @import { Later } from "../../client/page_part.js" */
/** @import { Table } from "../../client/table.js" */
/** @typedef {InstanceType<Later["Lesson"]> | InstanceType<Later["PuzzleRun"]>} Exercise */

const NOTICE_MILLIS = 6000; // long enough to read two lines; it covers part of the table
const WAITING_MILLIS = 30_000; // before a game nothing lies under it, and who waits looks elsewhere
const MOST_HELD = 500; // checks made ahead that wait for their entry: one has a few dozen
const TICK_MILLIS = 1000; // clocks on the page show seconds
/** The fingerprint that an invitation's link named. */
const LINKED = location.hash;
const INVITED = /^#([0-9a-f]{64})$/.exec(LINKED)?.[1] ?? "";
/** Says what is wrong with the link. @type {(() => string) | null} */
let wrongLink = LINKED.length > 1 && !INVITED ? () => _("The key in this link is damaged: after the # there are 64 digits. Copy the whole link.") : null;

/** A seat in a browser, from its start to the end of its games. */
class SeatPage {
  /** @type {Session | null} */
  session = null;
  /** @type {Socket | null} */
  socket = null;
  /** The table that is looked at; 0: the tables of the host. */
  number = 0;
  /** Whether the player went to the list of tables from one of them: then no own table opens by itself. */
  isAtList = false;
  notice = "";
  noticeTimer = 0;
  /** What the notice speaks of: it goes with that. */
  noticed = "";
  /** @type {import("../../seat/playing.js").Order} */
  order = { by: store.keep.get("order") === "rank" ? "rank" : "suit", cards: [] };
  /** The throw that was touched once, where a second touch is wanted. */
  askedAgain = "";
  planned = 0;
  /** By what the cards lay when they were drawn last: a touch that only chooses one moves none, and looks up no places.
   * @type {{ view: Table["view"], order: import("../../seat/playing.js").Order }} */
  drawn = { view: null, order: this.order };
  wasMyTurn = false;
  hint = "";
  /** What is needed for what is played without a table, once it was asked for. @type {Later | null} */
  later = null;
  /** What is played without a table. @type {Exercise | null} */
  exercise = null;
  choosing = new Choosing();
  /** Once they were asked for. @type {InstanceType<Later["TurningPoints"]> | null} */
  turningPoints = null;
  waits = new Waits();
  hiddenPage = new HiddenPage();
  /** What the host's old keys have signed about its new one. @type {Uint8Array} */
  handovers = new Uint8Array(0);
  screenLock = new ScreenLock(navigator.wakeLock);
  worker = workerMaker(partWorker);

  /** A person is there: the host is told, where it waits for that. */
  answer = () => {
    const shown = this.table();
    if (shown) this.panels.noteSeen(shown, this.parts.log);
    const played = shown?.playedFor;
    if (shown && played) {
      shown.seenPlay = played.entry;
      this.plan();
    }
    if (shown && isAwaited(shown) && !shown.isAnswered) {
      shown.isAnswered = true;
      this.does.here();
    }
  };

  /** Whatever nobody caught: said, and where nothing can be kept any more, the end of this page's game here. @param {unknown} problem */
  failed(problem) {
    const says = _("Something in this page has failed. If it does not go on, load the page again: your seat is kept.");
    if (!(problem instanceof store.StoreFull && this.socket)) {
      if (this.notice !== says) this.say(says); // once, also where it fails each time that it is drawn
    } else if (this.socket.state !== "over") this.socket.fail(problem);
  }

  /** The phone's back button: out of a panel, the lesson, a table, and then out of the page. */
  goBack = () => {
    if (location.hash !== LINKED) location.reload(); // the right link, pasted over a wrong one
    else if (this.panels.shown) this.panels.open("");
    else if (this.exercise) this.practise(null);
    else if (this.number) this.look(0);
    else history.back();
  };

  plan = () => {
    const shown = this.table();
    const seconds = shown ? this.hiddenPage.secondsWaited(shown) : 0;
    if (seconds) this.say(_("This page was hidden for {seconds} s, and the others waited for it: leave it open and the screen on while you play.", { seconds }));
    this.planned ||= requestAnimationFrame(() => {
      this.planned = 0;
      this.draw();
    });
  };

  /** Draw what a touch changed before the next frame begins, so that this frame shows it. */
  drawNow() {
    cancelAnimationFrame(this.planned);
    this.planned = 0;
    this.draw();
  }

  /** @param {string} name */
  begin = (name) => {
    store.keep.set("name", name);
    store.dropLogs();
    void fetchHandovers().then((found) => {
      this.handovers = found;
      void this.seatLock.take();
    });
  };

  /** The seat came to this page, or went to another one of this browser. */
  seatMoved = () => {
    this.socket?.end();
    this.session = new Session({ ...store.identity(store.keptName()), ...this.worker }, location.origin, this.isKnown, this.plan);
    this.session.pausesAfterRounds = true;
    this.socket = this.seatLock.state === "held" ? new Socket(this.session, this.plan) : null;
    this.plan();
  };

  /** Whether the host has the key of the invitation, and the one it had before, or a new one that this one signed. @param {Uint8Array} key */
  isKnown = (key) => {
    const keys = [key, ...formerKeys(key, this.handovers)];
    if (INVITED && !keys.some((one) => fingerprint(one) === INVITED)) return false;
    const known = store.keep.get("host"); // the one that was met before
    if (known && !keys.some((one) => hex(one) === known)) return false;
    store.keep.set("host", hex(key));
    return true;
  };

  /** @param {string} text @param {boolean} [isOfTurn] whether it speaks of what could be done then, not of the table @param {number} [millis] */
  say(text, isOfTurn = false, millis = NOTICE_MILLIS) {
    this.notice = text;
    this.noticed = this.noticeable(isOfTurn);
    clearTimeout(this.noticeTimer);
    this.noticeTimer = window.setTimeout(() => {
      this.notice = "";
      this.plan();
    }, millis);
    this.plan();
  }

  /** @param {boolean} isOfTurn */
  noticeable(isOfTurn) {
    return [this.number, this.table()?.shown.stage, isOfTurn && this.choosing.version].join();
  }

  /** Do something at the host, and say why if it does not. @param {Promise<import("../../client/table.js").Answer>} asked */
  tell = async (asked) => {
    const about = this.table();
    const answer = await asked;
    if (answer.code === "lost") this.say(_("CONNECTION LOST, trying again"));
    else if (!answer.ok) this.say(refusalText(answer, about), false, this.table()?.shown.stage === "waiting" ? WAITING_MILLIS : NOTICE_MILLIS);
    this.plan();
    return answer;
  };

  /** Go on with what the page has not loaded yet. @param {(later: Later) => void} then */
  async withLater(then) {
    try {
      this.later ??= await loadLater();
      then(this.later);
    } catch {
      this.say(_("CONNECTION LOST, trying again"));
    }
  }

  /** @param {Exercise | null} begun */
  practise(begun) {
    this.exercise = begun;
    this.choosing.clear();
    this.plan();
  }

  /** @returns {Table | undefined} */
  table = () => {
    return this.session?.tables.get(this.number);
  };

  /** @param {number} at */
  look = (at) => {
    this.number = at;
    this.isAtList = at === 0;
    this.panels.shown = "";
    this.hint = "";
    this.choosing.clear();
    this.plan();
  };

  draw = () => {
    // after a button that played something, the hand first: that is where a turn goes on
    keepFocus([this.parts.hand, this.parts.offers, this.parts.board, this.parts.content, this.panels.menu, this.panels.talk, this.parts.people, this.parts.trouble, this.parts.bar, this.game], this.drawParts);
  };

  drawParts = () => {
    if (this.session && !this.number && !this.isAtList) {
      const seated = [...this.session.tables.values()].filter((one) => this.session?.seatAt(one));
      const own = seated.find((one) => one.shown.stage === "playing") ?? seated[0];
      if (own) this.number = own.number;
    }
    const shown = this.table();
    const isPlaying = shown !== undefined && isGameShown(shown);
    if (isPlaying) this.exercise = null;
    const puzzles = this.later && this.exercise instanceof this.later.PuzzleRun ? this.exercise : null;
    this.drawTop(shown, puzzles);
    this.game.hidden = !isPlaying && !this.exercise;
    this.parts.content.hidden = !this.game.hidden;
    if (this.notices.parentElement === this.game ? this.game.hidden : !this.game.hidden) (this.game.hidden ? this.parts.content.after(this.notices) : this.game.append(this.notices));
    if (this.notices.querySelector("button")) this.game.style.setProperty("--notices", `${this.notices.offsetHeight}px`);
    if (isPlaying) this.drawGame(shown);
    else if (puzzles) this.later?.drawPuzzle(this.parts, puzzles, this.choosing, this.does, { order: this.order, asked: this.askedAgain });
    else if (this.exercise) this.later?.drawLesson(this.parts, /** @type {InstanceType<Later["Lesson"]>} */ (this.exercise), this.choosing, this.does, this.order, () => this.practise(null));
    else this.drawContent(shown);
    this.panels.draw(this.session, shown, isPlaying && this.wasMyTurn);
    // a step back leads to `goBack` while something is open
    if ((this.panels.shown || this.exercise || this.number) && !history.state?.isInside) history.pushState({ isInside: true }, "");
    // The screen stays on: a player looks at it while others play, and at a sealed table they need this page to draw.
    const isNeeded = [...(this.session?.tables.values() ?? [])].some(({ game: played }) => played && played.log.seat !== null && !played.log.isPaused && !played.log.ended);
    void this.screenLock.keep(document.visibilityState === "visible" && isNeeded);
  };

  /** @param {Table | undefined} shown @param {InstanceType<Later["PuzzleRun"]> | null} puzzles */
  drawTop(shown, puzzles) {
    const round = shown?.view?.position.round;
    const about = shown ? [gameTitle(shown.shown.variant), round && _("round {round}", { round })].filter(Boolean).join(" · ") : "";
    this.parts.bar.hidden = !this.session && !puzzles;
    if (puzzles) this.later?.drawPuzzleTitle(this.parts.title, puzzles, this.does, () => this.practise(null));
    else redraw(this.parts.title, [shown?.name, about], () => [
      shown && !this.session?.seatAt(shown) && h("button", { class: "plain", "data-key": "back", "aria-label": _("Tables"), onclick: this.does.leave }, icon("leave")),
      h("h1", { title: [shown?.name, about].filter(Boolean).join(" · ") }, shown?.name ?? "rummynet", about && h("small", {}, about)),
    ]);
    const { kind, text: wrong } = findTrouble(this.session, this.socket, shown, this.seatLock);
    if (![false, true].some((isOfTurn) => this.noticed === this.noticeable(isOfTurn))) this.notice = "";
    const trouble = wrong || this.notice;
    const isGone = isAway(this.session, this.socket);
    const isReplaced = this.socket?.state === "over" && this.session?.bye?.code === "replaced";
    const mayTakeOver = isGone || isReplaced || this.seatLock.state === "waiting";
    const takeOver = () => (isGone || isReplaced ? location.reload() : void this.seatLock.takeOver());
    redraw(this.parts.trouble, [trouble, mayTakeOver], () => [
      trouble, mayTakeOver && h("button", { "data-key": "take-over", onclick: takeOver }, isGone ? _("come back") : _("Play here")),
    ]);
    this.parts.trouble.hidden = !trouble;
    // red: an alarm, and the one doubt that SECURITY.md shows like one; a lost line or a seat in another tab accuses nobody
    const isAlarm = kind !== "" && (WEIGHTS[kind] === "cheat" || kind === "other-key");
    this.parts.trouble.classList.toggle("notice", !isAlarm);
    const open = this.session;
    // by what is seen: with bots that play fast, each turn would else take the button away while a finger is on it
    const lines = shown && open ? peopleElements(open, shown, this.does) : [];
    redraw(this.parts.people, [this.number, ...lines.map((one) => one.outerHTML)], () => lines, shown);
    if (shown && !isAwaited(shown)) shown.isAnswered = false;
    if (shown && !shown.shown.paused) shown.wantsOn = false;
  }

  /** @param {Table | undefined} shown */
  drawContent(shown) {
    const { content } = this.parts;
    if (content.dataset.of !== String(this.number)) content.scrollTop = 0; // another table, or the list of them
    content.dataset.of = String(this.number);
    if (!this.session) {
      redraw(content, wrongLink?.() ?? "start", () => wrongLink ? h("p", { class: "changed", role: "alert" }, wrongLink()) : startElements(store.keptName(), { begin: this.begin, importKey: this.importKey, learn: this.learn, solve: this.solve }));
      return;
    }
    const open = this.session;
    if (this.seatLock.state === "waiting" || this.socket?.state === "over") {
      redraw(content, "elsewhere", () => []); // the line above says where, and no table can be had here
      return;
    }
    if (!shown) {
      redraw(content, "lobby", () => this.lobby);
      redraw(this.listed, [open.hostName, open.lobby, open.hasLobby, open.lobby.map(([one]) => isOwn(open, one))], () => lobbyElements(open, this.does), open);
      const games = pastGames(store.keep);
      redraw(this.past, games, () => pastGameElements(games));
      return;
    }
    const { shown: now } = shown;
    const key = [this.number, shown.noted, now.stage, now.coming, shown.changes, now.closed, now.owner && hex(now.owner), now.levels, now.delays, now.spectators, now.seats.map((/** @type {any[]} */ row) => [row[0], hex(row[1]), ...row.slice(2)])];
    redraw(content, key, () => waitingElements(open, shown, this.does), shown);
  }

  /** @param {string} text */
  importKey = (text) => {
    const taken = store.importKey(text);
    if (taken) this.begin(store.keptName() || "guest");
    return taken;
  };

  /** Whether nothing can be done until more comes: own cards, or any word of the host, of which the line at the top says so. @param {Table} shown */
  isWaiting(shown) {
    return !this.session?.isOpen || this.socket?.state !== "open" || this.session.isSilent || lacksCards(shown) || Boolean(shown.game?.log.isPaused);
  }

  /** @param {Table} shown */
  drawGame(shown) {
    const played = shown.game;
    const mayAct = mayPlay(shown) && Boolean(this.session?.isOpen);
    const position = shown.view?.position;
    const legal = mayAct ? (shown.view?.legal ?? []) : [];
    const { version } = this.choosing;
    this.choosing.offer(this.isWaiting(shown) ? null : legal, position?.hands[played?.log.seat ?? -1] ?? [], position?.discard ?? [], shown.shown.options.get("hints") === true);
    if (this.choosing.version !== version) {
      this.hint = this.askedAgain = ""; // they were about what was there before
      if (this.notice) this.plan();
    }
    const isMoved = this.drawn.view !== shown.view || this.drawn.order !== this.order;
    this.drawn = { view: shown.view, order: this.order };
    const before = isMoved ? placesOf(this.game) : null;
    const verdict = this.session && (played?.log.ended || played?.log.fault) ? verdictOf(shown, this.session.incidents.all) : null;
    notePastGame(store.keep, shown, verdict, Date.now());
    const turning = this.turningPoints?.of(shown);
    const isMine = drawPlay(this.parts, shown, this.choosing, this.does, { mayAct, order: this.order, asked: this.askedAgain, hint: this.hint, verdict: played?.log.ended ? verdict : null, turning, turningElements: () => this.later?.turningPointElements(turning, shown) ?? [] });
    if (before) fly(this.game, before);
    if (isMine && !this.wasMyTurn) {
      // a page that was loaded anew and not touched yet may do neither
      if (navigator.userActivation?.hasBeenActive ?? true) {
        navigator.vibrate?.(60);
        if (isSet("sounds")) soundTurn();
      }
    }
    this.wasMyTurn = isMine;
    document.title = isMine ? _("rummynet: YOUR TURN") : "rummynet";
    const goOnIfDue = () => this.session && shown.pauseUntil && Date.now() >= shown.pauseUntil && goOn(this.session, shown);
    if (isPausing(shown)) window.setTimeout(goOnIfDue, shown.pauseUntil - Date.now() + 10);
    if (played && played.log.seat !== null) store.noteLog(hex(played.log.id));
  }

  seatLock = new SeatLock(navigator.locks, store.keep, Date.now, this.seatMoved);
  requests = seatRequests({ session: () => this.session, table: this.table, look: this.look, goAway: () => this.socket?.end(), tell: this.tell });
  does = {
    ...this.requests,
    /** @param {string} action */
    act: (action) => {
      if (this.choosing.isLine(action)) {
        this.choosing.showLine(action);
        this.does.redraw();
        return;
      }
      const shown = this.table();
      const isShownAsItIs = shown && !shown.isActing && !this.isWaiting(shown) && this.drawn.view === shown.view;
      if (!this.exercise && !isShownAsItIs) return; // the touch was meant for what was there before
      if (isTouchedTwice(action, isSet("confirms")) && this.askedAgain !== action) {
        this.askedAgain = action;
        this.plan();
        return;
      }
      this.askedAgain = "";
      this.choosing.clear();
      this.hint = "";
      if (this.exercise) this.exercise.act(action);
      else this.requests.act(action);
      this.plan();
      window.setTimeout(this.plan, SOON + 50);
    },
    /** Something else was touched: a throw has to be touched twice anew. */
    redraw: () => {
      this.askedAgain = "";
      this.drawNow();
    },
    explain: (/** @type {string} */ text, isOfTurn = true) => {
      this.say(text, isOfTurn);
    },
    isAskedAgain: (/** @type {string} */ action) => this.askedAgain === action,
    back: this.look,
    putWordsAway: () => {
      if (this.session) putWordsAway(this.session, this.table()?.words.text ?? "");
      this.plan();
    },
    wordsDiffer: () => {
      const table = this.table();
      if (table) table.words.differ = true;
      this.plan();
    },
    again: () => {
      const log = this.table()?.game?.log.id;
      if (log) store.keep.set(seenPlace(log), "end");
      this.plan();
    },
    playAgain: () => {
      this.does.again();
      this.requests.ready();
    },
    share: async () => {
      const shown = this.table();
      if (shown?.game && !(await shareGame(`${shown.shown.variant}-${shown.game.log.length}`, shown.game.transcript.bytes()))) this.say(_("CONNECTION LOST, trying again"));
    },
    sort: () => {
      this.order = { by: this.order.by === "suit" ? "rank" : "suit", cards: [] };
      store.keep.set("order", this.order.by);
      this.plan();
    },
    /** A card of the hand was let go over something: of the hand, the pile or a meld. @param {string} card @param {Element | null} under @param {number} x
     * @param {number} version what could be done when it was taken up */
    drop: (card, under, x, version) => {
      const shown = this.table() ?? this.exercise?.table;
      const meld = under?.closest("[data-meld]");
      if (shown?.view && this.parts.hand.contains(under)) {
        this.order = { by: "own", cards: moveCard(sorted(shown.view.position, shown.game?.log.seat ?? 0, this.order), card, under, x) };
      } else if (version !== this.choosing.version) {
        this.say(_("The table has changed since you took that card up: look first, and drag it again."));
      } else if (shown && (meld || under?.closest(".piles"))) {
        const isOpen = this.choosing.isCardOpen(card, false);
        this.choosing.clear();
        if (isOpen) this.choosing.touchCard(card);
        if (meld instanceof HTMLElement && isOpen) this.choosing.touchMeld(Number(meld.dataset.meld));
        const found = this.choosing.offers.filter((action) => isOpen && (meld ? this.choosing.melds.size > 0 && this.choosing.cards.size > 0 : action.startsWith("throw ")));
        if (found.length === 1 && found[0]) this.does.act(found[0]);
        else if (!found.length) this.say(whyIdle(shown, this.choosing, card));
      }
      this.plan();
    },
    hint: () => {
      const shown = this.table();
      const seat = shown?.game?.log.seat ?? null;
      if (shown?.view && seat !== null) this.hint = hintText(shown.shown.variant, shown.view.position, this.choosing.legal, seat);
      this.plan();
    },
    turningPoints: () => {
      const shown = this.table();
      if (!shown) return;
      void this.withLater(({ TurningPoints }) => {
        this.turningPoints ??= new TurningPoints(() => {
          this.drawNow();
          this.parts.board.querySelector(".turning-points")?.scrollIntoView(); // below the result, often out of sight
        });
        void this.turningPoints.ask(shown);
      });
    },
    /** @param {string} name */
    rename: (name) => {
      if (!this.session) return;
      store.keep.set("name", name);
      this.session.identity.name = name;
      this.socket?.again();
      this.panels.open("");
    },
  };

  panels = new Panels(this.does, store.exportKey, this.draw);
  parts = {
    title: h("div", { class: "title" }),
    bar: h("header", { class: "top" }),
    trouble: h("p", { class: "trouble", role: "alert" }),
    people: h("div", { class: "people", role: "status" }),
    content: h("main", { class: "content" }),
    players: h("div", { class: "place-players table-surface" }),
    board: h("section", { class: "board table-surface", tabindex: 0, "aria-label": _("table") }),
    log: h("ol", { class: "log", tabindex: 0, "aria-label": _("log") }),
    heard: h("div", { class: "unseen", role: "log", "aria-label": _("newest lines") }),
    prompt: h("p", { class: "prompt", role: "status", "aria-live": "polite" }),
    offers: h("div", { class: "offers" }),
    hand: h("div", { class: "hand-place" }),
  };
  /** What is said lies over the felt, above the foot of any other page: it pushes nothing that a finger is on its way to. */
  notices = h("div", { class: "notices" }, this.parts.trouble, this.parts.people);
  listed = h("div", {});
  past = h("div", {});
  learn = () => void this.withLater(({ Lesson }) => this.practise(new Lesson()));
  solve = () => void this.withLater(({ PuzzleRun }) => this.practise(new PuzzleRun(store.keep, chance, Date.now(), this.plan)));
  newTable = newTableForm((wish) => void this.does.open(wish));
  lobby = h("div", { class: "lobby" }, this.listed, this.newTable, h("p", { class: "row" }, ...exerciseButtons({ learn: this.learn, solve: this.solve })), this.past);
  aside = h("div", { class: "aside" }, this.parts.heard, this.parts.log, sayForm(this.does.say));
  game = h("main", { class: "game" }, this.parts.players, this.parts.board, h("div", { class: "own" }, h("div", { class: "asked" }, this.parts.prompt, this.parts.offers), this.parts.hand), this.aside);

  /** Put the page in place, and go on where this browser was. */
  start() {
    this.parts.bar.append(this.parts.title, this.panels.talkButton, this.panels.menuButton);
    document.getElementById("page")?.append(this.parts.bar, this.parts.content, this.game, this.notices, this.panels.menu, this.panels.talk);
    makeDraggable(this.parts.hand, () => this.choosing.version, this.does.drop);
    document.addEventListener("keydown", ({ key, target }) => {
      this.answer();
      if (key === "m" && !(target instanceof HTMLInputElement)) {
        setDevice("sounds", !isSet("sounds"));
        this.say(isSet("sounds") ? _("Sounds are on.") : _("Sounds are off."));
      }
      if (key !== "Escape") return;
      this.choosing.clear();
      this.panels.open("");
    });
    document.addEventListener("pointerdown", this.answer);
    window.addEventListener("error", ({ error }) => this.failed(error));
    window.addEventListener("unhandledrejection", ({ reason }) => this.failed(reason));
    window.addEventListener("offline", this.plan);
    window.addEventListener("online", this.plan);
    window.addEventListener("resize", this.plan);
    window.addEventListener("popstate", this.goBack);
    document.addEventListener("visibilitychange", () => {
      const isSeen = document.visibilityState === "visible";
      this.hiddenPage.changed(isSeen, Date.now());
      if (isSeen) this.answer();
    });
    let ticked = performance.now();
    window.setInterval(() => {
      const now = performance.now();
      if (this.session) this.waits.tick(this.session, now - ticked, this.session.isOpen);
      for (const one of this.session?.tables.values() ?? []) {
        if (one.number === this.number && one.shown.stage === "playing") this.plan();
      }
      ticked = now;
    }, TICK_MILLIS);

    if (store.keptName() && !wrongLink) this.begin(store.keptName());
    else this.draw();
    if (INVITED) void this.checkLink();
  }

  /** Whoever followed a link to another host is told before anything is asked, by the key that this one names: it has to prove that one later. */
  async checkLink() {
    const [invitation, handovers] = await Promise.all([askInvitation(), fetchHandovers()]);
    const key = invitation && new URL(invitation.url).hash.slice(1);
    if (!key || this.session || key === INVITED || namedKeys(handovers).some((one) => fingerprint(one) === INVITED)) return;
    wrongLink = () => otherHostText(key);
    this.draw();
  }
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

rememberHeld(MOST_HELD);
applyLook();
window.beginning = fetchCatalogue().then(() => new SeatPage().start());
