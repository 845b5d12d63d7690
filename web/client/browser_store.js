/**
 * What this browser keeps for this host's pages: the player's key, the secret of the contributions, own statements. It
 * is kept by origin, so no other site reads it, but whatever this host serves can. `localStorage` has it written when
 * `set` returns, as far as pages can know.
 */

import { hex, unhex } from "../core/bytes.js";
import { PlayerClock } from "./own_statements.js";

const BEGIN = "rummynet/";
const KEY_FILE = "rummynet page key 1";
// A browser gives one origin some 5 MB, and a long game keeps 16 KB of heads beside its statements: older games make
// room.
const MOST_LOGS = 12;

/** The browser has no room for what has to be kept before it is sent. */
export class StoreFull extends Error {}

/** Where it is kept: for this visit alone where the browser lets pages keep nothing. Then the key is as short-lived as what is signed with it.
 * @returns {Pick<Storage, "getItem" | "setItem" | "removeItem"> & { names: () => string[] }} */
function openStore() {
  try {
    const store = localStorage; // a browser that forbids it throws here, or below
    store.getItem(BEGIN);
    return { getItem: (name) => store.getItem(name), setItem: (name, text) => store.setItem(name, text), removeItem: (name) => store.removeItem(name), names: () => Object.keys(store) };
  } catch {
    /** @type {Map<string, string>} */
    const kept = new Map();
    isKept = false;
    return { getItem: (name) => kept.get(name) ?? null, setItem: (name, text) => void kept.set(name, text), removeItem: (name) => void kept.delete(name), names: () => [...kept.keys()] };
  }
}

/** Whether what is kept outlives this visit. */
export let isKept = true;
const store = openStore();

/** @type {import("./own_statements.js").Keep} */
export const keep = {
  get: (name) => store.getItem(BEGIN + name),
  set(name, text) {
    for (let most = MOST_LOGS; ; most = Math.floor(most / 2)) {
      try {
        store.setItem(BEGIN + name, text);
        return;
      } catch (problem) {
        if (most === 0) throw new StoreFull(String(problem));
        dropLogs(most); // old games make room
      }
    }
  },
  remove: (name) => store.removeItem(BEGIN + name),
  names: () => store.names().filter((name) => name.startsWith(BEGIN)).map((name) => name.slice(BEGIN.length)),
};

/** @param {number} count */
export function random(count) {
  return crypto.getRandomValues(new Uint8Array(count));
}

/** Bytes that are made at first and kept. @param {string} name @returns {Uint8Array} */
function secretOf(name) {
  const kept = keep.get(name);
  if (kept !== null && /^[0-9a-f]{64}$/.test(kept)) return unhex(kept);
  const made = random(32);
  keep.set(name, hex(made));
  return made;
}

/** Who plays here. @param {string} name @returns {import("./session.js").Identity} */
export function identity(name) {
  return {
    secret: secretOf("key"), contributions: secretOf("contributions"), name, agent: "rummynet-page", random, keep,
    clock: new PlayerClock(random, () => performance.now(), () => Date.now()),
  };
}

export function keptName() {
  return keep.get("name") ?? "";
}

/** The key as text to keep elsewhere. The secret of contributions stays: another browser has its own. */
export function exportKey() {
  return `${KEY_FILE}\n${hex(secretOf("key"))}\n${keptName()}\n`;
}

/** Take a key that was exported; whether the text is one. @param {string} text */
export function importKey(text) {
  const [title, key = "", name = ""] = text.trim().split(/\r?\n/);
  if (title !== KEY_FILE || !/^[0-9a-f]{64}$/.test(key)) return false;
  keep.set("key", key);
  if (name) keep.set("name", name);
  return true;
}

/** Forget the own statements of old logs. @param {number} [most] so many of the newest are kept */
export function dropLogs(most = MOST_LOGS) {
  const logs = /** @type {string[]} */ (JSON.parse(keep.get("logs") ?? "[]"));
  const old = logs.slice(0, -most);
  for (const log of old) {
    for (const name of keep.names()) if (name.startsWith(`log/${log}/`)) keep.remove(name);
  }
  if (old.length) store.setItem(`${BEGIN}logs`, JSON.stringify(logs.slice(-most)));
}

/** @param {string} log hexadecimal */
export function noteLog(log) {
  const logs = /** @type {string[]} */ (JSON.parse(keep.get("logs") ?? "[]"));
  if (!logs.includes(log)) keep.set("logs", JSON.stringify([...logs, log]));
}
