/**
 * What this verifier finds in one transcript after another, for programs that hold another verifier against it: a line of
 * base64 comes in, a line of JSON goes out. `node tests/judge.js`
 */

import { createInterface } from "node:readline";
import { rememberSignatures } from "../core/signatures.js";
import { check, statusOf } from "../verifier/report.js";
import { NotATranscript } from "../verifier/transcript_file.js";

/** @param {Uint8Array} bytes */
export function judge(bytes) {
  try {
    const report = check(bytes);
    const status = [statusOf(report, false), statusOf(report, true)];
    const { check: failed, record, verified, scores, words, knowsRules, reason } = report;
    return { check: failed, record, verified, scores, words, knowsRules, status, reason };
  } catch (problem) {
    if (!(problem instanceof NotATranscript)) throw problem;
    return { check: null, record: null, verified: false, status: [2, 2], reason: problem.message };
  }
}

rememberSignatures();
for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(judge(new Uint8Array(Buffer.from(line, "base64")))));
}
