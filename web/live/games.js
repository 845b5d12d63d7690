/** What the games and the levels of bots are called, and what they are like: the sentences of the terminal's menu. */

import { _, N_ } from "../core/language.js";

/** @type {{ [variant: string]: string }} */
const TITLES = { keilty: "Keilty rummy", basic: "basic rummy", vegas: "Vegas rummy", crummy: "Crummy rummy", joker: "joker rummy" };

/** @type {{ [variant: string]: readonly string[] }} */
const ABOUT = {
  keilty: [
    N_("The pile lies open: take any card of it that you lay at once, and all above it come along."),
    N_("What anybody overlooks in the pile you may call, out of turn: Rummy!"),
    N_("Cards that you lay count for you, those left in your hand against you."),
  ],
  basic: [
    N_("Melds bring nothing by themselves: whoever is out first gains what the others still hold."),
    N_("Lay the whole hand at once, and it counts double."),
    N_("A card thrown out that could have been laid may be called."),
  ],
  vegas: [
    N_("For chips: jokers and one rank of each round are wild."),
    N_("What you are left with counts against you; at 100 you buy in again or leave the game."),
    N_("The last one below 100 takes most of the pot. Newcomers may come in between rounds."),
  ],
  crummy: [
    N_("Seven rounds, and in each a contract of sets and runs that has to be laid first."),
    N_("Jokers and twos are wild; a card of the pile may be had out of turn."),
    N_("What you still hold counts against you; the lowest total wins."),
  ],
  joker: [
    N_("Two jokers stand for any card you name, until somebody brings the real one in exchange."),
    N_("The pile lies open: take any card of it that you use at once, and all above it come along."),
    N_("Cards that you lay count for you, those left in your hand against you. Nothing out of turn."),
  ],
};

const ONE_DECK = N_("A set: three or four of a rank. A run: three or more of a suit in a row.");

/** A set, a run, and what makes them. @type {{ [variant: string]: readonly [string, string, string] }} */
const MELDS = {
  keilty: ["9D 9H 9S", "4C 5C 6C 7C", ONE_DECK],
  basic: ["9D 9H 9S", "4C 5C 6C 7C", ONE_DECK],
  vegas: ["9D 9H 9S", "4C *1=5C 6C", N_("Sets and runs of three or more; ★ and the wild rank stand for any card.")],
  crummy: ["9D 9D 9S", "5C *1=6C 7C 8C", N_("A set: three or more of a rank. A run: four or more of a suit in a row.")],
  joker: ["9D 9H 9S", "4C *1=5C 6C", N_("Sets and runs of three or more; ★ stands for the card that you name.")],
};

/** @type {{ [level: string]: string }} */
const LEVELS = {
  random: N_("plays anything that is allowed"),
  simple: N_("lays what it can, and looks at what it sees"),
  steady: N_("counts what can still come, and minds what a throw gives away"),
  strong: N_("as steady, better weighed by much play against itself"),
  expert: N_(
    "has learned from very many rounds against itself (Keilty, joker rummy between two; else as strong); rarely misses a rummy",
  ),
  anybody: N_("one of the characters, whoever comes along"),
};

export const VARIANTS = Object.keys(TITLES);
export const BOT_LEVELS = Object.keys(LEVELS);
export const USUAL_LEVEL = "simple";

/** @param {string} variant */
export function gameTitle(variant) {
  return TITLES[variant] ?? variant;
}

/** What the game is like, in a few sentences. @param {string} variant */
export function gameWords(variant) {
  return (ABOUT[variant] ?? []).map((one) => _(one));
}

/** The cards of a set and of a run of this game, and what makes them. @param {string} variant */
export function meldExamples(variant) {
  const [set, run, says] = MELDS[variant] ?? ["", "", ""];
  return { set: set.split(" "), run: run.split(" "), says: says && _(says) };
}

/** How a bot of this level plays; empty for a character's name. @param {string} level */
export function levelWords(level) {
  return LEVELS[level] ? _(LEVELS[level]) : "";
}
