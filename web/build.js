/**
 * Builds each page of pages/ into one HTML file that needs nothing else, and copies the icons beside them: `node build.js OUT`.
 *
 * A page is a folder with index.html, main.js and style.css. In index.html `<!-- style -->` and `<!-- script -->` become
 * the bundles, and SOURCES in its content policy their hashes, so that no other script and no other style can run.
 * `<!-- boot -->` becomes what is shown until the script has begun, which may be never (live/boot.js). The sentences that
 * its modules use are embedded in every language of the catalogue.
 */

import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { catalogueOf, LANGUAGES, LOCALES } from "./catalogue.js";

const HERE = dirname(fileURLToPath(import.meta.url));
const PAGES = join(HERE, "pages");
/** The oldest browsers that the pages are for. Televisions are years behind: those of 2021 have Chrome 79 or newer. Below these are no `min()`
 * and `clamp()` of CSS (Chrome), no BigInt (Safari; 14.0 cannot be built for); what else they lack stands in core/older.js. Tried in tests/web. */
export const OLDEST = { Chrome: "79", Firefox: "78", Safari: "14.1" };
/** Those that can unpack the game that such a page holds. */
const OLDEST_UNPACKING = { Chrome: "80", Firefox: "113", Safari: "16.4" };
/** What a home screen takes to show the seat's page: files, since a browser reads none of them out of a page. */
const FILES = [join(PAGES, "seat", "manifest.json"), join(PAGES, "seat", "icon.png"), join(HERE, "../packaging/share/icons/hicolor/scalable/apps/rummynet.svg")];

/** The module of pages that show what a host says: they need its sentences, which stand in no source of theirs. */
const SHOWS_HOST = "seat/sentences.js";
const OF_HOSTS = /^#: .*\b(?:rummynet\/(?:rules|table|host)\/|character_words\.py)/m;

/** The sentences that a host or its bots may send, as literals; from where the template of the catalogue found them. */
function hostSentences() {
  const blocks = readFileSync(join(LOCALES, "rummynet.pot"), "utf8").split("\n\n");
  return blocks.filter((block) => OF_HOSTS.test(block)).map((block) => {
    const lines = /^msgid ((?:".*"\n?)+)/m.exec(block)?.[1]?.trim().split("\n") ?? [];
    return JSON.stringify(lines.map((line) => JSON.parse(line)).join(""));
  });
}

/** By language: those sentences of the catalogue that stand in the sources as literals. @param {string} sources */
function sentencesIn(sources) {
  /** @type {{ [language: string]: { [key: string]: string | string[] } }} */
  const all = {};
  for (const language of LANGUAGES) {
    const used = [...catalogueOf(language)].filter(([key]) => {
      const word = key.split("\u0004").at(-1) ?? "";
      return word !== "" && sources.includes(JSON.stringify(word));
    });
    all[language] = Object.fromEntries(used);
  }
  return all;
}

/** @param {string} text */
function hashSource(text) {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

/** What stands on a page until its script has begun. @param {string} oldest @param {boolean} unpacks */
function bootText(oldest, unpacks) {
  return `<div id="boot"${unpacks ? ' data-unpacks="yes"' : ""}>
<p>This page is starting. If this text stays, the page is damaged, or this browser is too old (it needs ${oldest} or newer), or runs no JavaScript.</p>
<p lang="de">Diese Seite beginnt gleich. Bleibt dieser Text stehen, ist die Seite beschädigt, oder der Browser ist zu alt (nötig ist ${oldest} oder neuer) oder führt kein JavaScript aus.</p>
<noscript><p>JavaScript is switched off in this browser: switch it on for this page. <span lang="de">JavaScript ist in diesem Browser abgeschaltet: schalte es für diese Seite ein.</span></p></noscript>
</div>`;
}

/** @type {import("esbuild").BuildOptions} */
const shared = {
  bundle: true, minify: true, write: false, target: Object.entries(OLDEST).map(([name, version]) => name.toLowerCase() + version), inject: [join(HERE, "core", "older.js")],
  loader: { ".txt": "text" }, logLevel: "warning",
  legalComments: "eof", // the licence of the curve library wants its notice in every copy
};

/** By what a page knows the list of words that it asks its host for. */
const WORDS_HASH = createHash("sha256").update(readFileSync(join(HERE, "..", "protocol", "vectors", "words.txt"), "utf8").trim()).digest("hex");

/** The modules of an entry. @param {string} entry */
async function modulesOf(entry) {
  const traced = await build({ ...shared, entryPoints: [entry], format: "iife", minify: false, metafile: true });
  return Object.keys(traced.metafile?.inputs ?? {}).filter((file) => file.endsWith(".js") && !file.includes("node_modules"));
}

/** Build the part of a page that it loads later; its text, and the modules that it takes from the page. @param {string} entry @param {readonly string[]} own */
async function later(entry, own) {
  /** By module the names that are taken from it: what else it has may be left out of the page. @type {Map<string, string[]>} */
  const taken = new Map();
  const fromPage = {
    name: "from-page",
    setup: (/** @type {import("esbuild").PluginBuild} */ { onResolve, onLoad }) => {
      onResolve({ filter: /^\./ }, ({ path, importer }) => {
        const file = relative(process.cwd(), resolve(dirname(importer), path));
        if (!own.includes(file)) return undefined;
        const names = readFileSync(importer, "utf8").split(`} from ${JSON.stringify(path)}`)[0]?.split("{").at(-1)?.split(",") ?? [];
        taken.set(file, [...new Set([...(taken.get(file) ?? []), ...names.map((one) => one.trim())])]);
        return { path: file, namespace: "page" };
      });
      onLoad({ filter: /./, namespace: "page" }, ({ path }) => ({ contents: `module.exports = rummynet[${JSON.stringify(path)}]` }));
    },
  };
  const built = await build({ ...shared, inject: [], entryPoints: [entry], format: "iife", globalName: "later", plugins: [fromPage] });
  return { text: built.outputFiles?.[0]?.text ?? "", taken: [...taken].map(([file, names]) => /** @type {const} */ ([file, names.sort()])).sort() };
}

/** Build one page; its text. @param {string} name */
async function page(name) {
  const folder = join(PAGES, name);
  const entry = join(folder, "main.js");
  const own = await modulesOf(entry);
  const laterEntry = join(folder, "later.js");
  const part = existsSync(laterEntry) ? await later(laterEntry, own) : null;
  if (part) {
    writeFileSync(join(out, `${name}.later.js`), part.text);
    own.push(...(await modulesOf(laterEntry)));
  }
  const sources = own.map((file) => readFileSync(file, "utf8"));
  const isOfHost = own.some((file) => file.endsWith(SHOWS_HOST));
  if (isOfHost) sources.push(...hostSentences());
  const catalogues = sentencesIn(sources.join("\n"));
  // A page that has a host asks it for the other languages, which only some readers need.
  for (const [language, catalogue] of isOfHost ? Object.entries(catalogues) : []) writeFileSync(join(out, `${name}.${language}.json`), JSON.stringify(catalogue));
  const define = { RUMMYNET_WORDS: JSON.stringify(WORDS_HASH), RUMMYNET_CATALOGUES: isOfHost ? JSON.stringify(Object.fromEntries(Object.keys(catalogues).map((language) => [language, null]))) : JSON.stringify(catalogues) };
  /** @type {import("esbuild").BuildOptions["loader"]} */
  const loader = isOfHost ? { ".txt": "empty" } : shared.loader;
  const given = (part?.taken ?? []).map(([file, names], at) => [`import * as m${at} from ${JSON.stringify(resolve(file))};`, `${JSON.stringify(file)}: {${names.map((one) => `${one}: m${at}.${one}`).join()}}`]);
  const contents = `import ${JSON.stringify(entry)};\n${given.map(([one]) => one).join("")}${part ? `window.rummynet = {${given.map(([, one]) => one).join()}};` : ""}`;
  const script = await build({ ...shared, stdin: { contents, resolveDir: HERE }, format: "iife", define, loader, footer: { js: "window.beginning = window.beginning || Promise.resolve();" } });
  const style = await build({ ...shared, entryPoints: [join(folder, "style.css")] });
  const code = `\n${(script.outputFiles?.[0]?.text ?? "").replaceAll("</script", "<\\/script").trim()}\n`;
  const css = `\n${(style.outputFiles?.[0]?.text ?? "").trim()}\n`;
  let html = readFileSync(join(folder, "index.html"), "utf8");
  const unpacks = html.includes("<!-- data -->");
  const oldest = Object.entries(unpacks ? OLDEST_UNPACKING : OLDEST).map(([browser, version]) => `${browser} ${version}`).join(", ");
  const boot = readFileSync(join(HERE, "live", "boot.js"), "utf8").replaceAll("RUMMYNET_OLDEST", oldest);
  const parts = new Map([
    ["SOURCES", `script-src ${[boot, code, ...(part ? [part.text] : [])].map(hashSource).join(" ")}; style-src ${hashSource(css)}`],
    ["<!-- style -->", `<style>${css}</style>`],
    ["<!-- boot -->", bootText(oldest, unpacks)],
    ["<!-- script -->", `<script>${boot}</script>\n<script>${code}</script>`],
  ]);
  for (const [place, part] of parts) {
    if (html.split(place).length !== 2) throw new Error(`pages/${name}/index.html has to have ${place} once`);
    html = html.replace(place, () => part);
  }
  return html;
}

const [, , out = ""] = process.argv;
if (!out) throw new Error("say where to: node build.js OUT");
mkdirSync(out, { recursive: true });
for (const name of readdirSync(PAGES).filter((one) => existsSync(join(PAGES, one, "index.html")))) {
  const html = await page(name);
  writeFileSync(join(out, `${name}.html`), html);
  console.log(`${name}.html: ${Math.ceil(html.length / 1000)} kB, compressed ${Math.ceil(gzipSync(html).length / 1000)} kB`);
}
const worker = join(HERE, "sealed", "part_worker.js");
await build({ ...shared, write: true, entryPoints: [worker], format: "iife", outfile: join(out, basename(worker)) });
for (const file of FILES) copyFileSync(file, join(out, basename(file)));
