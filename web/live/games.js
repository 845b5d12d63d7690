/** What the games and the levels of bots are called, and what they are like: the sentences of the terminal's menu. */

import { _, N_ } from "../core/language.js";
import { VARIETIES } from "../rules/varieties.js";
import { EXAMPLES, SUMMARIES } from "./variety_words.js";

/** @type {{ [level: string]: string }} */
const LEVELS = {
  random: N_("plays anything that is allowed"),
  simple: N_("lays what it can, and minds the cards it sees"),
  steady: N_("counts which cards can still come, and minds what a throw gives away"),
  strong: N_("like steady, but tuned by many games against itself"),
  expert: N_("learned from very many rounds against itself; rarely misses a rummy"),
  master: N_("the strongest: like expert, and with two players it sees further in Keilty, joker and basic rummy"),
  anybody: N_("any one of the characters"),
};

export const VARIANTS = Object.keys(VARIETIES);
export const BOT_LEVELS = Object.keys(LEVELS);
export const USUAL_LEVEL = "simple";

/** @param {string} variant */
export function gameTitle(variant) {
  return VARIETIES[variant]?.title ?? variant;
}

/** What the game is like, in a few sentences. @param {string} variant */
export function gameWords(variant) {
  return (SUMMARIES[variant] ?? []).map((one) => _(one));
}

/** The cards of a set and of a run of this game, none where it has no such meld, and what makes them. @param {string} variant */
export function meldExamples(variant) {
  const [set, run, says] = EXAMPLES[variant] ?? ["", "", ""];
  const words = (/** @type {string} */ cards) => cards.split(" ").filter(Boolean);
  return { set: words(set), run: words(run), says: says && _(says) };
}

/** How a bot of this level plays; empty for a character's name. @param {string} level */
export function levelWords(level) {
  return LEVELS[level] ? _(LEVELS[level]) : "";
}
