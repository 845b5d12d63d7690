/** A game as one file: the transcript and what rummynet put beside it are in the page. */

import { _ } from "../../core/language.js";
import { byId, h } from "../../cards/elements.js";
import { Damaged, embeddedGame } from "../../table/embedded.js";
import { GamePage } from "../../table/game_page.js";
import { applyLook, settingsElement } from "../../table/settings.js";
import { NotATranscript } from "../../verifier/transcript_file.js";

applyLook();
const root = byId("game");

async function start() {
  const game = await embeddedGame(document.getElementById("embedded")?.textContent ?? "null");
  if (!game) {
    root.replaceChildren(h("p", {}, _("This page holds no game; make one that does with: rummynet replay FILE --html OUT")));
    return;
  }
  const page = new GamePage(root, game.besides);
  const head = () => {
    byId("top").replaceChildren(h("h1", {}, page.title), page.badgePlace, settingsElement(() => {
      head();
      page.build();
    }));
    document.title = `${page.title} – rummynet`;
  };
  await page.show(game.bytes);
  head();
}

start().catch((problem) => {
  if (!(problem instanceof Damaged || problem instanceof NotATranscript)) throw problem;
  root.replaceChildren(h("p", { class: "wrong", role: "alert" }, _(problem.message)));
  document.documentElement.dataset.checked = "none";
});
