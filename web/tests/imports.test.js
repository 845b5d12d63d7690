import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const ROOT = new URL("../", import.meta.url);
const FOLDERS = ["core", "cards", "rules", "sealed", "ledger", "verifier", "client", "table", "live", "puzzles", "seat", "pages"];

/** By file those that it imports, as paths below web/. @type {{ [file: string]: string[] }} */
const imported = {};
for (const file of FOLDERS.flatMap((folder) => readdirSync(new URL(folder, ROOT), { recursive: true }).map((name) => `${folder}/${name}`))) {
  if (!file.endsWith(".js")) continue;
  const named = readFileSync(new URL(file, ROOT), "utf-8").matchAll(/^(?:import|export) [^;]*?from "(\.[^"]+\.js)"/gm);
  imported[file] = [...named].map(([, path]) => new URL(path ?? "", new URL(file, ROOT)).href.slice(ROOT.href.length));
}

test("a folder imports none above it", () => {
  const place = (/** @type {string} */ file) => FOLDERS.indexOf(file.split("/")[0] ?? "");
  const upward = Object.entries(imported).flatMap(([file, those]) => those.filter((one) => place(one) > place(file)).map((one) => `${file} ${one}`));
  assert.ok(Object.values(imported).flat().length > 300);
  assert.deepEqual(upward, []);
});

test("no file imports one that imports it", () => {
  const left = new Map(Object.entries(imported));
  for (let size = -1; size !== left.size; ) {
    size = left.size;
    for (const [file, those] of left) if (!those.some((one) => left.has(one))) left.delete(file);
  }
  assert.deepEqual([...left.keys()], []);
});
