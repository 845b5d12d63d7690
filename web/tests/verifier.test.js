import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { hex, joined, unhex } from "../core/bytes.js";
import { rememberHeld } from "../core/held.js";
import { check, statusOf } from "../verifier/report.js";
import { inflated, NotATranscript, OtherVersion, readTranscript } from "../verifier/transcript_file.js";
import { edited, resigned } from "./alterations.js";
import { drawn, vectorBytes, vectors } from "./vectors.js";

rememberHeld();
const index = vectors("transcripts/index.json");
const secret = unhex(index.host_private);
const words = new TextDecoder().decode(vectorBytes("words.txt")).trim().split("\n");

/** What this verifier finds: verdict, check, record, and the two exit statuses. @param {Uint8Array} bytes */
function found(bytes) {
  try {
    const report = check(bytes);
    const verdict = report.cut ? "unreadable" : report.verdict;
    return { verdict, check: report.check, record: report.record, status: [statusOf(report, false), statusOf(report, true)], report };
  } catch (problem) {
    if (!(problem instanceof NotATranscript)) throw problem;
    return { verdict: problem instanceof OtherVersion ? "unknown" : "unreadable", check: null, record: null, status: [2, 2], report: null };
  }
}

// A sealed one takes seconds.
const sealed = (/** @type {any} */ game) => game.file.startsWith("sealed-");
for (const game of [...index.games.filter((/** @type {any} */ one) => !sealed(one)), ...drawn(/** @type {any[]} */ (index.games.filter(sealed)), 1)]) {
  const file = vectorBytes(`transcripts/${game.file}`);

  test(`${game.file} as it is`, () => {
    const { report } = found(file);
    assert.ok(report);
    assert.deepEqual([report.check, report.record, report.verdict], [null, null, game.complete ? "verified" : "incomplete"], report.reason);
    assert.deepEqual(report.players, game.players);
    assert.deepEqual(report.words.map((at) => words[at]), game.words);
    assert.deepEqual([report.scores, report.records, report.rounds], [game.scores, game.records, game.rounds]);
    assert.deepEqual(report.voids, game.voids);
    assert.equal(report.unsigned, game.unsigned_acts);
  });

  for (const { name, edits, resigned: anew, verdict, check: wanted, record, status } of drawn(/** @type {any[]} */ (game.alterations), 2))
    test(`${game.file}: ${name}`, () => {
      const bytes = edited(file, edits);
      const got = found(anew ? resigned(bytes, secret, record ?? Infinity) : bytes);
      assert.deepEqual([got.verdict, got.check, got.record, got.status], [verdict, wanted, record, status], got.report?.reason);
    });
}

for (const { file, check: wanted, record, status } of drawn(/** @type {any[]} */ (index.crooked), 15))
  test(file, () => {
    const got = found(vectorBytes(`transcripts/${file}`));
    assert.deepEqual([got.check, got.record, got.status], [wanted, record, status], got.report?.reason);
  });

test("a compressed file is what it holds, or damaged", async () => {
  const whole = vectorBytes("transcripts/keilty.rummy"), packed = new Uint8Array(gzipSync(whole));
  assert.deepEqual(await inflated(packed), new Uint8Array(whole));
  assert.equal(await inflated(packed.slice(3)).then(readTranscript).catch((problem) => problem.constructor), NotATranscript);
  for (const damaged of [packed.slice(0, -9), packed.slice(0, 2)]) await assert.rejects(inflated(damaged), NotATranscript);
  const [empty, first, rest] = [new Uint8Array(0), whole.subarray(0, 40), whole.subarray(40)].map((one) => new Uint8Array(gzipSync(one)));
  const parts = /** @type {{ [name: string]: Uint8Array }} */ ({ whole: packed, empty, first, rest, size: packed.slice(-4) });
  const { right, damaged } = vectors("gzip.json");
  const made = (/** @type {string[]} */ names) => new Uint8Array(joined(...names.map((one) => parts[one] ?? unhex(one))));
  for (const names of right) assert.deepEqual(await inflated(made(names)), new Uint8Array(whole), names);
  for (const names of damaged) await assert.rejects(inflated(made(names)), NotATranscript, names.join());
});

test("files that are whole, cut, and none", () => {
  for (const { about, bytes, records, cut } of vectors("fairness.json").transcripts) {
    if (records === null) {
      assert.throws(() => readTranscript(unhex(bytes)), NotATranscript, about);
      continue;
    }
    const read = readTranscript(unhex(bytes));
    assert.deepEqual([read.records.length, read.cut], [records.length, cut], about);
    read.records.forEach((one, at) => {
      if (one.kind === "entry") assert.equal(hex(one.entry), records[at].entry);
      if (one.kind === "opening") assert.deepEqual([one.seat, one.round, one.card], [records[at].seat, records[at].round, records[at].card]);
      if (one.kind === "refusal") assert.deepEqual([one.code, hex(one.blob)], [records[at].code, records[at].blob]);
    });
  }
});
