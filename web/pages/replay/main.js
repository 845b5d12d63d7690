/** A game as one file: the transcript and what rummynet put beside it are in the page. */

import { _ } from "../../core/language.js";
import { byId, h } from "../../cards/elements.js";
import { inflated } from "../../table/embedded.js";
import { GamePage } from "../../table/game_page.js";
import { applyLook, settingsElement } from "../../table/settings.js";
import { NotATranscript } from "../../verifier/transcript_file.js";

applyLook();
const embedded = JSON.parse(document.getElementById("embedded")?.textContent ?? "null");
const root = byId("game");

async function start() {
  if (!embedded) {
    root.replaceChildren(h("p", {}, _("This page holds no game; rummynet replay FILE --html OUT makes one that does.")));
    return;
  }
  if (typeof DecompressionStream === "undefined") {
    root.replaceChildren(h("p", { class: "wrong", role: "alert" }, _("This browser is too old for this page; it needs Chrome 110, Firefox 113, Safari 16.4 or newer.")));
    return;
  }
  const bytes = await inflated(embedded.transcript);
  const besides = JSON.parse(new TextDecoder().decode(await inflated(embedded.besides)));
  const page = new GamePage(root, besides);
  const head = () => {
    byId("top").replaceChildren(h("h1", {}, page.title), page.badgePlace, settingsElement(() => {
      head();
      page.build();
    }));
    document.title = `${page.title} – rummynet`;
  };
  try {
    await page.show(bytes);
  } catch (problem) {
    if (!(problem instanceof NotATranscript)) throw problem;
    root.replaceChildren(h("p", { class: "wrong", role: "alert" }, _(problem.message)));
  }
  head();
}

void start();
