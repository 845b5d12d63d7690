/** What a page decides of its own parts, by the cases that the program decides too (tests/client/log/test_own_parts.py). */

import assert from "node:assert/strict";
import { test } from "node:test";
import { isSamePart } from "../client/ceremony.js";
import { unhex } from "../core/bytes.js";
import { rememberHeld } from "../core/held.js";
import { VOID_MILLIS } from "../ledger/shuffles.js";
import { SealedTable } from "./sealed_table.js";
import { vectors } from "./vectors.js";

rememberHeld();
const cases = vectors("own_parts.json");

/** @param {Record<string, any>} fields */
const read = (fields) => Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, name === "commits" ? Array(value).fill(new Uint8Array(32)) : typeof value === "string" ? unhex(value) : value]));

test("whether a part was signed already, in another log of the same game", () => {
  for (const one of cases.same_part) assert.equal(isSamePart(one.what, read(one.signed), read(one.now), one.sealed), one.same, JSON.stringify(one));
});

/** What became of an own part before the void. @type {{ [part: string]: object }} */
const BECAME = {
  made: {}, sent: { isOnItsWay: true }, read: { isOnItsWay: true, delivered: "read" }, "read before a break": { delivered: "read" }, acknowledged: { acknowledged: true },
};

for (const { after, owed, part, answered, blamed } of cases.voids_of_a_sealed_deck) {
  test(`a void while the ${owed} of a page is ${part}${after ? `, after one at the ${after[0]}` : ""}: it says ${answered}, and signs its part of the next shuffle`, async () => {
    const table = new SealedTable("keilty", 2, { hand: 4 });
    table.open();
    const [first, second] = table.pages;
    const voids = after ? [after, [owed, part]] : [[owed, part]];
    for (const [epoch, [what, state]] of voids.entries()) {
      await table.shuffle(epoch, what);
      const isOfAll = ["commit", "key", "root"].includes(what);
      for (const own of first?.own?.byHash.values() ?? []) own.acknowledged ||= own.logged; // as an honest host does
      if (state !== "not made") Object.assign((isOfAll ? first?.ceremony?.owed() : await first?.sealed?.part()) ?? {}, BECAME[state]);
      const signed = isOfAll ? [null, table.envelope(second?.ceremony?.owed() ?? null)] : [];
      table.now += VOID_MILLIS;
      table.write({ e: "void", round: 1, epoch, signed });
    }
    assert.deepEqual([first?.isBlamed, second?.isBlamed], [blamed, false]);
    await table.shuffle(voids.length, "commit");
    assert.equal(first?.ceremony?.owed()?.fields.answered.at(-1), answered);
    assert.equal(second?.ceremony?.owed()?.fields.first, voids.length);
  });
}
