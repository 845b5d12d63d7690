/** A screen with more tables than it can show. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { inTurn, ROTATION_MILLIS } from "../live/rotation.js";

test("more tables than a screen has room for take turns, and all of them come", () => {
  assert.deepEqual(inTurn([1, 2, 3, 4], 4, 7 * ROTATION_MILLIS), [1, 2, 3, 4]);
  const tables = [1, 2, 3, 4, 5, 6, 7];
  const seen = Array.from({ length: 7 }, (_, at) => inTurn(tables, 4, at * ROTATION_MILLIS));
  assert.deepEqual(seen[0], [1, 2, 3, 4]);
  assert.deepEqual(seen[1], [5, 6, 7, 1]);
  assert.deepEqual(inTurn(tables, 4, ROTATION_MILLIS - 1), seen[0]);
  for (const table of tables) assert.equal(seen.filter((shown) => shown.includes(table)).length, 4);
});
