/** What rummynet puts into a page: read as it was written, or said to be damaged. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { Damaged, embeddedGame, pageWithGame } from "../table/embedded.js";
import { vectorBytes } from "./vectors.js";

const SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const transcript = vectorBytes("transcripts/vegas.rummy");
const besides = { frames: null, digests: [], notes: {}, version: "1" };
const packed = (/** @type {Uint8Array | string} */ data) => gzipSync(data).toString("base64");
const text = JSON.stringify({ transcript: packed(transcript), besides: packed(JSON.stringify(besides)) });

test("what is in a page is read as it was written", async () => {
  const game = await embeddedGame(text);
  assert.deepEqual(game?.besides, besides);
  assert.deepEqual(game?.bytes, transcript);
  assert.equal(await embeddedGame("null"), null);
});

test("a page that was given a game by another page holds it", async () => {
  const page = await pageWithGame("<main></main><!-- data --><script></script>", transcript);
  const data = /<main><\/main><script type="application\/json" id="embedded">(.*)<\/script><script><\/script>/.exec(page)?.[1] ?? "";
  assert.deepEqual(await embeddedGame(data), { bytes: transcript, besides: null });
});

test("one changed character is said, wherever it stands", async () => {
  const places = Array.from({ length: 120 }, (_, at) => Math.floor((at * text.length) / 120));
  let damaged = 0;
  for (const place of places) {
    const sign = SIGNS[(SIGNS.indexOf(text[place] ?? "") + 7) % 64] ?? "A";
    const changed = `${text.slice(0, place)}${sign}${text.slice(place + 1)}`;
    try {
      const game = await embeddedGame(changed);
      assert.deepEqual([game?.bytes, game?.besides], [transcript, besides], `another game from place ${place}`);
    } catch (problem) {
      assert.ok(problem instanceof Damaged, `${place}: ${problem}`);
      damaged += 1;
    }
  }
  assert.ok(damaged > 110, `${damaged}`);
});

test("a page that stops, and data of another form, are said to be damaged", async () => {
  for (const wrong of ["", "{", "[]", "{}", text.slice(0, 4000), '{"transcript": "!!", "besides": "AAAA"}', JSON.stringify({ transcript: packed(transcript), besides: packed("no JSON") })])
    await assert.rejects(embeddedGame(wrong), Damaged, wrong.slice(0, 40));
});
