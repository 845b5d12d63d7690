/** How to come in: what a host answers to plain HTTP, and a sheet to lay or show beside the QR code. */

import { _ } from "../../core/language.js";
import { h } from "../../cards/elements.js";
import { askInvitation, invitationElements, warningElements } from "../../live/invitation.js";
import { applyLook } from "../../table/settings.js";

applyLook();
const page = document.getElementById("page");
const title = h("h1", {}, _("Play rummy on this device"));

if (location.protocol === "https:") void askInvitation().then((found) => page?.append(title, ...invitationElements(found)));
else {
  // The sign # and what follows it, the host's fingerprint, no browser sends: it is kept here.
  const secure = `https://${location.host}/${location.hash}`;
  page?.append(title, h("p", {}, h("a", { class: "button main", href: secure }, _("Go on to the page"))),
    // the host has written it into the page: asked over HTTPS, it would be behind the warning
    ...(page.dataset.warns === "yes" ? warningElements(location.hostname) : []));
}
