/** A seat at a host that is newer, and what the top of the page says of whom. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { FollowedLog } from "../client/followed_log.js";
import { guard, Table } from "../client/table.js";
import { ready } from "../client/submitting.js";
import { unhex } from "../core/bytes.js";
import { findTrouble } from "../seat/trouble.js";
import { WEIGHTS } from "../table/fault_words.js";
import { VARIETIES } from "../rules/varieties.js";
import { cardsToDeal, mostPlayers } from "../rules/options.js";
import { readTranscript } from "../verifier/transcript_file.js";
import { edited, resigned } from "./alterations.js";
import { vectorBytes, vectors } from "./vectors.js";

const index = vectors("transcripts/index.json");
const usual = new Map(Object.entries(VARIETIES.keilty?.options ?? {}).flatMap(([name, { usual, unwritten }]) => (unwritten ? [] : [[name, usual]])));

/** @param {string} variant @param {Map<string, any>} options */
const tableOf = (variant, options) => new Table({ m: "table", table: 1, id: new Uint8Array(32), game: 1, variant, options, seats: [], stage: "waiting" });

/** What the top of the page says. @param {any} table */
const says = (table) => {
  const { kind, text } = findTrouble(null, null, table, /** @type {any} */ ({ state: "held" }));
  return { weight: kind && WEIGHTS[kind], text };
};

test("at a table whose game it does not know a page says so calmly and signs nothing", async () => {
  const session = /** @type {any} */ ({ ask: () => assert.fail("nothing is sent") });
  for (const table of [tableOf("whist", new Map()), tableOf("constructor", usual), tableOf("keilty", new Map([...usual, ["moon", "full"]])), tableOf("keilty", new Map([...usual, ["voids", 99]]))]) {
    assert.equal(says(table).weight, "unknown");
    assert.match(says(table).text, /cannot be checked .* a newer one may/);
    assert.doesNotMatch(says(table).text, /CHEAT|FAIR/);
    assert.equal((await ready(session, table)).ok, false);
    assert.equal(mostPlayers(table.shown.variant, table.shown.options) > 0, table.shown.variant === "keilty");
  }
  assert.deepEqual(says(tableOf("keilty", usual)), { weight: "", text: "" });
});

test("a game of which a page has the options alone is one that it does not know", () => {
  const games = /** @type {any} */ (VARIETIES);
  games.whist = VARIETIES.keilty;
  try {
    assert.equal(says(tableOf("whist", usual)).weight, "unknown");
  } finally {
    delete games.whist;
  }
});

test("the cards of a deck are those that the game has", () => {
  const sizes = Object.keys(VARIETIES).map((variant) => [variant, cardsToDeal(variant, new Map([["hand", 7]]), 5).length]);
  assert.deepEqual(Object.fromEntries(sizes), { keilty: 52, basic: 52, vegas: 108, crummy: 162, joker: 54 });
  const games = /** @type {any} */ (VARIETIES);
  games.whist = { ...VARIETIES.keilty, faces: 40 };
  try {
    assert.equal(cardsToDeal("whist", usual, 4).length, 40);
  } finally {
    delete games.whist;
  }
});

test("a log whose game it does not know is followed no further, and is no cheat", () => {
  const [game] = index.games;
  for (const name of ["an unknown game, resigned", "another version of the log, resigned", "more players than the game is known for, resigned"]) {
    const { edits } = game.alterations.find((/** @type {any} */ one) => one.name === name);
    const file = resigned(edited(vectorBytes(`transcripts/${game.file}`), edits), unhex(index.host_private));
    const { records } = readTranscript(file);
    const whole = readTranscript(vectorBytes(`transcripts/${game.file}`)).records;
    const log = new FollowedLog(hostOf(whole), new Uint8Array(32));
    const table = tableOf("keilty", usual);
    table.game = /** @type {any} */ ({ log });
    let read = 0;
    for (const record of records) guard(table, () => {
      if (record.kind !== "entry") return;
      log.add(log.length, record.entry, record.signature);
      read += 1;
    });
    assert.equal(log.fault, null, name);
    assert.ok(log.unknown && read < 2, name);
    assert.equal(says(table).weight, "unknown");
  }
});

/** @param {import("../verifier/transcript_file.js").Rec[]} records */
function hostOf(records) {
  const log = new FollowedLog(new Uint8Array(32), new Uint8Array(32));
  const [first] = records;
  if (first?.kind === "entry") log.auditor.feed(first);
  return log.state.host;
}
