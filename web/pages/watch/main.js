/** The tables of a host, live, for whoever looks on: no more than a spectator of the wire protocol is told. */

import { PlayerClock } from "../../client/own_statements.js";
import { Session } from "../../client/session.js";
import { Socket } from "../../client/socket.js";
import { equal } from "../../core/bytes.js";
import { _ } from "../../core/language.js";
import { h } from "../../cards/elements.js";
import { askInvitation, codeElement, shortUrl } from "../../live/invitation.js";
import { fitCards } from "../../live/fitting.js";
import { redraw } from "../../live/redraw.js";
import { factsElement, meldsElement, pilesElement, playersElement } from "../../live/table_elements.js";
import { faultWords, lostText, unknownWords } from "../../table/fault_words.js";
import { gameTitle } from "../../live/games.js";
import { entryText, pausedText } from "../../live/entry_text.js";
import { winnerText } from "../../table/event_text.js";
import { wordsOf } from "../../table/six_words.js";
import { inTurn, ROTATION_MILLIS } from "../../live/rotation.js";
import { applyLook } from "../../table/settings.js";

/** @import { Table } from "../../client/table.js" */

/** Tables that one key may watch, and a screen can show. */
const MOST_TABLES = 4;
/** Part of the window's width that a card is at least, seen from across the room, and its pixels on a small one, where it still shows a rank. */
const [LEAST_PART, LEAST_CARD] = [1 / 30, 30];
const LINES = 14; // of the log; chosen: the last turns of everybody, while the tables stay in sight
const INVITATION_MILLIS = 60_000; // between two questions for the link: the host's network may change

applyLook();
const random = (/** @type {number} */ count) => crypto.getRandomValues(new Uint8Array(count));
/** A spectator signs nothing but its greeting, so it keeps nothing and is somebody else each time. */
const keep = { get: () => null, set: () => {}, remove: () => {}, names: () => [] };
const identity = {
  contributions: random(32), name: _("television"), agent: "rummynet-page", random, keep,
  clock: new PlayerClock(random, () => performance.now(), () => Date.now()),
};
/** The host's key at the first greeting: while the page is open it has to stay. @type {Uint8Array | null} */
let host = null;
let planned = 0;

const state = h("span", { class: "state", role: "status" });
const invited = h("div", { class: "invited" });
const tables = h("main", { class: "tables" });
const title = h("h1", {});
const others = h("ul", { class: "waiting", "aria-label": _("Tables") });
document.getElementById("page")?.append(h("header", { class: "top" }, title, state, invited), tables, others);
/** A connection to one of the hosts. @typedef {{ session: Session, socket: Socket }} Link */
/** By address; "" has the lobby, and of a host by itself all tables. @type {Map<string, Link>} */
const links = new Map();
const { session, socket } = linkTo("");
/** By table the address of its host; null for a host by itself. @type {Record<string, string> | null | undefined} */
let places;
/** The lobby, and the connections, for which they were asked for. @type {unknown} */
let placesOf = null;
/** @type {unknown[]} */
let placesAt = [];
void invite();
window.setInterval(invite, INVITATION_MILLIS);
window.setInterval(plan, ROTATION_MILLIS);
window.addEventListener("resize", plan);
plan();

async function invite() {
  const found = await askInvitation();
  if (found) redraw(invited, found.url, () => [h("span", {}, _("Play along:"), " ", h("strong", {}, shortUrl(found.url)), found.warns && h("small", {}, _("If the browser warns: Advanced, then Proceed."))), codeElement(found)]);
}

/** @param {Uint8Array} key */
function isKnown(key) {
  host ??= key;
  return equal(host, key);
}

function plan() {
  planned ||= requestAnimationFrame(() => {
    planned = 0;
    watchTables();
    draw();
  });
}

/** @param {string} place @returns {Link} */
function linkTo(place) {
  const known = links.get(place);
  if (known) return known;
  // Somebody else at each: a host has one connection of a key.
  const made = new Session({ ...identity, secret: random(32) }, location.origin, isKnown, plan);
  const link = { session: made, socket: new Socket(made, plan, place) };
  links.set(place, link);
  return link;
}

/** Ask which host has which table, once for each lobby. */
async function askPlaces() {
  const { lobby } = session;
  if (placesOf === lobby) return;
  placesOf = lobby;
  const answer = await fetch("/places").catch(() => null);
  const found = answer?.ok ? await answer.json() : undefined;
  if (placesOf !== lobby) return; // asked again meanwhile: this answer is the older one
  if (found !== undefined) places = found;
  plan();
}

/** Where a table is watched; undefined as long as that is not known. @param {number} number */
function sessionOf(number) {
  if (places === null) return session;
  const place = places?.[number];
  return place === undefined ? undefined : linkTo(place).session;
}

/** The tables that are watched. */
function watchedTables() {
  return [...links.values()].flatMap((link) => [...link.session.tables.values()]);
}

/** Watch those that are played first. */
function watchTables() {
  if (!session.isOpen) return;
  const connections = [...links.values()].map((link) => link.session.link);
  if (connections.some((link, at) => link !== placesAt[at])) {
    placesAt = connections; // a table may have gone to another host, or a host has been started anew
    places = undefined;
    placesOf = null;
  }
  const played = inTurn(session.lobby.filter((row) => row[3] === "playing").map((row) => row[0]), MOST_TABLES, performance.now());
  const watched = watchedTables();
  const isListed = (/** @type {number} */ number) => session.lobby.some((row) => row[0] === number && row[4].length);
  const over = watched.filter(({ number, game }) => game?.log.ended && isListed(number)).map(({ number }) => number);
  const wanted = [...played, ...over.filter((number) => !played.includes(number))].slice(0, MOST_TABLES);
  for (const { session: at } of links.values()) {
    for (const number of at.tables.keys()) {
      if (!wanted.includes(number)) {
        at.tables.delete(number);
        void at.ask("leave", { table: number });
      }
    }
  }
  for (const number of wanted) {
    if (watched.some((table) => table.number === number) || asked.has(number)) continue;
    const at = sessionOf(number);
    if (!at) void askPlaces();
    else if (at.isOpen) {
      asked.add(number);
      void at.ask("watch", { table: number }).then(() => asked.delete(number));
    }
  }
}

/** Tables that are being asked for. @type {Set<number>} */
const asked = new Set();

function draw() {
  redraw(title, session.hostName, () => session.hostName ? _("Tables of {host}", { host: session.hostName }) : "rummynet");
  const states = [...links.values()].map((link) => link.socket.state);
  const isOver = states.includes("over");
  const isRefused = [...links.values()].some((link) => link.socket.isRefused);
  const hasProblem = [...links.values()].some((link) => link.socket.problem);
  const over = hasProblem ? _("this is not the host that was here before; load the page again") : _("another page has taken over here");
  const trouble = isOver ? over : states.includes("broken") || states.includes("silent") ? lostText(navigator.onLine, isRefused) : "";
  redraw(state, trouble, () => trouble);
  state.className = `state${trouble ? " broken" : ""}`;
  const isLeft = (/** @type {Table} */ { rows }) => Number(rows.every(([, , , , isHere, isBot]) => isBot || !isHere));
  const shown = watchedTables().sort((a, b) => isLeft(a) - isLeft(b) || a.number - b.number); // one that all have left comes last
  tables.className = `tables${shown.length > 1 ? " several" : ""}${shown.length === 2 ? " two" : ""}`;
  redraw(tables, [shown.map(({ number }) => number), session.hasLobby, session.lobby.length > 0], () =>
    shown.length ? shown.map((table) => h("section", { class: "table table-surface", "data-table": table.number })) : h("p", { class: "empty" }, !session.hasLobby ? _("Connecting to the host …") : session.lobby.length ? _("No game is being played yet.") : _("There is no table yet.")),
  );
  const waiting = session.lobby.filter((row) => !shown.some(({ number }) => number === row[0]) && row[4].length);
  redraw(others, waiting, () => waiting.map((row) => h("li", {}, h("strong", {}, row[1]), ` ${gameTitle(row[2])}: ${row[4].join(", ")}`)));
  others.hidden = !waiting.length;
  for (const table of shown) {
    const place = tables.querySelector(`[data-table="${table.number}"]`);
    if (!place) continue;
    redraw(place, keyOf(table), () => tableElements(table));
    const board = place.querySelector(".board");
    if (board instanceof HTMLElement) fitCards(board, [table.view?.position, shown.length], Math.max(LEAST_CARD, innerWidth * LEAST_PART));
  }
}

/** @param {Table} table */
function keyOf(table) {
  const { game, view, shown } = table;
  return [shown.name, shown.stage, shown.seats.map((/** @type {any[]} */ row) => row.slice(2)), shown.delays, game?.log.length, game?.log.fault?.message, table.unknown?.message, view?.position];
}

/** @param {Table} table */
function tableElements(table) {
  const { game, view, shown } = table;
  const log = game?.log;
  const { names, unknown } = table;
  const position = shown.stage === "playing" || log?.ended ? view?.position : null;
  const words = log?.words.length ? wordsOf(log.words) : "";
  const head = h("header", {},
    h("h2", {}, table.name),
    h("span", { class: "quiet" }, [gameTitle(shown.variant), position && _("round {round}", { round: position.round })].filter(Boolean).join(" · ")),
    words && h("span", { class: "quiet words" }, words),
    log?.isPaused && h("strong", {}, pausedText(table)),
    game?.log.fault && h("strong", { class: "wrong", role: "alert" }, `${_("NOT FAIR")}: ${faultWords(game.log.fault)}`),
    unknown && h("p", { class: "quiet" }, unknownWords(unknown)),
  );
  if (!position) {
    const rows = names.map((/** @type {string} */ name) => h("li", {}, name));
    return [head, h("ul", { class: "waiting" }, ...rows), h("p", { class: "quiet" }, unknown ? "" : _("Host and players are shuffling together …"))];
  }
  const lines = table.logLines.flatMap((one) => ("entry" in one ? [entryText(one.entry, one.events, { names, me: null })] : [])).filter(Boolean);
  const over = position.winner === null ? "" : winnerText(position.winner, { names, me: null });
  return [
    head,
    h("div", { class: "place-players" }, playersElement(position, names, null, table.away, shown.delays)),
    h("div", { class: "board" }, over && h("h2", { class: "won" }, over), factsElement(position, names), pilesElement(position, null), meldsElement(position, names, null)),
    h("ol", { class: "log", "aria-label": _("log") }, ...[...lines].reverse().slice(0, LINES).map((line) => h("li", {}, line))),
  ];
}

