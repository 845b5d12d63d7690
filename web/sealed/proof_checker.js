/**
 * What takes long in the check of an entry of a sealed deck, as a job of plain data that a Worker can do before the page takes the entry. What
 * holds is remembered by name, and the page that takes the entry finds it; what does not hold it finds itself.
 */

import { isSignature } from "../core/signatures.js";
import { newlyHeld } from "../core/held.js";
import { Cheat } from "./cheat.js";
import { CIPHERTEXT, cardUnder, readCards } from "./ciphertexts.js";
import { CARDS, faceOf } from "./constants.js";
import { checkEscrow } from "./escrow.js";
import { readScalar } from "./group.js";
import { checkPlayAhead } from "./hidden_hand.js";
import { checkMix } from "./mix_proof.js";
import { cardsOf, elementOf } from "./part_maker.js";
import { auditStocked } from "./round_audit.js";
import { readKey } from "./round_keys.js";
import { checkShares } from "./shares.js";

/** @import { PlainElement } from "./group.js" */
/** @import { PlainCard } from "./part_maker.js" */
/** The round as the audit needs it. @typedef {{ keys: [number, Uint8Array][], secrets: [number, Uint8Array][], hands: [number, PlainCard[]][],
 *   stocks: [number, PlainCard[]][], stockMixes: { seat: number, before: PlainCard[], after: PlainCard[] }[],
 *   handMixes: { seat: number, before: PlainCard[], after: PlainCard[] }[], shares: { seat: number, points: PlainElement[], shares: PlainElement[] }[] }} PlainRound */
/**
 * @typedef {{ do: "signature", key: Uint8Array, kind: string, payload: Uint8Array, signature: Uint8Array }
 *   | { do: "key", bytes: Uint8Array, context: Uint8Array, proof: Uint8Array }
 *   | { do: "escrow", key: Uint8Array, keepers: number[], blob: Uint8Array }
 *   | { do: "deck", blob: Uint8Array }
 *   | { do: "mix", before: PlainCard[], after: PlainCard[], key: Uint8Array, context: Uint8Array, blob: Uint8Array }
 *   | { do: "shares", key: Uint8Array, points: PlainElement[], context: Uint8Array, blob: Uint8Array }
 *   | { do: "play", key: Uint8Array, cards: PlainCard[], isAged: boolean, context: Uint8Array, blob: Uint8Array }
 *   | { do: "look", cards: { a: Uint8Array, b: PlainElement }[], secret: Uint8Array }
 *   | { do: "audit", round: PlainRound } | { do: "faces" }} Task
 */
/** What was found: names of checks that hold, own cards by their a, the b of the hand that a play is from, the faces, what an audit shows.
 * @typedef {{ names: string[], cards: [Uint8Array, number][], spelled: Uint8Array[], faces: Uint8Array[] | null,
 *   audit: import("./round_audit.js").Audited | null }} Found */

/** @param {readonly Task[]} tasks @returns {Found} */
export function checkAhead(tasks) {
  /** @type {Found} */
  const found = { names: [], cards: [], spelled: [], faces: null, audit: null };
  for (const task of tasks) {
    try {
      DOES[task.do](/** @type {never} */ (task), found);
    } catch (problem) {
      if (!(problem instanceof Cheat)) throw problem; // whoever takes the entry says what is wrong with it
    }
  }
  found.names = newlyHeld();
  return found;
}

/** By what a task is, what does it. @type {{ [name in Task["do"]]: (task: Extract<Task, { do: name }>, found: Found) => unknown }} */
const DOES = {
  signature: ({ key, kind, payload, signature }) => isSignature(key, kind, payload, signature),
  key: ({ bytes, context, proof }) => readKey(bytes, context, proof),
  escrow: ({ key, keepers, blob }) => checkEscrow(elementOf(key), keepers, blob),
  deck: ({ blob }) => readCards(blob, Math.floor(blob.length / CIPHERTEXT)),
  mix: ({ before, after, key, context, blob }) => checkMix(cardsOf(before), cardsOf(after), elementOf(key), context, blob),
  shares: ({ key, points, context, blob }) => checkShares(elementOf(key), points.map(elementOf), context, blob),
  play: ({ key, cards: plain, isAged, context, blob }, found) => {
    const cards = cardsOf(plain);
    found.spelled = cards.map(({ b }) => b.bytes);
    checkPlayAhead({ key: elementOf(key), cards, isAged }, context, blob);
  },
  look: ({ cards, secret }, found) => {
    for (const { a, b } of cards) {
      const card = cardUnder({ a: elementOf(a), b: elementOf(b) }, readScalar(secret));
      if (card !== null) found.cards.push([a, card]);
    }
  },
  audit: ({ round }, found) => (found.audit = auditStocked(roundOf(round))),
  faces: (_task, found) => (found.faces = Array.from({ length: CARDS }, (_, card) => faceOf(card).bytes)), // to spare another thread a tenth of a second
};

/** @param {PlainRound} round */
function roundOf({ keys, secrets, hands, stocks, stockMixes, handMixes, shares }) {
  /** A deck is one mix's end and the next one's beginning, and stays one. @type {Map<PlainCard[], import("./ciphertexts.js").Ciphertext[]>} */
  const decks = new Map();
  const deckOf = (/** @type {PlainCard[]} */ plain) => {
    const deck = decks.get(plain) ?? cardsOf(plain);
    decks.set(plain, deck);
    return deck;
  };
  const mixesOf = (/** @type {PlainRound["stockMixes"]} */ mixes) => mixes.map(({ seat, before, after }) => ({ seat, before: deckOf(before), after: deckOf(after) }));
  return {
    keys: new Map(keys.map(([seat, key]) => [seat, elementOf(key)])),
    secrets: new Map(secrets.map(([seat, bytes]) => [seat, readScalar(bytes)])),
    hands: new Map(hands.map(([seat, cards]) => [seat, { cards: cardsOf(cards) }])),
    stocks: new Map(stocks.map(([epoch, cards]) => [epoch, deckOf(cards)])),
    stockMixes: mixesOf(stockMixes), handMixes: mixesOf(handMixes),
    shares: shares.map(({ seat, points, shares: given }) => ({ seat, points: points.map(elementOf), shares: given.map(elementOf) })),
  };
}
