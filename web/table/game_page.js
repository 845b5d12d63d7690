/** A transcript on a page: checked in slices while the page stays alive, then shown with its verdict, step by step. */

import { _, currentLanguage } from "../core/language.js";
import { VARIETIES } from "../rules/varieties.js";
import { Auditor } from "../verifier/auditor.js";
import { checking } from "../verifier/report.js";
import { checkElement, verdictBadge, verdictSentences } from "./check_view.js";
import { h } from "../cards/elements.js";
import { framesOf, frameText } from "./frames.js";
import { roundsElement, Viewer } from "./viewer.js";

/** @import { Report } from "../verifier/report.js" */
/**
 * What rummynet puts beside a transcript when it makes the page.
 * @typedef {object} Besides
 * @property {{ [language: string]: { [step: string]: string } }} notes the coach's, by step
 * @property {{ verdict: string, check: string | null, record: number | null }} found by rummynet itself
 * @property {string} version of rummynet
 */

/** Check the bytes, letting the page draw between slices; null once nobody waits for it any more. Throws NotATranscript.
 * @param {Uint8Array} bytes @param {(done: number, records: number) => void} progress @param {() => boolean} [isWanted]
 * @returns {Promise<{ report: Report, auditor: Auditor, millis: number } | null>} */
export async function checkInSlices(bytes, progress, isWanted = () => true) {
  const auditor = new Auditor();
  const steps = checking(bytes, auditor);
  const began = performance.now();
  let drawn = began;
  for (;;) {
    if (!isWanted()) return null;
    const step = steps.next();
    if (step.done) return { report: step.value, auditor, millis: performance.now() - began };
    if (performance.now() - drawn < 60) continue;
    progress(step.value.done, step.value.records);
    await new Promise((resolve) => setTimeout(resolve, 0));
    drawn = performance.now();
  }
}

/** The step that the address names, from 0. */
function linkedStep() {
  const [, step] = /^#(\d+)$/.exec(location.hash) ?? [];
  return step === undefined ? undefined : Number(step) - 1;
}

export class GamePage {
  /** @param {HTMLElement} root @param {Besides | null} besides */
  constructor(root, besides) {
    this.root = root;
    this.besides = besides;
    /** Where the verdict stands, in the page's head. */
    this.badgePlace = h("span", {});
    /** @type {Report | null} */
    this.report = null;
    /** @type {Viewer | null} */
    this.viewer = null;
    /** @type {import("./frames.js").Frame[]} */
    this.frames = [];
    this.tab = "checks";
    this.millis = 0;
    window.addEventListener("hashchange", () => this.viewer?.pauseAt(linkedStep() ?? this.viewer.at));
  }

  /** Check and show a transcript, unless another one is wanted before that is done. Throws NotATranscript.
   * @param {Uint8Array} bytes @param {() => boolean} [isWanted] */
  async show(bytes, isWanted = () => true) {
    if (!isWanted()) return;
    const bar = h("progress", { max: 1, value: 0, "aria-label": _("checking") });
    this.root.replaceChildren(h("p", { role: "status" }, _("The game is being checked on this device …")), bar);
    const found = await checkInSlices(bytes, (done, records) => (bar.value = done / records), isWanted);
    if (!found) return;
    const { report, auditor, millis } = found;
    this.report = report;
    this.viewer = null; // another game begins at its own step
    this.millis = millis;
    this.frames = framesOf(auditor.play.history);
    this.build();
    document.documentElement.dataset.checked = report.verdict;
  }

  get title() {
    const title = VARIETIES[this.report?.variant ?? ""]?.title;
    return title === undefined ? "rummynet" : title.charAt(0).toUpperCase() + title.slice(1);
  }

  /** Everything anew, in the language in use. */
  build() {
    const { report } = this;
    if (!report) return;
    const notes = this.besides?.notes ?? {};
    for (const [step, note] of Object.entries(notes[currentLanguage()] ?? notes.en ?? {})) {
      const frame = this.frames[Number(step)];
      if (frame) frame.note = note;
    }
    const { kind, text } = verdictBadge(report);
    const badge = h("button", { type: "button", class: `badge ${kind}`, onclick: () => this.showTab("checks", true) }, text);
    const wrong = report.check === null ? null : h("p", { class: "wrong", role: "alert" }, verdictSentences(report)[0] ?? "");
    const main = h("div", { class: "played" });
    this.tabs = h("div", { class: "tabs", role: "tablist" });
    this.panel = h("div", { class: "panel", role: "tabpanel", tabindex: 0 });
    const side = h("div", { class: "side" }, this.tabs, this.panel);
    this.badgePlace.replaceChildren(badge);
    this.root.replaceChildren(h("h2", { class: "unseen" }, this.title), ...(wrong ? [wrong] : []), h("div", { class: "columns" }, main, side));
    if (this.frames.length) {
      const at = this.viewer?.at ?? linkedStep() ?? (report.check === null ? 0 : this.frames.length - 1); // what failed comes behind the last step
      this.viewer = new Viewer(main, { frames: this.frames, players: report.players });
      this.viewer.go(at);
    } else main.append(h("p", {}, report.verdict === "unknown" ? "" : _("No card was dealt in this game.")));
    this.showTab(this.tab);
  }

  /** @param {string} tab @param {boolean} [scroll] */
  showTab(tab, scroll = false) {
    const { report, panel, tabs } = this;
    if (!report || !panel || !tabs) return;
    this.tab = tab;
    /** @type {[string, string][]} */
    const names = [["checks", _("checks")], ["rounds", _("rounds")], ["steps", _("steps")]];
    tabs.replaceChildren(...names.map(([name, text]) =>
      h("button", { type: "button", role: "tab", "aria-selected": String(name === tab), onclick: () => this.showTab(name) }, text)));
    if (tab === "checks") panel.replaceChildren(checkElement(report, this.more()));
    else if (tab === "rounds") panel.replaceChildren(roundsElement(this.frames, report.players, (at) => this.viewer?.pauseAt(at)));
    else panel.replaceChildren(this.stepsElement());
    if (scroll) panel.scrollIntoView({ block: "start" });
  }

  stepsElement() {
    const viewer = this.viewer;
    const rows = this.frames.map((frame, at) => {
      const says = frameText(frame, this.report?.players ?? [], viewer?.sees ?? (() => true));
      return h("li", {}, h("button", { type: "button", "aria-current": at === viewer?.at ? "step" : null, onclick: () => {
        viewer?.pauseAt(at);
        for (const one of rows) one.firstElementChild?.toggleAttribute("aria-current", one === rows[at]);
      } }, says));
    });
    return h("ol", { class: "steps" }, ...rows);
  }

  /** What is to be said beside the verdict. @returns {string[]} */
  more() {
    const said = [_("Checked on this device in {seconds} s, without any network.", { seconds: (this.millis / 1000).toFixed(1) })];
    return this.besides ? [...said, makerSentence(this.besides)] : said;
  }
}

/** What the program that made the page says it found: its word, since this page cannot check that it did. @param {Besides} besides */
function makerSentence({ version, found: { verdict, check, record } }) {
  if (check !== null) return _("The program that made this page says it is rummynet {version}; it found the file wrong: check {check} at record {record}.", { version, check, record: record ?? 0 });
  if (verdict === "unknown") return _("The program that made this page says it is rummynet {version}; it does not know this game either.", { version });
  return _("The program that made this page says it is rummynet {version}; it found nothing wrong as far as the file goes.", { version });
}
