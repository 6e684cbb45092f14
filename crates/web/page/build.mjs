// Builds the page: `node build.mjs EXAMPLES OUT`. The folder `wasm` beside this file holds the planner's module.
// OUT/index.html with its files is for a server; OUT/playground.html is all of it in one file, for a disk.

import { build } from "esbuild";
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const [examplesFolder, out] = process.argv.slice(2);
const here = import.meta.dirname;

/** The examples: most were made by a command that stands in their first line, the others are kept as texts. */
function examples() {
  const all = [];
  for (const folder of readdirSync(examplesFolder, { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
    for (const file of readdirSync(join(examplesFolder, folder.name)).filter((name) => /^p\d.*\.pddl$/.test(name)).sort()) {
      const text = readFileSync(join(examplesFolder, folder.name, file), "utf8");
      const made = /^; extremal generate \S+ --size (\d+) --seed (\d+)/.exec(text);
      const name = file.replace(".pddl", "");
      all.push({ domain: folder.name, name, ...(made ? { size: Number(made[1]), seed: Number(made[2]) } : { text }) });
    }
  }
  return all;
}

async function bundle(entry) {
  const result = await build({
    entryPoints: [join(here, "src", entry)],
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2022",
    legalComments: "none",
    write: false,
    define: { EXAMPLES: JSON.stringify(examples()), "import.meta.url": "self.location.href" },
    logLevel: "warning",
  });
  return result.outputFiles[0].text;
}

const [page, worker] = await Promise.all([bundle("main.ts"), bundle("worker.ts")]);
const style = (await build({ entryPoints: [join(here, "style.css")], minify: true, write: false })).outputFiles[0].text;
const html = readFileSync(join(here, "index.html"), "utf8");
const wasm = readFileSync(join(here, "wasm", "extremal_bg.wasm"));
// A script inside a page must not contain its own end.
const inside = (text) => text.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");

mkdirSync(out, { recursive: true });
const files = {
  "index.html": html.replace("<!--STYLE-->", '<link rel="stylesheet" href="playground.css">').replace("<!--SCRIPT-->", '<script src="playground.js"></script>'),
  "playground.css": style,
  "playground.js": page,
  "worker.js": worker,
};
for (const [name, text] of Object.entries(files)) writeFileSync(join(out, name), text);
writeFileSync(join(out, "extremal.wasm"), wasm);

const parts = `window.extremalParts=${inside(JSON.stringify({ worker, wasm: gzipSync(wasm, { level: 9 }).toString("base64") }))};`;
const single = html
  .replace("<!--STYLE-->", () => `<style>${style}</style>`)
  .replace("<!--SCRIPT-->", () => `<script>${parts}</script>\n<script>${inside(page)}</script>`);
writeFileSync(join(out, "playground.html"), single);

const compressed = (text) => gzipSync(text, { level: 9 }).length;
const others = Object.values(files).reduce((sum, text) => sum + compressed(text), 0);
console.log(JSON.stringify({ wasm: compressed(wasm), others, single: Buffer.byteLength(single) }));
