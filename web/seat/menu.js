/** The panel behind the menu's button: the table, whether it is fair, how the game goes. */

import { fingerprint } from "../client/host_link.js";
import { _ } from "../core/language.js";
import { h } from "../cards/elements.js";
import { sentences } from "../client/incidents.js";
import { icon } from "../table/icons.js";
import { wordsOf } from "../table/six_words.js";
import { verdictElements, verdictOf } from "./fairness.js";
import { download } from "./sharing.js";

/** @import { Table } from "../client/table.js" */

/** What can be known of the game's fairness here, and the keys. @param {import("../client/session.js").Session} session @param {Table | undefined} table
 * @param {{ exportKey: () => string, forget: () => void }} does */
export function fairPanel(session, table, does) {
  const log = table?.game?.log;
  const verdict = table ? verdictOf(table, session.incidents.all) : null;
  const mark = session.link ? fingerprint(session.link.host) : "";
  const parts = [];
  if (log?.words.length) {
    parts.push(
      h("p", {}, _("Read aloud, the same for everybody: {words}", { words: "" })),
      h("p", { class: "words" }, wordsOf(log.words)),
    );
  }
  if (log) {
    parts.push(
      ...verdictElements(verdict),
      h("p", {}, _("The game file holds the whole game. Check it with a page or a program that this host did not send: the sender can change it.")),
      h("p", { class: "row" },
        h("button", { "data-key": "download", onclick: () => table?.game && download(`${table.shown.variant}-${log.length}.rummy`, /** @type {Uint8Array<ArrayBuffer>} */ (table.game.transcript.bytes())) }, _("save the game as a file")),
        // beside this page, which keeps its place at the table
        h("a", { class: "button", href: "/verify", target: "_blank", rel: "noopener" }, _("page that checks games"))),
    );
  }
  const remembered = sentences(session.incidents.all);
  if (remembered.length) {
    parts.push(
      h("h3", {}, _("What this browser remembers about this host")),
      h("ul", {}, ...remembered.map((one) => h("li", {}, one))),
      h("p", { class: "row" }, h("button", { "data-key": "forget", onclick: does.forget }, _("put it away"))),
    );
  }
  parts.push(
    h("h3", {}, _("The host's key")),
    h("p", { class: "code" }, mark ? `sha256:${mark}` : "–"),
    h("h3", {}, _("Your key")),
    h("p", {}, _("Your seat belongs to this browser's key. Anybody with the key can take your seat: keep the file to yourself.")),
    h("p", { class: "row" }, h("button", { "data-key": "export", onclick: () => download("rummynet-key.txt", does.exportKey()) }, _("save the key as a file"))),
  );
  return parts;
}

/** @typedef {"table" | "fair" | "rules" | "invite"} Tab */

/** The head of the panel: its tabs and what closes it. @param {Tab} tab @param {boolean} hasTable @param {(tab: Tab) => void} show @param {() => void} close */
export function menuHead(tab, hasTable, show, close) {
  /** @type {[Tab, string][]} */
  const tabs = [["table", hasTable ? _("table") : _("you")], ["fair", _("fair?")], ["rules", _("rules")], ["invite", _("invite")]];
  return [
    h("div", { class: "tabs", role: "tablist" }, ...tabs.map(([name, text]) =>
      h("button", { role: "tab", "aria-selected": String(name === tab), "data-key": `tab ${name}`, onclick: () => show(name) }, text))),
    h("button", { class: "plain", "data-key": "close", onclick: close, "aria-label": _("close") }, icon("close")),
  ];
}
