/** What the games are called. */

/** @type {{ [variant: string]: string }} */
const TITLES = { keilty: "Keilty rummy", basic: "basic rummy", vegas: "Vegas rummy", crummy: "Crummy rummy", joker: "joker rummy" };

export const VARIANTS = Object.keys(TITLES);

/** @param {string} variant */
export function gameTitle(variant) {
  return TITLES[variant] ?? variant;
}
