/** The standing page that checks any transcript: dropped, or chosen. Nothing leaves the device. */

import { _ } from "../../core/language.js";
import { byId, h } from "../../cards/elements.js";
import { GamePage } from "../../table/game_page.js";
import { applyLook, settingsElement } from "../../table/settings.js";
import { inflated, MOST_FILE, NotATranscript, OtherVersion } from "../../verifier/transcript_file.js";

applyLook();
const root = byId("game");
const page = new GamePage(root, null);
/** What is said is about this one: another may be chosen while it is read and checked. @type {File | undefined} */
let chosen;

function drawFrame() {
  const input = h("input", { type: "file", accept: ".rummy,.html", id: "file", class: "unseen", onchange: () => void take(input.files?.[0]) });
  const zone = h("label", { class: chosen ? "drop chosen" : "drop", for: "file" },
    h("b", {}, chosen?.name || _("Drop a transcript here, or choose one")),
    h("span", {}, _("A file like game.rummy, or the page of a game. It is checked on this device and sent nowhere.")));
  const header = byId("top");
  header.replaceChildren(h("h1", {}, page.report ? page.title : _("Check a game of rummynet")), page.badgePlace, settingsElement(() => {
    drawFrame();
    page.build();
  }));
  byId("choose").replaceChildren(input, zone);
  document.title = _("Check a game of rummynet");
}

/** The file itself, or the transcript in the page of a game, packed. @param {Uint8Array<ArrayBuffer>} bytes */
function gameIn(bytes) {
  const [, packed] = bytes[0] === "<".charCodeAt(0) ? (/"transcript": ?"([A-Za-z0-9+/=]+)"/.exec(new TextDecoder().decode(bytes)) ?? []) : [];
  return packed ? Uint8Array.from(atob(packed), (sign) => sign.charCodeAt(0)) : bytes;
}

/** @param {File | undefined} file */
async function take(file) {
  if (!file) return;
  chosen = file;
  page.report = null;
  page.badgePlace.replaceChildren();
  delete document.documentElement.dataset.checked;
  drawFrame();
  const isWanted = () => chosen === file;
  try {
    if (file.size > MOST_FILE) throw new NotATranscript("the file is longer than any transcript");
    await page.show(await inflated(gameIn(new Uint8Array(await file.arrayBuffer()))), isWanted);
    if (isWanted()) drawFrame();
  } catch (problem) {
    if (!(problem instanceof NotATranscript)) throw problem;
    if (!isWanted()) return;
    const isUnknown = problem instanceof OtherVersion;
    root.replaceChildren(h("p", { class: isUnknown ? "" : "wrong", role: isUnknown ? "status" : "alert" }, _(problem.message), isUnknown && problem.writer ? ` (${problem.writer})` : ""));
    document.documentElement.dataset.checked = isUnknown ? "unknown" : "none";
  }
}

document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
  event.preventDefault();
  void take(event.dataTransfer?.files[0]);
});
root.replaceChildren();
drawFrame();
