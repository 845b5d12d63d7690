declare module "*.txt" {
  const text: string;
  export default text;
}
interface Window {
  /** Set behind the script of a page, by build.js: nothing in it has failed. */
  hasBegun?: boolean;
}
declare const RUMMYNET_CATALOGUES: { [language: string]: { [sentence: string]: string | string[] } | null } | undefined;
