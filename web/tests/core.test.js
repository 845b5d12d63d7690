import assert from "node:assert/strict";
import { test } from "node:test";
import { hex, readU32, unhex } from "../core/bytes.js";
import { cardName, cardOf } from "../core/cards.js";
import * as deck from "../core/deck.js";
import { taggedHash } from "../core/hash.js";
import * as ids from "../core/identifiers.js";
import { CodecError, decode, encode } from "../core/msgpack.js";
import { harmless } from "../core/text.js";
import { isSignature, isUsableKey, publicKey, sign } from "../core/signatures.js";
import { Clock } from "../ledger/signed_statements.js";
import { valueOf, vectors } from "./vectors.js";

const fairness = vectors("fairness.json");
const wire = vectors("wire.json");

/** @param {string[]} texts */
const all = (texts) => texts.map(unhex);

test("tagged hashes", () => {
  assert.ok(fairness.hashes.length > 4);
  for (const { tag, fields, hash } of fairness.hashes) assert.equal(hex(taggedHash(tag, ...all(fields))), hash);
});

test("one whole deal", () => {
  const want = fairness.deal;
  const host = unhex(want.host);
  const [sDeck, sPub] = [unhex(want.s_deck), unhex(want.s_pub)];
  const deal = ids.dealId(unhex(want.session), want.round, want.epoch);
  assert.equal(hex(deal), want.deal_id);
  const cDeck = ids.hostCommitment(deal, "host-deck", host, sDeck);
  const cPub = ids.hostCommitment(deal, "host-pub", host, sPub);
  assert.deepEqual([hex(cDeck), hex(cPub)], [want.c_deck, want.c_pub]);
  const xs = want.seats.map((/** @type {any} */ seat) => unhex(seat.x));
  const cs = want.seats.map((/** @type {any} */ seat, /** @type {number} */ at) =>
    ids.seatCommitment(deal, at, unhex(seat.key), unhex(seat.x)),
  );
  assert.deepEqual(cs.map(hex), want.c_seats);
  const cset = ids.commitSet(deal, cDeck, cPub, cs);
  assert.equal(hex(cset), want.cset);
  const z = ids.mix(deal, cset, unhex(want.head), unhex(want.cards), xs);
  assert.equal(hex(z), want.z);
  assert.equal(hex(deck.drawKey("first-key", z, sPub)), want.first_key);
  assert.equal(new deck.Drbg(deck.drawKey("first-key", z, sPub)).below(xs.length), want.first_seat);
  assert.equal(hex(deck.drawKey("deck-key", z, sDeck)), want.deck_key);
  const cards = deck.shuffle(unhex(want.cards), deck.drawKey("deck-key", z, sDeck));
  assert.equal(hex(Uint8Array.from(cards)), want.deck);
  const salts = deck.drawKey("salt-key", z, sDeck);
  assert.equal(hex(taggedHash("salt", salts, Uint8Array.of(0))), want.salt_0);
  const root = deck.merkleRoot(deck.leavesOf(deal, cards, salts));
  assert.equal(hex(root), want.root);
  assert.equal(hex(deck.dealRoot(deal, cset, z, cards.length, root)), want.deal_root);
});

test("session, rules hash and words", () => {
  const want = fairness.session;
  const [keys, nonces] = [all(want.keys), all(want.nonces)];
  const commits = nonces.map((nonce, seat) =>
    ids.nonceCommitment(unhex(want.log), seat, /** @type {Uint8Array} */ (keys[seat]), nonce),
  );
  assert.deepEqual(commits.map(hex), want.nonce_commits);
  assert.equal(hex(ids.nonceSet(unhex(want.log), commits)), want.nonce_set);
  assert.equal(hex(encode(valueOf(want.rules))), want.rules_packed);
  for (const [rules, hash] of [[want.rules, want.rules_hash], [want.other_rules, want.other_rules_hash]]) {
    const shuffled = new Map([...rules[1]].reverse().map(([name, value]) => [name, valueOf(value)]));
    assert.equal(hex(ids.rulesHash(rules[0], shuffled)), hash);
  }
  const session = ids.sessionId(unhex(want.host), keys, nonces, unhex(want.rules_hash));
  assert.equal(hex(session), want.session);
  assert.deepEqual(ids.wordIndexes(session), want.indexes);
});

test("contributions, consent and refusals", () => {
  for (const { secret, deal, c_deck, c_pub, nonce, x } of fairness.contributions)
    assert.equal(hex(ids.contribution(unhex(secret), unhex(deal), unhex(c_deck), unhex(c_pub), unhex(nonce))), x);
  const want = fairness.consent;
  const log = ids.logId(unhex(want.host), unhex(want.table), want.game);
  assert.equal(hex(log), want.log);
  const players = want.players.map((/** @type {any} */ [key, name]) => ({ key: unhex(key), name }));
  assert.equal(hex(ids.playersHash(players, want.bots)), want.players_hash);
  assert.ok(want.ready.length >= 2);
  want.ready.forEach((/** @type {any} */ { payload, signature }, /** @type {number} */ seat) =>
    assert.ok(isSignature(players[seat].key, "ready", unhex(payload), unhex(signature))),
  );
  const statement = ids.statementHash("ready", unhex(want.ready.at(-1).payload));
  assert.equal(hex(statement), want.statement_hash);
  const refusal = ids.refusalHash(log, unhex(want.refusal.head), players.at(-1).key, statement, want.refusal.code);
  assert.equal(hex(refusal), want.refusal.payload);
  assert.ok(isSignature(unhex(want.host), "refusal", refusal, unhex(want.refusal.signature)));
  const late = want.refusal_with_evidence;
  assert.equal(hex(ids.refusalHash(log, unhex(want.refusal.head), players.at(-1).key, statement, late.code, unhex(late.evidence))), late.payload);
});

test("draws, decks and places of cards put back", () => {
  for (const { key, below, values, used, rejected } of fairness.draws) {
    const stream = new deck.Drbg(unhex(key));
    assert.deepEqual(below.map((/** @type {number} */ limit) => stream.below(limit)), values);
    assert.deepEqual([stream.used, stream.rejected], [used, rejected]);
  }
  for (const { key, cards, deck: want } of fairness.shuffles)
    assert.equal(hex(Uint8Array.from(deck.shuffle(unhex(cards), unhex(key)))), want);
  for (const { z, s_deck, stock_sizes, places } of fairness.inserts)
    assert.deepEqual(deck.insertPlaces(deck.drawKey("insert-key", unhex(z), unhex(s_deck)), stock_sizes), places);
});

test("openings of trees of all shapes, and none with another path", () => {
  for (const tree of fairness.openings) {
    const [deal, cards] = [unhex(tree.deal), [...unhex(tree.deck)]];
    const leaves = deck.leavesOf(deal, cards, unhex(tree.salt_key));
    const root = deck.merkleRoot(leaves);
    assert.equal(hex(root), tree.root);
    for (const { position, card, salt, path } of tree.openings) {
      const opening = { position, card, salt: unhex(salt), path: unhex(path) };
      assert.ok(deck.isOpening(deal, opening, cards.length, root));
      assert.ok(!deck.isOpening(deal, { ...opening, card: (card + 1) % 216 }, cards.length, root));
      assert.ok(!deck.isOpening(deal, { ...opening, path: unhex(`${path}${"00".repeat(32)}`) }, cards.length, root));
    }
  }
});

test("signatures of every kind, and those that libraries differ about", () => {
  for (const { private: secret, public: key, kind, payload, signature } of fairness.signatures) {
    assert.equal(hex(publicKey(unhex(secret))), key);
    assert.equal(hex(sign(unhex(secret), kind, unhex(payload))), signature);
    assert.ok(isSignature(unhex(key), kind, unhex(payload), unhex(signature)));
  }
  for (const { what, public: key, kind, payload, signature, holds } of fairness.strict)
    assert.equal(isSignature(unhex(key), kind, unhex(payload), unhex(signature)), holds, what);
  assert.ok(!isUsableKey(new Uint8Array(32)));
  const { host, challenge, client, payload, signature } = fairness.hello;
  assert.equal(hex(ids.helloHash(unhex(host), unhex(challenge), unhex(client))), payload);
  assert.ok(isSignature(unhex(client), "hello", unhex(payload), unhex(signature)));
});

test("statements and entries are packed as the vectors say", () => {
  for (const { kind, fields, payload, hash } of fairness.statements) {
    assert.deepEqual(decode(unhex(payload)), valueOf(fields));
    assert.equal(hex(encode(valueOf(fields))), payload);
    assert.equal(hex(ids.statementHash(kind, unhex(payload))), hash);
  }
  for (const { entry } of fairness.entries) assert.equal(hex(encode(decode(unhex(entry)))), entry);
});

test("log time runs ahead of no player's clock", () => {
  for (const { about, statements, leads } of fairness.time) {
    /** @type {{ [clock: string]: Clock }} */
    const clocks = {};
    const found = statements.findIndex((/** @type {[string, number, number | null, number]} */ [name, t, head, entry]) => {
      const clock = (clocks[name] ??= new Clock());
      if (!clock.allows(t, head)) return true;
      clock.add(t, entry);
      return false;
    });
    assert.equal(found === -1 ? null : found, leads, about);
  }
});

test("every message of the wire is read and packed as it was", () => {
  const examples = [...wire.conversation, ...wire.messages];
  assert.ok(examples.length > 20);
  for (const { kind, fields, frame } of examples) {
    const bytes = unhex(frame.replaceAll(" ", ""));
    assert.equal(readU32(bytes, 0), bytes.length - 4);
    const value = decode(bytes.subarray(4));
    assert.deepEqual(value, new Map([["m", kind], ...valueOf(fields)]));
    assert.equal(hex(encode(value)), hex(bytes.subarray(4)));
  }
});

test("values that are refused", () => {
  const bad = ["", "c1", "ca00000000", "d400", "c0c0", "82a16101a16102", "8101", "a2c328", "9101ff", "92", `${"91".repeat(9)}c0`];
  for (const text of bad) assert.throws(() => decode(unhex(text)), CodecError, text);
  assert.deepEqual(decode(unhex(`${"91".repeat(8)}c0`)), [[[[[[[[null]]]]]]]]);
  assert.equal(decode(unhex("ce00000005")), 5);
  assert.equal(decode(unhex("cfffffffffffffffff")), 2n ** 64n - 1n);
});

test("numbers of every size in their shortest form", () => {
  /** @type {[number | bigint, string][]} */
  const known = [[0, "00"], [127, "7f"], [128, "cc80"], [256, "cd0100"], [65536, "ce00010000"], [2 ** 32, "cf0000000100000000"],
    [-1, "ff"], [-32, "e0"], [-33, "d0df"], [-129, "d1ff7f"], [-32769, "d2ffff7fff"], [-(2 ** 31) - 1, "d3ffffffff7fffffff"]];
  for (const [value, text] of known) {
    assert.equal(hex(encode(value)), text);
    assert.equal(decode(unhex(text)), value);
  }
  assert.throws(() => encode(2n ** 64n), CodecError);
});

test("cards by name", () => {
  for (let card = 0; card < 216; card += 1) assert.equal(cardOf(cardName(card, 4)), card);
  assert.equal(cardOf("7H"), 32);
  assert.equal(cardOf("1H"), null);
});

test("names are shown without what could make them look like other text", () => {
  assert.equal(harmless("Börje 2"), "Börje 2");
  assert.equal(harmless("an\u202ena\u0000\u2066\u200b\n!"), "anna !");
  assert.equal(harmless("z\u0300\u0301\u0302\u0303"), "z\u0300\u0301");
  assert.equal(harmless("<b>&amp;"), "<b>&amp;");
});
