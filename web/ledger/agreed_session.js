/** Who plays, with everybody's consent, and the session. Source: protocol/FAIRNESS.md, "Consent" and "The ceremony" 1 and 2. */

import { equal, hex, ZEROS } from "../core/bytes.js";
import { logId, nonceCommitment, nonceSet, playersHash, rulesHash, sessionId } from "../core/identifiers.js";
import { N_ } from "../core/language.js";
import { isUsableKey } from "../core/signatures.js";
import { checkOptions, checkPlayers, mostPlayers } from "../rules/options.js";
import { VARIETIES } from "../rules/varieties.js";
import { need } from "./checks.js";
import { Statements } from "./signed_statements.js";

/** @import { CheckName } from "./checks.js" */
/** @import { Entry, Envelope, Statement } from "./forms.js" */
/** @import { GameLog } from "./game_log.js" */

/** @param {GameLog} log @param {Entry} entry */
export function takeOpen(log, entry) {
  log.open = entry;
  checkOptions(entry.variant, entry.options);
  log.held("rules-hash");
  log.id = logId(entry.host, entry.table, entry.game);
  log.rules = rulesHash(entry.variant, entry.options);
  log.statements = new Statements(log.id, (head) => log.noteOf(head)?.time ?? null, log.held, () => log.index + 1);
}

/** @param {GameLog} log @param {Entry} entry */
export function takeSeats(log, entry) {
  const { players, joining, ready } = /** @type {{ players: import("../core/identifiers.js").Player[], joining: number[], ready: Envelope[] }} */ (
    /** @type {unknown} */ (entry)
  );
  const isFirst = log.last === "open";
  if (isFirst) checkPlayers(log.variant, log.options, players.length);
  const keys = players.map(({ key }) => hex(key));
  if (isFirst) need(log.open?.game !== 1 || equal(log.open.before, ZEROS), "consent", N_("a player agreed to a game with another past"));
  need(new Set(keys).size === keys.length, "session", N_("a key sits at the table twice"));
  const mayJoin = VARIETIES[log.variant]?.mayJoin && players.length <= mostPlayers(log.variant, log.options);
  need(isFirst || mayJoin, "rules", N_("nobody can join this game once it has begun"));
  need(players.every(({ key }) => isUsableKey(key)), "session", N_("a player has a key that cannot sign"));
  checkJoining(log, entry, isFirst);
  checkBots(log, entry, isFirst);
  const signers = isFirst ? players : joining.map((seat) => /** @type {typeof players[0]} */ (players[seat]));
  need(ready.length === signers.length, "consent", N_("the consent of a player is missing"));
  const again = isFirst || log.last === "score" ? null : earlierConsents(log);
  const agreedTo = isFirst ? players : log.dealt;
  /** @type {import("./forms.js").Statement[]} */
  const statements = [];
  signers.forEach(({ key }, at) => {
    const envelope = /** @type {Envelope} */ (ready[at]);
    if (again) {
      const before = again.get(hex(key));
      need(before && equal(before.payload, envelope.payload) && equal(before.signature, envelope.signature), "consent", N_("a newcomer's consent was exchanged"));
    } else statements.push(/** @type {Statements} */ (log.statements).take("ready", envelope, key, entry.t, "consent"));
  });
  for (const { head, rules, players: named } of statements) {
    need(equal(head, log.open?.before), "consent", N_("a player agreed to a game with another past"));
    need(equal(rules, log.rules), "consent", N_("a player agreed to other rules"));
    need(equal(named, playersHash(agreedTo, entry.bots)), "consent", N_("a player agreed to play with others"));
    log.held("consent");
  }
  log.players = players;
  log.joining = joining;
  log.bots = entry.bots;
  log.seats = entry;
  if (log.scores.length !== players.length) log.scores = players.map((_, seat) => log.scores[seat] ?? 0);
}

/** Whether these are seats in order, each once. @param {number[]} seats @param {number} count */
function ascend(seats, count) {
  return seats.every((seat, at) => seat < count && (at === 0 || seat > (seats[at - 1] ?? 0)));
}

/** @param {GameLog} log @param {Entry} entry @param {boolean} isFirst */
function checkBots(log, { bots, players }, isFirst) {
  need(ascend(bots, players.length), "session", N_("the host's bots are not named in order, each once"));
  const same = bots.length === log.bots.length && bots.every((/** @type {number} */ seat, /** @type {number} */ at) => seat === log.bots[at]);
  need(isFirst || same, "session", N_("other seats are said to be the host's bots than before"));
}

/** @param {GameLog} log @returns {Map<string, Envelope>} */
function earlierConsents(log) {
  const { joining, ready } = /** @type {Entry} */ (log.seats);
  return new Map(ready.map((/** @type {Envelope} */ envelope, /** @type {number} */ at) => [hex(log.players[joining[at]]?.key ?? ZEROS), envelope]));
}

/** @param {GameLog} log @param {Entry} entry @param {boolean} isFirst */
function checkJoining(log, entry, isFirst) {
  const { players, joining } = entry;
  if (isFirst) {
    need(joining.length === 0, "session", N_("newcomers are named before the first round"));
    return;
  }
  need(ascend(joining, players.length), "session", N_("newcomers are not named in order, each once"));
  const asked = new Set(log.joining.map((seat) => hex(log.players[seat]?.key ?? ZEROS)));
  const now = new Set(joining.map((/** @type {number} */ seat) => hex(players[seat].key)));
  /** Who stays keeps the seat's order and the name. */
  for (const { key, name } of log.dealt) {
    const there = players.find((/** @type {{ key: Uint8Array }} */ one) => equal(one.key, key));
    if (there) need(there.name === name, "session", N_("a player has another name than before"));
  }
  if (log.last === "score") {
    need(joining.length > 0, "session", N_("players are seated anew although nobody joins"));
    const isNamed = players.every((/** @type {unknown} */ _player, /** @type {number} */ seat) => seat < log.dealt.length || joining.includes(seat));
    need(isNamed, "session", N_("a newcomer is not named as one"));
    log.dealt.forEach(({ key }, seat) => need(equal(players[seat]?.key ?? ZEROS, key), "session", N_("a player has another seat than before")));
    return;
  }
  need([...now].every((key) => asked.has(key)) && now.size < asked.size, "session", N_("newcomers are asked again who were asked before"));
  if (log.last === "void") {
    const silent = new Set(log.voids.at(-1)?.silent.map((seat) => hex(log.players[seat]?.key ?? ZEROS)));
    const due = [...asked].filter((key) => !silent.has(key));
    need(due.length === now.size && due.every((key) => now.has(key)), "session", N_("others are left out than those who were silent"));
    need(due.length < asked.size, "session", N_("nobody who was to come in was silent"));
  }
  const settled = new Set(log.dealt.map(({ key }) => hex(key)));
  const remaining = log.players.filter(({ key }) => settled.has(hex(key)) || !asked.has(hex(key)) || now.has(hex(key)));
  const same = remaining.length === players.length && remaining.every(({ key, name }, at) => equal(key, players[at].key) && name === players[at].name);
  need(same, "session", N_("a player has another seat than before"));
}

/** @param {GameLog} log @param {Entry} entry */
export function takeNonceCommits(log, entry) {
  const statements = ofAll(log, entry, "nonce-commit", "session");
  statements.forEach((statement, seat) => {
    need(equal(statement.head, log.headAfter.get("seats") ?? ZEROS), "session", N_("a statement answers another entry"));
    need(statement.seat === seat, "session", N_("a statement is of another seat"));
    log.held("session");
  });
  log.nonceCommits = statements.map(({ commit }) => commit);
}

/** @param {GameLog} log @param {Entry} entry */
export function takeNonces(log, entry) {
  const statements = ofAll(log, entry, "nonce", "session");
  const set = nonceSet(log.id, log.nonceCommits);
  statements.forEach(({ head, commits, nonce }, seat) => {
    need(equal(head, log.headAfter.get("nonce-commits") ?? ZEROS), "session", N_("a statement answers another entry"));
    need(equal(commits, set), "session", N_("a player was shown other commitments to nonces"));
    const { key } = /** @type {typeof log.players[0]} */ (log.players[seat]);
    need(equal(nonceCommitment(log.id, seat, key, nonce), log.nonceCommits[seat] ?? ZEROS), "session", N_("a nonce is not the one committed to"));
    log.held("session");
  });
  log.session = sessionId(log.host, log.players.map(({ key }) => key), statements.map(({ nonce }) => nonce), log.rules);
}

/** The statements of all seats in an entry, each looked at as far as its time and refusal.
 * @param {GameLog} log @param {Entry} entry @param {string} kind @param {import("./checks.js").CheckName} owner */
export function ofAll(log, entry, kind, owner) {
  /** @type {(Envelope | null)[]} */
  const envelopes = entry.signed;
  need(envelopes.length === log.players.length && !envelopes.includes(null), owner, N_("the statement of a seat is missing"));
  return /** @type {Statement[]} */ (ofThose(log, entry, kind, owner));
}

/** The statements of those seats that have one in an entry, by seat. @param {GameLog} log @param {Entry} entry @param {string} kind
 * @param {CheckName} owner @returns {(Statement | null)[]} */
export function ofThose(log, entry, kind, owner) {
  /** @type {(Envelope | null)[]} */
  const envelopes = entry.signed;
  return envelopes.map((envelope, seat) =>
    envelope && /** @type {Statements} */ (log.statements).take(kind, envelope, /** @type {typeof log.players[0]} */ (log.players[seat]).key, entry.t, owner),
  );
}
