/**
 * Checks that hold and need not be computed again: those that a Worker of this page has made ahead, before the page takes what they are about.
 * Each has a name, a hash of all that goes into it.
 */

import { sha256 } from "@noble/hashes/sha2.js";
import { frame, hex, joined, utf8 } from "./bytes.js";

/** By name, oldest first; null where none are remembered. @type {Set<string> | null} */
let held = null;
let most = Infinity;
/** Those that were made here, for another thread that asks. @type {string[] | null} */
let newest = null;

/** Remember checks that hold. @param {number} [limit] so many */
export function rememberHeld(limit = Infinity) {
  held ??= new Set();
  most = limit;
}

/** The names of the checks that were made here since this was asked last; at first none. */
export function newlyHeld() {
  const names = newest ?? [];
  newest = [];
  return names;
}

/** A check that holds, also by what another thread of this page says. @param {string} name */
export function noteHeld(name) {
  if (!held) return;
  held.add(name);
  for (const oldest of held) {
    if (held.size <= most) break;
    held.delete(oldest);
  }
}

/** Whether a check holds: it is made unless it is known to hold. @param {string} what @param {readonly Uint8Array[]} about all that it depends on
 * @param {() => boolean} check which may throw instead */
export function holds(what, about, check) {
  if (held === null) return check();
  const name = hex(sha256(joined(utf8(`${what}\0`), frame(...about))));
  if (held.has(name)) return true;
  if (!check()) return false;
  noteHeld(name);
  newest?.push(name);
  return true;
}
