/** The names and commitments of the protocol, each a tagged hash. Source: the table in protocol/FAIRNESS.md, "Hashes". */

import { joined, u32, u8, utf8, ZEROS } from "./bytes.js";
import { taggedHash } from "./hash.js";
import { encode } from "./msgpack.js";

/** @typedef {{ key: Uint8Array, name: string }} Player */

/** The head after an entry. @param {Uint8Array} head @param {Uint8Array} entry */
export function nextHead(head, entry) {
  return taggedHash("chain", head, entry);
}

/** The name of a log. @param {Uint8Array} host @param {Uint8Array} table @param {number} game */
export function logId(host, table, game) {
  return taggedHash("log", host, table, u32(game));
}

/** @param {Player[]} players in the order of their seats @param {number[]} [bots] the seats of the host's own, ascending */
export function playersHash(players, bots = []) {
  return taggedHash("players", new Uint8Array(bots), ...players.flatMap(({ key, name }) => [key, utf8(name)]));
}

/** Text by code points, as the page orders names. @param {string} a @param {string} b */
function byCodePoint(a, b) {
  const [left, right] = [[...a], [...b]];
  for (let at = 0; at < Math.min(left.length, right.length); at += 1) {
    const gap = (left[at]?.codePointAt(0) ?? 0) - (right[at]?.codePointAt(0) ?? 0);
    if (gap) return gap;
  }
  return left.length - right.length;
}

/** The one value that everybody packs for themselves. @param {string} variant @param {Map<string, import("./msgpack.js").Value>} options */
export function rulesHash(variant, options) {
  const pairs = [...options].sort(([a], [b]) => byCodePoint(a, b));
  return taggedHash("rules", encode([variant, pairs]));
}

/** @param {string} kind @param {Uint8Array} payload */
export function statementHash(kind, payload) {
  return taggedHash("statement", utf8(kind), payload);
}

/** What the host signs when it refuses a statement.
 * @param {Uint8Array} log @param {Uint8Array} head of the log then @param {Uint8Array} key of the signer @param {Uint8Array} statement its hash @param {string} code
 * @param {Uint8Array} [evidence] the hash of a newer statement of the same player, with the code `order` alone */
export function refusalHash(log, head, key, statement, code, evidence = ZEROS) {
  return taggedHash("refusal", log, head, key, statement, utf8(code), evidence);
}

/** @param {Uint8Array} log @param {number} seat @param {Uint8Array} key @param {Uint8Array} nonce */
export function nonceCommitment(log, seat, key, nonce) {
  return taggedHash("nonce-commit", log, u8(seat), key, nonce);
}

/** @param {Uint8Array} log @param {Uint8Array[]} commitments */
export function nonceSet(log, commitments) {
  return taggedHash("nonce-set", log, ...commitments);
}

/** @param {Uint8Array} host @param {Uint8Array[]} keys @param {Uint8Array[]} nonces @param {Uint8Array} rules */
export function sessionId(host, keys, nonces, rules) {
  return taggedHash("session", host, u8(keys.length), ...keys, ...nonces, rules);
}

/** Six indexes into the list of words: the first 66 bits of the fingerprint, eleven at a time. @param {Uint8Array} session */
export function wordIndexes(session) {
  let bits = 0n;
  for (const byte of taggedHash("fingerprint", session).subarray(0, 9)) bits = (bits << 8n) | BigInt(byte);
  return [0, 1, 2, 3, 4, 5].map((word) => Number((bits >> BigInt(72 - 11 * (word + 1))) & 2047n));
}

/** @param {Uint8Array} session @param {number} round @param {number} epoch */
export function dealId(session, round, epoch) {
  return taggedHash("deal-id", session, u32(round), u8(epoch));
}

/** The host's commitment to a secret. @param {Uint8Array} deal @param {"host-deck" | "host-pub"} role @param {Uint8Array} host @param {Uint8Array} secret */
export function hostCommitment(deal, role, host, secret) {
  return taggedHash("commit", deal, utf8(role), host, secret);
}

/** A seat's commitment to its contribution. @param {Uint8Array} deal @param {number} seat @param {Uint8Array} key @param {Uint8Array} x */
export function seatCommitment(deal, seat, key, x) {
  return taggedHash("commit", deal, joined(utf8("seat"), u8(seat)), key, x);
}

/** @param {Uint8Array} deal @param {Uint8Array} cDeck @param {Uint8Array} cPub @param {Uint8Array[]} seats */
export function commitSet(deal, cDeck, cPub, seats) {
  return taggedHash("commit-set", deal, cDeck, cPub, ...seats);
}

/** A client's contribution: its secret never leaves it. @param {Uint8Array} secret @param {Uint8Array} deal @param {Uint8Array} cDeck
 * @param {Uint8Array} cPub @param {Uint8Array} nonce of the batch */
export function contribution(secret, deal, cDeck, cPub, nonce) {
  return taggedHash("contribution", secret, deal, cDeck, cPub, nonce);
}

/** Z. @param {Uint8Array} deal @param {Uint8Array} cset @param {Uint8Array} head @param {Uint8Array} cards @param {Uint8Array[]} contributions */
export function mix(deal, cset, head, cards, contributions) {
  return taggedHash("mix", deal, cset, head, cards, ...contributions);
}

/** What proves a client's key when it connects. @param {Uint8Array} host @param {Uint8Array} challenge @param {Uint8Array} client */
export function helloHash(host, challenge, client) {
  return taggedHash("hello", host, challenge, client);
}
