/** A page names whose program the others wait for, also while the deck is mixed. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { deckProgress } from "../live/sealed_words.js";

/** A table where Ben owes something since a log time, ten seconds before now. @param {number} waited milliseconds that he has owed it @param {any} mixing */
function waitingFor(waited, mixing) {
  const hidden = { isWaiting: true, root: null, cards: { mixing }, due: new Map([[1, { since: 10_000 - waited }]]) };
  return /** @type {any} */ ({ names: ["Anna", "Ben"], loggedAt: Date.now(), game: { log: { seat: 0, state: { hidden, time: 10_000 } } } });
}

test("whose program keeps all waiting is named, once a mix takes too long", () => {
  const mixing = { mixers: [0, 1], proven: new Set([0]) };
  assert.equal(deckProgress(waitingFor(1_000, mixing)), "Ben mixes the cards: 1 of 2 have …");
  assert.match(deckProgress(waitingFor(9_000, mixing)), /Ben/);
  assert.match(deckProgress(waitingFor(0, null)), /Ben/);
});
