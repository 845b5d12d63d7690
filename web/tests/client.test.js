/** The client of a host's pages where no host is needed: frames, the proof of a host's key, choosing, the host's sentences. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { fingerprint, frame, FrameReader, HostLink, ProtocolError, WrongHost } from "../client/host_link.js";
import { formerKeys } from "../client/former_keys.js";
import { showTable } from "../client/following.js";
import { PlayerClock } from "../client/own_statements.js";
import { Session } from "../client/session.js";
import { Silence } from "../client/socket.js";
import { ready } from "../client/submitting.js";
import { Transcript } from "../client/transcript.js";
import { hex, joined, unhex } from "../core/bytes.js";
import { logId, refusalHash, statementHash } from "../core/identifiers.js";
import { decode } from "../core/msgpack.js";
import { publicKey, sign } from "../core/signatures.js";
import { VARIETIES } from "../rules/varieties.js";
import { Choosing, inOrder } from "../seat/choosing.js";
import { hostSentence } from "../seat/sentences.js";
import { readTranscript } from "../verifier/transcript_file.js";
import { keepsNothing } from "./keep.js";
import { vectors } from "./vectors.js";

/** @param {string} text */
const bytes = (text) => new TextEncoder().encode(text);

test("frames come whole, together and byte by byte", () => {
  const stream = joined(frame(bytes("one")), frame(bytes("")), frame(bytes("three")));
  const wanted = [bytes("one"), bytes(""), bytes("three")];
  assert.deepEqual(new FrameReader().feed(stream), wanted);
  const reader = new FrameReader();
  assert.deepEqual([...stream].flatMap((byte) => reader.feed(Uint8Array.of(byte))), wanted);
  assert.throws(() => new FrameReader().feed(Uint8Array.of(0, 1, 0, 1)), ProtocolError);
});

/** A link whose challenge is that of the vector. @param {string} origin @param {(key: Uint8Array) => boolean} isKnown */
function linkOf(origin, isKnown) {
  const { challenge } = vectors("fairness.json").web;
  /** @type {Uint8Array[]} */
  const sent = [];
  const person = { secret: new Uint8Array(32).fill(7), name: "Ann", agent: "test" };
  const link = new HostLink(person, origin, () => unhex(challenge), isKnown, (part) => void sent.push(part));
  link.begin();
  return { link, sent };
}

test("the host proves its key for this origin before anything is said", () => {
  const { host, signature, origin } = vectors("fairness.json").web;
  const proof = joined(unhex(host), unhex(signature));
  const { link, sent } = linkOf(origin, () => true);
  assert.deepEqual(link.receive(proof.slice(0, 40)), []);
  assert.equal(sent.length, 1);
  link.receive(proof.slice(40));
  assert.equal(sent.length, 2, "the hello");
  assert.throws(() => linkOf("https://192.168.1.21:7867", () => true).link.receive(proof), ProtocolError);
  const other = linkOf(origin, () => false);
  assert.throws(() => other.link.receive(proof), WrongHost);
  assert.equal(other.sent.length, 1, "nothing but the challenge");
});

test("the keys that a host had before are those that signed the next one", () => {
  const key = (/** @type {number} */ byte) => publicKey(new Uint8Array(32).fill(byte));
  const [first, second, third] = [key(1), key(2), key(3)];
  // made by rummynet_protocol.wire.handover: the first signed the second, and this one the third
  const handovers = unhex(
    "8139770ea87d175f56a35466c34c7ecccb8d8a91b4ee37a25df60f5b8fc9b3944bfd3bc6cb2b24e0b2511f1e5e64f9bbfd03b88e35ed671757816f2ac61161ed69eb4d55b832b2902d0b15d782460dde17cebb4949a3d53433234fd54f568b0e" +
    "8a88e3dd7409f195fd52db2d3cba5d72ca6709bf1d94121bf3748801b40f6f5c1a125ee6094d0d735f1b353a5d05656ede6a3f6c2463cb01ebc249a8ae0654319cee1f9e2e42593f6827547312d443852236f95135a9fb061833f07d38a4be0d",
  );
  assert.deepEqual(formerKeys(third, handovers), [second, first]);
  assert.deepEqual(formerKeys(second, handovers.slice(96)), [first]);
  assert.deepEqual(formerKeys(third, handovers.slice(0, 191)), [second], "what is cut short says nothing");
  assert.deepEqual(formerKeys(second, handovers), [], "signed for another key");
  handovers.set([255], 100);
  assert.deepEqual(formerKeys(third, handovers), [second], "nor does what is behind a wrong one");
  assert.deepEqual(formerKeys(third, new Uint8Array(0)), []);
});

test("a fingerprint is that of the page on the protocol", () => {
  assert.equal(fingerprint(unhex("c050c5637a44fa8629fff3cccce2300cb362a63d99d95fc54145266f4332445a")), "83ab31e2208ae4a4ecab44dab0e52db23dee6be569017054ef087af1ec505b09");
});

test("touching cards and melds leaves the actions that name them all", () => {
  const choosing = new Choosing();
  const hand = ["7D", "7H", "7S", "9C"];
  choosing.offer(["draw", "meld 7D 7H 7S", "lay 7D on 1", "lay 7D on 2", "throw 7D", "throw 9C"], hand, []);
  assert.deepEqual(choosing.offers, ["draw", "meld 7D 7H 7S", "lay 7D on 1", "lay 7D on 2"]);
  choosing.touchCard("7D");
  assert.equal(choosing.offers.length, 4);
  choosing.touchMeld(2);
  assert.deepEqual(choosing.offers, ["lay 7D on 2"]);
  choosing.touchCard("9C");
  assert.deepEqual(choosing.offers, ["throw 9C"], "what fits nothing chosen begins anew");
  assert.ok(!choosing.isCardOpen("TC", false), "a card that nothing can be done with is none to touch");
  choosing.offer([], hand, []);
  assert.equal(choosing.cards.size, 0);
  for (const hasHints of [true, false]) {
    choosing.offer(["draw", "take 8C meld 8C 9C TC", "take JC"], hand, ["8C", "TC", "JC"], hasHints);
    assert.deepEqual([choosing.offers.length, choosing.isCardOpen("9C", false)], hasHints ? [3, true] : [2, false], "without hints no play with the pile is pointed out");
    choosing.touchCard("8C");
    assert.deepEqual([choosing.offers, choosing.isCardOpen("9C", false)], [["take 8C meld 8C 9C TC"], true], "until its card is touched");
    choosing.clear();
  }
});

test("what is chosen waits while the host does not say what may be done, and goes if it is of no use then", () => {
  const choosing = new Choosing();
  const hand = ["7D", "9C"];
  for (const [then, of, chosen] of /** @type {[string[], string[], string[]][]} */ ([
    [["draw", "throw 7D", "throw 9C"], hand, ["9C"]],
    [["throw 7D"], ["7D"], []],
    [[], hand, []],
  ])) {
    choosing.offer(["throw 7D", "throw 9C"], hand, []);
    choosing.touchCard("9C");
    choosing.offer(null, hand, []);
    assert.deepEqual([[...choosing.cards], choosing.offers], [["9C"], []]);
    choosing.offer(then, of, []);
    assert.deepEqual([...choosing.cards], chosen);
    choosing.clear();
  }
});

test("of several decks the card that was touched is meant, though an action names its face or its like", () => {
  const choosing = new Choosing();
  const hand = ["9C.0", "9C.1", "TC.1", "2D.0"];
  choosing.offer(["take 9C", "contract 9C.0 9C.1 2D.0=9?", "lay 9C.0 on 0", "throw 9C.0", "throw TC"], hand, ["3S.0", "9C.2"]);
  choosing.touchCard("9C.1");
  assert.deepEqual(choosing.offers, ["throw 9C.1", "lay 9C.1 on 0", "contract 9C.1 9C.0 2D.0=9?"]);
  choosing.touchCard("9C.0");
  assert.deepEqual(choosing.offers, ["contract 9C.0 9C.1 2D.0=9?"], "both are taken by the contract alone");
  choosing.touchCard("TC.1");
  assert.deepEqual(choosing.offers, ["throw TC"]);
  choosing.touchCard("9C.2");
  assert.deepEqual(choosing.offers, ["take 9C"], "the card of the pile is another one than those of the hand");
});

test("whatever is legal is a button after all", () => {
  const choosing = new Choosing();
  const lays = Array.from({ length: 40 }, (_one, meld) => `lay 9C on ${meld}`);
  choosing.offer([...lays, "throw KC", "aces 1", "pass"], ["9C"], []);
  assert.deepEqual(choosing.offers.slice(0, 2), ["aces 1", "pass"], "what no card leads to comes first");
  assert.equal(choosing.offers.length + choosing.unseen, 43, "the king is not in the hand, so it cannot be touched");
  choosing.showMore();
  choosing.showMore();
  assert.ok(choosing.offers.includes("throw KC"));
  assert.equal(choosing.unseen, 0);
});

test("a call is written in the order of the notation", () => {
  const ordered = ["7S 7D 7H", "5S 3S 4S", "AH QH KH", "3H AH 2H"].map((one) => inOrder(one.split(" ")).join(" "));
  assert.deepEqual(ordered, ["7D 7H 7S", "3S 4S 5S", "QH KH AH", "AH 2H 3H"]);
  const choosing = new Choosing();
  choosing.isCalling = true;
  choosing.touchCard("7S");
  assert.equal(choosing.call(), null);
  choosing.touchMeld(0);
  assert.equal(choosing.call(), "rummy lay 7S on 0");
});

test("a sentence of the host has its places filled, and seats their names", () => {
  const seat = ["seat {seat}", new Map([["seat", 1]])];
  assert.equal(hostSentence(["it is for {player} to act now; wait for your turn", new Map([["player", seat]])], ["Ann", "Bob"]), "it is for Bob to act now; wait for your turn");
  assert.equal(hostSentence("plain", []), "plain");
  assert.equal(hostSentence(["{n} card", new Map([["n", 2]]), "{n} cards", 2], []), "2 cards");
});

test("a host that says nothing is asked after a second, shown within three, given up after eight; a page that slept knows nothing", () => {
  const silence = new Silence(0);
  const dues = Array.from({ length: 16 }, (_one, at) => [500 * (at + 1), silence.tick(500 * (at + 1))]);
  assert.deepEqual(dues.filter(([, due]) => due === "ask"), [[1000, "ask"]]);
  assert.deepEqual(dues.find(([, due]) => due === "show"), [2500, "show"]);
  assert.deepEqual(dues.find(([, due]) => due === "give up"), [8000, "give up"]);
  silence.heard(9000);
  assert.equal(silence.tick(9_000_000), "ask");
  assert.equal(silence.tick(9_000_500), "");
});

test("who came and who left since the player was ready is known; what the player took back, and a game that begins, is no change", () => {
  const key = (/** @type {number} */ byte) => new Uint8Array(32).fill(byte);
  const session = new Session({ ...identity(), name: "Ann" }, "https://a", () => true, () => {});
  session.me = key(1);
  const shows = (/** @type {boolean} */ isReady, /** @type {[number, string][]} */ others, stage = "waiting") =>
    showTable(session, { m: "table", table: 1, id: key(9), stage, game: 0, seats: [[0, key(1), "Ann", isReady, true, false], ...others.map(([byte, name], at) => [at + 1, key(byte), name, false, true, false])] });
  const changes = () => session.tables.get(1)?.changes;
  const [bob, cleo, came] = /** @type {const} */ ([[2, "Bob"], [3, "Cleo"], { came: ["Cleo"], left: [] }]); // that stands until something is done about it
  const steps = /** @type {[boolean, [number, string][], unknown][]} */ ([[true, [bob], null], [false, [bob, cleo], came], [false, [bob, cleo], came], [true, [bob, cleo], null], [false, [cleo], { came: [], left: ["Bob"] }], [true, [cleo], null]]);
  for (const [isReady, others, wanted] of steps) {
    shows(isReady, others);
    assert.deepEqual(changes(), wanted);
  }
  const table = session.tables.get(1);
  if (table) table.isTakingBack = true;
  shows(false, [[3, "Cleo"]]);
  assert.equal(changes(), null);
  if (table) table.isTakingBack = false;
  shows(true, [[3, "Cleo"]]);
  shows(false, [[3, "Cleo"]], "playing");
  assert.equal(changes(), null);
});

test("a ready is signed once more, by a clock with a new name, where that ran backwards and the host has signed that it did", async () => {
  const key = (/** @type {number} */ byte) => new Uint8Array(32).fill(byte);
  const host = key(7);
  const session = new Session({ ...identity(), name: "Ann" }, "https://a", () => true, () => {});
  session.me = key(1);
  const options = new Map(Object.entries(VARIETIES.keilty?.options ?? {}).flatMap(([name, { usual, unwritten }]) => (unwritten ? [] : [[name, usual]])));
  showTable(session, { m: "table", table: 1, id: key(9), before: key(0), variant: "keilty", options, stage: "waiting", game: 0, seats: [[0, key(1), "Ann", false, true, false]] });
  const table = session.tables.get(1);
  assert.ok(table);
  let name = 0;
  session.identity.clock.random = (bytes) => new Uint8Array(bytes).fill((name += 1));
  session.link = /** @type {any} */ ({ host: publicKey(host) });
  let isSigned = false;
  /** @type {string[]} */
  const clocks = [];
  session.ask = async (_kind, fields) => {
    const [payload] = /** @type {any} */ (fields).signed;
    const { clock, log } = Object.fromEntries(/** @type {any} */ (decode(payload)));
    clocks.push(hex(clock));
    const signed = sign(host, "refusal", refusalHash(log, key(0), session.me, statementHash("ready", payload), "clock"));
    return { ok: false, code: "clock", says: "", message: isSigned ? { m: "refused", signed, head: key(0) } : { m: "refused" } };
  };
  assert.equal((await ready(session, table)).code, "clock");
  assert.deepEqual([clocks.length, session.incidents.hasCheat], [1, false], "unsigned it is not believed");
  const statements = session.statementsOf(logId(publicKey(host), key(9), 1));
  for (const own of statements.byHash.values()) own.fields.t += 1_000; // the clock ran backwards since
  isSigned = true;
  assert.equal((await ready(session, table)).code, "clock");
  assert.equal(clocks.length, 3, "twice is enough: then the player is told");
  assert.equal(clocks[0], clocks[1]);
  assert.notEqual(clocks[1], clocks[2]);
});

function identity() {
  const random = (/** @type {number} */ count) => new Uint8Array(count);
  return { secret: random(32).fill(1), contributions: random(32), name: "", agent: "", random, keep: keepsNothing, clock: new PlayerClock(random, () => 0, () => 0) };
}

test("a page's file is of the version that its verifier reads", () => {
  assert.deepEqual(readTranscript(new Transcript().bytes()), { records: [], cut: false });
});

/** A session that has been greeted, as if by a host; `sent` are its requests. */
function greeted() {
  const session = new Session(identity(), "https://host.local", () => true, () => {});
  /** @type {Record<string, any>[]} */
  const sent = [];
  const greet = () => {
    const link = /** @type {any} */ ({
      host: publicKey(new Uint8Array(32).fill(5)), isOpen: true, requests: 0,
      send: () => {},
      request(/** @type {string} */ kind, /** @type {object} */ fields) {
        sent.push({ kind, ...fields });
        return (this.requests += 1);
      },
    });
    session.link = link;
    session.handle({ m: "welcome", name: "Ann", host_name: "club", addresses: ["192.0.2.2:7866"] });
  };
  greet();
  return { session, sent, greet };
}

test("what a host that sends the page on has not answered is asked again at the other one, and answered there", async () => {
  const { session, sent, greet } = greeted();
  const sits = session.ask("sit", { table: 7, seat: null });
  const log = session.ask("log", { table: 7, start: 0 });
  session.handle({ m: "redirect", table: 7, addresses: ["192.0.2.2:7866"] });
  session.disconnected();
  assert.equal((await log).code, "lost", "it is asked for anyway");
  assert.equal(sent.length, 2);
  session.redirect = null;
  greet();
  assert.deepEqual(sent.slice(2), [{ kind: "sit", table: 7, seat: null }]);
  session.handle({ m: "done", n: 1 });
  assert.equal((await sits).ok, true);
});

test("a page that stays where it is leaves a table that has gone to another connection", async () => {
  const { session, sent, greet } = greeted();
  const [id, before] = [new Uint8Array(32).fill(9), new Uint8Array(32)];
  showTable(session, { m: "table", table: 7, id, before, variant: "keilty", options: new Map(), stage: "waiting", game: 0, seats: [] });
  assert.equal(session.tables.size, 1);
  session.disconnected();
  assert.ok(session.tables.get(7)?.isBehind);
  greet();
  session.handle({ m: "done", n: 1 });
  await Promise.resolve();
  assert.ok(!session.tables.get(7)?.isBehind, "its log has come with the answer: who looks on sees the table go on");
  sent.length = 0;
  const watches = session.ask("watch", { table: 7 });
  session.handle({ m: "redirect", table: 7, addresses: ["192.0.2.2:7866"] });
  session.disconnected();
  session.leaveToOthers(7);
  assert.equal((await watches).code, "lost");
  assert.equal(session.tables.size, 0);
  greet();
  assert.equal(sent.length, 1);
});

test("a host that cannot be reached answers nothing, so the page is told", async () => {
  const { session, sent, greet } = greeted();
  const sits = session.ask("sit", { table: 7, seat: null });
  session.handle({ m: "redirect", table: 7, addresses: ["192.0.2.2:7866"] });
  session.disconnected();
  session.redirect = null;
  session.disconnected();
  assert.equal((await sits).code, "lost");
  greet();
  assert.equal(sent.length, 1);
});
