/**
 * What a page watches its host for while a game goes on: how long it waits before it says so, and what it says then. The program has the
 * same list (`WATCHES` in client/rummynet_client/core/session/watch/watches.py), and a test holds the two against each other.
 */

import { _, N_ } from "../core/language.js";

/** @typedef {keyof typeof WATCHES} Watched */

/** By kind. `says`: the sentence, a template; empty for voided shuffles, which are counted in one. `millis`: how long a silence lasts before it
 * is one; of `time-leads`, how far a wall clock may be corrected; of `unseen-end`, for how long a host keeps a table without people, after
 * which one that is gone is no finding. */
export const WATCHES = /** @type {const} */ ({
  cheat: { millis: 0, says: N_("game {game}: CHEAT, check {check}: {says}") },
  "no-end": { millis: 0, says: N_("game {game}: its log has no end") },
  "unseen-end": { millis: 600_000, says: N_("game {game}: the host did not show how it ended") },
  void: { millis: 0, says: "" },
  "held-back": { millis: 60_000, says: N_("game {game}: the host neither logged nor refused {action!r}") },
  blamed: { millis: 0, says: N_("game {game}: the host named you silent in a shuffle, although it had read or confirmed your part") },
  unanswered: { millis: 60_000, says: N_("game {game}: the host did not answer a request of your program") },
  blind: { millis: 10_000, says: N_("game {game}: the host did not show you all of your cards") },
  "time-leads": { millis: 2_000, says: N_("game {game}: its time ran ahead of your computer's while your program was not running") },
  withheld: { millis: 0, says: N_("game {game}: the host showed you late what happened, or let the game's time run faster, by {says} seconds or more") },
});
/** The sentence of `withheld` where no time is known: an entry came without those before it. */
export const LEFT_OUT = N_("game {game}: the host skipped some of what happened, and showed you what came after it");
/** What a part of a ceremony is called, by its kind: no player has asked for it. @type {{ [kind: string]: string }} */
const PART_NAMES = {
  "nonce-commit": N_("your part of the six words"),
  nonce: N_("your part of the six words"),
  commit: N_("your part of the shuffle"),
  reveal: N_("your part of the shuffle"),
  key: N_("your part of the shuffle"),
  part: N_("your part of the sealed deck"),
  root: N_("your part of the shuffle"),
};
/** What the player calls a statement; the name of a part is English until it is shown.
 * @param {{ what: string, fields: Record<string, any> }} own */
export function nameOf({ what, fields }) {
  return String(fields.do ?? PART_NAMES[what] ?? what);
}

/** Such a name in the language in use: what a player has typed stays as it is. @param {string} name */
export function nameShown(name) {
  return Object.values(PART_NAMES).includes(name) ? _(name) : name;
}

/** One tick counts no more than this: after a longer gap the page was asleep. */
export const LONGEST_TICK = 5_000;
