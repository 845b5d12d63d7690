/** What was found about a host: what it weighs, and in words. */

import { _, N_ } from "../core/language.js";

/** @typedef {keyof typeof WEIGHTS} Kind */

/**
 * By kind: `cheat`, somebody signed something that cannot be honest, an alarm; `doubt`, it may be the network or a crash, shown and no
 * alarm; `unknown`, this program does not know the game, and says nothing of anybody. SECURITY.md has the same table for people.
 */
export const WEIGHTS = /** @type {const} */ ({
  cheat: "cheat",
  "no-end": "doubt",
  "unseen-end": "doubt",
  void: "doubt",
  "held-back": "doubt",
  blamed: "doubt",
  unanswered: "doubt",
  blind: "doubt",
  "time-leads": "doubt",
  withheld: "doubt",
  "wrong-view": "doubt",
  "other-machine": "doubt",
  "other-rules": "doubt",
  "other-key": "doubt",
  "bad-message": "doubt",
  unknown: "unknown",
});

const HONEST = N_(
  "Not covered: the host sees every card as it deals and could tell a friend, it can throw a deal away (each time is counted), players can talk to each other, and anybody can stop playing.",
);

/** What no check can show of a game. */
export function notCovered() {
  return _(HONEST);
}

/** What a check found. @param {import("../verifier/checks.js").Fault} fault @returns {string} */
export function faultWords(fault) {
  return `${_(fault.reason, fault.values)} (${fault.check})`;
}

/** That a game is not known here. @param {import("../verifier/checks.js").Unknown} unknown @returns {string} */
export function unknownWords(unknown) {
  return _("This game cannot be checked by this version of the page, so you take no part in it; a newer one may ({reason}).", { reason: _(unknown.reason, unknown.values) });
}
