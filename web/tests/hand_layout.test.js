/** Hands of every size at the windows that are tried: all cards in the width, none too small to be touched. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { groupsOf, handLayout } from "../seat/hand_layout.js";

/** Window, then the width of the place for the hand. @type {[number, number, number][]} */
const PAGES = [[320, 640, 304], [360, 740, 344], [740, 360, 324], [820, 1180, 804], [1280, 800, 976]];

test("a hand lies within its width, in as few rows as a thumb can touch its cards in", () => {
  for (const [width, height, place] of PAGES) {
    for (let count = 1; count <= 60; count += 1) {
      for (const groups of [0, 1, 3]) {
        const { card, rows, perRow, strip, apart } = handLayout(count, place, { width, height }, groups);
        const name = `${count} cards at ${width}x${height}: ${card} wide, ${perRow} in each of ${rows}`;
        assert.ok(card >= 64 && strip >= 26 && rows * perRow >= count, name);
        assert.ok(card + strip * (perRow - 1) + apart * groups <= place + 0.01, name);
        assert.ok(count > 20 || rows <= (count > 11 ? 2 : 1 + Number(count > 10 && width < 330)), name);
        assert.equal(handLayout(count - 1, place, { width, height }, groups, 1).rows, rows, "as many before the draw");
      }
    }
  }
});

test("a few cards are as large as is of use, and side by side", () => {
  const { card, strip } = handLayout(5, 976, { width: 1280, height: 800 });
  assert.ok(card === 84 && strip > card);
});

test("what could be melds is found, the largest first: no card twice, and wild cards are nobody's", () => {
  const hand = ["AC", "2C", "3C", "3D", "3H", "3S", "QS", "KS", "AS", "*1"];
  assert.deepEqual(groupsOf(hand, 3, false), [["3C", "3D", "3H", "3S"], ["QS", "KS", "AS"]]);
  assert.deepEqual(groupsOf(hand, 4, false), [["3C", "3D", "3H", "3S"]]);
  const twins = ["9D.0", "9D.1", "9S.0"];
  assert.deepEqual([groupsOf(twins, 4, true), groupsOf(twins, 3, false)], [[twins], []]);
});
