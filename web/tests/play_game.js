/**
 * Plays a whole game at a host as a page would, but without thinking: `play_game.js URL WISH`. WISH is JSON: a
 * `name`, a `table` to sit down at, or `variant` and `options` of one to open; `opponents` that are waited for, or called as `bots` of the
 * host; `acts`, after so many it only watches. Prints the table's number, then a line of JSON with what came out. For tests/web; Node needs
 * --experimental-websocket.
 */

import { randomBytes } from "node:crypto";
import process from "node:process";
import { mapOf } from "../core/msgpack.js";
import { PlayerClock } from "../client/own_statements.js";
import { SUBPROTOCOL, WIRE_PATH } from "../client/host_link.js";
import { Session } from "../client/session.js";
import { act, ready } from "../client/submitting.js";
import { keepOf } from "./keep.js";

const [url = "", text = "{}"] = process.argv.slice(2);
const wish = { name: "Noddy", table: 0, variant: "keilty", options: {}, opponents: 1, bots: 0, acts: Infinity, ...JSON.parse(text) };
const origin = new URL(url).origin;
/** @param {number} count */
const random = (count) => new Uint8Array(randomBytes(count));
const identity = {
  secret: random(32), contributions: random(32), name: wish.name, agent: "node", random, keep: keepOf(),
  clock: new PlayerClock(random, () => performance.now(), () => Date.now()),
};
const session = new Session(identity, origin, () => true, step);
let number = 0;
let acts = 0;
let busy = false;
let stage = "";

function step() {
  const table = session.tables.get(number);
  if (stage === "" && session.isOpen) {
    stage = "creating";
    void begin();
  }
  if (!table || busy) return;
  const { game, shown, view } = table;
  if (stage === "seated" && shown.stage === "waiting" && shown.seats.length === wish.opponents + 1 && !shown.coming) {
    stage = "ready";
    void ready(session, table).then(({ ok, code }) => ok || (code === "stale" ? (stage = "seated") : fail(`ready: ${code}`)));
  }
  if (game?.log.fault) fail(game.log.fault.message);
  if (game?.log.ended) finish(table);
  else if (acts < wish.acts && view && view.legal.length && !game?.log.isShuffling) {
    const plays = view.legal.filter((action) => /^(meld|lay|take|down|declare|buy|want)/.test(action));
    const from = plays.length && Math.random() < 0.8 ? plays : view.legal;
    busy = true;
    acts += 1;
    const action = from[Math.floor(Math.random() * from.length)] ?? "draw";
    void act(session, table, action).then(({ ok, code, says }) => {
      setTimeout(() => void ((busy = false), step()), ok ? 0 : 300);
      if (!ok && code !== "stale" && code !== "shuffling" && code !== "not_due") fail(`${action}: ${code} ${JSON.stringify(says)}`);
    });
  }
}

async function begin() {
  number = wish.table;
  if (!number) {
    const made = await session.ask("create", { variant: wish.variant, options: mapOf(wish.options), name: "", closed: false });
    if (!made.ok) fail(JSON.stringify(made.says));
    number = made.message.table;
  }
  const sat = await session.ask("sit", { table: number, seat: null });
  if (!sat.ok) fail(JSON.stringify(sat.says));
  console.log(`table ${number}`);
  for (let count = 0; count < wish.bots; count += 1) {
    const called = await session.ask("bot", { table: number, do: "add", strategy: "" });
    if (!called.ok) fail(JSON.stringify(called.says));
  }
  stage = "seated";
  step();
}

/** @param {import("../client/table.js").Table} table */
function finish(table) {
  const { game } = table;
  if (!game) return;
  console.log(JSON.stringify({ ended: game.log.ended, acts, rounds: game.log.state.round, entries: game.log.length }));
  process.exit(0);
}

/** @param {string} why */
function fail(why) {
  console.error(why);
  process.exit(1);
}

const socket = new WebSocket(`${origin.replace("http", "ws")}${WIRE_PATH}`, SUBPROTOCOL);
socket.binaryType = "arraybuffer";
socket.onopen = () => session.connected((bytes) => socket.send(/** @type {Uint8Array<ArrayBuffer>} */ (bytes)));
socket.onmessage = ({ data }) => session.receive(new Uint8Array(data));
socket.onclose = () => fail(`closed: ${JSON.stringify(session.bye)}`);
socket.onerror = (event) => fail(`no connection: ${/** @type {any} */ (event).message}`);
