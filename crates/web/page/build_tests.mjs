// Bundles the tests into the folder `tests`, as node 20 does not read TypeScript.

import { build } from "esbuild";
import { readdirSync } from "node:fs";
import { join } from "node:path";

const folder = join(import.meta.dirname, "test");
await build({
  entryPoints: readdirSync(folder).filter((name) => name.endsWith(".test.ts")).map((name) => join(folder, name)),
  bundle: true,
  platform: "node",
  format: "esm",
  external: ["playwright-core", "axe-core"],
  outdir: join(import.meta.dirname, "tests"),
  logLevel: "warning",
});
