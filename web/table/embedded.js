/** A game inside a page: a transcript, and what goes with it; each gzip, in base 64. */

import { N_ } from "../core/language.js";

/** What is in the page cannot be read as it was written: the checksum of gzip, or the form before it, does not fit. */
export class Damaged extends Error {}

/** @param {string} text @returns {Promise<Uint8Array>} */
async function inflate(text) {
  const packed = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** The game of a page; null if it holds none. Throws Damaged. @param {string} text
 * @returns {Promise<{ bytes: Uint8Array, besides: import("./game_page.js").Besides | null } | null>} */
export async function embeddedGame(text) {
  try {
    const embedded = JSON.parse(text);
    if (embedded === null) return null;
    const [bytes, besides] = await Promise.all([inflate(embedded.transcript), inflate(embedded.besides)]);
    return { bytes, besides: JSON.parse(new TextDecoder().decode(besides)) };
  } catch {
    throw new Damaged(N_("This page is damaged: the game in it cannot be read. Ask for the page, or for the game file, again."));
  }
}

/** @param {Uint8Array} bytes */
async function deflate(bytes) {
  const stream = new Blob([/** @type {Uint8Array<ArrayBuffer>} */ (bytes)]).stream().pipeThrough(new CompressionStream("gzip"));
  const packed = new Uint8Array(await new Response(stream).arrayBuffer());
  return btoa(packed.reduce((text, byte) => text + String.fromCharCode(byte), ""));
}

/** The page that shows games, with this one inside. @param {string} page its HTML @param {Uint8Array} bytes of the transcript */
export async function pageWithGame(page, bytes) {
  const embedded = { transcript: await deflate(bytes), besides: await deflate(new TextEncoder().encode("null")) };
  return page.replace("<!-- data -->", `<script type="application/json" id="embedded">${JSON.stringify(embedded)}</script>`);
}
