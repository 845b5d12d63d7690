/** A page that was hidden says so once, where the others have waited for it. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { HiddenPage } from "../client/hidden_page.js";

/** @param {Record<string, any>} sealed @param {boolean} [isBehind] */
const tableOf = (sealed, isBehind = false) => /** @type {any} */ ({ isBehind, game: { sealed } });
const owing = { hasKey: true, due: { what: "share" } };

/** @param {number} millis */
function hiddenFor(millis) {
  const page = new HiddenPage();
  page.changed(true, 0);
  page.changed(false, 1_000);
  page.changed(false, 2_000);
  page.changed(true, 1_000 + millis);
  return page;
}

test("it says so once, when the log that came meanwhile asks for its part", () => {
  const page = hiddenFor(42_000);
  assert.equal(page.secondsWaited(tableOf(owing, true)), 0, "the log is on its way");
  assert.equal(page.secondsWaited(tableOf(owing)), 42);
  assert.equal(page.secondsWaited(tableOf(owing)), 0);
});

test("nobody waited, or not for long: nothing is said", () => {
  assert.equal(hiddenFor(4_000).secondsWaited(tableOf(owing)), 0);
  assert.equal(hiddenFor(42_000).secondsWaited(tableOf({ hasKey: false })), 0, "it plays nowhere, or with a plain deck");
  const page = hiddenFor(42_000);
  assert.equal(page.secondsWaited(tableOf({ hasKey: true, due: null })), 0);
  assert.equal(page.secondsWaited(tableOf(owing)), 0, "what is asked for later nobody waited for");
});
