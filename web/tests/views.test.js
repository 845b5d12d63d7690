/** Views whose list of actions comes in parts: protocol/PROTOCOL.md, `ask-view`. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { askViews } from "../client/views.js";

/** A page at a table, and the questions that it asks. */
function page() {
  const game = { number: 1, isDealt: true, log: { hasPosition: true, length: 9, seat: 0 }, isHandProven: (/** @type {string[]} */ hand) => !hand.includes("AS") };
  const table = /** @type {any} */ ({ number: 7, game, shown: { stage: "waiting" }, view: null, isViewStale: true });
  /** @type {{ start: number, answered: (answer: any) => void }[]} */
  const asked = [];
  const session = /** @type {any} */ ({ tables: new Map([[7, table]]), changed: () => {}, pingInOrder: () => {}, asksAtOnce: true });
  session.request = (/** @type {string} */ _kind, /** @type {any} */ { start }, /** @type {any} */ answered) => asked.push({ start, answered });
  const answer = (/** @type {string[]} */ legal, /** @type {number | undefined} */ more, card = "2C", entries = game.log.length) => {
    const json = JSON.stringify({ game: 1, entries, seat: 0, position: { hands: [[card]] }, legal, more });
    asked.at(-1)?.answered({ ok: true, code: "", says: "", message: { json } });
  };
  askViews(session);
  const starts = () => asked.map(({ start }) => start);
  return { game, table, session, answer, starts };
}

test("a list that comes in parts is asked for to its end, and played from at once", () => {
  const { table, answer, starts } = page();
  answer(["draw", "throw 2C"], 3);
  assert.deepEqual([table.view.legal, starts(), table.isAskingView], [["draw", "throw 2C"], [0, 2], true]);
  answer(["a", "b"], 1);
  answer(["c"], 0);
  assert.deepEqual([table.view.legal, starts(), table.isAskingView], [["draw", "throw 2C", "a", "b", "c"], [0, 2, 4], false]);
});

test("a part of a later position is not put to those of an earlier one: the page begins with 0 again", () => {
  const { game, table, answer, starts } = page();
  answer(["draw"], 2);
  game.log.length = 10;
  answer(["b"], 1);
  assert.deepEqual([table.view.legal, starts()], [["draw"], [0, 1, 0]]);
  answer(["pass"], 0);
  assert.deepEqual([table.view.legal, starts(), table.isAskingView], [["pass"], [0, 1, 0], false]);
});

test("a part of the same position is left out where the log has gone on meanwhile", () => {
  const { game, session, table, answer, starts } = page();
  answer(["draw"], 2);
  game.log.length = 10;
  table.isViewStale = true;
  askViews(session);
  answer(["b"], 1, "2C", 9);
  assert.deepEqual([table.view.legal, starts(), table.isAskingView], [["draw"], [0, 1, 0], true]);
});

test("a host that says that more follows and sends nothing, or another hand, is not asked on", () => {
  for (const [legal, more, card] of /** @type {[string[], number, string][]} */ ([[[], 5, "2C"], [["a"], 5, "AS"]])) {
    const { table, answer, starts } = page();
    answer(["draw"], 5);
    answer(legal, more, card);
    assert.deepEqual([starts(), table.isAskingView, table.view.legal], [[0, 1], false, ["draw"]]);
  }
});

test("a host whose position lies before the question is not asked again until the log goes on", () => {
  const { game, session, table, answer, starts } = page();
  answer(["draw"], 0, "2C", 8);
  assert.deepEqual([table.view, table.isViewDenied, starts()], [null, true, [0]]);
  game.log.length = 10;
  table.isViewStale = true;
  askViews(session);
  answer(["pass"], 0);
  assert.deepEqual([table.view.legal, table.isViewDenied], [["pass"], false]);
});

test("no host makes a page hold more than so many actions", () => {
  const { table, answer, starts } = page();
  for (let part = 0; part < 12 && table.isAskingView; part += 1) answer(Array(10_000).fill("draw"), 1_000_000);
  assert.deepEqual([starts().length, table.view.legal.length], [10, 100_000]);
});
