/**
 * The proof that a mix is one: Terelius and Wikström's, in the form of Haenni, Locher, Koenig and Dubuis (2017), made
 * non-interactive. The names of its parts are those of the specification.
 */

import { joined } from "../core/bytes.js";
import { holds } from "../core/held.js";
import { must } from "./cheat.js";
import { listedCards } from "./ciphertexts.js";
import { chainStart, generatorsFor, generatorTotal } from "./constants.js";
import {
  BASE, ONE, SIZE, ZERO, base, combination, hashToScalar, listed, minus, plus, readElements, readScalars, scalarBytes,
  scalarCombination, scalarMinus, scalarPlus, scalarProduct, scalarTimes, scalarTotal, times, total, weightsOf,
} from "./group.js";
import { HedgedNonces } from "./nonces.js";
import { wideHash } from "./wide_hash.js";

/** @import { Ciphertext } from "./ciphertexts.js" */
/** @import { Element, Scalar } from "./group.js" */
/** c, ĉ, x, s1 to s4, ŝ and s' as they were sent.
 * @typedef {{ commits: Element[], chain: Element[], x: Scalar, sums: Scalar[], chainAnswers: Scalar[], answers: Scalar[] }} MixProof */

/** Bytes of the proof for so many cards. @param {number} cards */
export function mixProofSize(cards) {
  return SIZE * (4 * cards + 5);
}

/** What is proved, as fields of a hash. @param {Uint8Array} context @param {Element} key @param {readonly Ciphertext[]} before
 * @param {readonly Ciphertext[]} after */
function statementOf(context, key, before, after) {
  return [context, key.bytes, listedCards(before), listedCards(after)];
}

/** u_j. @param {readonly Uint8Array[]} statement @param {readonly Element[]} commits */
function weightsFor(statement, commits) {
  return weightsOf(wideHash("mix-u", ...statement, listed(commits)), 0, commits.length);
}

/** x. @param {readonly Uint8Array[]} statement @param {readonly Element[]} commits @param {readonly Element[]} chain
 * @param {readonly Element[]} commitments T1 to T5, then each T̂ */
function challengeFor(statement, commits, chain, commitments) {
  return hashToScalar("mix-x", ...statement, listed(commits), listed(chain), listed(commitments));
}

/** An item of a list whose length is known. @template T @param {readonly T[]} list @param {number} at @returns {T} */
function item(list, at) {
  return /** @type {T} */ (list[at]);
}

/** The proof of a mix. @param {import("./mix.js").Mix} mix @param {Scalar} secret the mixer's x, which hedges the fresh bytes @param {Uint8Array} fresh 32 random bytes */
export function proveMix({ key, context, before, after, order, masks }, secret, fresh) {
  const count = order.length;
  const statement = statementOf(context, key, before, after);
  const nonces = new HedgedNonces(secret, fresh, "mix-proof", ...statement);
  const [rho, h] = [nonces.scalars("rho", count), nonces.scalars("h", count)];
  const [w1 = ZERO, w2 = ZERO, w3 = ZERO, w4 = ZERO] = nonces.scalars("w", 4);
  const [wChain, wAnswers] = [nonces.scalars("w-chain", count), nonces.scalars("w-answers", count)];
  const generators = generatorsFor(count);

  /** @type {Element[]} */
  const commits = new Array(count);
  order.forEach((card, at) => {
    commits[card] = plus(base(item(rho, card)), item(generators, at));
  });
  const u = weightsFor(statement, commits);
  const v = order.map((card) => item(u, card));
  // ĉ_i = α_i B + β_i G*: multiples of two elements with tables, in place of one of an element that is new each time.
  const links = [{ alpha: ZERO, beta: ONE }];
  h.forEach((one, at) => {
    const { alpha, beta } = item(links, at);
    links.push({ alpha: scalarPlus(one, scalarTimes(item(v, at), alpha)), beta: scalarTimes(item(v, at), beta) });
  });
  const chain = links.slice(1).map(({ alpha, beta }) => plus(base(alpha), times(beta, chainStart())));

  const minusW4 = scalarMinus(ZERO, w4);
  const commitments = [
    base(w1),
    base(w2),
    plus(base(w3), combination(wAnswers, generators)),
    plus(base(minusW4), combination(wAnswers, after.map(({ a }) => a))),
    plus(times(minusW4, key), combination(wAnswers, after.map(({ b }) => b))),
    ...wChain.map((w, at) => {
      const [{ alpha, beta }, answer] = [item(links, at), item(wAnswers, at)];
      return plus(base(scalarPlus(w, scalarTimes(answer, alpha))), times(scalarTimes(answer, beta), chainStart()));
    }),
  ];
  const x = challengeFor(statement, commits, chain, commitments);

  /** Π_(k>i) v_k for each i. @type {Scalar[]} */
  const tails = new Array(count);
  for (let at = count - 1, tail = ONE; at >= 0; at -= 1) {
    tails[at] = tail;
    tail = scalarTimes(tail, item(v, at));
  }
  /** @param {Scalar} nonce @param {Scalar} hidden */
  const answer = (nonce, hidden) => scalarPlus(nonce, scalarTimes(x, hidden));
  const numbers = [
    x,
    answer(w1, scalarTotal(rho)),
    answer(w2, scalarCombination(h, tails)),
    answer(w3, scalarCombination(rho, u)),
    answer(w4, scalarCombination(masks, v)),
    ...h.map((one, at) => answer(item(wChain, at), one)),
    ...v.map((one, at) => answer(item(wAnswers, at), one)),
  ];
  return joined(...[...commits, ...chain].map(({ bytes }) => bytes), ...numbers.map(scalarBytes));
}

/** The parts of a proof. Throws Cheat("mix") for another number of cards, Cheat("element").
 * @param {Uint8Array} blob @param {number} count @returns {MixProof} */
function readMixProof(blob, count) {
  // The lists are as long as the decks, no more: with one item too many a proof can be made for a deck that is no mix.
  must(blob.length === mixProofSize(count), "mix", `the proof of a mix of ${count} cards has ${mixProofSize(count)} bytes, not ${blob.length}`);
  const points = readElements(blob.subarray(0, 2 * SIZE * count));
  const [x = ZERO, ...numbers] = readScalars(blob.subarray(2 * SIZE * count));
  return {
    commits: points.slice(0, count), chain: points.slice(count), x, sums: numbers.slice(0, 4),
    chainAnswers: numbers.slice(4, 4 + count), answers: numbers.slice(4 + count),
  };
}

/** Throws Cheat("mix") or Cheat("element") unless the blob proves that one deck is the other mixed under the key.
 * @param {readonly Ciphertext[]} before @param {readonly Ciphertext[]} after @param {Element} key @param {Uint8Array} context @param {Uint8Array} blob */
export function checkMix(before, after, key, context, blob) {
  must(before.length >= 1 && after.length === before.length, "mix", "a mix has another number of cards than the deck before it");
  const statement = statementOf(context, key, before, after);
  const isProven = holds("mix", [...statement, blob], () => {
    const proof = readMixProof(blob, before.length);
    const commitments = recomputed(before, after, key, proof, weightsFor(statement, proof.commits));
    return proof.x === challengeFor(statement, proof.commits, proof.chain, commitments);
  });
  must(isProven, "mix", "the proof of a mix does not hold");
}

/** T1 to T5 and each T̂ as they follow from the answers.
 * @param {readonly Ciphertext[]} before @param {readonly Ciphertext[]} after @param {Element} key @param {MixProof} proof @param {readonly Scalar[]} u */
function recomputed(before, after, key, { commits, chain, x, sums, chainAnswers, answers }, u) {
  const [s1 = ZERO, s2 = ZERO, s3 = ZERO, s4 = ZERO] = sums;
  const [minusX, minusS4] = [scalarMinus(ZERO, x), scalarMinus(ZERO, s4)];
  const lasts = [chainStart(), ...chain];
  const rows = minus(total(commits), generatorTotal(commits.length));
  const product = minus(item(lasts, chain.length), times(scalarProduct(u), chainStart()));
  /** s P + Σ s'_i Q_i − x Σ u_j R_j. @param {Scalar} s @param {Element} p @param {readonly Element[]} q @param {readonly Element[]} r */
  const sum = (s, p, q, r) => plus(combination(answers, q), combination([s, minusX], [p, combination(u, r)]));
  return [
    combination([s1, minusX], [BASE, rows]),
    combination([s2, minusX], [BASE, product]),
    sum(s3, BASE, generatorsFor(commits.length), commits),
    sum(minusS4, BASE, after.map(({ a }) => a), before.map(({ a }) => a)),
    sum(minusS4, key, after.map(({ b }) => b), before.map(({ b }) => b)),
    ...chainAnswers.map((s, at) => combination([s, item(answers, at), minusX], [BASE, item(lasts, at), item(chain, at)])),
  ];
}
