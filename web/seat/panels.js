/** The two panels at the side: the menu (table, fairness, rules), and the chat with the log. */

import { hex } from "../core/bytes.js";
import { _ } from "../core/language.js";
import { h } from "../cards/elements.js";
import { VARIANTS } from "../live/games.js";
import { redraw } from "../live/redraw.js";
import { icon } from "../table/icons.js";
import { askInvitation, invitationElements } from "../live/invitation.js";
import { lookFields } from "../table/settings.js";
import { deviceFields } from "./device.js";
import { wordsOf } from "../table/six_words.js";
import { fairPanel, menuHead } from "./menu.js";
import { rulesPanel, tablePanel } from "./table_panel.js";
import { newestLines, sayForm } from "./talk.js";

/** @import { Session } from "../client/session.js" */
/** @import { Table } from "../client/table.js" */
/** @import { Tab } from "./menu.js" */
/** @import { Does } from "./seat_requests.js" */

const LINES = 240; // an evening's end; the list is made again with each line
// Pixels, a line and a half: a finger rarely stops exactly at the end.
const NEAR_END = 40;

export class Panels {
  /** @param {Does} does @param {() => string} exportKey @param {() => void} changed draws the page */
  constructor(does, exportKey, changed) {
    this.does = does;
    this.exportKey = exportKey;
    this.changed = changed;
    /** The one that is open. @type {"" | "menu" | "talk"} */
    this.shown = "";
    /** @type {Tab} */
    this.tab = "table";
    /** @type {import("../live/invitation.js").Invitation | null} */
    this.invitation = null;
    /** Chat lines that have been seen, of the table with this number. */
    this.heard = { table: 0, lines: 0 };
    this.isWithLog = false;
    const close = () => this.open("");
    const addLog = () => { this.isWithLog = !this.isWithLog; changed(); };
    this.head = h("header", { class: "row" });
    this.body = h("div", { class: "body" });
    this.looks = h("div", { class: "looks" }, ...lookFields(changed), ...deviceFields());
    this.menu = h("div", { class: "side panel", role: "dialog", "aria-label": _("menu") }, this.head, this.body, this.looks);
    this.lines = h("ol", { class: "lines", tabindex: 0, "aria-label": _("Chat") });
    this.turn = h("button", { class: "turn", "data-key": "to-turn", onclick: close }, _("YOUR TURN"));
    this.addLog = h("button", { "data-key": "log", onclick: addLog }, _("log"));
    this.talk = h("div", { class: "side talk panel", role: "dialog", "aria-label": _("Chat") },
      h("header", { class: "row" }, h("h2", {}, _("Chat")), this.addLog, this.turn, h("button", { class: "plain", "data-key": "close", onclick: close, "aria-label": _("close") }, icon("close"))),
      this.lines, sayForm(does.say));
    this.unheard = h("span", { class: "unheard" });
    this.talkButton = h("button", { class: "plain", "data-key": "talk", onclick: () => this.open("talk") }, icon("talk"), h("span", { class: "unseen" }, _("Chat")), this.unheard);
    this.menuButton = h("button", { class: "plain", "data-key": "menu", "aria-label": _("menu"), onclick: () => this.open("menu") }, icon("menu"));
  }

  /** @param {"" | "menu" | "talk"} name */
  open(name) {
    const before = this.shown;
    this.shown = name;
    this.tab = "table"; // the menu always opens in the same place
    this.changed();
    if (name) (name === "menu" ? this.menu : this.talk).querySelector("button")?.focus();
    else if (before) (before === "menu" ? this.menuButton : this.talkButton).focus();
  }

  /** @param {Session | null} session @param {Table | undefined} table @param {boolean} isMine whether it is the player's turn */
  draw(session, table, isMine) {
    this.turn.hidden = !isMine;
    this.addLog.setAttribute("aria-pressed", String(this.isWithLog));
    this.menu.hidden = this.shown !== "menu" || !session;
    this.talk.hidden = this.shown !== "talk" || !table;
    this.menuButton.hidden = !session;
    this.talkButton.hidden = !table;
    if (this.shown === "menu" && session) this.drawMenu(session, table);
    if (table) this.drawTalk(table);
  }

  /** @param {Session} session @param {Table | undefined} table */
  drawMenu(session, table) {
    const { tab } = this;
    const now = table?.shown;
    this.looks.hidden = tab !== "table";
    const show = (/** @type {Tab} */ name) => {
      this.tab = name;
      this.changed();
      if (name === "invite") void askInvitation().then((found) => { this.invitation = found; this.changed(); });
    };
    redraw(this.head, [tab, Boolean(table)], () => menuHead(tab, Boolean(table), show, () => this.open("")));
    const key = tab === "fair"
      ? [table?.game?.log.length, wordsOf(table?.game?.log.words ?? [], this.changed), table?.game?.log.fault?.message, table?.game?.log.unknown?.message, session.isOpen, session.incidents.all.length]
      : [now?.stage, table?.game?.log.isPaused, now?.owner && hex(now.owner), now?.asking, now?.levels, now?.delays, now?.spectators, now?.seats.map((/** @type {any[]} */ row) => row.slice(2))];
    redraw(this.body, [tab, table?.number, tab === "invite" && this.invitation, ...key], () => {
      if (tab === "invite") return invitationElements(this.invitation);
      if (tab === "fair") return fairPanel(session, table, { exportKey: this.exportKey, forget: () => this.forget(session) });
      return tab === "rules" ? rulesPanel(now?.variant ?? VARIANTS[0] ?? "", now?.options ?? new Map()) : tablePanel(session, table, this.does);
    }, tab === "table" ? table : undefined); // what stays as it is there is kept: a name may be half typed
  }

  /** The player has seen what was found about the host. @param {Session} session */
  forget(session) {
    session.incidents.clear();
    this.changed();
  }

  /** A person touches the page: the chat is read where its newest line is seen in the log. @param {Table} table @param {Element} log */
  noteSeen(table, log) {
    const newest = log.querySelector(".said");
    const { x = 0, y = 0, height = 0 } = newest?.getBoundingClientRect() ?? {};
    if (newest?.contains(document.elementFromPoint(x + 4, y + height / 2))) this.heard = { table: table.number, lines: table.chat.length };
  }

  /** @param {Table} table */
  drawTalk(table) {
    if (this.heard.table !== table.number) this.heard = { table: table.number, lines: table.chat.length };
    if (this.shown === "talk") {
      this.heard.lines = table.chat.length;
      const { scrollHeight, scrollTop, clientHeight } = this.lines;
      const isAtEnd = scrollHeight - scrollTop - clientHeight < NEAR_END;
      redraw(this.lines, [table.number, table.noted, this.isWithLog], () => newestLines(table, LINES, !this.isWithLog).reverse());
      if (isAtEnd) this.lines.scrollTop = this.lines.scrollHeight;
    }
    const fresh = Math.max(0, table.chat.length - this.heard.lines);
    redraw(this.unheard, fresh, () => (fresh ? String(fresh) : ""));
  }
}
