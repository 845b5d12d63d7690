/** What a Worker has checked of a sealed deck, the page that takes the entry does not compute again; messages keep their order meanwhile. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { faceName } from "../core/cards.js";
import { checksAhead, noteFound } from "../client/checks_ahead.js";
import { Session } from "../client/session.js";
import { newlyHeld, rememberHeld } from "../core/held.js";
import { checkAhead } from "../sealed/proof_checker.js";
import { Auditor } from "../verifier/auditor.js";
import { readEntry } from "../ledger/forms.js";
import { readTranscript } from "../verifier/transcript_file.js";
import { SealedTable } from "./sealed_table.js";
import { vectorBytes } from "./vectors.js";

/** A deal and some turns of two pages, of which the first has everything checked ahead; by kind of entry, what it computed all the same.
 * @param {boolean} isAhead */
async function computed(isAhead) {
  const table = new SealedTable("keilty", 2, { hand: 3 });
  const { first } = table;
  const add = first.addEntry.bind(first);
  /** @type {Map<string, number>} */
  const left = new Map();
  let looked = 0;
  first.addEntry = (index, entry, signature) => {
    rememberHeld(0); // what the other pages of this program have checked says nothing here
    const tasks = checksAhead(first, { index, entry, signature });
    newlyHeld();
    const found = isAhead ? checkAhead(tasks) : null;
    rememberHeld(500);
    if (found) {
      noteFound(first, entry, found);
      looked += found.cards.length;
    }
    newlyHeld();
    const taken = add(index, entry, signature);
    const kind = `${taken?.e}`;
    if (tasks.length) left.set(kind, (left.get(kind) ?? 0) + newlyHeld().length);
    rememberHeld(0);
    return taken;
  };
  await table.begin();
  for (let turn = 0; turn < 3; turn += 1) {
    const seat = table.play.present.turn;
    await table.act(seat, "draw");
    const [card = 0] = [...(table.pages[seat]?.log.auditor.play.present.hand(seat).known ?? [])];
    await table.act(seat, `throw ${faceName(card)}`);
  }
  assert.equal(first.log.fault, null);
  return { left, looked };
}

test("what was checked ahead is not computed again", async () => {
  const { left, looked } = await computed(true);
  assert.ok(["keys", "part", "cosigns", "act"].every((kind) => left.has(kind)), [...left.keys()].join());
  assert.deepEqual([...left.values()].filter((count) => count > 0), [], JSON.stringify([...left]));
  assert.ok(looked >= 3, "the own cards are read there too");
  const { left: all } = await computed(false);
  assert.ok([...all.values()].every((count) => count > 0), JSON.stringify([...all]));
});

test("an audit that was made ahead is the same", () => {
  const auditor = new Auditor();
  let audits = 0;
  for (const record of readTranscript(vectorBytes("transcripts/sealed-keilty.rummy")).records) {
    const entry = record.kind === "entry" && auditor.log.isDealt ? readEntry(record.entry) : null;
    const round = entry?.e === "part" ? auditor.log.hidden?.auditWork(entry.seat, entry.blob) : null;
    auditor.feed(record);
    if (!round) continue;
    assert.deepEqual(checkAhead([{ do: "audit", round: structuredClone(round) }]).audit, auditor.log.hidden?.audit());
    audits += 1;
  }
  assert.ok(audits > 0);
});

test("all messages wait for the one that is checked, and keep their order", async () => {
  /** @type {((found: any) => void)[]} */
  const answers = [];
  const check = () => new Promise((answer) => answers.push(answer));
  const session = new Session(/** @type {any} */ ({ keep: {}, clock: {}, check }), "", () => true, () => {});
  /** @type {string[]} */
  const handled = [];
  session.handle = ({ m }) => void handled.push(m);
  session.checksAhead = ({ table }) => /** @type {any} */ (table === 1 ? [{ do: "deck" }] : []);
  const connect = () => (session.link = /** @type {any} */ ({ receive: (/** @type {any} */ messages) => messages }));
  const receive = (/** @type {any[]} */ ...messages) => session.receive(/** @type {any} */ (messages));
  const found = { names: [], cards: [], spelled: [], faces: null, audit: null };
  connect();
  receive({ m: "table" }, { m: "entry", table: 1 }, { m: "pong" });
  receive({ m: "lobby" });
  assert.deepEqual(handled, ["table"]);
  answers[0]?.(found);
  await new Promise((done) => setTimeout(done, 0));
  assert.deepEqual(handled, ["table", "entry", "pong", "lobby"]);
  receive({ m: "entry", table: 1 }, { m: "bye", code: "twice" });
  session.disconnected();
  connect();
  answers[1]?.(found);
  await new Promise((done) => setTimeout(done, 0));
  assert.equal(handled.length, 4, "what had not been taken is as if it had not come");
  assert.equal(session.bye?.code, "twice");
  receive({ m: "pong" });
  assert.equal(handled.at(-1), "pong");
});
