/** A game step by step: forward and back, by rounds, at a speed, through anybody's eyes. */

import { _ } from "../core/language.js";
import { h, select } from "../cards/elements.js";
import { icon } from "./icons.js";
import { pointsText, withSign } from "./event_text.js";
import { frameText, missedText } from "./frames.js";
import { tableElement } from "./table_view.js";

/** @import { Frame } from "./frames.js" */

const SPEEDS = [0.5, 1, 2, 4];
const STEP_MILLIS = 1500; // time to read a sentence and look where the card went; who wants less chooses a speed

export class Viewer {
  /** @param {HTMLElement} root @param {{ frames: Frame[], players: string[] }} game */
  constructor(root, { frames, players }) {
    this.root = root;
    this.frames = frames;
    this.players = players;
    this.at = 0;
    /** @type {string} */
    this.eyes = "everybody";
    this.speed = 1;
    /** @type {ReturnType<typeof setTimeout> | null} */
    this.timer = null;
    this.build();
    document.addEventListener("keydown", (event) => this.onKey(event));
  }

  /** Everything anew, in the language in use. */
  build() {
    const button = (/** @type {Parameters<typeof icon>[0]} */ sign, /** @type {string} */ says, /** @type {() => void} */ act) =>
      h("button", { type: "button", "aria-label": says, title: says, onclick: act }, icon(sign));
    this.sentence = h("p", { class: "sentence", role: "status", "aria-live": "polite" });
    this.note = h("p", { class: "note" });
    this.place = h("p", { class: "place" });
    this.table = h("div", { class: "table-surface" });
    this.slider = h("input", {
      type: "range", min: 0, max: this.frames.length - 1, value: this.at, "aria-label": _("step"),
      oninput: (/** @type {Event} */ event) => this.pauseAt(Number(/** @type {HTMLInputElement} */ (event.target).value)),
    });
    this.playButton = button("play", _("play"), () => this.toggle());
    this.playButton.classList.add("main");
    const eyes = select({ "aria-label": _("whose cards you see") }, this.viewpoints(), this.eyes, (value) => this.look(value));
    const speed = select({ "aria-label": _("speed") }, SPEEDS.map((one) => [one, `${one}×`]), this.speed, (value) => (this.speed = Number(value)));
    this.rounds = select({ "aria-label": _("round") }, this.starts().map(([round, at]) => [at, _("round {round}", { round })]), null, (value) => this.pauseAt(Number(value)));
    this.eyesSelect = eyes;
    this.root.replaceChildren(
      h("div", { class: "saying" }, this.place, this.sentence, this.note),
      this.table,
      h("div", { class: "controls", role: "group", "aria-label": _("the game step by step") },
        this.slider,
        h("div", { class: "buttons" },
          button("roundBack", _("round back"), () => this.byRound(-1)),
          button("back", _("step back"), () => this.pauseAt(this.at - 1)),
          this.playButton,
          button("next", _("step forward"), () => this.pauseAt(this.at + 1)),
          button("nextRound", _("round forward"), () => this.byRound(1)),
        ),
        h("div", { class: "choices" }, this.rounds, eyes, speed),
      ),
    );
    this.draw();
  }

  /** @returns {[string, string][]} */
  viewpoints() {
    return [["everybody", _("everybody's cards")], ["nobody", _("nobody's cards")],
      ...this.players.map((name, seat) => /** @type {[string, string]} */ ([String(seat), _("{name}'s cards", { name })]))];
  }

  /** Where each round begins. @returns {[number, number][]} */
  starts() {
    return this.frames.flatMap(({ round }, at) => (at === 0 || this.frames[at - 1]?.round !== round ? [/** @type {[number, number]} */ ([round, at])] : []));
  }

  /** @param {number} seat */
  sees = (seat) => this.eyes === "everybody" || this.eyes === String(seat);

  /** @param {string} eyes */
  look(eyes) {
    if (!this.viewpoints().some(([value]) => value === eyes)) return;
    this.eyes = eyes;
    if (this.eyesSelect) this.eyesSelect.value = eyes;
    this.draw();
  }

  draw() {
    const frame = this.frames[this.at];
    if (!frame || !this.sentence || !this.note || !this.table || !this.place || !this.slider || !this.rounds) return;
    const names = this.players;
    this.place.textContent = _("round {round} · step {step}", { round: frame.round, step: this.at + 1 });
    this.sentence.textContent = frameText(frame, names, this.sees);
    const sees = frame.seat === null || this.sees(frame.seat);
    const missed = frame.missed.map((one) => missedSentence(one, names));
    this.note.textContent = [sees ? frame.note : "", ...missed].filter(Boolean).join(" · ");
    this.note.hidden = this.note.textContent === "";
    const fresh = new Set(frame.events.flatMap(({ cards, card, seat, event }) => (event === "drew" && !this.sees(seat ?? -1) ? [] : [...(cards ?? []), card ?? ""])));
    this.table.replaceChildren(tableElement(frame.position, { players: names, sees: this.sees, fresh }));
    this.slider.value = String(this.at);
    this.slider.setAttribute("aria-valuetext", this.place.textContent);
    const start = this.starts().filter(([, at]) => at <= this.at).at(-1);
    if (start) this.rounds.value = String(start[1]);
  }

  /** @param {number} at */
  go(at) {
    this.at = Math.max(0, Math.min(this.frames.length - 1, at));
    this.draw();
  }

  /** @param {number} at */
  pauseAt(at) {
    this.pause();
    this.go(at);
  }

  /** @param {number} direction */
  byRound(direction) {
    const starts = this.starts().map(([, at]) => at);
    const later = starts.filter((at) => at > this.at);
    const earlier = starts.filter((at) => at < this.at);
    this.pauseAt(direction > 0 ? (later[0] ?? this.frames.length - 1) : (earlier.at(-1) ?? 0));
  }

  pause() {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    this.showPlaying();
  }

  toggle() {
    if (this.timer !== null) {
      this.pause();
      return;
    }
    if (this.at === this.frames.length - 1) this.go(0);
    this.plan();
  }

  plan() {
    this.timer = setTimeout(() => {
      this.go(this.at + 1);
      if (this.at < this.frames.length - 1) this.plan();
      else this.pause();
    }, STEP_MILLIS / this.speed);
    this.showPlaying();
  }

  showPlaying() {
    const plays = this.timer !== null;
    if (!this.playButton) return;
    this.playButton.replaceChildren(icon(plays ? "pause" : "play"));
    this.playButton.setAttribute("aria-label", plays ? _("pause") : _("play"));
    this.playButton.title = plays ? _("pause") : _("play");
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.altKey || event.metaKey || target.closest("input, select, textarea, summary, [hidden]") || !this.root.offsetParent) return;
    if (event.key === " " && target.closest("button")) return;
    /** @type {{ [key: string]: () => void }} */
    const keys = {
      ArrowRight: () => this.pauseAt(this.at + 1),
      ArrowLeft: () => this.pauseAt(this.at - 1),
      PageDown: () => this.byRound(1),
      PageUp: () => this.byRound(-1),
      Home: () => this.pauseAt(0),
      End: () => this.pauseAt(this.frames.length - 1),
      " ": () => this.toggle(),
      a: () => this.look("everybody"),
      n: () => this.look("nobody"),
    };
    const act = keys[event.key] ?? (/^\d$/.test(event.key) ? () => this.look(event.key) : null);
    if (!act) return;
    act();
    event.preventDefault();
  }
}

/** @param {import("./frames.js").MissedRummy} missed @param {readonly string[]} names */
function missedSentence(missed, names) {
  return _("a rummy nobody called: {play}", { play: missedText(missed, names) });
}

/** The rounds of a game as a table of points. @param {Frame[]} frames @param {string[]} players @param {(at: number) => void} go */
export function roundsElement(frames, players, go) {
  const ends = frames.flatMap((frame, at) => {
    const ended = frame.events.find(({ event }) => event === "round_ended");
    return ended ? [{ frame, at, ended }] : [];
  });
  const head = h("tr", {}, h("th", { scope: "col" }, _("round")), ...players.map((name) => h("th", { scope: "col" }, name)));
  const rows = ends.flatMap(({ frame, at, ended }) => {
    const cells = players.map((_name, seat) => h("td", {}, h("b", {}, pointsText(ended.scores?.[seat] ?? 0)), " ", h("small", {}, withSign(ended.round_scores?.[seat] ?? 0))));
    const row = h("tr", {}, h("th", { scope: "row" }, h("button", { type: "button", onclick: () => go(at) }, String(frame.round))), ...cells);
    const missed = frame.missed.map((one) => h("li", {}, missedSentence(one, players)));
    return missed.length ? [row, h("tr", { class: "missed" }, h("td", { colspan: players.length + 1 }, h("ul", {}, ...missed)))] : [row];
  });
  if (!rows.length) return h("p", {}, _("no round was played to its end"));
  return h("div", { class: "scroll", tabindex: 0 }, h("table", { class: "rounds" }, h("thead", {}, head), h("tbody", {}, ...rows)));
}
