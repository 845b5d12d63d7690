/** The invitation of others: the link as a QR code, and what their browsers will say of it. */

import { h } from "../cards/elements.js";
import { _ } from "../core/language.js";

/** @typedef {{ url: string, code: string, warns: boolean }} Invitation `code`: SVG */

/** @returns {Promise<Invitation | null>} null if the host does not answer */
export async function askInvitation() {
  try {
    const answer = await fetch("/invitation");
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

/** @param {Invitation} invitation */
export function codeElement({ url, code }) {
  return h("img", { class: "code-of-link", src: `data:image/svg+xml,${encodeURIComponent(code)}`, alt: _("QR code of the link {url}", { url: shortUrl(url) }) });
}

/** Without the fingerprint, which nobody types. @param {string} url */
export function shortUrl(url) {
  return url.replace(/\/?#.*/, "");
}

/** @param {Invitation | null} invitation */
export function invitationElements(invitation) {
  if (!invitation) return [h("p", { role: "status" }, _("The host does not answer. Ask it for the link again in a moment."))];
  return [
    h("p", {}, _("Point a phone's camera here, or type the address:")),
    h("p", { class: "typed" }, shortUrl(invitation.url)),
    codeElement(invitation),
    ...(invitation.warns ? warningElements(new URL(invitation.url).hostname) : []),
  ];
}

/** What the browser says of a certificate that the host made itself, and what to touch. @param {string} host */
export function warningElements(host) {
  const step = (/** @type {string} */ text) => h("span", { class: "touch" }, text);
  /** @type {[string, string[]][]} */
  const ways = [
    [_("Chrome, Edge, Samsung"), [_("Advanced"), _("Proceed to {host} (unsafe)", { host })]],
    [_("Safari (iPhone, iPad)"), [_("Show Details"), _("visit this website"), _("Visit Website")]],
    ["Firefox", [_("Advanced…"), _("Accept the Risk and Continue")]],
  ];
  return [
    h("h2", {}, _("Your browser will warn you once")),
    h("p", {}, _("The host made its certificate itself, so no company vouches for it. The warning looks like this; touch what is framed:")),
    h("div", { class: "warning", role: "img", "aria-label": _("A warning page with a red triangle. Below it are the two places to touch: first Advanced, then Proceed.") },
      h("span", { class: "sign" }, "!"), h("strong", {}, _("Your connection is not private")),
      h("span", { class: "row" }, h("span", { class: "other" }, _("Back to safety")), step(`1  ${_("Advanced")}`)), step(`2  ${_("Proceed to {host} (unsafe)", { host })}`)),
    h("dl", { class: "ways" }, ...ways.flatMap(([name, steps]) => [h("dt", {}, name), h("dd", {}, ...steps.flatMap((text, at) => [at > 0 && " → ", step(text)]))])),
  ];
}
