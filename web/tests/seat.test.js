/** What a seat does without a page: hints, waiting for the host, options in words. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { sitsOut, Table } from "../client/table.js";
import { ready } from "../client/submitting.js";
import { seatRequests } from "../seat/seat_requests.js";
import { facts, falseCallText } from "../live/facts.js";
import { optionLines, optionTitle, valueWords } from "../live/option_words.js";
import { isAllowed } from "../rules/options.js";
import { VARIETIES } from "../rules/varieties.js";
import { Choosing } from "../seat/choosing.js";
import { freshCards } from "../seat/game_view.js";
import { hintText, weighActions } from "../seat/hints.js";
import { Lesson } from "../seat/lesson.js";
import { isTouchedTwice, promptText, whyIdle } from "../seat/playing.js";
import { OUTCOMES, outcomeText, refusalText, whyOver } from "../seat/sentences.js";
import { priceOf } from "../table/action_text.js";

const position = {
  hands: [["4H", "5H", "KC", "9D", "9S"], []], hidden: [0, 5], discard: ["6H", "2C"], stock: 20, turn: 0, round: 1,
  melds: [{ cards: ["TS", "JS", "QS"] }],
};

test("a hint lays what can be laid, takes what can be laid at once, and throws what goes with nothing", () => {
  const best = (/** @type {string[]} */ legal) => weighActions("keilty", position, legal, 0)[0]?.action;
  assert.equal(best(["throw 4H", "lay 9S on 0", "throw KC"]), "lay 9S on 0");
  assert.equal(best(["draw", "take 6H meld 4H 5H 6H"]), "take 6H meld 4H 5H 6H");
  assert.equal(best(["throw 4H", "throw 5H", "throw KC", "throw 9D", "throw 9S"]), "throw KC");
  assert.equal(hintText("keilty", position, ["throw KC", "throw 9D"], 0), "throw K♣: nothing you hold goes with it");
  assert.equal(hintText("keilty", position, ["draw"], 0), "draw: nothing else can be done");
  assert.equal(hintText("keilty", position, [], 0), "");
});

test("a card that fits a meld is given away last", () => {
  const hand = { ...position, hands: [["KS", "KC"], []] };
  assert.equal(weighActions("keilty", hand, ["throw KS", "throw KC"], 0)[0]?.action, "throw KC");
});

test("a hint looks past the card that an action names by its face", () => {
  const copies = { ...position, hands: [["9C.1", "9D.0", "KS.1"], []], melds: [], discard: ["9C.0"] };
  assert.equal(weighActions("crummy", copies, ["throw 9C", "throw 9D", "throw KS"], 0)[0]?.action, "throw KS");
  assert.equal(hintText("crummy", copies, ["throw KS", "throw 9D"], 0), "throw K♠: nothing you hold goes with it");
});

/** A table where seat 0 is on turn with these cards. @param {string[]} hand @param {number} throws how many cards were thrown out */
const onTurn = (hand, throws) => ({
  view: hand.length ? { position: { ...position, hands: [hand, []] } } : null,
  game: { number: 1, log: { seat: 0, auditor: { play: { history: [{ moments: Array.from({ length: throws }, () => ({ events: [{ event: "threw_out" }] })) }] } } } },
});

test("only the card of this turn is marked, though the others' whole turns pass between two frames", () => {
  const table = /** @type {any} */ (onTurn(["4H", "5H"], 1));
  const marked = (/** @type {string[]} */ hand, /** @type {number} */ throws) => [...freshCards(Object.assign(table, onTurn(hand, throws)))];
  assert.deepEqual(marked(["4H", "5H"], 1), []);
  assert.deepEqual(marked(["4H", "5H", "9C"], 1), ["9C"]);
  assert.deepEqual(marked([], 1), ["9C"], "the view is asked for again");
  assert.deepEqual(marked(["4H", "5H", "9C"], 1), ["9C"], "each frame");
  assert.deepEqual(marked(["4H", "9C"], 3), [], "the own throw and the other player's were drawn in no frame");
  assert.deepEqual(marked(["4H", "9C", "KD"], 3), ["KD"]);
  Object.assign(table, { view: null });
  assert.deepEqual([...freshCards(Object.assign(table, { ...onTurn(["AS", "2S"], 0), game: { ...onTurn([], 0).game, number: 2 } }))], [], "the next game's deal");
});

test("a new table that is touched again while it opens is one table", async () => {
  /** @type {string[]} */
  const asked = [];
  /** @type {string[]} */
  const names = [];
  const ask = async (/** @type {string} */ kind, /** @type {any} */ { name }) => (asked.push(kind), kind === "create" && names.push(name), { ok: true, code: "", says: "", message: { m: "done", table: 4 } });
  const session = /** @type {any} */ ({ ask, identity: { name: "Anna" }, tables: new Map() });
  const requests = seatRequests({ session: () => session, table: () => undefined, look: () => {}, goAway: () => {}, tell: (answer) => answer });
  const wish = { variant: "keilty", options: {}, bots: ["steady"], closed: false };
  await Promise.all([requests.open(wish), requests.open(wish)]);
  assert.deepEqual(asked, ["create", "sit", "bot"]);
  await requests.open(wish);
  assert.equal(asked.length, 6, "the next one is another table");
  session.identity.name = "🂡".repeat(32);
  await requests.open(wish);
  assert.deepEqual(names, ["Anna's table", "Anna's table", "🂡".repeat(32)], "a name that hosts take, in the player's language");
});

test("nobody asks to come in before the log that names the players is here", async () => {
  /** @type {string[]} */
  const asked = [];
  const session = /** @type {any} */ ({
    me: new Uint8Array(32), incidents: { hasCheat: false }, identity: {}, seatAt: () => null, tables: new Map(),
    statementsOf: () => ({ byHash: new Map(), sign: () => (asked.push("signed"), {}), save: () => {} }),
    ask: async (/** @type {string} */ kind) => (asked.push(kind), { ok: true, code: "", says: "", message: {} }),
  });
  const shown = { stage: "playing", variant: "vegas", options: new Map(), seats: [], id: new Uint8Array(32), game: 1, before: new Uint8Array(32) };
  const table = /** @type {any} */ ({ shown, number: 1, unknown: null, isBehind: true, game: null });
  assert.equal((await ready(session, table)).ok, false);
  assert.deepEqual(asked, []);
  table.isBehind = false;
  assert.equal((await ready(session, table)).ok, true);
  assert.deepEqual(asked, ["signed", "ready"]);
});

test("nobody is offered to come in before the log says who plays", () => {
  const seated = (/** @type {number | null} */ seat, /** @type {object[]} */ players) => /** @type {any} */ ({ game: { log: { seat, state: { players } } }, view: null });
  assert.deepEqual([seated(null, []), seated(null, [{}]), seated(0, [{}])].map(sitsOut), [false, true, false]);
});

test("who sits down at a table frees the seat at another one that waits, and keeps it where a game runs", async () => {
  /** @type {string[]} */
  const asked = [];
  const tables = new Map([[2, "playing"], [3, "waiting"], [4, "waiting"]].map(([number, stage]) => [number, { number, shown: { stage } }]));
  const ask = async (/** @type {string} */ kind, /** @type {any} */ { table }) => (asked.push(`${kind} ${table}`), { ok: true });
  const session = /** @type {any} */ ({ tables, ask, seatAt: () => [0, null, "Ann", false] });
  seatRequests({ session: () => session, table: () => undefined, look: () => {}, goAway: () => {}, tell: (answer) => answer }).sit(4);
  await new Promise((resolve) => setTimeout(resolve));
  assert.deepEqual([asked, [...tables.keys()]], [["sit 4", "stand 3", "leave 3"], [2, 4]]);
});

test("who leaves a table that waits takes the consent back first", async () => {
  /** @type {string[]} */
  const asked = [];
  const ok = { ok: true, code: "", says: "", message: { m: "done" } };
  const row = [0, new Uint8Array(32), "Ann", true, true, false];
  const table = /** @type {any} */ ({ number: 4, shown: { stage: "waiting", id: new Uint8Array(32), game: 0 } });
  const session = /** @type {any} */ ({
    me: new Uint8Array(32), link: null, tables: new Map([[4, table]]), seatAt: () => row,
    statementsOf: () => ({ byHash: new Map(), save: () => {} }),
    ask: async (/** @type {string} */ kind) => (asked.push(kind), ok),
    request: (/** @type {any[]} */ ...[kind, fields, answered]) => (asked.push(`${kind} ${fields.signed}`), answered(ok)),
  });
  await new Promise((resolve) => seatRequests({ session: () => session, table: () => table, look: resolve, goAway: () => {}, tell: (answer) => answer }).leave());
  assert.deepEqual(asked, ["ready null", "stand", "leave"]);
});

test("options in words", () => {
  assert.equal(valueWords("turn_seconds", 0), "no limit");
  assert.equal(valueWords("first_starter", 2), "number 3 at the table");
  const usual = Object.entries(VARIETIES.vegas?.options ?? {}).map(([name, { usual }]) => /** @type {const} */ ([name, usual]));
  assert.deepEqual(optionLines("vegas", new Map(usual)), []);
  assert.deepEqual(optionLines("vegas", new Map([...usual, ["split", [60, 40]], ["decks", 2]])), ["Percent of the chips for the first, the second, …: 60, 40", "Decks of 54 cards: 2"]);
  assert.equal(optionLines("vegas", new Map(), true).length, usual.length - 1, "the rules name them all, but what means nothing here");
  assert.equal(falseCallText(new Map([["cooldown_seconds", 0]])), "A false call costs nothing.");
  const told = (/** @type {string} */ deck) => optionLines("vegas", new Map([...usual, ["deck", deck], ["escrow", false]])).length;
  assert.deepEqual([told("plain"), told("sealed")], [0, 2], "without a sealed deck nobody's program is lost");
  const split = /** @type {import("../rules/varieties.js").Option} */ (VARIETIES.vegas?.options.split);
  assert.ok(isAllowed("split", split, [50, 50]));
  assert.ok(!isAllowed("split", split, [50, 40]) && !isAllowed("split", split, []) && !isAllowed("split", split, "100"));
});

test("the lesson goes through to its end, and refuses what is not for the moment", () => {
  const lesson = new Lesson();
  assert.deepEqual(lesson.legal, ["draw"]);
  lesson.act("draw");
  assert.ok(lesson.legal.includes("meld 5S 6S 7S") && lesson.legal.includes("throw AC"));
  lesson.act("throw AC");
  assert.match(lesson.says, /^throw A♣ is possible; first lay the run: a throw-out ends your turn\. You drew 7S/);
  for (const action of ["meld 5S 6S 7S", "throw AC", "take 8S lay 8S on 0", "lay JS on 1", "throw KD", "rummy lay 4S on 0", "draw", "meld 9C 9D 9H", "throw AC"]) {
    assert.ok(action.startsWith("rummy") || lesson.legal.includes(action), action);
    const { at } = lesson;
    lesson.act(action);
    assert.equal(lesson.at, at + 1, lesson.says);
  }
  assert.ok(lesson.isDone && lesson.round.out === 0);
  assert.deepEqual(lesson.table.view?.position.scores, lesson.round.result().points);
});

test("what is wild, the contract and the pot are said", () => {
  assert.deepEqual(facts({ wild: "K", paid: [1, 2] }, []), ["K and jokers are wild", "3 chips in the pot"]);
  assert.deepEqual(facts({ wild: "TH", paid: [0] }, []), ["10♥ and jokers are wild"]);
  assert.deepEqual(facts({ wild: "*", paid: [0] }, []), ["only jokers are wild"]);
  const crummy = facts({ round: 1, options: { contracts: [5] }, laid: [false, true] }, ["Ann", "Bob"]);
  assert.deepEqual(crummy, ["contract: 1 run of 7 cards or more and 1 set", "laid by Bob", "twos and jokers are wild"]);
  assert.deepEqual(facts({ round: 2, options: { contracts: [1, 3] }, laid: [false] }, [])[0], "contract: 2 runs");
  assert.deepEqual(facts({}, []), []);
  assert.deepEqual(facts({ round: 2, options: { deals: 4 } }, []), ["deal 2 of 4"]);
  const idle = { options: { idle_stocks: 1, reshuffle_limit: 10 }, reshuffles: 1, stocks_since_lay: 1, stock: 3, discard: ["5S", "6S"], out: null };
  /** @param {object} more */
  const says = (more) => facts({ ...idle, phase: "pickup", ...more }, []).join().replace(/^nobody laid.*unless.*/, "needed");
  assert.match(says({}), /^without a lay the round ends .* since the shuffle$/);
  assert.equal(says({ stock: 0, phase: "play" }), "needed"); // as in phase pickup, or each take would change it
  assert.equal(says({ stock: 0 }), "needed");
  assert.match(says({ stock: 0, phase: "over" }), /^the round ended because nobody laid anything/);
  for (const none of [{ stocks_since_lay: 0 }, { reshuffles: 10 }, { out: 1 }, { options: { idle_stocks: 0, reshuffle_limit: 10 } }, { stock: 0, phase: "over", discard: ["5S"] }])
    assert.equal(says(none), "", JSON.stringify(none));
});

test("a refused call says why with cards as they look, and when one may call again", () => {
  const options = new Map([["cooldown_seconds", 3]]);
  const logLines = [{ entry: { e: "act", why: null }, events: [{ event: "called_rummy", seat: 0 }] }, { said: {} }];
  const table = /** @type {any} */ ({ names: ["Ann", "7D"], shown: { options, stage: "playing" }, logLines });
  const why = ["{card} does not fit on {meld}; what fits is {fitting}", new Map([["card", "7D"], ["meld", "9H TH JH"], ["fitting", "8H or QH"]])];
  const answer = (/** @type {string} */ code, /** @type {any} */ says) => ({ ok: false, code, says, message: /** @type {any} */ ({}) });
  const wrong = answer("no_such_call", ["no rummy: {why}", new Map([["why", why]])]);
  assert.equal(refusalText(wrong, { ...table, names: ["Ann"] }), "no rummy: 7♦ does not fit on 9♥ 10♥ J♥; what fits is 8♥ or Q♥. You can call again in 3 s.");
  assert.match(refusalText(wrong, table), /^no rummy: 7D does not fit on 9♥/, "a word that is a player's name stays");
  options.set("cooldown_seconds", 0);
  assert.doesNotMatch(refusalText(wrong, table), /again/);
  assert.equal(refusalText(answer("stale", "the pile has changed since you looked; look again"), table), "Too late: Ann called RUMMY.");
});

test("while a rummy is called, the prompt says what is to be touched next, and what a wrong call costs", () => {
  const choosing = new Choosing();
  const says = (/** @type {string} */ variant, melds = [{}]) =>
    promptText(/** @type {any} */ ({ names: ["Ann"], game: { log: {} }, view: { position: { melds } }, shown: { variant, options: new Map([["cooldown_seconds", 3]]) } }), choosing);
  choosing.isCalling = true;
  assert.equal(says("keilty"), "Touch the cards of the pile that make a rummy, and the meld they go to.");
  assert.equal(says("keilty", []), "Touch the cards of the pile that make a new meld.");
  choosing.touchCard("7D");
  assert.equal(says("keilty", []), "7♦: now touch more cards of the pile; three make a new meld.");
  assert.equal(says("keilty"), "7♦: now touch the meld that takes it, or more cards of the pile; three make a new meld.");
  assert.equal(says("basic"), "7♦: now touch the meld that takes it.");
  choosing.touchMeld(1);
  assert.equal(says("keilty"), "Is it a rummy? After a false call you cannot call for 3 s.");
  const priced = (/** @type {[string, number][]} */ ...prices) =>
    promptText(/** @type {any} */ ({ names: ["Ann"], game: { log: {} }, view: { position: {} }, shown: { variant: "keilty", options: new Map([["cooldown_seconds", 3], ...prices]) } }), choosing);
  assert.equal(priced(["false_call_points", 10]), "Is it a rummy? A call of one that is not there costs 10 points.");
  assert.equal(priced(["false_call_points", 10], ["false_call_cards", 1]), "Is it a rummy? A call of one that is not there costs 10 points and 1 card.");
});

test("a prompt says whose time runs and what comes at its end, and asks in the words of the table", () => {
  const table = new Table(/** @type {any} */ ({ variant: "crummy", options: new Map([["buy_in", 2]]), seats: [] }));
  table.game = /** @type {any} */ ({ log: { seat: 0, state: { players: [{ name: "Ann" }, { name: "Bob" }] } } });
  const says = (/** @type {any} */ position, /** @type {string[]} */ ...legal) => {
    const choosing = new Choosing();
    table.lastView = /** @type {any} */ ({ position: { discard: ["7S"], melds: [], ...position } });
    choosing.offer(legal, ["KC"], ["7S"]);
    return promptText(table, choosing);
  };
  const clock = (/** @type {number} */ seat, /** @type {string} */ action, millis = 8000) => table.showClock({ m: "clock", seat, action, millis });
  clock(0, "waive");
  clock(1, "waive");
  clock(1, "", 0);
  assert.equal(says({ turn: 1, phase: "offer" }, "want 7S", "waive"), "Buy 7♠? You get a card from the stock with it · 8 s, then: leave it", "another's clock stands behind the own one");
  clock(0, "", 0);
  clock(1, "waive");
  assert.equal(says({ turn: 0, phase: "offer" }, "throw KC"), "YOUR TURN: throw a card out · The others may still buy 7♠ · 8 s");
  assert.equal(says({ turn: 0, phase: "play" }, "throw KC"), "YOUR TURN: throw a card out · Bob: 8 s");
  assert.equal(says({ turn: 1, phase: "play" }), "Bob to play · 8 s");
  assert.equal(says({ turn: 1, phase: "over" }, "buy", "decline"), "Buy in again? It costs 2 chips · 8 s");
  clock(1, "", 0);
  clock(0, "throw KC");
  assert.equal(says({ turn: 0, phase: "play" }, "throw KC"), "YOUR TURN: throw a card out · 8 s, then: throw K♣");
});

test("what the host played for a player is theirs to see until they have seen it, or play", () => {
  const act = (/** @type {number} */ seat, /** @type {string | null} */ why) => ({ entry: { e: "act", seat, why }, events: [] });
  const table = new Table(/** @type {any} */ ({ seats: [] }));
  table.game = /** @type {any} */ ({ log: { seat: 0 } });
  table.logLines = [act(0, null), act(0, "turn"), act(1, null)];
  assert.equal(table.playedFor, table.logLines[1]);
  table.seenPlay = table.playedFor?.entry;
  assert.equal(table.playedFor, undefined);
  table.logLines.push(act(0, "vote"));
  assert.ok(table.playedFor);
  table.logLines.push(act(0, null));
  assert.equal(table.playedFor, undefined);
});

test("why a game could not begin stands at its table: in the host's words, where it has some", () => {
  const [end, told] = [{ entry: { e: "end", why: "no-session" }, events: [] }, { said: { by: "host", text: "no answer from Cem" } }];
  const says = (/** @type {any} */ view, /** @type {any[]} */ ...logLines) => whyOver(/** @type {any} */ ({ view, logLines, names: [] }));
  assert.equal(says(null, told, end, { said: { by: "player" } }), "the game was called off before it began: somebody stayed silent");
  assert.deepEqual([says(null, end, told), says({}, end, told), says(null, told)], ["no answer from Cem", "", ""]);
});

test("between two rounds the prompt says that the game waits for the player, not that all are shuffling", () => {
  const log = { last: "host-commit", isShuffling: true, seat: 0, ended: "", isPaused: false, state: { hidden: null } };
  const table = /** @type {any} */ ({ names: ["Ann"], game: { log }, view: { position: {} }, pauseUntil: Date.now() + 4500 });
  assert.equal(promptText(table, new Choosing()), "The next round waits for you, 5 s at most.");
  table.pauseUntil = 0;
  assert.match(promptText(table, new Choosing()), /shuffling together/);
});

test("each option of a new table has a title of its own, that names what its number counts", () => {
  for (const [variant, { options }] of Object.entries(VARIETIES)) {
    for (const [name, option] of Object.entries(options)) {
      const title = optionTitle(name);
      assert.notEqual(title.toLowerCase(), name, variant);
      assert.ok(option.kind !== "number" || /Seconds|Milliseconds|Points|Cards|Chips|Rounds|How often|Decks|New stocks in a row|shuffles/.test(title), title);
      assert.doesNotMatch(title, /buy-in|void|false call|a lay$/i, "a word of the rules");
    }
  }
  assert.equal(valueWords("hand", 0), "by the number of players");
});

test("a touch of a card after the end of a round is told that it is over, and in a round whose turn it is", () => {
  for (const [phase, says] of [["over", "The round is over."], ["play", "Bob to play"]]) {
    const table = /** @type {any} */ ({ view: { position: { turn: 1, phase } }, game: { log: { seat: 0 } }, names: ["Ann", "Bob"] });
    assert.equal(whyIdle(table, /** @type {any} */ ({ isCalling: false, legal: [] }), "KC"), says);
  }
});

test("what costs something for nothing says its price and is touched twice, and throws where the device wants it", () => {
  assert.equal(priceOf("aces 2"), "This costs you 24 points more, and brings nothing");
  const cases = /** @type {const} */ ([["aces 2", false, true], ["aces 0", false, false], ["throw 2C", false, false], ["throw 2C", true, true], ["draw", true, false]]);
  for (const [action, confirms, wanted] of cases) assert.equal(isTouchedTwice(action, confirms), wanted, action);
});

test("where one vote of several is given, both are said: what another one does, and that the game ends without it", () => {
  const would = { what: /** @type {const} */ ("play"), at: 0, need: 2, by: [0] };
  const ends = { what: /** @type {const} */ ("end"), at: 20_000, need: 1, by: [0] };
  const says = (/** @type {typeof ends | typeof would | null} */ follows) => outcomeText({ would, follows }, 500, OUTCOMES);
  assert.equal(says(ends), "the host plays for them if 2 players stop waiting (1 so far); else the game ends in 20 s");
  assert.deepEqual([5000, 100_000].map((at) => says({ ...would, at })), ["the host plays for them in 5 s", "the host plays for them in 2 min"]);
  assert.equal(says(null), "the host plays for them if 2 players stop waiting (1 so far)");
});
