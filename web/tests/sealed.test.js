import assert from "node:assert/strict";
import { test } from "node:test";
import { frame, hex, joined, unhex, utf8 } from "../core/bytes.js";
import { Cheat } from "../sealed/cheat.js";
import * as ciphertexts from "../sealed/ciphertexts.js";
import * as constants from "../sealed/constants.js";
import * as contexts from "../sealed/contexts.js";
import * as escrow from "../sealed/escrow.js";
import * as group from "../sealed/group.js";
import * as hands from "../sealed/hidden_hand.js";
import { mixCards } from "../sealed/mix.js";
import { checkMix, mixProofSize, proveMix } from "../sealed/mix_proof.js";
import { HedgedNonces } from "../sealed/nonces.js";
import { auditRound } from "../sealed/round_audit.js";
import { RoundCards } from "../sealed/round_cards.js";
import * as keys from "../sealed/round_keys.js";
import { checkShares, makeShares } from "../sealed/shares.js";
import { weightBytes, wideHash } from "../sealed/wide_hash.js";
import { EventedRound, KeyHolder, bySeat, element, ownCards, partOf, scalar, written } from "./sealed_round.js";
import { vectors } from "./vectors.js";

/** @param {string} name */
const sealed = (name) => vectors(`sealed/${name}.json`);
/** Run, and hold the check that refuses it against the one that the case names, if it names one.
 * @param {{ about?: string, check?: string }} one @param {() => unknown} call */
function judged(one, call) {
  let found;
  try {
    call();
  } catch (problem) {
    if (!(problem instanceof Cheat)) throw problem;
    found = problem.check;
  }
  assert.equal(found, one.check, one.about);
}

/** @param {SealedCheck} check @param {() => unknown} call @typedef {import("../sealed/cheat.js").SealedCheck} SealedCheck */
function refused(check, call) {
  judged({ check }, call);
}

test("multiples of the generator and the map from hashes, RFC 9496, appendix A", () => {
  assert.equal(hex(group.base(1n).bytes), "e2f2ae0a6abc4e71a884a961c500515f58e30b6aa582dd8db6a65945e08d2d76");
  assert.equal(hex(group.base(2n).bytes), "6a493210f7499cd17fecb510ae0cea23a110e8d5b901f8acadd3095c73a3b919");
  assert.equal(hex(group.base(0n).bytes), "00".repeat(32));
});

test("known answers of the constants", () => {
  const want = sealed("constants");
  assert.equal(want.faces.length, constants.CARDS);
  want.faces.forEach((/** @type {string} */ face, /** @type {number} */ card) => {
    assert.equal(hex(constants.faceOf(card).bytes), face);
    assert.equal(constants.cardWithFace(element(face)), card);
  });
  assert.deepEqual(constants.generatorsFor(constants.CARDS).map(({ bytes }) => hex(bytes)), want.generators);
  assert.equal(hex(constants.chainStart().bytes), want.chain_start);
  assert.equal(constants.cardWithFace(group.BASE), null);
});

test("what is an element and what is a scalar", () => {
  for (const one of sealed("elements")) judged(one, () => assert.equal(hex(group.readElement(unhex(one.bytes)).bytes), one.bytes));
  for (const one of sealed("scalars")) judged(one, () => assert.equal(written(group.readScalar(unhex(one.bytes))), one.bytes));
});

test("an element has one spelling, and is read from a copy", () => {
  for (let number = 1n; number < 20n; number += 1n) {
    const good = group.base(number).bytes;
    const top = Uint8Array.from(good, (byte, at) => (at === 31 ? byte | 0x80 : byte));
    refused("element", () => group.readElement(top));
    const read = good.slice();
    const found = group.readElement(read);
    read.fill(1);
    assert.equal(hex(found.bytes), hex(good));
  }
});

test("lists are read whole", () => {
  const one = group.BASE.bytes;
  assert.equal(group.readElements(joined(one, one)).length, 2);
  refused("element", () => group.readElements(joined(one, one.subarray(1))));
  refused("element", () => group.readScalars(new Uint8Array(33)));
});

test("the group's laws, also where zero and the identity are in it", () => {
  const [p, q] = [group.base(5n), constants.faceOf(3)];
  const same = (/** @type {group.Element} */ a, /** @type {group.Element} */ b) => assert.equal(hex(a.bytes), hex(b.bytes));
  same(group.minus(group.plus(p, q), q), p);
  same(group.minus(p, p), group.IDENTITY);
  same(group.times(0n, p), group.IDENTITY);
  same(group.times(7n, group.IDENTITY), group.IDENTITY);
  same(group.total([]), group.IDENTITY);
  same(group.combination([2n, 0n, 3n], [p, q, group.IDENTITY]), group.base(10n));
  same(group.combination([], []), group.IDENTITY);
  const minusOne = group.scalarMinus(0n, 1n);
  same(group.plus(group.times(minusOne, q), q), group.IDENTITY);
  assert.equal(group.scalarPlus(minusOne, 2n), 1n);
  assert.equal(group.scalarCombination([2n, 3n], [5n, 7n]), 31n);
  assert.equal(group.scalarProduct([]), 1n);
  group.prepare(group.IDENTITY);
});

test("hashes, weights, nonces and permutations", () => {
  const { wide, weights, nonces } = sealed("hashes");
  for (const { tag, fields, frame: framed, hash, scalar: number, element: point } of wide) {
    const parts = fields.map(unhex);
    assert.equal(hex(frame(...parts)), framed);
    assert.equal(hex(wideHash(tag, ...parts)), hash);
    assert.equal(written(group.hashToScalar(tag, ...parts)), number);
    assert.equal(hex(group.hashToElement(tag, ...parts).bytes), point);
  }
  for (const { statement, index, weight } of weights) {
    assert.equal(`${hex(weightBytes(unhex(statement), index))}${"00".repeat(16)}`, weight);
    assert.deepEqual(group.weightsOf(unhex(statement), index, index + 1).map(written), [weight]);
  }
  const [purpose, ...statement] = nonces.statement.map(unhex);
  assert.equal(hex(purpose), hex(utf8("share")));
  const made = new HedgedNonces(scalar(nonces.secret), unhex(nonces.fresh), "share", ...statement);
  assert.deepEqual(made.scalars("w", 2).map(written), [nonces.w_0, nonces.w_1]);
  assert.equal(written(made.scalar("rho")), nonces.rho_0);
  assert.deepEqual([made.order(8), made.order(52)], [nonces.order_8, nonces.order_52]);
  assert.throws(() => new HedgedNonces(1n, new Uint8Array(31), "share"), RangeError);
});

test("contexts", () => {
  const want = sealed("contexts");
  const [session, deal, z, head, identity] = [want.session, want.deal, want.z, want.head, want.identity].map(unhex);
  if (!session || !deal || !z || !head || !identity) throw new Error("a vector without its fields");
  const [round, epoch] = [{ session, deal, z }, { session, deal, z, joint: element(want.joint) }];
  assert.equal(hex(contexts.possessionContext(session, deal, 1, identity)), want.possession);
  assert.equal(hex(contexts.mixContext(epoch, 2)), want.mix);
  assert.equal(hex(contexts.giveContext(epoch, 1, head, [0, 3, 51])), want.give);
  assert.equal(hex(contexts.playContext(round, 1, 7, head)), want.play);
  assert.equal(hex(contexts.escrowContext(round, 1)), want.escrow);
  assert.equal(hex(contexts.complaintContext(round, 0, 1)), want.complaint);
  assert.equal(hex(contexts.epochZ(deal, z, head)), want.epoch_z);
  assert.equal(hex(contexts.blobHash(unhex(want.blob))), want.blob_hash);
});

test("keys and possession", () => {
  const want = sealed("keys");
  const made = want.keys.map((/** @type {any} */ one) => {
    const key = keys.roundKey(unhex(one.secret), unhex(want.deal), one.seat);
    assert.deepEqual([written(key.secret), hex(key.public.bytes)], [one.x, one.Y]);
    const context = contexts.possessionContext(unhex(want.session), unhex(want.deal), one.seat, unhex(one.identity));
    assert.equal(hex(context), one.context);
    assert.equal(hex(keys.provePossession(key, context, unhex(one.fresh))), one.proof);
    assert.equal(hex(keys.readKey(unhex(one.Y), context, unhex(one.proof)).bytes), one.Y);
    assert.equal(hex(contexts.keyCommitment(unhex(want.deal), one.seat, unhex(one.identity), key.public.bytes, unhex(one.proof))), one.key_commit);
    return key;
  });
  assert.equal(hex(keys.jointKey(new Map(made.map((/** @type {keys.RoundKey} */ key, /** @type {number} */ seat) => [seat, key.public]))).bytes), want.J);
  for (const one of want.bad) judged(one, () => keys.readKey(unhex(one.Y), unhex(one.context), unhex(one.proof)));
  keys.checkDistinct(made.map((/** @type {keys.RoundKey} */ key) => key.public));
  refused("key", () => keys.checkDistinct([made[0].public, made[1].public, made[0].public]));
  refused("element", () => keys.readKey(new Uint8Array(32), unhex(want.keys[0].context), unhex(want.keys[0].proof)));
  refused("key-open", () => keys.checkOpenedKey(made[0].public, made[1].secret));
  assert.throws(() => keys.roundKey(new Uint8Array(31), unhex(want.deal), 0), RangeError);
});

test("shares", () => {
  for (const one of sealed("shares")) {
    const [key, points, context] = [keys.keyOf(scalar(one.x)), one.points.map(element), unhex(one.context)];
    assert.equal(hex(key.public.bytes), one.Y);
    assert.equal(hex(makeShares(key, points, context, unhex(one.fresh))), one.blob);
    assert.deepEqual(checkShares(key.public, points, context, unhex(one.blob)).map(({ bytes }) => hex(bytes)), one.shares);
    for (const bad of one.bad) judged(bad, () => checkShares(key.public, points, context, unhex(bad.blob)));
    refused("share", () => checkShares(key.public, points, joined(context, context), unhex(one.blob)));
    refused("share", () => checkShares(group.BASE, points, context, unhex(one.blob)));
  }
  assert.throws(() => makeShares(keys.keyOf(5n), [], utf8("context"), new Uint8Array(32)), RangeError);
});

test("eight cards mixed twice, and the second proof", () => {
  const want = sealed("mix");
  const joint = element(want.J);
  assert.equal(hex(ciphertexts.packCards(ciphertexts.firstDeck(want.cards))), want.first.before);
  const { x, order, masks } = want.second;
  const mix = mixCards(ownCards(want.second.before), joint, unhex(want.second.context), scalar(x), unhex(want.mix_fresh));
  assert.deepEqual([mix.order, mix.masks.map(written), hex(ciphertexts.packCards(mix.after))], [order, masks, want.second.after]);
  assert.equal(hex(proveMix(mix, scalar(x), unhex(want.proof.fresh))), want.proof.blob);
  assert.equal(mixProofSize(8), unhex(want.proof.blob).length);
  const { before, after, context } = want.second;
  for (const bad of want.bad) {
    judged(bad, () => checkMix(ownCards(before), ownCards(bad.after), joint, unhex(context), unhex(bad.proof)));
  }
  const blob = unhex(want.proof.blob);
  checkMix(ownCards(before), ownCards(after), joint, unhex(context), blob);
  refused("mix", () => checkMix(ownCards(before), ownCards(after), group.BASE, unhex(context), blob));
  refused("mix", () => checkMix(ownCards(before), ownCards(after), joint, utf8("another"), blob));
  refused("mix", () => checkMix(ownCards(after), ownCards(before), joint, unhex(context), blob));
  // The number of items is looked at before the items, of which the last are no scalars here.
  const longer = joined(blob, new Uint8Array(128).fill(255));
  refused("mix", () => checkMix(ownCards(before), ownCards(after), joint, unhex(context), longer));
  refused("mix", () => checkMix([], [], joint, unhex(context), unhex(want.proof.blob).subarray(0, 160)));
});

test("a whole deck", () => {
  const want = sealed("mix52");
  const [before, joint, context] = [ownCards(want.before), element(want.J), unhex(want.context)];
  const after = ciphertexts.readCards(unhex(want.after), 52);
  checkMix(before, after, joint, context, unhex(want.proof));
  const secret = group.scalarTotal(want.secrets.map(scalar));
  assert.deepEqual(after.map((card) => ciphertexts.cardUnder(card, secret)), want.cards);
});

test("decks as bytes", () => {
  const bytes = unhex(sealed("mix").second.after);
  assert.equal(hex(ciphertexts.packCards(ciphertexts.readCards(bytes, 8))), hex(bytes));
  refused("mix", () => ciphertexts.readCards(bytes, 7));
  refused("mix", () => ciphertexts.readCards(bytes.subarray(1), 8));
  refused("element", () => ciphertexts.readCards(joined(new Uint8Array(32), bytes.subarray(32)), 8));
  for (const cards of [[], [1, 0], [1, 1], [216], [-1, 0]]) assert.throws(() => ciphertexts.firstDeck(cards), RangeError);
});

test("escrow, complaints and a lost key", () => {
  const want = sealed("escrow");
  const [key, context] = [keys.keyOf(scalar(want.x)), unhex(want.context)];
  const [theirs, secrets] = [bySeat(want.keys, element), bySeat(want.secrets, scalar)];
  assert.deepEqual(escrow.keepersOf(0, [0, 1, 2]), want.keepers);
  assert.throws(() => escrow.keepersOf(0, [0, 1]), RangeError);
  assert.equal(hex(escrow.makeEscrow(key, theirs, context, unhex(want.fresh))), want.blob);
  const parts = escrow.checkEscrow(key.public, want.keepers, unhex(want.blob));
  const opened = new Map([...parts].map(([keeper, part]) => {
    return [keeper, escrow.openPart(part, keeper, /** @type {group.Scalar} */ (secrets.get(keeper)), context)];
  }));
  assert.deepEqual(opened, bySeat(want.opened, scalar));
  assert.equal(escrow.rebuiltKey(key.public, parts, opened), key.secret);
  refused("key-open", () => escrow.rebuiltKey(key.public, parts, new Map([...opened].slice(1))));
  const [one = 0n, two = 0n] = [opened.get(1), opened.get(2)];
  refused("key-open", () => escrow.rebuiltKey(key.public, parts, new Map([...opened, [1, two], [2, one]])));
  judged(want.bad_opening, () => escrow.rebuiltKey(key.public, parts, bySeat(want.bad_opening.opened, scalar)));
  for (const one of want.bad) judged(one, () => escrow.checkEscrow(key.public, want.keepers, unhex(one.blob)));
  refused("escrow", () => escrow.checkEscrow(group.BASE, want.keepers, unhex(want.blob)));

  const second = keys.keyOf(scalar(want.secrets[1]));
  judged(want.does_not_open, () => escrow.openPart(partOf(want.does_not_open.part), 1, second.secret, context));
  for (const one of want.complaints) {
    const complaint = escrow.complain(partOf(one.part), second, unhex(want.complaint_context), unhex(want.complaint_fresh));
    assert.equal(hex(complaint), one.complaint);
    assert.equal(escrow.judgeComplaint(partOf(one.part), 1, second.public, context, unhex(want.complaint_context), complaint), one.to_blame);
    refused("share", () => escrow.judgeComplaint(partOf(one.part), 1, second.public, context, context, complaint));
  }
});

test("plays from a hand that is aged and one that is not", () => {
  for (const one of sealed("hands")) {
    const [key, context] = [keys.keyOf(scalar(one.x)), unhex(one.context)];
    const hand = { key: element(one.Y), cards: ownCards(one.hand), isAged: one.aged };
    assert.equal(hex(hands.makePlay(hand, key, one.named, context, unhex(one.fresh))), one.blob);
    const done = hands.checkPlay(hand, one.named, context, unhex(one.blob));
    assert.equal(hex(ciphertexts.packCards(done.hand.cards)), one.left);
    assert.equal(done.hand.isAged, false);
    for (const bad of one.bad) judged(bad, () => hands.checkPlay({ ...hand, isAged: bad.aged }, bad.named, context, unhex(bad.blob)));
    refused("hand", () => hands.checkPlay(hand, [], context, unhex(one.blob)));
    assert.throws(() => hands.makePlay(hand, key, [1], context, unhex(one.fresh)), RangeError);
  }
});

test("a whole round, with what is refused in between, and its audit", () => {
  const want = sealed("round");
  const round = new EventedRound(want);
  const { cards, keys: theirs } = round;
  const secrets = bySeat(want.secrets, scalar);
  let isDealt = false;
  for (const one of want.events) {
    const state = round.state();
    judged(one, () => assert.deepEqual(round.take(one), one.turned_up ?? []));
    if (one.check) assert.equal(round.state(), state);
    if (one.event === "open-key") {
      assert.equal(written(/** @type {group.Scalar} */ (cards.opened.get(one.seat))), one.x);
      assert.deepEqual(cards.openHand(one.seat), one.hand);
    }
    if (!isDealt && [...cards.hands.values()].every((hand) => hand.cards.length)) {
      isDealt = true;
      for (const [seat, secret] of secrets) assert.deepEqual(hands.cardsIn(cards.handOf(seat), secret), want.dealt[seat]);
    }
  }
  assert.ok(isDealt);
  const { deck, position } = cards.currentStock();
  assert.equal(hex(ciphertexts.packCards(deck.slice(position))), want.stock_left);
  assert.deepEqual(Object.fromEntries(auditRound(cards, secrets)), want.left);

  /** @param {string} event @returns {any[]} */
  const good = (event) => want.events.filter((/** @type {any} */ one) => one.event === event && !one.check);
  const escrows = good("escrow").map(({ blob }) => unhex(blob));
  const mixes = [0, 1, 2].map((at) => unhex(good("deck")[at].deck + good("proof")[at].proof));
  const epoch = { ...cards.context, joint: keys.jointKey(theirs) };
  assert.equal(hex(contexts.sealedRoot(epoch, theirs, escrows, mixes, 8)), want.root);
});

// -- a table of three in miniature

let counter = 0;

/** 32 bytes that are new at each call. */
function fresh() {
  counter += 1;
  return wideHash("nonce", utf8(`fresh ${counter}`)).slice(0, 32);
}

/** Three holders with an unmixed stock of these cards. @param {number[]} stock */
function table(stock) {
  const deal = new Uint8Array(32).fill(4);
  const made = new Map([0, 1, 2].map((seat) => [seat, keys.roundKey(fresh(), deal, seat)]));
  const cards = new RoundCards({ session: deal, deal, z: deal }, new Map([...made].map(([seat, key]) => [seat, key.public])));
  const holders = [...made].map(([seat, key]) => new KeyHolder(seat, key, cards));
  const secrets = new Map(holders.map((holder) => [holder.seat, holder.key.secret]));
  const [anna, ben, cora] = holders;
  if (!anna || !ben || !cora) throw new Error("three were made");
  cards.startStock(deal, deal, stock);
  return { cards, holders, secrets, anna, ben, cora, deal, head: deal };
}

/** All mix and prove. @param {RoundCards} cards @param {KeyHolder[]} holders */
function mixAll(cards, holders) {
  for (const holder of holders) {
    cards.addDeck(holder.seat, holder.makeDeck(fresh()));
    cards.addProof(holder.seat, holder.makeProof(fresh()));
  }
  cards.finishMixing();
}

/** The next cards, with everybody's shares. @param {ReturnType<typeof table>} table @param {(number | null)[]} to */
function give({ cards, holders, head }, to) {
  const turnedUp = cards.give(head, cards.currentStock().position, to);
  return [...turnedUp, ...holders.flatMap((holder) => (cards.owedBy(holder.seat).length ? cards.addShares(holder.seat, holder.makeShares(fresh())) : []))];
}

test("cards are given from the top of the stock, as far as there are any, to those who hold keys", () => {
  const all = table([0, 1, 2, 3]);
  mixAll(all.cards, all.holders);
  for (const [position, to] of /** @type {[number, (number | null)[]][]} */ ([[1, [0]], [0, []], [0, [0, 0, 0, 0, 0]], [0, [7]]])) {
    refused("due", () => all.cards.give(all.head, position, to));
  }
});

test("mixes come in turn, once, with their proofs", () => {
  const all = table([0, 1, 2]);
  const { cards, anna, ben, deal } = all;
  refused("mix", () => ben.makeDeck(fresh()));
  const deck = anna.makeDeck(fresh());
  const proof = anna.makeProof(fresh());
  refused("mix", () => cards.addProof(0, proof));
  refused("mix", () => cards.addDeck(0, deck.subarray(64)));
  cards.addDeck(0, deck);
  refused("mix", () => cards.addDeck(0, deck));
  refused("mix", () => cards.startStock(deal, deal, [5]));
  cards.addDeck(1, ben.makeDeck(fresh()));
  refused("mix", () => cards.addProof(1, proof));
  cards.addProof(0, proof);
  refused("mix", () => cards.addProof(0, proof));
  refused("mix", () => cards.finishMixing());
  refused("mix", () => cards.mixContext(5));
});

test("the audit finds what proofs would have to", () => {
  const all = table([0, 1, 2]);
  const { cards, secrets } = all;
  mixAll(cards, all.holders);
  give(all, [0, 1]);
  auditRound(cards, secrets);
  const [mix, given] = [cards.stockMixes.at(-1), cards.shares[0]];
  assert.ok(mix && given);
  cards.stockMixes.splice(-1, 1, { ...mix, after: [mix.after[0], ...mix.after].slice(0, 3).map((card) => card ?? { a: group.BASE, b: group.BASE }) });
  refused("mix", () => auditRound(cards, secrets));
  cards.stockMixes.splice(-1, 1, mix);
  cards.shares.splice(0, 1, { ...given, shares: given.shares.map((share) => group.plus(share, group.BASE)) });
  refused("share", () => auditRound(cards, secrets));
});

test("what is turned up has to be a card", () => {
  const all = table([0, 1]);
  const { cards, holders } = all;
  mixAll(cards, holders);
  const [first] = cards.currentStock().deck;
  assert.ok(first);
  cards.stock = { ...cards.currentStock(), deck: [{ a: first.a, b: group.plus(first.b, group.BASE) }] };
  refused("mix", () => give(all, [null]));
});

test("two to six holders, with different keys", () => {
  const context = { session: new Uint8Array(32), deal: new Uint8Array(32), z: new Uint8Array(32) };
  /** @param {bigint[]} secrets */
  const round = (secrets) => new RoundCards(context, new Map(secrets.map((secret, seat) => [seat, group.base(secret)])));
  round([1n, 2n, 3n, 4n, 5n, 6n]);
  for (const secrets of [[1n], [1n, 2n, 3n, 4n, 5n, 6n, 7n]]) assert.throws(() => round(secrets), RangeError);
  refused("key", () => round([1n, 2n, 1n]));
});
