/** What is wrong, in one sentence for the top of the page; empty if nothing is. */

import { fingerprint, WrongHost } from "../client/host_link.js";
import { sha256 } from "../core/hash.js";
import { _ } from "../core/language.js";
import { faultWords } from "../live/fault_words.js";
import { hostSentence } from "./sentences.js";

/** @typedef {import("../client/session.js").Session} Session */
/** @typedef {import("../client/socket.js").Socket} Socket */
/** @typedef {import("../client/table.js").Table} Table */

/** @param {Session | null} session @param {Socket | null} socket @param {Table | undefined} shown */
export function troubleText(session, socket, shown) {
  if (socket?.problem instanceof WrongHost) {
    return _("This is not the host that was here before, or that you were invited to: its key is {key}. Nothing was sent to it.", { key: fingerprint(socket.problem.key, sha256) });
  }
  if (socket?.problem) return _("The host sends what it should not; this page has stopped: {problem}", { problem: socket.problem.message });
  if (socket?.state === "over") return session?.bye?.code === "replaced" ? _("You play in another window with this key.") : hostSentence(session?.bye?.says ?? "", []);
  if (shown?.game?.log.fault) return _("CHEAT FOUND: {cheat}", { cheat: faultWords(shown.game.log.fault) });
  if (shown?.isViewWrong) return _("The host shows you a hand that does not follow from the cards it has proven. Do not go on with this game.");
  if (shown?.trouble) return _("Another machine plays with your key; play on one only.");
  if (socket?.state === "broken" || socket?.state === "silent") return _("CONNECTION LOST, trying again");
  return "";
}
