/** What a page says about a sealed deck: what it means, before somebody is ready; how far the cards are, and for whom all wait. */

import { h } from "../cards/elements.js";
import { _ } from "../core/language.js";

/** @import { Table } from "../client/table.js" */

const MIXING_MILLIS = 5_000; // a phone takes two for its mix and proof; who takes longer is named
const LEAST_WITH_ESCROW = 3; // protocol/SEALED.md, "Escrow"

/** What somebody agrees to with `ready` at a table with a sealed deck; nothing at other tables. @param {Table} table @returns {string[]} */
export function sealedTerms({ shown }) {
  if (shown.options.get("deck") !== "sealed") return [];
  const people = shown.seats.filter((/** @type {any[]} */ row) => !row[5]).length;
  const hasEscrow = shown.options.get("escrow") === true && people >= LEAST_WITH_ESCROW;
  return [
    _("Sealed deck: nobody sees your cards but you, the host neither. Each draw needs the program of every player, so leave this page open and the screen on."),
    hasEscrow
      ? _("If a player is lost for two minutes, all the others together may open that hand and play on.")
      : _("If a player is lost, the round stands still until they are back, or the others end the game."),
    _("This page comes from the host: your own cards are as safe as the host is honest. A program of your own protects them from the host too."),
  ];
}

/** How far the cards are, and for whom all wait; empty if for nobody else. @param {Table} table */
export function deckProgress({ game, names, loggedAt }) {
  const hidden = game?.log.state.hidden;
  if (!game || !hidden || !hidden.isWaiting) return "";
  const { mixing } = hidden.cards;
  const due = [...hidden.due].filter(([seat]) => seat !== game.log.seat);
  const others = due.map(([seat]) => names[seat] ?? "");
  const isLate = due.some(([, { since }]) => game.log.state.time + Date.now() - loggedAt - since > MIXING_MILLIS);
  const next = mixing?.mixers.find((seat) => !mixing.proven.has(seat));
  if (mixing && next !== undefined && hidden.root === null && !isLate) {
    return _("{who} mixes the cards: {done} of {count} have …", { who: names[next] ?? "", done: mixing.proven.size, count: mixing.mixers.length });
  }
  return others.length ? _("waiting for the program of {who} …", { who: others.join(", ") }) : "";
}

/** The mixing of the deck as a bar; null where none is mixed. @param {Table} table */
export function mixingBar({ game }) {
  const mixing = game?.log.state.hidden?.cards.mixing;
  return mixing ? h("progress", { max: mixing.mixers.length, value: mixing.proven.size, "aria-hidden": "true" }) : null;
}
