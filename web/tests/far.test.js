/** Who is far: beside the names before a game and in it, and in the list of tables. */

import assert from "node:assert/strict";
import { register } from "node:module";
import { after, before, test } from "node:test";
import { Session } from "../client/session.js";
import { playersElement } from "../live/table_elements.js";
import { lobbyElements } from "../seat/lobby.js";

/** Lets Node import text files, as the build does. */
const TEXTS = `
import { readFile } from "node:fs/promises";
export const load = async (url, context, next) => !url.endsWith(".txt") ? next(url, context)
  : { format: "module", shortCircuit: true, source: "export default " + JSON.stringify(await readFile(new URL(url), "utf8")) };
`;

/** As much of an element as these need: what it says. */
class Said {
  constructor() {
    this.textContent = "";
  }
  touch = () => {};
  setAttribute() {}
  /** @param {string} _name @param {() => void} does */
  addEventListener(_name, does) {
    this.touch = does;
  }
  /** @param {...(Said | string)} children */
  append(...children) {
    this.textContent += children.map((child) => (typeof child === "string" ? child : child.textContent)).join("");
  }
}

before(() => Object.assign(globalThis, { document: { createElement: () => new Said() } }));
after(() => Object.assign(globalThis, { document: undefined }));

const key = (/** @type {number} */ byte) => new Uint8Array(32).fill(byte);
const PERSON = { name: "Ann", secret: key(1), key: key(1) };

test("who is far is shown beside the name, with the delay; on one network nothing is", () => {
  for (const delays of /** @type {[number, number][][]} */ ([[[1, 120]], []])) {
    const position = /** @type {any} */ ({ turn: 0, phase: "play", hands: [[], []], hidden: [7, 7], scores: [0, 0] });
    const said = playersElement(position, ["Ann", "Bob"], 0, [false, false], delays).textContent ?? "";
    assert.equal(said.includes("120 ms"), delays.length > 0);
    assert.ok(said.indexOf("120 ms") === -1 || said.indexOf("120 ms") > said.indexOf("Bob"));
  }
});

test("where the table counts a box has the points of this round, until they are in the total", () => {
  const said = (/** @type {object} */ more) => playersElement({ turn: 0, hands: [[], []], hidden: [7, 7], scores: [60, 0], on_table: [0, 35], ...more }, ["Ann", "Bob"], 0, [], []).textContent ?? "";
  assert.match(said({ phase: "play" }), /60\+0.*Bob.*0\+35/);
  for (const more of [{ phase: "over" }, { phase: "play", on_table: [] }]) assert.ok(!said(more).includes("+"));
});

test("the list of tables says where somebody is far away", () => {
  const session = new Session(/** @type {any} */ (PERSON), "https://a", () => true, () => {});
  const rows = [1, 2].map((number) => [number, `table ${number}`, "keilty", "waiting", ["Ann"], 6, 0, false, false]);
  session.handle({ m: "lobby", tables: rows, more: 0, far: [2] });
  const list = lobbyElements(session, /** @type {any} */ ({})).at(-1)?.textContent ?? "";
  assert.equal(list.split("somebody far away").length, 2);
  assert.ok(list.indexOf("somebody far away") > list.indexOf("table 2"));
});

test("tables that all have left are listed after those where somebody sits or plays", () => {
  const session = new Session(/** @type {any} */ (PERSON), "https://a", () => true, () => {});
  const tables = [["waiting", []], ["waiting", ["Ann"]], ["playing", ["Bob"]]];
  const rows = tables.map(([stage, seated], at) => [at + 1, `table ${at + 1}`, "keilty", stage, seated, 6, 0, false, false]);
  session.handle({ m: "lobby", tables: rows, more: 0, far: [] });
  const list = lobbyElements(session, /** @type {any} */ ({})).at(-1)?.textContent ?? "";
  assert.deepEqual(list.match(/table \d/g), ["table 2", "table 3", "table 1"]);
});

test("before a game the list of people says who is far, and nothing of who is near", async () => {
  register(`data:text/javascript,${encodeURIComponent(TEXTS)}`);
  const { seatedElement } = await import("../seat/table_panel.js");
  const session = new Session(/** @type {any} */ (PERSON), "https://a", () => true, () => {});
  const seats = [[0, key(1), "Ann", true, true, false], [1, key(2), "Bob", false, true, false]];
  for (const delays of /** @type {[number, number][][]} */ ([[[1, 120]], []])) {
    const shown = { stage: "waiting", owner: key(1), asking: [], levels: [], seats, delays };
    const table = /** @type {any} */ ({ shown, rows: seats });
    const said = seatedElement(session, table, /** @type {any} */ ({})).textContent ?? "";
    assert.equal(said.split("ms from the host").length - 1, delays.length);
    assert.ok(!delays.length || said.indexOf("120 ms from the host") > said.indexOf("Bob"));
  }
});

test("what cannot be taken back is asked in its button, also where that is drawn anew, and done by the second touch", async () => {
  const { askingButton } = await import("../seat/people.js");
  const done = /** @type {string[]} */ ([]);
  const drawn = () => /** @type {Said} */ (/** @type {unknown} */ (askingButton({ "data-key": "hand 1" }, "hand over", "To Bob?", () => done.push("Bob"))));
  const first = drawn();
  first.touch();
  assert.deepEqual([first.textContent, drawn().textContent, done], ["To Bob? touch again", "To Bob? touch again", []]);
  drawn().touch();
  assert.deepEqual([drawn().textContent, done], ["hand over", ["Bob"]]);
});
