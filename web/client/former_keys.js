/** Keys that a host had before, each of which signed the next. Source: protocol/PROTOCOL.md, section 1, "A new key". */

import { taggedHash } from "../core/hash.js";
import { isSignature } from "../core/signatures.js";

const HANDOVERS = "/handovers"; // where a host has its hand-overs for pages, which see no certificate
const SIZE = 96; // bytes of one: the old key, and its signature
const MOST = 16;
const WAIT_MILLIS = 10_000; // without hand-overs a new key is one that nobody signed, which no slow host should look like

/** The hand-overs, the newest first; none if the host has none or does not answer. @returns {Promise<Uint8Array>} */
export async function fetchHandovers() {
  try {
    const answer = await fetch(HANDOVERS, { signal: AbortSignal.timeout(WAIT_MILLIS) });
    return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : new Uint8Array(0);
  } catch {
    return new Uint8Array(0);
  }
}

/** The old keys that hand-overs name, signed or not. @param {Uint8Array} handovers */
export function namedKeys(handovers) {
  return Array.from({ length: handovers.length / SIZE }, (_one, at) => handovers.slice(at * SIZE, at * SIZE + 32));
}

/** The keys that the host with this key had before, the newest first. @param {Uint8Array} key @param {Uint8Array} handovers */
export function formerKeys(key, handovers) {
  const former = [];
  for (let at = 0; at + SIZE <= Math.min(handovers.length, MOST * SIZE); at += SIZE) {
    const old = handovers.slice(at, at + 32);
    const payload = taggedHash("handover", old, former.at(-1) ?? key);
    if (!isSignature(old, "handover", payload, handovers.slice(at + 32, at + SIZE))) break;
    former.push(old);
  }
  return former;
}
