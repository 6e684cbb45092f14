// A server for the page, a browser, and what all tests of the page do.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, extname, isAbsolute, join } from "node:path";
import { after, before } from "node:test";
import { promisify } from "node:util";

import { chromium } from "playwright-core";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";

function needed(name: string): string {
  const value = process.env[`PLAYGROUND_${name}`];
  if (!value) throw new Error(`PLAYGROUND_${name} is not set: run cargo xtask check-playground`);
  return value;
}

export const SITE = needed("SITE");
export const EXAMPLES = needed("EXAMPLES");
const EXTREMAL = needed("EXTREMAL");
const SCREENSHOTS = process.env["PLAYGROUND_SCREENSHOTS"];

const TYPES: Record<string, string> = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm" };

const server = createServer((request, response) => {
  const path = join(SITE, request.url === "/" ? "index.html" : new URL(request.url ?? "/", "http://localhost").pathname);
  if (!existsSync(path)) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, { "content-type": TYPES[extname(path)] ?? "text/plain" }).end(readFileSync(path));
});

/** The browser with its folder, which the driver wants to know. */
function chromiumPath(): string {
  const name = needed("CHROMIUM");
  const folders = isAbsolute(name) ? [""] : (process.env["PATH"] ?? "").split(delimiter);
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? name;
}

let browser: Browser;

before(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  browser = await chromium.launch({ executablePath: chromiumPath(), args: ["--no-sandbox"] });
});

after(async () => {
  await browser?.close();
  server.close();
});

export const address = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

/** Opens the page, does something with it, and fails if the page has said anything on the console. */
export async function withPage(work: (page: Page) => Promise<void>, options: BrowserContextOptions = {}, at = address()): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, acceptDownloads: true, ...options });
  const page = await context.newPage();
  const said: string[] = [];
  const others: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") said.push(message.text());
  });
  page.on("pageerror", (error) => said.push(error.message));
  page.on("request", (request) => {
    if (!/^(blob|data):/.test(request.url()) && !request.url().startsWith(at.replace(/[^/]*$/, ""))) others.push(request.url());
  });
  try {
    await page.goto(at);
    await page.waitForSelector("body[data-ready]", { timeout: 30_000 });
    await work(page);
    assert.deepEqual(said, [], "the page wrote to the console");
    assert.deepEqual(others, [], "the page asked other places");
  } finally {
    await context.close();
  }
}

/** Leaves a picture, if somebody wants pictures. */
export async function picture(page: Page, name: string, options: Parameters<Page["screenshot"]>[0] = {}): Promise<void> {
  if (SCREENSHOTS) await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), ...options });
}

export async function example(page: Page, name: string): Promise<void> {
  await page.selectOption("#example", { label: name });
  const [domain, problem] = name.split(" ");
  const text = readFileSync(join(EXAMPLES, domain, `${problem}.pddl`), "utf8");
  await page.waitForFunction((wanted) => window.playground?.problem.text === wanted, text);
}

export async function setText(page: Page, role: "domain" | "problem", text: string): Promise<void> {
  await page.evaluate(([role, text]) => {
    const playground = window.playground;
    if (playground) playground[role as "domain" | "problem"].text = text;
  }, [role, text]);
}

export async function status(page: Page): Promise<string> {
  return (await page.textContent("#status")) ?? "";
}

export async function until(page: Page, wanted: string, timeout = 60_000): Promise<void> {
  await page.waitForSelector(`body[data-status="${wanted}"]`, { timeout });
}

/** Runs what is chosen to its end. */
export async function run(page: Page, timeout = 120_000): Promise<void> {
  await page.click("#run");
  await until(page, "ended", timeout);
}

export interface Counted {
  status: string;
  evaluations: number;
  expansions: number;
  generated: number;
  plan: string[] | null;
}

/** What the searches of the page have counted. */
export async function counted(page: Page): Promise<Counted[]> {
  return page.evaluate(() =>
    (window.playground?.session.lanes ?? []).map((lane) => ({
      status: lane.report?.status ?? "",
      evaluations: lane.report?.evaluations ?? -1,
      expansions: lane.report?.expansions ?? -1,
      generated: lane.report?.generated ?? -1,
      plan: lane.report?.plan?.steps.map((step) => step.action) ?? null,
    })),
  );
}

export interface Native extends Counted {
  search_seconds: number;
}

/** The processor time that the workers of our browser have used, in seconds; none where the system does not tell. */
export function workersCpu(): number | null {
  if (!existsSync("/proc/self/task")) return null;
  const read = (path: string): string => {
    try {
      return readFileSync(path, "utf8");
    } catch {
      // It has ended meanwhile.
      return "";
    }
  };
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    parents.set(Number(name), Number(/\) \S (\d+)/.exec(read(`/proc/${name}/stat`))?.[1]));
  }
  const isOurs = (pid: number): boolean => pid === process.pid || (pid > 1 && isOurs(parents.get(pid) ?? 0));
  let ticks = 0;
  for (const pid of [...parents.keys()].filter(isOurs)) {
    for (const thread of existsSync(`/proc/${pid}/task`) ? readdirSync(`/proc/${pid}/task`) : []) {
      const stat = read(`/proc/${pid}/task/${thread}/stat`);
      if (!stat.includes("(DedicatedWorker")) continue;
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      ticks += Number(fields[11]) + Number(fields[12]);
    }
  }
  return ticks / 100;
}

/** The same task by the native program. Where the shell tells it, `search_seconds` is processor time, of all that it did. */
export async function native(example: string, ...options: string[]): Promise<Native> {
  const [domain, problem] = example.split(" ");
  const files = ["domain", problem].map((name) => join(EXAMPLES, domain, `${name}.pddl`));
  const folder = mkdtempSync(join(tmpdir(), "playground-"));
  const timed = ["-c", 'TIMEFORMAT="processor %U %S"; time "$@"', "bash", EXTREMAL, "solve", ...files, "--json", ...options];
  const call = promisify(execFile)("bash", timed, { cwd: folder, maxBuffer: 1 << 26 });
  // Without a plan the exit code is not 0.
  const said = await call.catch((error: { stdout?: string; stderr?: string }) => ({ stdout: error.stdout ?? "", stderr: error.stderr ?? "" }));
  const report = JSON.parse(said.stdout) as Native;
  const times = /processor (\S+) (\S+)/.exec(said.stderr);
  return times && workersCpu() !== null ? { ...report, search_seconds: Number(times[1]) + Number(times[2]) } : report;
}
