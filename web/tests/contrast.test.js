/** Contrast of the colours of look.css, light and dark, by WCAG 2.2 (1.4.3 text, 1.4.11 what is no text). */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const css = readFileSync(new URL("../cards/look.css", import.meta.url), "utf8");
const [TEXT, SIGN] = [4.5, 3];

/** The colours of a block. @param {string | undefined} block @returns {Record<string, string>} */
function colours(block) {
  return Object.fromEntries([...(block ?? "").matchAll(/--([\w-]+):\s*(#[0-9a-f]{3,6})\s*;/g)].map(([, name = "", value = ""]) => [name, value]));
}

const light = colours(/:root \{(.*?)\}/s.exec(css)?.[1]);
const dark = { ...light, ...colours(/:root\[data-theme="dark"\] \{(.*?)\}/s.exec(css)?.[1]) };
const fourColours = colours(/:root\[data-suits="four"\] \{(.*?)\}/s.exec(css)?.[1]);

/** Relative luminance. @param {string} colour */
function luminance(colour) {
  const long = colour.length === 4 ? colour.slice(1).replace(/./g, "$&$&") : colour.slice(1);
  const [r = 0, g = 0, b = 0] = [0, 2, 4].map((at) => {
    const part = Number.parseInt(long.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** @param {string} a @param {string} b */
function contrast(a, b) {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

/** What lies on what, and what it is. @type {[string[], string[], number][]} */
const PAIRS = [
  [["ink", "quiet", "accent", "good", "bad", "warn"], ["ground", "panel"], TEXT],
  [["panel"], ["warn"], TEXT],
  [["on-accent"], ["accent"], TEXT],
  [["on-bad"], ["bad"], TEXT],
  [["on-mark"], ["mark"], TEXT],
  [["on-table", "on-table-quiet", "mark"], ["table", "table-edge"], TEXT],
  [["black-suit"], ["card-face", "mark"], TEXT],
  [["spades", "hearts", "diamonds", "clubs", "joker"], ["card-face"], TEXT],
  [["card-face"], ["table", "table-edge", "back"], SIGN],
  [["edge", "focus"], ["ground", "panel"], SIGN],
];

for (const [name, theme] of Object.entries({ light, dark, "light, four colours": { ...light, ...fourColours }, "dark, four colours": { ...dark, ...fourColours } })) {
  test(`what is read stands out: ${name}`, () => {
    const pairs = PAIRS.flatMap(([inks, grounds, least]) => inks.flatMap((ink) => grounds.map((ground) => ({ ink, ground, least }))));
    for (const { ink, ground, least } of pairs) {
      const found = contrast(theme[ink] ?? "", theme[ground] ?? "");
      assert.ok(found >= least, `${ink} on ${ground}: ${found.toFixed(2)}, ${least} is wanted`);
    }
  });
}

test("both ways to be dark are the same", () => {
  const byMedia = colours(/prefers-color-scheme: dark\) \{\s*:root:not\(\[data-theme="light"\]\) \{(.*?)\}/s.exec(css)?.[1]);
  assert.deepEqual(byMedia, colours(/:root\[data-theme="dark"\] \{(.*?)\}/s.exec(css)?.[1]));
});
