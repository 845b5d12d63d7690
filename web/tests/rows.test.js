/** The rows beside the pages of rules: the rules of the pages for browsers do what each row says, as tests/rules/test_rows.py has it of the package's. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { readAction } from "../rules/actions.js";
import { isLegal, legalActions, withDecks } from "../rules/legal.js";
import { VARIETIES } from "../rules/varieties.js";
import { actionMoment, tableOf } from "../ledger/round_history.js";
import { cards, dealt, positionOf, roundAt, rowsOf } from "./rows.js";

/** Phases in which no round begins here: what led there is needed. */
const LATE = ["buyin", "over"];

/** @param {any} round @param {string} row what a seat may do @param {string} about */
function assertListed(round, row, about) {
  const [seat = "0"] = row.split(" ");
  const [listed, calls] = [row.slice(seat.length + 1).split(", "), round.calls.filter((/** @type {any} */ { by }) => by !== Number(seat))];
  const here = legalActions(round, Number(seat)).map((action) => (row.includes(".") ? withDecks(round, Number(seat), action) : action.replaceAll(/\.\d/g, "")));
  const wanted = listed.filter((action) => action && !action.startsWith("rummy "));
  // Of wild cards the package lists the first only.
  if (round.playing || round.bought) assert.deepEqual(wanted.filter((action) => !here.includes(action)), [], about);
  else assert.deepEqual(here.sort(), wanted, about);
  assert.deepEqual(listed.filter((action) => action.startsWith("rummy ")), calls.map((/** @type {any} */ { text }) => text).sort(), about);
}

/** What happened, as rows have it. @param {readonly any[]} events */
const eventsText = (events) => events.map(({ onto: _, ...event }) => Object.values(event).flat().map(String).join(" ")).join("; ");

/** Of a swap or trade only the seat and the two cards: what else there is to say stands in the meld. @param {string} text */
const inShort = (text) => text.replaceAll(/exchanged (\d+) (?:\d+ )?(\S+) ([^ ;=]+)(?:=[^ ;]+)?/g, "exchanged $1 $2 $3");

/** The round after a step; null where the step is refused. @param {any} round @param {string} step @param {any} at */
function after(round, step, at) {
  const [who = "", ...words] = step.split(" ");
  if (who === "deal") return dealt(at.variant, at, round, words);
  const next = round.copy();
  if (who === "shuffle") next.reshuffle(cards(words.join(" ")));
  else if (who === "insert") next.putBack(words.map(Number));
  else next.act(Number(who), withDecks(next, Number(who), words.join(" ")));
  return next;
}

for (const variant of Object.keys(VARIETIES))
  test(`every row of ${variant}`, () => {
    let at = /** @type {any} */ (null);
    let round = /** @type {any} */ (null);
    for (const [number, row] of rowsOf(variant).entries()) {
      const about = `${variant}.jsonl:${number + 1} ${JSON.stringify(row)}`;
      if (row.at) {
        at = { ...row.at, variant };
        round = row.at.hands && !row.bad && !LATE.includes(row.at.phase) ? roundAt(variant, row.at) : null;
      }
      const isFirst = !at.hands && !row.bad;
      if (row.bad || (!round && !isFirst)) continue;
      if (row.may !== undefined) assertListed(round, row.may, about);
      else if (row.clock !== undefined) assert.equal(`${round.actor} ${round.timers(1)[0]?.text}`, row.clock, about);
      else if (row.refused !== undefined) {
        const [seat = "", ...words] = (row.do ?? "").split(" ");
        if (!/^\d+$/.test(seat)) continue;
        const action = readAction(words.join(" "));
        if (row.refused === "needs_shuffle") assert.ok(action && round.needsStock(Number(seat), action), about);
        else assert.ok(!isLegal(round, Number(seat), words.join(" ")), about);
      } else {
        const [before, table] = [round && positionOf(round), round && tableOf(round)];
        round = after(round, row.do ?? "", at);
        const [seat = "", ...words] = (row.do ?? "").split(" ");
        if (/^\d+$/.test(seat)) {
          const { events } = actionMoment(round, table, { seat: Number(seat), text: words.join(" "), why: null, t: 0 });
          assert.equal(inShort(eventsText(events)), inShort(row.events ?? ""), about);
        }
        const now = positionOf(round);
        const wanted = { ...now, ...before, ...row.then };
        for (const key of Object.keys(now)) assert.deepEqual(now[key], wanted[key], `${key}: ${about}`);
      }
    }
  });
