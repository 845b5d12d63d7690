/** Hands of every size at the windows that are tried: all cards in the width, none too small to be touched. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { handLayout } from "../seat/hand_layout.js";

/** Window, then the width of the place for the hand. @type {[number, number, number][]} */
const PAGES = [[320, 640, 304], [360, 740, 344], [740, 360, 294], [820, 1180, 804], [1280, 800, 976]];

test("a hand lies within its width, in as few rows as its cards can be touched in", () => {
  for (const [width, height, place] of PAGES) {
    for (let count = 1; count <= 60; count += 1) {
      const { card, perRow, isCrowded } = handLayout(count, place, { width, height });
      const strip = isCrowded ? (place - card) / (perRow - 1) : card + 4;
      const name = `${count} cards at ${width}x${height}: ${card} wide, ${perRow} in a row`;
      assert.ok(card >= 36 && strip >= 24, name);
      assert.ok(isCrowded || perRow * (card + 4) - 4 <= place, name);
      assert.ok(Math.ceil(count / perRow) * card * 1.4 <= (count <= 24 ? 0.32 : 0.62) * height || width > height, name);
    }
  }
});

test("a few cards are as large as is of use", () => {
  assert.equal(handLayout(5, 976, { width: 1280, height: 800 }).card, 84);
  assert.equal(handLayout(8, 304, { width: 320, height: 640 }).perRow, 4);
  assert.equal(handLayout(10, 294, { width: 740, height: 360 }).perRow, 10, "a phone on its side has one row for ten");
});
