/** The six words of a table, which people compare aloud. The list is the protocol's own (protocol/vectors/words.txt). */

import { hex } from "../core/bytes.js";
import { sha256 } from "../core/hash.js";
import text from "../../protocol/vectors/words.txt";

/** A page that has a host asks it for the list when words are to be shown (build.js): a tenth of a page's weight. It knows the list by its hash, since
 * with another one a host could show the same words for different tables. */
let words = typeof text === "string" ? text.trim().split("\n") : [];
let isAsked = false;

/** @param {readonly number[]} indexes @param {() => void} [came] called when the list has come @returns {string} empty while the list is on its way */
export function wordsOf(indexes, came = () => {}) {
  if (words.length) return indexes.map((at) => words[at] ?? "").join(" ");
  if (!isAsked && indexes.length) {
    isAsked = true;
    const fail = () => void (isAsked = false); // asked for again when the page is drawn again
    fetch("/words.txt").then(async (answer) => {
      if (!answer.ok) return fail();
      const list = (await answer.text()).trim();
      if (hex(sha256(new TextEncoder().encode(list))) !== RUMMYNET_WORDS) return fail();
      words = list.split("\n");
      return came();
    }).catch(fail);
  }
  return "";
}
