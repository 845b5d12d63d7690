/** The checks of protocol/FAIRNESS.md ("The checks"): their names, what each establishes, and what fails one. */

import { N_ } from "../core/language.js";

/** @typedef {keyof typeof CHECKS} CheckName */

export const CHECKS = {
  format: N_("every record is of a known kind and form"),
  chain: N_("the entries follow each other as the protocol says"),
  "host-signature": N_("the host signed every entry together with all before it"),
  "rules-hash": N_("the game and its options are known and possible"),
  consent: N_("every player agreed to this very game before it began"),
  "statement-order": N_("nobody's statements stand in another order than they were signed in"),
  time: N_("the host's clock did not run ahead of any player's"),
  refusal: N_("nothing that the host refused was logged, and it gave no false reason"),
  session: N_("every seat's nonce is the one it committed to"),
  "commit-order": N_("the host committed to each shuffle before any player"),
  recommit: N_("nobody committed twice to one shuffle"),
  "commit-set": N_("all were shown the same commitments"),
  commitment: N_("every contribution and secret is the one committed to"),
  reveal: N_("every contribution was made for this shuffle, and signed"),
  element: N_("what stands for a number or a point of the sealed deck is one"),
  key: N_("every key of a sealed deck is its seat's own"),
  part: N_("every part of a sealed deck was signed by its seat"),
  due: N_("every part came when it was due, and cards from the top"),
  escrow: N_("the parts of every key add up to it"),
  mix: N_("every mix kept the cards that it was given"),
  share: N_("every share of a card is right"),
  hand: N_("every hidden card that was played was held"),
  gone: N_("keys were opened only of seats that all had given up"),
  "key-open": N_("every key that was opened is the one shown before"),
  root: N_("all were shown the same sealed deck"),
  "co-signature": N_("every seat signed the deck before a card was dealt"),
  void: N_("every shuffle put aside is counted, and answered for"),
  "first-seat": N_("who begins follows from the contributions of all"),
  position: N_("cards came from the deck in order, none skipped or used twice"),
  opening: N_("every card shown is the one sealed at its place"),
  deck: N_("each deck is the one that the contributions of all give"),
  "action-signature": N_("every action and every vote was signed by its player"),
  "stale-action": N_("every action was aimed at the position it met"),
  clock: N_("the host acted for a player only as options or votes allow"),
  rules: N_("every move was legal"),
  score: N_("the scores are right"),
  end: N_("the game was played to its end"),
};


/** A check does not hold. The reason is an English sentence with its places filled in by `values`. */
export class Fault extends Error {
  /** @param {CheckName} check @param {string} reason @param {{ [name: string]: string | number }} [values] */
  constructor(check, reason, values = {}) {
    super(`${check}: ${reason}`);
    this.check = check;
    this.reason = reason;
    this.values = values;
  }
}

/** Throws a Fault of the check unless the condition holds.
 * @param {unknown} holds @param {CheckName} check @param {string} reason @param {{ [name: string]: string | number }} [values]
 * @returns {asserts holds} */
export function need(holds, check, reason, values) {
  if (!holds) throw new Fault(check, reason, values);
}
