/** The log of a game in sentences, as the terminal has them. */

import { _, N_ } from "../core/language.js";
import { harmless } from "../core/text.js";
import { eventsLine } from "../table/event_text.js";
import { silentOf } from "../ledger/shuffles.js";

/** That the table rests, and by whom: only its owner can have it rest. @param {import("../client/table.js").Table} table */
export function pausedText({ owner, game }) {
  return owner && owner[0] !== game?.log.seat ? _("PAUSED by {name}", { name: harmless(owner[2]) }) : _("PAUSED");
}

/** What an entry tells; empty if nothing that people would read. @param {Record<string, any>} entry
 * @param {readonly import("../ledger/round_history.js").GameEvent[]} events @param {import("../table/event_text.js").Wording} by @returns {string} */
export function entryText(entry, events, by) {
  const name = (/** @type {number} */ seat) => (seat === by.me ? _("you") : (by.names[seat] ?? `${seat}`));
  switch (entry.e) {
    case "late":
      return entry.seat === by.me ? _("your time is up") : _("the time of {who} is up", { who: name(entry.seat) });
    case "host-part":
      return _("the others go on without {who}, and open their hand", { who: name(entry.about) });
    case "void": {
      // Whose parts of a sealed deck were missing the log shows, not the entry.
      if (entry.signed.length === 0) return _("a shuffle was put aside, because a part of the sealed deck was missing; a new one follows with new keys");
      const silent = silentOf(/** @type {import("../ledger/forms.js").Entry} */ (entry));
      return _(
        "a shuffle was put aside, because the host says that nothing came from {who}; a new one follows with new contributions",
        { who: silent.map(name).join(", ") },
      );
    }
    case "end":
      return endText(entry.why);
    default: {
      const [own, other] = (entry.e === "act" && HOST_PLAYED[entry.why]) || [];
      if (!own || !other) return eventsLine(events, by);
      return _(entry.seat === by.me ? own : other, { name: name(entry.seat), says: eventsLine(events, { ...by, me: null }) });
    }
  }
}

/** By what the host went by: how its act for the own seat is told, and for another one. @type {{ [why: string]: [string, string] }} */
const HOST_PLAYED = {
  turn: [N_("the host played for you, as your time was up: {says}"), N_("the host played for {name}, whose time was up: {says}")],
  vote: [N_("the host played for you, as the others wanted: {says}"), N_("the host played for {name}, as the others wanted: {says}")],
};

/** @type {{ [why: string]: string }} */
const ENDS = {
  voids: N_("the game was called off: this table's limit of voided shuffles was reached"),
  epochs: N_("the game was called off: the round used up all its shuffles"),
  waited: N_("the game was ended: the others had waited too long for somebody"),
  "no-session": N_("the game was called off before it began: somebody stayed silent"),
};

/** Why a log ended before its game was played to the end; empty if it was. @param {string} why */
export function endText(why) {
  return _(ENDS[why] ?? "");
}
