/** A game given away as a file: from a phone to a messenger, elsewhere to the folder of downloads. */

import { h } from "../cards/elements.js";
import { pageWithGame } from "../table/embedded.js";

/** Offer text or bytes as a file. @param {string} name @param {BlobPart} content */
export function download(name, content) {
  const link = h("a", { href: URL.createObjectURL(new Blob([content])), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  // Not at once: a phone may ask first where to put the file, and the address has to stand until then.
  window.setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Share a game as a page that shows and checks it: messengers take a page, and no file of a kind they do not know.
 * False if the host did not send the page. @param {string} name without its ending @param {Uint8Array} bytes of the transcript */
export async function shareGame(name, bytes) {
  const page = await fetch("/replay").then((answer) => (answer.ok ? answer.text() : ""), () => "");
  if (!page) return false;
  const html = await pageWithGame(page, bytes);
  const files = [new File([html], `${name}.html`, { type: "text/html" })];
  if (!navigator.canShare?.({ files })) {
    download(`${name}.html`, html);
    return true;
  }
  try {
    await navigator.share({ files });
  } catch (problem) {
    // who closes the sheet wants no file; a browser that refuses after all has it saved
    if (!(problem instanceof Error && problem.name === "AbortError")) download(`${name}.html`, html);
  }
  return true;
}
