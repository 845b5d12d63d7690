declare module "*.txt" {
  const text: string;
  export default text;
}
interface Window {
  /** Kept when the page has drawn something; by build.js where it has when its script ends. */
  beginning?: Promise<void>;
  /** What seat.later.js makes. */
  later?: typeof import("./pages/seat/later.js");
}
declare const RUMMYNET_WORDS: string;
declare const RUMMYNET_CATALOGUES: { [language: string]: { [sentence: string]: string | string[] } | null } | undefined;
