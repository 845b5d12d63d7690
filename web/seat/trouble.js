/** What is wrong, in one sentence for the top of the page. */

import { StoreFull } from "../client/browser_store.js";
import { fingerprint, WrongHost } from "../client/host_link.js";
import { _, currentLanguage } from "../core/language.js";
import { faultWords, lostText, unknownWords } from "../table/fault_words.js";
import { hostSentence } from "./sentences.js";

/** @import { Table } from "../client/table.js" */
/** What was found, if it is about the host, and the sentence; empty if nothing is wrong.
 * @typedef {{ kind: import("../table/fault_words.js").Kind | "", text: string }} Trouble */

/** Whether the player has ended the connection. @param {import("../client/session.js").Session | null} session @param {import("../client/socket.js").Socket | null} socket */
export function isAway(session, socket) {
  return socket?.state === "over" && !socket.problem && !session?.bye;
}

/** @param {import("../client/session.js").Session | null} session @param {import("../client/socket.js").Socket | null} socket @param {Table | undefined} shown
 * @param {import("../client/seat_lock.js").SeatLock} seatLock @returns {Trouble} */
export function findTrouble(session, socket, shown, seatLock) {
  if (seatLock.state === "waiting") return { kind: "", text: elsewhere(seatLock.holderBegan) };
  if (socket?.problem instanceof WrongHost) return { kind: "other-key", text: otherHostText(fingerprint(socket.problem.key)) };
  if (socket?.problem instanceof StoreFull) {
    return { kind: "", text: _("This browser has no room left to keep your game, so the page has stopped: nothing is sent that it could not keep. Free some room (delete data of other sites, or files), then load the page again. Your seat is kept.") };
  }
  if (socket?.problem) return { kind: "bad-message", text: _("This page does not understand what the host sends, and has stopped. Load it again.") };
  if (isAway(session, socket)) return { kind: "", text: _("You are away: your seat stays yours, and the others wait for you.") };
  if (socket?.state === "over") return { kind: "", text: session?.bye?.code === "replaced" ? _("You play in another window with this key.") : hostSentence(session?.bye?.says ?? "", []) };
  const fault = shown?.game?.log.fault;
  if (fault) return { kind: "cheat", text: _("CHEAT FOUND: {cheat}", { cheat: faultWords(fault) }) };
  if (shown?.unknown) return { kind: "unknown", text: unknownWords(shown.unknown) };
  if (shown?.trouble) return { kind: "other-machine", text: noPartText(shown.trouble) };
  if (shown?.hasOtherRules) return { kind: "other-rules", text: _("another game is played than the one that the table shows, or by other options") };
  if (socket?.state === "broken" || socket?.state === "silent") return { kind: "", text: lostText(navigator.onLine, socket.isRefused) };
  if (session?.isSilent) return { kind: "", text: _("THE HOST DOES NOT ANSWER, or the network is slow") };
  return { kind: "", text: "" };
}

/** Why a page gives no part. @param {string} trouble */
export function noPartText(trouble) {
  return trouble === "fork"
    ? _("your program already signed its part of this shuffle, in another log of the same game. The host showed it two logs, so it does not sign again")
    : _("Another machine is playing with your key; play on one machine only.");
}

/** @param {string} key the fingerprint of the host that is here */
export function otherHostText(key) {
  return _("This is not the host that was here before, or that you were invited to: its key is {key}. Nothing was sent to it. Ask who invited you for the link again.", { key });
}

/** Which page of this browser has the seat. @param {number | null} began when it was opened */
function elsewhere(began) {
  if (began === null) return _("Another tab of this browser has your seat. Close that tab, and the seat moves here.");
  const time = new Date(began).toLocaleTimeString(currentLanguage(), { hour: "2-digit", minute: "2-digit" });
  return _("The tab of this browser that was opened at {time} has your seat. Close that tab, and the seat moves here.", { time });
}
