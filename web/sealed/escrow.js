/**
 * A holder's key in parts, one for each other holder and one for the host: all of them together open it, and nobody else.
 * For three holders or more; with two, the host and one seat would open the other's hand.
 */

import { joined, u8 } from "../core/bytes.js";
import { holds } from "../core/held.js";
import { must } from "./cheat.js";
import { HOST } from "./contexts.js";
import {
  SIZE, base, hashToScalar, isSame, listed, readElement, readScalar, scalarBytes, scalarMinus, scalarPlus, scalarTotal, times, total,
} from "./group.js";
import { HedgedNonces } from "./nonces.js";
import { checkOpenedKey } from "./round_keys.js";
import { checkShares, makeShares } from "./shares.js";

/** @import { Element, Scalar } from "./group.js" */
/** @import { RoundKey } from "./round_keys.js" */
/** S_t, E_t and q_t. @typedef {{ point: Element, ephemeral: Element, sealed: Scalar }} EscrowPart */

const PART = 3 * SIZE;
const LEAST_HOLDERS = 3;

/** Who keeps a part of a key: the other holders by seat, then the host. Throws RangeError for too few.
 * @param {number} dealer @param {readonly number[]} seats */
export function keepersOf(dealer, seats) {
  if (seats.length < LEAST_HOLDERS) throw new RangeError(`escrow takes ${LEAST_HOLDERS} holders or more`);
  return [...seats.filter((seat) => seat !== dealer).sort((a, b) => a - b), HOST];
}

/** The parts of a key for these keepers, in their order.
 * @param {RoundKey} key @param {ReadonlyMap<number, Element>} keepers @param {Uint8Array} context X(s) @param {Uint8Array} fresh 32 random bytes */
export function makeEscrow(key, keepers, context, fresh) {
  const nonces = new HedgedNonces(key.secret, fresh, "escrow", context, listed([...keepers.values()]));
  const parts = nonces.scalars("z", keepers.size - 1);
  parts.push(scalarMinus(key.secret, scalarTotal(parts)));
  return joined(...[...keepers].flatMap(([keeper, theirs], at) => {
    const [z, e] = [/** @type {Scalar} */ (parts[at]), nonces.scalar("e", at)];
    const ephemeral = base(e);
    const sealed = scalarPlus(z, padOf(context, keeper, ephemeral, times(e, theirs)));
    return [base(z).bytes, ephemeral.bytes, scalarBytes(sealed)];
  }));
}

/** @param {Uint8Array} context @param {number} keeper @param {Element} ephemeral @param {Element} common e_t Y_t, which is x_t E_t */
function padOf(context, keeper, ephemeral, common) {
  return hashToScalar("pad", context, u8(keeper), ephemeral.bytes, common.bytes);
}

/** Each keeper's part, if they add up to the key. Throws Cheat("escrow") or Cheat("element").
 * @param {Element} key @param {readonly number[]} keepers @param {Uint8Array} blob @returns {Map<number, EscrowPart>} */
export function checkEscrow(key, keepers, blob) {
  const size = PART * keepers.length;
  must(blob.length === size, "escrow", `a key in ${keepers.length} parts has ${size} bytes, not ${blob.length}`);
  const parts = new Map(keepers.map((keeper, at) => {
    const [from, middle, last, end] = [PART * at, PART * at + SIZE, PART * at + 2 * SIZE, PART * (at + 1)];
    return [keeper, {
      point: readElement(blob.subarray(from, middle)), ephemeral: readElement(blob.subarray(middle, last)),
      sealed: readScalar(blob.subarray(last, end)),
    }];
  }));
  const addUp = holds("escrow", [key.bytes, blob], () => isSame(total([...parts.values()].map(({ point }) => point)), key));
  must(addUp, "escrow", "the parts of a key do not add up to it");
  return parts;
}

/** z_t, which its keeper opens. Throws Cheat("escrow"). @param {EscrowPart} part @param {number} keeper @param {Scalar} secret @param {Uint8Array} context X(s) */
export function openPart(part, keeper, secret, context) {
  const z = unsealed(part, keeper, times(secret, part.ephemeral), context);
  must(isSame(base(z), part.point), "escrow", "a part of a key does not open");
  return z;
}

/** @param {EscrowPart} part @param {number} keeper @param {Element} common @param {Uint8Array} context */
function unsealed(part, keeper, common, context) {
  return scalarMinus(part.sealed, padOf(context, keeper, part.ephemeral, common));
}

/** x_t E_t with its proof, so that everybody can open a part that did not. Only before the first mix: it decrypts
 * whatever the dealer chose for E_t. @param {EscrowPart} part @param {RoundKey} key @param {Uint8Array} context C(s, t) @param {Uint8Array} fresh 32 random bytes */
export function complain(part, key, context, fresh) {
  return makeShares(key, [part.ephemeral], context, fresh);
}

/** Who is to blame. Throws Cheat("share") or Cheat("element") if the complaint's own proof is bad.
 * @param {EscrowPart} part @param {number} keeper @param {Element} key the keeper's @param {Uint8Array} escrow X(s) @param {Uint8Array} complaint C(s, t)
 * @param {Uint8Array} blob @returns {"dealer" | "keeper"} */
export function judgeComplaint(part, keeper, key, escrow, complaint, blob) {
  const [common] = checkShares(key, [part.ephemeral], complaint, blob);
  const z = unsealed(part, keeper, /** @type {Element} */ (common), escrow);
  return isSame(base(z), part.point) ? "keeper" : "dealer";
}

/** Throws Cheat("key-open") unless this is the keeper's part. @param {EscrowPart} part @param {Scalar} z */
export function checkOpenedPart(part, z) {
  must(isSame(base(z), part.point), "key-open", "what a keeper opened is not its part of the key");
}

/** The secret of a lost holder's key, from all keepers' parts. Throws Cheat("key-open") for a wrong or missing one.
 * @param {Element} key @param {ReadonlyMap<number, EscrowPart>} parts @param {ReadonlyMap<number, Scalar>} opened */
export function rebuiltKey(key, parts, opened) {
  const isComplete = opened.size === parts.size && [...parts.keys()].every((keeper) => opened.has(keeper));
  must(isComplete, "key-open", "a key is opened by the parts of all its keepers");
  for (const [keeper, z] of opened) checkOpenedPart(/** @type {EscrowPart} */ (parts.get(keeper)), z);
  const secret = scalarTotal([...opened.values()]);
  checkOpenedKey(key, secret);
  return secret;
}
