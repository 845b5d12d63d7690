/**
 * What this verifier finds in transcripts, a line of JSON each, for programs that hold another verifier against it.
 * `node tests/agree.js FOLDER` takes each file of a folder; `node tests/agree.js` a line of base64 from standard input each.
 */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { rememberHeld } from "../core/held.js";
import { check, statusOf } from "../verifier/report.js";
import { inflated, NotATranscript, OtherVersion } from "../verifier/transcript_file.js";

/** @param {Uint8Array<ArrayBuffer>} bytes */
async function found(bytes) {
  try {
    const report = check(await inflated(bytes));
    const status = [statusOf(report, false), statusOf(report, true)];
    const { verdict, check: failed, record, scores, words, reason, missing, clockBreaks: clock_breaks } = report;
    return { verdict, check: failed, record, scores, words, status, reason, missing, clock_breaks };
  } catch (problem) {
    if (!(problem instanceof NotATranscript)) throw problem;
    const verdict = problem instanceof OtherVersion ? "unknown" : "unreadable";
    return { verdict, check: null, record: null, status: [2, 2], reason: problem.message };
  }
}

const folder = process.argv[2];
rememberHeld();
if (folder) {
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".rummy")).sort()) {
    console.log(JSON.stringify({ file, ...(await found(new Uint8Array(readFileSync(join(folder, file))))) }));
  }
} else {
  for await (const line of createInterface({ input: process.stdin })) {
    console.log(JSON.stringify(await found(new Uint8Array(Buffer.from(line, "base64")))));
  }
}
