/** The host's signature on refusals, and the evidence that it is about. Source: protocol/FAIRNESS.md, "Refusals". */

import { unhex, ZEROS } from "../core/bytes.js";
import { refusalHash, statementHash } from "../core/identifiers.js";
import { isSignature } from "../core/signatures.js";
import { STATEMENTS } from "../verifier/transcript_file.js";

/** @import { SignedStatement } from "../verifier/transcript_file.js" */
/** @typedef {{ byHost: Uint8Array, refusedAt: Uint8Array, evidence: SignedStatement | null }} SignedRefusal */

/** What the host has signed for an own statement that it refused; null if it signed nothing, or something else. Evidence that the signature is
 * not about is left out. @param {Uint8Array} log @param {Uint8Array} host @param {Uint8Array} me @param {import("./own_statements.js").OwnStatement} own
 * @param {import("./host_link.js").Message} message @returns {SignedRefusal | null} */
export function readRefusal(log, host, me, own, { code, signed: byHost, head: refusedAt, evidence }) {
  if (!(byHost instanceof Uint8Array) || !(refusedAt instanceof Uint8Array) || refusedAt.length !== 32) return null;
  const shown = shownStatement(evidence);
  for (const one of shown ? [shown, null] : [null]) {
    const payload = refusalHash(log, refusedAt, me, unhex(own.hash), String(code), evidenceHash(one));
    if (isSignature(host, "refusal", payload, byHost)) return { byHost, refusedAt, evidence: one };
  }
  return null;
}

/** What a refusal names of its evidence. @param {SignedStatement | null} evidence */
export function evidenceHash(evidence) {
  return evidence ? statementHash(evidence[0], evidence[1]) : ZEROS;
}

/** @param {unknown} value @returns {SignedStatement | null} */
function shownStatement(value) {
  if (!Array.isArray(value) || value.length !== 3 || !STATEMENTS.includes(value[0])) return null;
  const [what, payload, signature] = value;
  if (!(payload instanceof Uint8Array) || payload.length < 1 || payload.length > 1_024) return null;
  return signature instanceof Uint8Array && signature.length === 64 ? [what, payload, signature] : null;
}
