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

/** What a check found. @param {import("../ledger/checks.js").Fault} fault @returns {string} */
export function faultWords(fault) {
  return `${_(fault.reason, fault.values)} (${fault.check})`;
}

/** That a game is not known here. @param {import("../core/unknown.js").Unknown} unknown @returns {string} */
export function unknownWords(unknown) {
  return _("This game cannot be checked by this version of the page, so you take no part in it; a newer one may ({reason}).", { reason: _(unknown.reason, unknown.values) });
}

/** @param {boolean} isOnline whether the device has any network, as far as the browser knows @param {boolean} [isRefused] whether the host answers,
 * and only the connection to play does not come about */
export function lostText(isOnline, isRefused = false) {
  if (isRefused) return _("The host answers, but this browser cannot open the connection to play. iPhones refuse it after a certificate warning: play on another device, or ask for an address with a certificate that phones trust. (With any other device: something between you and the host lets no WebSocket through.)");
  if (isOnline) return _("CONNECTION LOST, trying again");
  return _("THIS DEVICE IS OFFLINE: turn its network on. Your seat is kept, and the page comes back by itself.");
}
