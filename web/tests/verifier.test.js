import assert from "node:assert/strict";
import { test } from "node:test";
import { hex, unhex } from "../core/bytes.js";
import { rememberSignatures } from "../core/signatures.js";
import { CHECKS_OF_RULES, CHECKS_PARTLY_OF_RULES } from "../verifier/checks.js";
import { check, statusOf } from "../verifier/report.js";
import { NotATranscript, OtherVersion, readTranscript } from "../verifier/transcript_file.js";
import { edited, resigned } from "./alterations.js";
import { vectorBytes, vectors } from "./vectors.js";

rememberSignatures();
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

/** Checks that need rules which this program has for Keilty alone. @param {string} variant @param {string | null} name */
const isBeyond = (variant, name) => variant !== "keilty" && name !== null && BEYOND.has(name);
const BEYOND = new Set([...CHECKS_OF_RULES, ...CHECKS_PARTLY_OF_RULES].filter((name) => name !== "deck" && name !== "opening"));

/**
 * A fault that only the rules show is not found here, or found where this verifier looks too; where the host signed anew, what
 * players signed later is aimed at heads that are no more.
 * @param {ReturnType<typeof found>} got @param {string | null} wanted @param {number} record
 */
function assertUnseen(got, wanted, record) {
  assert.equal(got.report?.knowsRules, false);
  assert.notEqual(got.verdict, "verified", "nothing claims a check that was not made");
  if (got.check !== null && got.check !== wanted) assert.ok((got.record ?? 0) >= record, `${got.check} at ${got.record}`);
}

for (const game of index.games) {
  const file = vectorBytes(`transcripts/${game.file}`);

  test(`${game.file} as it is`, () => {
    const { report } = found(file);
    assert.ok(report);
    const verdict = game.variant === "keilty" ? "verified" : "moves-unchecked";
    assert.deepEqual([report.check, report.record, report.verdict, game.verified], [null, null, verdict, true], report.reason);
    assert.deepEqual(report.players, game.players);
    assert.deepEqual(report.words.map((at) => words[at]), game.words);
    assert.deepEqual([report.scores, report.records, report.rounds], [game.scores, game.records, game.rounds]);
    assert.deepEqual(report.voids, game.voids);
    assert.equal(report.unsigned, game.unsigned_acts);
  });

  for (const { name, edits, resigned: anew, verdict, check: wanted, record, status } of game.alterations)
    test(`${game.file}: ${name}`, () => {
      const bytes = edited(file, edits);
      const got = found(anew ? resigned(bytes, secret, record ?? Infinity) : bytes);
      if (isBeyond(game.variant, wanted)) assertUnseen(got, wanted, record);
      else assert.deepEqual([got.verdict, got.check, got.record, got.status], [verdict, wanted, record, status], got.report?.reason);
    });
}

for (const { file, check: wanted, record, status } of index.crooked)
  test(file, () => {
    const got = found(vectorBytes(`transcripts/${file}`));
    if (got.report && isBeyond(got.report.variant, wanted)) assertUnseen(got, wanted, record);
    else assert.deepEqual([got.check, got.record, got.status], [wanted, record, status], got.report?.reason);
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
      if (one.kind === "refusal") assert.equal(one.code, records[at].code);
    });
  }
});
