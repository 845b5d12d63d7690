/** The six words of a table, which people compare aloud. The list is the protocol's own (protocol/vectors/words.txt). */

import text from "../../protocol/vectors/words.txt";

const WORDS = text.trim().split("\n");

/** @param {readonly number[]} indexes @returns {string} */
export function wordsOf(indexes) {
  return indexes.map((at) => WORDS[at] ?? "").join(" ");
}
