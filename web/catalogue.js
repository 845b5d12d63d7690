/** The catalogues of sentences, as the programs have them. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const LOCALES = join(dirname(fileURLToPath(import.meta.url)), "..", "client", "rummynet_client", "locale");
export const LANGUAGES = readdirSync(LOCALES).filter((name) => existsSync(join(LOCALES, name, "LC_MESSAGES")));

/** The texts of a language by key (GNU gettext, "The Format of GNU MO Files"). @param {string} language */
export function catalogueOf(language) {
  const file = readFileSync(join(LOCALES, language, "LC_MESSAGES", "rummynet.mo"));
  if (file.readUInt32LE(0) !== 0x950412de) throw new Error("no compiled catalogue");
  const [count, keys, texts] = [file.readUInt32LE(8), file.readUInt32LE(12), file.readUInt32LE(16)];
  /** @param {number} table @param {number} at */
  const text = (table, at) => {
    const [size, from] = [file.readUInt32LE(table + 8 * at), file.readUInt32LE(table + 8 * at + 4)];
    return file.toString("utf8", from, from + size);
  };
  /** @type {Map<string, string | string[]>} */
  const found = new Map();
  for (let at = 0; at < count; at += 1) {
    const forms = text(texts, at).split("\0");
    found.set(text(keys, at).split("\0")[0] ?? "", forms.length > 1 ? forms : (forms[0] ?? ""));
  }
  return found;
}
