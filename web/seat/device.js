/** What this device does besides: sounds, and a second touch for each throw. Kept in the browser. */

import { keep } from "../client/browser_store.js";
import { _, N_ } from "../core/language.js";
import { h } from "../cards/elements.js";

/** @typedef {"sounds" | "confirms"} DeviceSetting */

/** @type {[DeviceSetting, string][]} */
const TEXTS = [["sounds", matchMedia("(hover: none)").matches ? N_("sounds") : N_("sounds (key m)")], ["confirms", N_("touch twice to throw")]];

/** @param {DeviceSetting} name */
export function isSet(name) {
  return keep.get(`device/${name}`) === "on";
}

/** @param {DeviceSetting} name @param {boolean} isOn */
export function setDevice(name, isOn) {
  keep.set(`device/${name}`, isOn ? "on" : "off");
  if (name === "sounds" && isOn) soundTurn(); // what was asked for is heard, and the browser lets later ones through
}

/** A checkbox each. @returns {HTMLElement[]} */
export function deviceFields() {
  return TEXTS.map(([name, text]) => {
    const box = h("input", { type: "checkbox", checked: isSet(name), "data-key": name, onchange: () => setDevice(name, box.checked) });
    return h("label", {}, h("span", {}, _(text)), box);
  });
}

/** @type {AudioContext | null} */
let audio = null;

/** Two short notes upward, made here: a file would be larger than the page's words. */
export function soundTurn() {
  audio ??= new AudioContext();
  [523, 784].forEach((hertz, at) => {
    if (!audio) return;
    const [tone, volume, from] = [audio.createOscillator(), audio.createGain(), audio.currentTime + at * 0.14];
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(0.15, from);
    volume.gain.exponentialRampToValueAtTime(0.001, from + 0.2); // without it the end clicks
    tone.connect(volume).connect(audio.destination);
    tone.start(from);
    tone.stop(from + 0.2);
  });
}
