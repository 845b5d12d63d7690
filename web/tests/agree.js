/** What this verifier finds in each transcript of a folder, a line of JSON each: `node tests/agree.js FOLDER`. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { rememberSignatures } from "../core/signatures.js";
import { check, statusOf } from "../verifier/report.js";
import { NotATranscript, OtherVersion } from "../verifier/transcript_file.js";

const folder = process.argv[2];
if (!folder) throw new Error("say which folder: node tests/agree.js FOLDER");
rememberSignatures();
for (const file of readdirSync(folder).filter((name) => name.endsWith(".rummy")).sort()) {
  const bytes = new Uint8Array(readFileSync(join(folder, file)));
  try {
    const report = check(bytes);
    const status = [statusOf(report, false), statusOf(report, true)];
    const { verdict, check: failed, record, scores, words, knowsRules } = report;
    console.log(JSON.stringify({ file, verdict, check: failed, record, scores, words, knowsRules, status, reason: report.reason }));
  } catch (problem) {
    if (!(problem instanceof NotATranscript)) throw problem;
    console.log(JSON.stringify({ file, verdict: problem instanceof OtherVersion ? "unknown" : "unreadable", check: null, record: null, status: [2, 2], reason: problem.message }));
  }
}
