/** Commitments, contributions and sealed decks. Source: protocol/FAIRNESS.md, "The ceremony" 3 to 8. */

import { equal, hex, ZEROS } from "../core/bytes.js";
import { dealRoot } from "../core/deck.js";
import { commitSet, dealId, hostCommitment, mix, seatCommitment } from "../core/identifiers.js";
import { N_ } from "../core/language.js";
import { keyCommitment } from "../sealed/contexts.js";
import { need } from "./checks.js";
import { ofAll } from "./agreed_session.js";

/** @import { Entry, Statement } from "./forms.js" */
/** @import { Epoch, GameLog, Sealed } from "./game_log.js" */

// A deal and three new stocks; 4 and then 3 at a time end with epoch 255 exactly, the last that a byte can name.
const FIRST_BATCH = 4;
const LATER_BATCH = 3;
/** A part of a shuffle has so much log time at least before it may be voided: time for lost packets to be sent again. */
export const VOID_MILLIS = 10_000;

/** @param {GameLog} log @param {Entry} entry @param {readonly number[]} playing who plays the coming round, ascending */
export function takeHostCommit(log, entry, playing) {
  if (log.isRoundOver) startRound(log, entry.round);
  log.holders = log.isSealed ? [...playing] : [];
  const due = log.epochs.size;
  need(entry.first >= due, "recommit", N_("the host committed again to a shuffle"));
  log.held("recommit");
  need(entry.first === due && log.epochsLeft === 0, "commit-order", N_("the host committed to other shuffles than were due"));
  // Later stocks of a sealed deck need no commitments: their order follows from mixes alone.
  const batch = log.isSealed ? 1 : due === 0 ? FIRST_BATCH : LATER_BATCH;
  need(entry.commits.length === batch, "commit-order", N_("the host committed to another number of shuffles than were due"));
  log.held("commit-order");
  log.firstOfBatch = due;
  entry.commits.forEach((/** @type {Uint8Array[]} */ [cDeck, cPub], /** @type {number} */ at) => {
    const deal = dealId(log.session ?? ZEROS, entry.round, due + at);
    log.epochs.set(due + at, { deal, cDeck: cDeck ?? ZEROS, cPub: cPub ?? ZEROS, seats: null });
  });
}

/** @param {GameLog} log @param {number} round */
function startRound(log, round) {
  log.round = round;
  log.epochs = new Map();
  log.sealed = new Map();
  log.epoch = -1;
  log.isDealt = false;
  log.isShown = false;
  log.isRoundOver = false;
  log.wanted = null;
  log.hidden = null;
}

/** @param {GameLog} log @param {Entry} entry */
export function takeCommits(log, entry) {
  need(entry.first === log.firstOfBatch, "commit-order", N_("commitments begin with another shuffle than the host's"));
  const statements = ofAll(log, entry, "commit", "commitment");
  const due = log.epochs.size - log.firstOfBatch;
  checkCommitments(log, statements);
  if (log.openVoids) log.held("void");
  log.openVoids = 0;
  for (let at = 0; at < due; at += 1) {
    const epoch = /** @type {Epoch} */ (log.epochs.get(log.firstOfBatch + at));
    epoch.seats = log.isSealed ? statements.flatMap(({ commits }) => commits) : statements.map(({ commits }) => commits[at]);
  }
}

/** @param {GameLog} log @param {(Statement | null)[]} statements by seat */
export function checkCommitments(log, statements) {
  statements.forEach((statement, seat) => {
    if (!statement) return;
    const { head, session, round, first, commits } = statement;
    need(equal(head, log.headAfter.get("host-commit") ?? ZEROS), "commit-order", N_("a statement answers another entry"));
    const fits = equal(session, log.session ?? ZEROS) && round === log.round && first === log.firstOfBatch && commits.length === log.commitmentsDue(seat);
    need(fits, "commit-order", N_("a player committed to other shuffles than were due"));
    takeAnswers(log, seat, statement);
    log.held("commitment");
  });
}

/** What a seat says about the voids since the last commitments. @param {GameLog} log @param {number} seat @param {Statement} statement */
export function takeAnswers(log, seat, { answered }) {
  need(answered.length === log.openVoids, "void", N_("a player does not say something about each void, or about one that was not"));
  const key = hex(log.players[seat]?.key ?? ZEROS);
  answered.forEach((/** @type {string} */ says, /** @type {number} */ at) => {
    const note = /** @type {import("./game_log.js").VoidNote} */ (log.voids[log.voids.length - log.openVoids + at]);
    if (note.keys.includes(key)) note.answers[note.keys.indexOf(key)] = says;
  });
}

/** @param {GameLog} log @param {Entry} entry @param {number[]} cards that the rules say, ascending */
export function takeShuffle(log, entry, cards) {
  const epoch = log.hidden ? nextStock(log, entry.epoch) : log.epochs.get(entry.epoch);
  need(epoch?.seats, "commit-order", N_("a shuffle that nobody committed to"));
  /** @type {number[]} */
  const named = [...entry.cards];
  need(named.every((card, at) => at === 0 || card > (named[at - 1] ?? 0)), "deck", N_("the cards to be shuffled are not named in order"));
  need(cards.length === named.length && cards.every((card, at) => card === named[at]), "deck", N_("other cards are shuffled than the rules say"));
  beginShuffle(log, entry.epoch, epoch, named);
}

/** An epoch of a sealed deck behind its round's first, to which nobody commits. @param {GameLog} log @param {number} number @returns {Epoch} */
export function nextStock(log, number) {
  const epoch = { deal: dealId(log.session ?? ZEROS, log.round, number), cDeck: ZEROS, cPub: ZEROS, seats: [] };
  log.epochs.set(number, epoch);
  return epoch;
}

/** @param {GameLog} log @param {number} number @param {Epoch} epoch @param {number[]} cards */
export function beginShuffle(log, number, epoch, cards) {
  log.epoch = number;
  const cset = commitSet(epoch.deal, epoch.cDeck, epoch.cPub, epoch.seats ?? []);
  log.shuffle = {
    epoch: number, cards, head: ZEROS, cset, z: ZEROS, root: ZEROS, dealRoot: ZEROS, xs: [], pub: ZEROS,
    given: new Map(), back: null, draws: [], matched: new Map(), next: 0, isSealed: false,
  };
}

/** @param {GameLog} log @returns {[Sealed, Epoch]} */
export function current(log) {
  return [/** @type {Sealed} */ (log.shuffle), /** @type {Epoch} */ (log.epochs.get(log.epoch))];
}

/** What a seat committed to: its contribution, and of a sealed deck behind it its key if it has one. @param {GameLog} log @param {number} seat
 * @returns {Uint8Array[]} */
export function committedBy(log, seat) {
  const epoch = log.epochs.get(log.epoch);
  if (!log.isSealed) return (epoch?.seats ?? []).slice(seat, seat + 1); // one by seat, for each stock of its batch
  let from = 0;
  for (let before = 0; before < seat; before += 1) from += log.commitmentsDue(before);
  return (epoch?.seats ?? []).slice(from, from + log.commitmentsDue(seat));
}

/** Whether what a seat shows is what it committed to. @param {Uint8Array} deal @param {number} seat @param {Uint8Array} identity its player's key
 * @param {readonly Uint8Array[]} committed @param {Statement} statement a `reveal`, or of a sealed deck a `key` */
export function opensCommitments(deal, seat, identity, [contribution, ownKey], statement) {
  if (!equal(seatCommitment(deal, seat, identity, statement.x), contribution ?? ZEROS)) return false;
  return ownKey ? equal(keyCommitment(deal, seat, identity, statement.public, statement.proof), ownKey) : !showsKey(statement);
}

/** @param {Statement} statement */
function showsKey({ public: key = "", proof = "" }) {
  return key.length + proof.length > 0;
}

/** @param {GameLog} log @param {Entry} entry */
export function takeReveals(log, entry) {
  const statements = ofAll(log, entry, "reveal", "reveal");
  checkReveals(log, statements);
  mixContributions(log, statements);
}

/** Z from the contributions of all. @param {GameLog} log @param {Statement[]} statements by seat */
export function mixContributions(log, statements) {
  const [shuffle, epoch] = current(log);
  shuffle.xs = statements.map(({ x }) => x);
  shuffle.head = log.headAfter.get("shuffle") ?? ZEROS;
  shuffle.z = mix(epoch.deal, shuffle.cset, shuffle.head, Uint8Array.from(shuffle.cards), shuffle.xs);
}

/** Contributions, and of a sealed deck keys. @param {GameLog} log @param {(Statement | null)[]} statements by seat */
export function checkReveals(log, statements) {
  const [shuffle, epoch] = current(log);
  const head = log.headAfter.get("shuffle") ?? ZEROS;
  const wrong = log.isSealed ? N_("a contribution or a key is not the one committed to") : N_("a contribution is not the one committed to");
  statements.forEach((statement, seat) => {
    if (!statement) return;
    const fits = equal(statement.head, head) && equal(statement.session, log.session ?? ZEROS) && equal(statement.deal, epoch.deal);
    need(fits, "reveal", N_("a contribution was made for another shuffle"));
    log.held("reveal");
    need(equal(statement.cset, shuffle.cset), "commit-set", N_("a player was shown other commitments"));
    need(log.holders.includes(seat) || !showsKey(statement), "key", N_("a key is shown for a round that its seat does not play"));
    need(opensCommitments(epoch.deal, seat, log.players[seat]?.key ?? ZEROS, committedBy(log, seat), statement), "commitment", wrong);
    log.held("commitment");
  });
  log.held("commit-set");
}

/** @param {GameLog} log @param {Entry} entry */
export function takeRoot(log, entry) {
  const [shuffle, epoch] = current(log);
  const whole = dealRoot(epoch.deal, shuffle.cset, shuffle.z, shuffle.cards.length, entry.root);
  need(equal(whole, entry.deal_root), "root", N_("the root of the deck and that of the deal do not belong together"));
  shuffle.root = entry.root;
  shuffle.dealRoot = entry.deal_root;
}

/** @param {GameLog} log @param {Entry} entry */
export function takeCosigns(log, entry) {
  checkCosignatures(log, ofAll(log, entry, "root", "co-signature"));
  log.held("root");
  openPub(log, entry.pub ?? new Uint8Array());
  useShuffle(log);
}

/** The host's secret for who begins. @param {GameLog} log @param {Uint8Array} pub */
export function openPub(log, pub) {
  const [shuffle, epoch] = current(log);
  need(equal(hostCommitment(epoch.deal, "host-pub", log.host, pub), epoch.cPub), "commitment", N_("a secret of the host is not the one committed to"));
  log.held("commitment");
  shuffle.pub = pub;
}

/** All have signed the newest shuffle. @param {GameLog} log */
export function useShuffle(log) {
  const [shuffle] = current(log);
  shuffle.isSealed = true;
  log.sealed.set(log.epoch, shuffle);
}

/** @param {GameLog} log @param {(Statement | null)[]} statements by seat */
export function checkCosignatures(log, statements) {
  const [shuffle, epoch] = current(log);
  for (const statement of statements) {
    if (!statement) continue;
    const fits = equal(statement.head, log.headAfter.get("root") ?? ZEROS) && equal(statement.session, log.session ?? ZEROS) && equal(statement.deal, epoch.deal);
    need(fits, "co-signature", N_("a player signed another shuffle"));
    need(equal(statement.root, shuffle.dealRoot), "root", N_("a player signed another deck"));
    log.held("co-signature");
  }
}

/** @param {GameLog} log @param {Entry} entry @param {readonly number[]} silent */
export function checkEverybodyNamed(log, entry, silent) {
  need(entry.signed.length === log.players.length && silent.length > 0, "void", N_("a void does not say of every player whether the part came, or says that all came"));
}

/** The seats that a `void` names: exactly those whose part is not in it. @param {Entry} entry @returns {number[]} */
export function silentOf(entry) {
  return entry.signed.flatMap((/** @type {unknown} */ part, /** @type {number} */ seat) => (part === null ? [seat] : []));
}
