/**
 * What takes long in the check of an entry of a sealed deck, asked of a Worker before the entry is taken: taking it checks all of it, and
 * finds what was checked before. With and without this the same comes out, but no touch waits for a proof.
 */

import { hex } from "../core/bytes.js";
import { noteHeld } from "../core/held.js";
import { nextHead } from "../core/identifiers.js";
import { Unknown } from "../core/unknown.js";
import { HOST, playContext, possessionContext } from "../sealed/contexts.js";
import { keepersOf } from "../sealed/escrow.js";
import { SIZE, scalarBytes } from "../sealed/group.js";
import { plainCards } from "../sealed/part_maker.js";
import { Fault } from "../ledger/checks.js";
import { readEntry, readStatement } from "../ledger/forms.js";

/** @import { Task } from "../sealed/proof_checker.js" */
/** @import { Entry, Envelope } from "../ledger/forms.js" */
/** @import { Game } from "./game.js" */

/** The kind of the statements of all in an entry. */
const OF_ALL = new Map([["nonce-commits", "nonce-commit"], ["nonces", "nonce"], ["commits", "commit"], ["keys", "key"], ["cosigns", "root"]]);
/** The kind of the statement of one. */
const OF_ONE = new Map([["part", "part"], ["act", "action"], ["want", "action"], ["vote", "vote"]]);

/** What to check before the next entry of a game is taken; nothing of a game without a sealed deck. @param {Game} game
 * @param {{ index: number, entry: Uint8Array, signature: Uint8Array }} message @returns {Task[]} */
export function checksAhead(game, { index, entry: data, signature }) {
  const { log } = game;
  if (index !== log.length || log.fault || log.unknown || !log.state.isSealed) return [];
  try {
    const entry = readEntry(data);
    const host = log.state.host;
    return [{ do: "signature", key: host, kind: "head", payload: nextHead(log.head, data), signature }, ...signatures(log.state.players, entry), ...proofs(game, entry)];
  } catch (problem) {
    if (problem instanceof Fault || problem instanceof Unknown) return []; // whoever takes the entry says so
    throw problem;
  }
}

/** Take what a Worker has found for the next entry of a game. @param {Game} game @param {Uint8Array} data the entry
 * @param {import("../sealed/proof_checker.js").Found} found */
export function noteFound(game, data, { names, cards, spelled, audit }) {
  const { hidden } = game.log.state;
  names.forEach(noteHeld);
  for (const [a, card] of cards) game.sealed?.cardsFound.set(hex(a), card);
  if (audit && hidden) hidden.audited = audit;
  const hand = spelled.length ? hidden?.cards.hands.get(readEntry(data).seat) : null;
  hand?.cards.forEach(({ b }, at) => spelled[at] && b.spell(spelled[at]));
}

/** @param {readonly { key: Uint8Array }[]} players @param {Entry} entry @returns {Task[]} */
function signatures(players, entry) {
  const [kind, one] = [OF_ALL.get(entry.e), OF_ONE.get(entry.e)];
  if (entry.e === "seats" && entry.joining.length === 0)
    return entry.ready.map((/** @type {Envelope} */ { payload, signature }, /** @type {number} */ seat) => ({ do: "signature", key: entry.players[seat]?.key ?? new Uint8Array(), kind: "ready", payload, signature }));
  /** @type {[number, Envelope | null][]} */
  const envelopes = kind ? entry.signed.map((/** @type {Envelope | null} */ envelope, /** @type {number} */ seat) => [seat, envelope]) : one ? [[entry.seat, entry.signed]] : [];
  return envelopes.flatMap(([seat, envelope]) => {
    const key = players[seat]?.key;
    return key && envelope ? [{ do: "signature", key, kind: kind ?? one ?? "", payload: envelope.payload, signature: envelope.signature }] : [];
  });
}

/** @param {Game} game @param {Entry} entry @returns {Task[]} */
function proofs(game, entry) {
  const { state, seat: me } = game.log;
  if (entry.e === "keys") return possessions(game, entry);
  if (entry.e === "part") return ofPart(game, entry);
  const hand = state.hidden?.cards.hands.get(entry.seat);
  if (entry.e !== "act" || !state.hidden || !hand || !entry.signed || entry.proof.length === 0) return [];
  const { n, head } = readStatement("action", entry.signed.payload);
  const context = playContext(state.hidden.cards.context, entry.seat, n, head);
  /** @type {Task} */
  const play = { do: "play", key: hand.key.bytes, cards: plainCards(hand.cards), isAged: hand.isAged, context, blob: entry.proof };
  if (entry.seat !== me || !hand.isAged || !game.sealed) return [play];
  const mixed = hand.cards.map((_, at) => ({ a: entry.proof.slice(2 * SIZE * at, 2 * SIZE * at + SIZE), b: entry.proof.slice(2 * SIZE * at + SIZE, 2 * SIZE * (at + 1)) }));
  return [play, { do: "look", cards: mixed, secret: scalarBytes(game.sealed.key.secret) }];
}

/** @param {Game} game @param {Entry} entry @returns {Task[]} */
function possessions({ log: { state } }, entry) {
  const { session, players, host, holders, epochs, epoch } = state;
  const deal = epochs.get(epoch)?.deal;
  if (!session || !deal) return [];
  const shown = holders.map((seat) => ({ seat, identity: players[seat]?.key, ...readStatement("key", entry.signed[seat]?.payload ?? new Uint8Array()) }));
  /** @type {{ [field: string]: any }[]} */
  const all = [...shown, { seat: HOST, identity: host, public: entry.public, proof: entry.proof }];
  return all.flatMap(({ seat, identity, public: bytes, proof }) => (identity ? [{ do: "key", bytes, proof, context: possessionContext(session, deal, seat, identity) }] : []));
}

/** @param {Game} game @param {Entry} entry @returns {Task[]} */
function ofPart({ log: { state, seat: me }, sealed }, { seat, blob }) {
  const { hidden } = state;
  const due = hidden?.due.get(seat);
  if (!hidden || !due) return [];
  const { cards } = hidden;
  switch (due.what) {
    case "escrow":
      return [{ do: "escrow", key: keyOf(cards.keys, seat), keepers: keepersOf(seat, hidden.holders), blob }];
    case "mix":
      return [{ do: "deck", blob }];
    case "proof": {
      const { mixers, decks, epoch } = cards.currentMixing();
      const [before, after] = [decks[mixers.indexOf(seat)], decks[mixers.indexOf(seat) + 1]];
      if (!before || !after) return [];
      return [{ do: "mix", before: plainCards(before), after: plainCards(after), key: epoch.joint.bytes, context: cards.mixContext(seat), blob }];
    }
    case "share": {
      const { points, context } = cards.sharesOwed(seat);
      const own = me === null || !sealed?.hasKey ? [] : cards.cardsWith(me, seat, blob);
      /** @type {Task[]} */
      const tasks = [{ do: "shares", key: keyOf(cards.keys, seat), points: points.map(({ bytes }) => bytes), context, blob }];
      return own.length && sealed ? [...tasks, { do: "look", cards: own, secret: scalarBytes(sealed.key.secret) }] : tasks;
    }
    case "open": {
      const round = hidden.auditWork(seat, blob);
      return round ? [{ do: "audit", round }] : [];
    }
    default:
      return [];
  }
}

/** @param {ReadonlyMap<number, import("../sealed/group.js").Element>} keys @param {number} seat */
function keyOf(keys, seat) {
  return keys.get(seat)?.bytes ?? new Uint8Array();
}
