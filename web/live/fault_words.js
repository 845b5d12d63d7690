/** What a check found, in words. */

import { _ } from "../core/language.js";

/** @param {import("../verifier/checks.js").Fault} fault @returns {string} */
export function faultWords(fault) {
  return `${_(fault.reason, fault.values)} (${fault.check})`;
}
