/** Signs of buttons. */

import { sign } from "../cards/elements.js";

const ICONS = {
  menu: "M3 5h18v2.400H3zM3 10.800h18v2.400H3zM3 16.600h18V19H3z",
  talk: "M4 3h16a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2h-8l-6 5v-5H4a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zm2 5v2h12V8zm0 4v2h8v-2z",
  close: "M5.300 3.900L12 10.600l6.700-6.700 1.400 1.400-6.700 6.700 6.700 6.700-1.400 1.400-6.700-6.700-6.700 6.700-1.400-1.400 6.700-6.700-6.700-6.700z",
  back: "M15.500 4l1.600 1.600-6.400 6.400 6.400 6.400-1.600 1.600-8-8z",
  send: "M2.500 3.500L22 12 2.500 20.500v-6.800L14 12 2.500 10.300z",
};

/** @param {keyof typeof ICONS} name */
export function icon(name) {
  return sign(ICONS[name]);
}
