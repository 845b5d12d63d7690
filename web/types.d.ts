declare module "*.txt" {
  const text: string;
  export default text;
}
declare const RUMMYNET_CATALOGUES: { [language: string]: { [sentence: string]: string | string[] } } | undefined;
