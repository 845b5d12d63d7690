/** Shuffles that are put aside as somebody is silent. Source: protocol/FAIRNESS.md, "Silence". */

import { hex } from "../core/bytes.js";
import { N_ } from "../core/language.js";
import { harmless } from "../core/text.js";
import { need } from "./checks.js";
import { checkDeckSilence } from "./sealed_shuffles.js";
import { ofThose } from "./agreed_session.js";
import { checkCommitments, checkCosignatures, checkEverybodyNamed, checkReveals, silentOf, VOID_MILLIS } from "./shuffles.js";

/** @import { Entry } from "./forms.js" */
/** @import { GameLog } from "./game_log.js" */

/** @param {GameLog} log @param {Entry} entry */
export function takeVoid(log, entry) {
  const due = log.last === "host-commit" ? log.firstOfBatch : log.epoch;
  need(entry.epoch === due, "void", N_("a void names another shuffle"));
  const { silent, since } = log.hidden ? checkDeckSilence(log, entry) : checkSilence(log, entry);
  const millis = entry.t - since;
  need(millis >= VOID_MILLIS, "void", N_("a shuffle was voided before a part of it can have come"));
  log.hidden = null; // new keys: what was mixed under these is worth nothing now
  const named = silent.map((seat) => /** @type {typeof log.players[0]} */ (log.players[seat]));
  const names = named.map(({ name }) => harmless(name));
  const keys = named.map(({ key }) => hex(key));
  log.voids.push({ round: log.round, epoch: entry.epoch, silent, names, keys, millis, answers: silent.map(() => "") });
  for (const epoch of log.epochs.keys()) if (epoch >= entry.epoch) log.epochs.set(epoch, null);
  log.epoch = log.epochs.size - 1;
  log.openVoids += 1;
  log.held("void");
}

/** Who is silent, and since when the parts had been asked for. @param {GameLog} log @param {Entry} entry */
function checkSilence(log, entry) {
  const silent = silentOf(entry);
  checkEverybodyNamed(log, entry, silent);
  if (log.last === "host-commit") checkCommitments(log, ofThose(log, entry, "commit", "commitment"));
  else if (log.last === "root") checkCosignatures(log, ofThose(log, entry, "root", "co-signature"));
  else checkReveals(log, ofThose(log, entry, log.isSealed ? "key" : "reveal", "reveal"));
  return { silent, since: log.time };
}
