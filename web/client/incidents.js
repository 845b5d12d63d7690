/**
 * What a host did that its players should remember. It is kept by origin, at which a page takes one host alone, whatever keys that has one after
 * the other, and shown until the player puts it away. Which kinds there are, and in which words, is in watches.js.
 */

import { _, ngettext } from "../core/language.js";
import { LEFT_OUT, nameShown, WATCHES } from "./watches.js";

/** @import { Watched } from "./watches.js" */
/** What happened: `log` in hexadecimal; the failed `check` of a cheat; `says`, its sentence with its `values`, or the action; the shuffle as
 * `place` and who was called silent as `names`, of a void.
 * @typedef {{ kind: Watched, log: string, game: number, check: string, says: string, values: Record<string, any>, place: string, names: string[] }} Incident */

/** Incidents of one host that are kept: a host that does something wrong all the time fills no browser. */
const MOST = 200;
const PLACE = "incidents";

export class Incidents {
  /** @param {import("./own_statements.js").Keep} keep */
  constructor(keep) {
    this.keep = keep;
    this.isOpen = false;
    /** All that were not put away, oldest first. @type {Incident[]} */
    this.all = [];
    this.earlier = 0;
  }

  /** The host has proven its key: what is known of it. */
  open() {
    if (this.isOpen) return;
    this.isOpen = true;
    this.all = JSON.parse(this.keep.get(PLACE) ?? "[]").filter((/** @type {Incident} */ { kind }) => Object.hasOwn(WATCHES, kind));
    this.earlier = this.all.length;
  }

  /** Add one, once. @param {Watched} kind @param {Partial<Incident>} about */
  add(kind, about) {
    const incident = { log: "", game: 0, check: "", says: "", values: {}, place: "", names: [], ...about, kind };
    if (this.all.length >= MOST || this.all.some((one) => identityOf(one) === identityOf(incident))) return;
    this.all.push(incident);
    if (this.isOpen) this.keep.set(PLACE, JSON.stringify(this.all));
  }

  /** The player has seen them. */
  clear() {
    this.all = [];
    this.earlier = 0;
    if (this.isOpen) this.keep.remove(PLACE);
  }

  get hasCheat() {
    return this.all.some(({ kind }) => kind === "cheat");
  }

  /** The doubts since the page was opened, as sentences; voided shuffles have a count of their own. */
  get doubts() {
    return sentences(this.all.slice(this.earlier).filter(({ kind }) => kind !== "cheat" && kind !== "void"));
  }
}

/** What was left out is another finding than what came late, whatever the seconds. @param {Incident} incident */
function identityOf({ kind, log, check, place, says }) {
  return JSON.stringify([kind, log, check, place, kind === "held-back" ? says : kind === "withheld" && says ? "late" : ""]);
}

/** One sentence for each; the voided shuffles of one game share one. @param {readonly Incident[]} incidents */
export function sentences(incidents) {
  const lines = incidents.filter(({ kind }) => kind !== "void").map(({ kind, game, check, says, values }) => {
    const template = kind === "withheld" && !says ? LEFT_OUT : WATCHES[kind].says;
    const translated = kind === "cheat" ? _(says, values) : says;
    return _(template, { game, check, action: nameShown(says), says: translated });
  });
  const games = new Map(incidents.filter(({ kind }) => kind === "void").map(({ log, game }) => [log, game]));
  return [...lines, ...[...games].map(([log, game]) => voidsOf(incidents.filter((one) => one.kind === "void" && one.log === log), game))];
}

/** @param {readonly Incident[]} voids @param {number} game */
function voidsOf(voids, game) {
  const names = voids.flatMap((one) => one.names);
  const who = [...new Set(names)].map((name) => {
    const times = names.filter((one) => one === name).length;
    return times > 1 ? `${name} ${times}×` : name;
  }).join(", ");
  const n = voids.length;
  return ngettext("game {game}: {n} shuffle was voided, because the host heard nothing from: {who}", "game {game}: {n} shuffles were voided, because the host heard nothing from: {who}", n, { game, n, who });
}
