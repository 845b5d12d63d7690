/** The log of a table as a page at a host says it, while the game is followed. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { FollowedLog } from "../client/followed_log.js";
import { Table } from "../client/table.js";
import { rememberHeld } from "../core/held.js";
import { entryText, pausedText } from "../live/entry_text.js";
import { shortName } from "../live/table_elements.js";
import { heldCards } from "../seat/round_result.js";
import { winnerText } from "../table/event_text.js";
import { readEntry } from "../ledger/forms.js";
import { readTranscript } from "../verifier/transcript_file.js";
import { vectorBytes } from "./vectors.js";

rememberHeld(); // many tests read the same logs

const NAMES = ["ann", "ben", "cem"];

/** A table at which a game is followed. @param {string} name @param {(table: Table, entry: Record<string, any>) => void} [each] */
function followed(name, each = () => {}) {
  const records = readTranscript(vectorBytes(`transcripts/${name}.rummy`)).records;
  const entries = records.flatMap((one) => (one.kind === "entry" ? [one] : []));
  const log = new FollowedLog(readEntry(/** @type {any} */ (entries[0]).entry).host, new Uint8Array(32));
  const table = new Table({ m: "table", table: 1, id: new Uint8Array(32), game: 1, variant: name, options: new Map(), seats: [], stage: "playing" });
  table.game = /** @type {any} */ ({ log });
  for (const { entry, signature } of entries) {
    const read = /** @type {any} */ (log.add(log.length, entry, signature));
    table.note({ entry: read, events: log.auditor.play.events });
    each(table, read);
  }
  assert.equal(log.fault, null);
  return table;
}

/** The entries of a game, each with its line. @param {string} name @param {number | null} [me] @returns {{ entry: Record<string, any>, line: string }[]} */
function lines(name, me = null) {
  return followed(name).logLines.flatMap((one) => ("entry" in one ? [{ entry: one.entry, line: entryText(one.entry, one.events, { names: NAMES, me }) }] : []));
}

for (const name of ["keilty", "basic", "vegas", "crummy", "joker"]) {
  test(`${name}: each action has its line as the public sees it, and each round ends once`, () => {
    const told = lines(name);
    for (const { entry, line } of told) {
      const own = line.replace(/^the host played for .*?: /, "");
      if (entry.e === "act") assert.match(own, new RegExp(`^${NAMES[entry.seat]}[ :]`), entry.do);
      if (entry.e === "act") assert.equal(own !== line, ["turn", "vote"].includes(entry.why), "what the host did is told so");
      if (entry.e === "act" && entry.do === "draw") assert.equal(own, `${NAMES[entry.seat]} drew a card`);
      assert.equal(line.includes("the round is over"), entry.e === "score", line);
      assert.equal(/won the game|is shared/.test(line), entry.e === "score" && entry.finished, line);
    }
    assert.ok(told.some(({ entry }) => entry.e === "score"));
    assert.equal(told.filter(({ line }) => line.startsWith("the cards were dealt, ")).length, told.filter(({ entry }) => entry.e === "deal").length);
  });
}

test("after a round of any game its hands are shown, and during none", () => {
  for (const name of ["keilty", "basic", "vegas", "crummy", "joker"]) {
    let [rounds, isOpen] = [0, false];
    followed(name, (table, entry) => {
      const held = heldCards(table);
      isOpen = entry.e === "score" || (isOpen && entry.e !== "deal");
      assert.equal(held !== null, isOpen, `${name}: ${entry.e}`);
      if (entry.e !== "score") return;
      rounds += 1;
      if (entry.out !== null) assert.deepEqual(held?.[entry.out], []);
      assert.ok(held?.some((cards) => cards.length > 0));
    });
    assert.ok(rounds > 0);
  }
});

test("a new stock is told, and who reads is you; a rest, by whom", () => {
  const owned = (/** @type {number} */ seat) => pausedText(/** @type {any} */ ({ owner: [1, new Uint8Array(), "Berta"], game: { log: { seat } } }));
  assert.deepEqual([owned(0), owned(1)], ["PAUSED by Berta", "PAUSED"]);
  assert.ok(lines("keilty").some(({ line }) => line.endsWith(" cards of the pile were shuffled into a new stock")));
  const told = lines("keilty", 0).filter(({ entry }) => entry.e === "act" && entry.seat === 0);
  assert.ok(told.length > 0 && told.every(({ line }) => /^(you |the host played for you, )/.test(line)), JSON.stringify(told));
});

test("a bot's name is short where nobody else has it", () => {
  const names = ["Bruno", "Bruno (bot)", "Cleo (bot)"];
  assert.deepEqual(names.map((one) => shortName(one, names)), ["Bruno", "Bruno (bot)", "Cleo"]);
});

test("a winner with as many points as another is explained", () => {
  const won = [[105, 35], [105, 105]].map((totals) => winnerText(0, { names: NAMES, me: null }, totals));
  assert.deepEqual(won, ["ann won the game", "ann won the game: with equal points, the leader before this round wins"]);
});
