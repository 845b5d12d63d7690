/** Commitments, contributions, sealed decks and voids. Source: protocol/FAIRNESS.md, "The ceremony" 3 to 8 and "Silence". */

import { equal, ZEROS } from "../core/bytes.js";
import { dealRoot } from "../core/deck.js";
import { commitSet, dealId, hostCommitment, mix, seatCommitment } from "../core/identifiers.js";
import { N_ } from "../core/language.js";
import { harmless } from "../core/text.js";
import { need } from "./checks.js";
import { ofAll } from "./seating.js";

/** @typedef {import("./forms.js").Entry} Entry */
/** @typedef {import("./game_log.js").GameLog} GameLog */
/** @typedef {import("./game_log.js").Sealed} Sealed */
/** @typedef {import("./game_log.js").Epoch} Epoch */

const FIRST_BATCH = 4;
const LATER_BATCH = 3;

/** @param {GameLog} log @param {Entry} entry */
export function takeHostCommit(log, entry) {
  if (log.isRoundOver) startRound(log, entry.round);
  const due = log.epochs.size;
  need(entry.first >= due, "recommit", N_("the host committed again to a shuffle"));
  log.held("recommit");
  need(entry.first === due && log.epochsLeft === 0, "commit-order", N_("the host committed to other shuffles than were due"));
  need(entry.commits.length === (due === 0 ? FIRST_BATCH : LATER_BATCH), "commit-order", N_("the host committed to another number of shuffles than were due"));
  log.held("commit-order");
  log.firstOfBatch = due;
  log.isAfterVoid = log.isVoided;
  log.isVoided = false;
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
}

/** @param {GameLog} log @param {Entry} entry */
export function takeCommits(log, entry) {
  need(entry.first === log.firstOfBatch, "commit-order", N_("commitments begin with another shuffle than the host's"));
  const statements = ofAll(log, entry, "commit", "commitment");
  const due = log.epochs.size - log.firstOfBatch;
  const newest = log.isAfterVoid ? log.voids.at(-1) : undefined;
  statements.forEach(({ head, session, round, first, commits, answered }, seat) => {
    need(equal(head, log.headAfter.get("host-commit") ?? ZEROS), "commit-order", N_("a statement answers another entry"));
    const fits = equal(session, log.session ?? ZEROS) && round === log.round && first === log.firstOfBatch && commits.length === due;
    need(fits, "commit-order", N_("a player committed to other shuffles than were due"));
    need((answered === null) === (newest === undefined), "void", N_("a player says nothing to a void, or something where none was"));
    if (newest && answered && newest.silent.includes(seat)) newest.protests.push(seat);
    log.held("commitment");
  });
  if (newest) log.held("void");
  for (let at = 0; at < due; at += 1) {
    const epoch = /** @type {Epoch} */ (log.epochs.get(log.firstOfBatch + at));
    epoch.seats = statements.map(({ commits }) => commits[at]);
  }
}

/** @param {GameLog} log @param {Entry} entry @param {number[]} cards that the rules say, ascending */
export function takeShuffle(log, entry, cards) {
  const epoch = log.epochs.get(entry.epoch);
  need(epoch?.seats, "commit-order", N_("a shuffle that nobody committed to"));
  /** @type {number[]} */
  const named = [...entry.cards];
  need(named.every((card, at) => at === 0 || card > (named[at - 1] ?? 0)), "deck", N_("the cards to be shuffled are not named in order"));
  need(cards.length === named.length && cards.every((card, at) => card === named[at]), "deck", N_("other cards are shuffled than the rules say"));
  log.epoch = entry.epoch;
  const cset = commitSet(epoch.deal, epoch.cDeck, epoch.cPub, epoch.seats);
  log.shuffle = {
    epoch: entry.epoch, cards: named, head: ZEROS, cset, z: ZEROS, root: ZEROS, dealRoot: ZEROS, xs: [], pub: ZEROS,
    given: new Map(), back: null, draws: [], matched: new Map(), next: 0, isSealed: false,
  };
}

/** @param {GameLog} log @returns {[Sealed, Epoch]} */
function current(log) {
  return [/** @type {Sealed} */ (log.shuffle), /** @type {Epoch} */ (log.epochs.get(log.epoch))];
}

/** @param {GameLog} log @param {Entry} entry */
export function takeReveals(log, entry) {
  const [shuffle, epoch] = current(log);
  const head = log.headAfter.get("shuffle") ?? ZEROS;
  const statements = ofAll(log, entry, "reveal", "reveal");
  statements.forEach((statement, seat) => {
    const fits = equal(statement.head, head) && equal(statement.session, log.session ?? ZEROS) && equal(statement.deal, epoch.deal);
    need(fits, "reveal", N_("a contribution was made for another shuffle"));
    log.held("reveal");
    need(equal(statement.cset, shuffle.cset), "commit-set", N_("a player was shown other commitments"));
    const { key } = /** @type {typeof log.players[0]} */ (log.players[seat]);
    need(equal(seatCommitment(epoch.deal, seat, key, statement.x), epoch.seats?.[seat] ?? ZEROS), "commitment", N_("a contribution is not the one committed to"));
    log.held("commitment");
  });
  log.held("commit-set");
  shuffle.xs = statements.map(({ x }) => x);
  shuffle.head = head;
  shuffle.z = mix(epoch.deal, shuffle.cset, head, Uint8Array.from(shuffle.cards), shuffle.xs);
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
  const [shuffle, epoch] = current(log);
  const statements = ofAll(log, entry, "root", "co-signature");
  for (const statement of statements) {
    const fits = equal(statement.head, log.headAfter.get("root") ?? ZEROS) && equal(statement.session, log.session ?? ZEROS) && equal(statement.deal, epoch.deal);
    need(fits, "co-signature", N_("a player signed another shuffle"));
    need(equal(statement.root, shuffle.dealRoot), "root", N_("a player signed another deck"));
    log.held("co-signature");
  }
  log.held("root");
  need(equal(hostCommitment(epoch.deal, "host-pub", log.host, entry.pub), epoch.cPub), "commitment", N_("a secret of the host is not the one committed to"));
  log.held("commitment");
  shuffle.pub = entry.pub;
  shuffle.isSealed = true;
  log.sealed.set(log.epoch, shuffle);
}

/** @param {GameLog} log @param {Entry} entry */
export function takeVoid(log, entry) {
  const due = log.last === "host-commit" ? log.firstOfBatch : log.epoch;
  need(entry.epoch === due, "void", N_("a void names another shuffle"));
  /** @type {number[]} */
  const silent = entry.silent;
  const ascending = silent.every((seat, at) => seat < log.players.length && (at === 0 || seat > (silent[at - 1] ?? 0)));
  need(silent.length > 0 && ascending, "void", N_("a void does not name the silent seats in order, each once"));
  const names = silent.map((seat) => harmless(log.players[seat]?.name ?? ""));
  log.voids.push({ round: log.round, epoch: entry.epoch, silent, names, protests: [] });
  for (const epoch of log.epochs.keys()) if (epoch >= entry.epoch) log.epochs.set(epoch, null);
  log.epoch = log.epochs.size - 1;
  log.isVoided = true;
  log.held("void");
}
