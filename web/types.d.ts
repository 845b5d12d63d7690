declare module "*.txt" {
  const text: string;
  export default text;
}
interface Window {
  /** Set behind the script of a page, by build.js: nothing in it has failed. */
  hasBegun?: boolean;
  /** What seat.later.js makes. */
  later?: typeof import("./pages/seat/later.js");
}
declare const RUMMYNET_WORDS: string;
declare const RUMMYNET_CATALOGUES: { [language: string]: { [sentence: string]: string | string[] } | null } | undefined;
