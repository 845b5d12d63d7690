/** One mix: the cards in another order, each under a new mask. Its proof is in mix_proof.js, so the deck can go out first. */

import { listedCards, reEncrypted } from "./ciphertexts.js";
import { prepare } from "./group.js";
import { HedgedNonces } from "./nonces.js";

/** @import { Ciphertext } from "./ciphertexts.js" */
/** @import { Element, Scalar } from "./group.js" */
/** A mix with its secrets: `order` says which card of `before` is at each place of `after`, under which of the `masks`.
 * @typedef {{ key: Element, context: Uint8Array, before: readonly Ciphertext[], after: Ciphertext[], order: number[], masks: Scalar[] }} Mix */

/** Cards from which on a table of the key takes less time than it saves. */
const TABLE_PAYS = 8;

/** Mix a deck under J, or a hand under its holder's key.
 * @param {readonly Ciphertext[]} before @param {Element} key @param {Uint8Array} context @param {Scalar} secret the mixer's x, which hedges the fresh bytes
 * @param {Uint8Array} fresh 32 random bytes @returns {Mix} */
export function mixCards(before, key, context, secret, fresh) {
  const nonces = new HedgedNonces(secret, fresh, "mix", context, key.bytes, listedCards(before));
  const [order, masks] = [nonces.order(before.length), nonces.scalars("r", before.length)];
  if (before.length >= TABLE_PAYS) prepare(key);
  const after = order.map((from, at) => {
    return reEncrypted(/** @type {Ciphertext} */ (before[from]), /** @type {Scalar} */ (masks[at]), key);
  });
  return { key, context, before, after, order, masks };
}
