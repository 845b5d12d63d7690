/** The part of the seat's page that comes when it is asked for. */

/** @typedef {typeof import("../pages/seat/later.js")} Later */

/** Ask the host for it. The page's policy runs no other script than the one that was built with it. @returns {Promise<Later>} */
export async function loadLater() {
  const answer = await fetch("/seat.later.js");
  const script = document.createElement("script");
  script.textContent = await answer.text();
  document.head.append(script);
  if (!window.later) throw new Error("the host has another part of this page");
  return window.later;
}
