/** The shuffles of a sealed deck: keys in place of a host's secret, mixes in place of a root. Source: protocol/SEALED.md, "The log". */

import { equal, ZEROS } from "../core/bytes.js";
import { N_ } from "../core/language.js";
import { HOST, blobHash, keyCommitment } from "../sealed/contexts.js";
import { SealedRound } from "../sealed/sealed_round.js";
import { need } from "./checks.js";
import { ofAll, ofThose } from "./agreed_session.js";
import { checkEverybodyNamed, checkReveals, current, mixContributions, openPub, silentOf, useShuffle, VOID_MILLIS } from "./shuffles.js";

/** @import { Entry, Statement } from "./forms.js" */
/** @import { GameLog } from "./game_log.js" */

/** The contributions and keys of all, and the host's. @param {GameLog} log @param {Entry} entry @param {import("../sealed/sealed_round.js").Moment} at */
export function takeKeys(log, entry, at) {
  const [shuffle, epoch] = current(log);
  const statements = ofAll(log, entry, "key", "reveal");
  checkReveals(log, statements);
  const host = { public: entry.public, proof: entry.proof };
  need(equal(keyCommitment(epoch.deal, HOST, log.host, host.public, host.proof), epoch.cDeck), "commitment", N_("the host's key is not the one it committed to"));
  log.held("commitment");
  mixContributions(log, statements);
  const people = new Set(log.holders.filter((seat) => !log.bots.includes(seat)));
  const table = {
    session: log.session ?? ZEROS, number: log.round, host: log.host, people,
    identities: new Map(log.holders.map((seat) => [seat, log.players[seat]?.key ?? ZEROS])),
    // With fewer people the host, which has the bots, would have all parts of a key once one of them is lost.
    hasEscrow: log.options.get("escrow") === true && people.size > 2,
  };
  const keys = new Map(log.holders.map((seat) => [seat, /** @type {{ public: Uint8Array, proof: Uint8Array }} */ (/** @type {unknown} */ (statements[seat]))]));
  const hidden = new SealedRound(table, { epoch: log.epoch, z: shuffle.z, keys, host }, at);
  hidden.beginStock(log.epoch, shuffle.cards, at);
  log.hidden = hidden;
  log.held("key");
}

/** Who gives a part, and that its bytes are those that were signed. @param {GameLog} log @param {Entry} entry @returns {Statement} */
export function readPart(log, entry) {
  const player = log.players[entry.seat];
  need(player, "due", N_("a part is of a seat that is not there"));
  const statements = /** @type {import("./signed_statements.js").Statements} */ (log.statements);
  const statement = statements.take("part", entry.signed, player.key, entry.t, "part");
  need(equal(statement.session, log.session ?? ZEROS) && statement.round === log.round, "part", N_("a part was made for another game or round"));
  need(log.noteOf(statement.head), "part", N_("a part was signed in another log"));
  need(equal(blobHash(entry.blob), statement.blob), "part", N_("a player signed other bytes than the log holds"));
  log.held("part");
  return statement;
}

/** Everybody's signature on what all compute of keys, parts and mixes. @param {GameLog} log @param {Entry} entry */
export function takeSealedCosigns(log, entry) {
  const { hidden } = log;
  const root = hidden?.root;
  need(hidden && root, "mix", N_("a stock is used that not everybody has mixed, with a proof"));
  const { opened } = hidden.cards;
  const areLeft = entry.signed.length === log.players.length && log.players.every((_, seat) => (entry.signed[seat] === null) === opened.has(seat));
  need(areLeft, "co-signature", N_("the statement of a seat is missing"));
  checkRoots(log, ofThose(log, entry, "root", "co-signature"), root);
  log.held("root");
  const isFirst = log.sealed.size === 0;
  need((entry.pub !== null) === isFirst, "commitment", N_("the secret for who begins belongs to the first deck of a round alone"));
  if (isFirst) openPub(log, entry.pub);
  hidden.finishStock();
  useShuffle(log);
}

/** @param {GameLog} log @param {(Statement | null)[]} statements by seat @param {{ root: Uint8Array, head: Uint8Array }} root */
function checkRoots(log, statements, { root, head }) {
  const [, epoch] = current(log);
  for (const statement of statements) {
    if (!statement) continue;
    need(equal(statement.root, root), "root", N_("a player signed another deck"));
    const fits = equal(statement.head, head) && equal(statement.session, log.session ?? ZEROS) && equal(statement.deal, epoch.deal);
    need(fits, "co-signature", N_("a player signed another shuffle"));
    log.held("co-signature");
  }
}

/** Who is silent while a deck is made, and since when. Before its root the log itself shows whose parts are missing.
 * @param {GameLog} log @param {Entry} entry */
export function checkDeckSilence(log, entry) {
  const hidden = /** @type {SealedRound} */ (log.hidden);
  const { root, due, blamed } = hidden;
  // Nothing is waited for: no key of this round may be used again.
  if (blamed !== null && entry.signed.length === 0) return { silent: [blamed], since: entry.t - VOID_MILLIS };
  if (root === null) {
    need(entry.signed.length === 0 && due.size > 0, "void", N_("a void holds parts that the log holds already, or nothing was due"));
    return { silent: [...due.keys()].sort((a, b) => a - b), since: Math.max(...[...due.values()].map((one) => one.since)) };
  }
  const silent = silentOf(entry);
  checkEverybodyNamed(log, entry, silent);
  checkRoots(log, ofThose(log, entry, "root", "co-signature"), root);
  return { silent, since: hidden.provenAt.t };
}
