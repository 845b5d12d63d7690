/** The vectors beside the pages of the protocol. */

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const FOLDER = new URL("../../protocol/vectors/", import.meta.url);

/** @param {string} name @returns {Uint8Array} */
export function vectorBytes(name) {
  return new Uint8Array(readFileSync(new URL(name, FOLDER)));
}

/** @param {string} name @returns {any} */
export function vectors(name) {
  return JSON.parse(readFileSync(new URL(name, FOLDER), "utf8"));
}

/** A value of the vectors: bytes are written `{"hex": …}`. @param {any} value @returns {any} */
export function valueOf(value) {
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map(valueOf);
  const keys = Object.keys(value);
  if (keys.length === 1 && keys[0] === "hex") return Uint8Array.from(Buffer.from(value.hex, "hex"));
  return new Map(Object.entries(value).map(([key, item]) => [key, valueOf(item)]));
}

/** So many of these, by RUMMYNET_DRAW as in tests/conftest.py; all of them without it. @template T @param {readonly T[]} all @param {number} count @returns {T[]} */
export function drawn(all, count) {
  const draw = process.env.RUMMYNET_DRAW ?? "all";
  if (draw === "all") return [...all];
  const order = all.map((one, at) => ({ one, place: createHash("sha256").update(`${draw} ${at}`).digest("hex") })).sort((a, b) => (a.place < b.place ? -1 : 1));
  return order.slice(0, count).map(({ one }) => one);
}
