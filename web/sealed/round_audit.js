/**
 * The check at a round's end, when all keys are open: every deck is decrypted, every share computed again. It needs none
 * of the proofs, so a flaw in a proof system shows here too, with who made the wrong deck or share.
 */

import { must } from "./cheat.js";
import { cardUnder } from "./ciphertexts.js";
import { isSame, scalarTotal, times } from "./group.js";
import { checkOpenedKey } from "./round_keys.js";

/** @import { Ciphertext } from "./ciphertexts.js" */
/** @import { Scalar } from "./group.js" */
/** @import { RoundCards } from "./round_cards.js" */

/** What is left hidden in each hand, and by epoch the stock, top first. @typedef {{ left: Map<number, number[]>, orders: Map<number, number[]> }} Audited */
/** What an audit goes through. @typedef {Pick<RoundCards, "keys" | "stockMixes" | "handMixes" | "shares"> & { hands: ReadonlyMap<number, { cards: readonly Ciphertext[] }> }} AuditedCards */

/** The whole round: `auditRound`, and the order of each stock. Throws Cheat. @param {AuditedCards & { stocks: ReadonlyMap<number, readonly Ciphertext[]>,
 *   secrets: ReadonlyMap<number, Scalar> }} round @returns {Audited} */
export function auditStocked(round) {
  const left = auditRound(round, round.secrets);
  const joint = scalarTotal([...round.secrets.values()]);
  const orders = new Map([...round.stocks].map(([epoch, deck]) => [epoch, decrypted(deck, joint).filter((card) => card !== null)]));
  return { left, orders };
}

/** The hidden cards left in each hand. Throws Cheat("key-open"), ("mix") or ("share").
 * @param {AuditedCards} cards @param {ReadonlyMap<number, Scalar>} secrets of all holders @returns {Map<number, number[]>} */
export function auditRound(cards, secrets) {
  const isComplete = secrets.size === cards.keys.size && [...cards.keys.keys()].every((seat) => secrets.has(seat));
  must(isComplete, "key-open", "a round is checked with the keys of all its holders");
  for (const [seat, key] of cards.keys) checkOpenedKey(key, secretOf(secrets, seat));
  auditStocks(cards, scalarTotal([...secrets.values()]));
  for (const { seat, before, after } of cards.handMixes) {
    checkKept(decrypted(before, secretOf(secrets, seat)), decrypted(after, secretOf(secrets, seat)));
  }
  for (const { seat, points, shares } of cards.shares) {
    const areTrue = shares.every((share, at) => {
      const point = points[at];
      return point !== undefined && isSame(times(secretOf(secrets, seat), point), share);
    });
    must(areTrue, "share", "a seat gave a wrong share");
  }
  return new Map([...cards.hands].map(([seat, hand]) => {
    return [seat, decrypted(hand.cards, secretOf(secrets, seat)).filter((card) => card !== null)];
  }));
}

/** @param {ReadonlyMap<number, Scalar>} secrets @param {number} seat */
function secretOf(secrets, seat) {
  return /** @type {Scalar} */ (secrets.get(seat));
}

/** @param {readonly Ciphertext[]} cards @param {Scalar} secret */
function decrypted(cards, secret) {
  return cards.map((card) => cardUnder(card, secret));
}

/** Each deck of a chain is decrypted once: it is one mix's end and the next one's beginning.
 * @param {AuditedCards} cards @param {Scalar} joint the sum of all secrets */
function auditStocks({ stockMixes }, joint) {
  /** @type {readonly Ciphertext[] | null} */
  let last = null;
  /** @type {(number | null)[]} */
  let held = [];
  for (const { before, after } of stockMixes) {
    if (before !== last) held = decrypted(before, joint);
    const found = decrypted(after, joint);
    checkKept(held, found);
    [last, held] = [after, found];
  }
}

/** @param {(number | null)[]} before @param {(number | null)[]} after */
function checkKept(before, after) {
  const [one, other] = [before, after].map((cards) => cards.map(String).sort().join());
  must(one === other, "mix", "a seat mixed other cards than it was given");
}
