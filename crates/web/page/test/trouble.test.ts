// What goes wrong has an answer that one can read, and the page goes on.

import assert from "node:assert/strict";
import { test } from "node:test";

import type { Page } from "playwright-core";

import { example, run, setText, status, until, withPage } from "./browser.ts";

/** After trouble: a small task is solved as if nothing had been. */
async function goesOn(page: Page): Promise<void> {
  await example(page, "glacier p01");
  await run(page);
  assert.match(await status(page), /a plan of \d+ steps/);
}

/** A task whose only action has so many ground instances. */
async function huge(page: Page, objects: number): Promise<void> {
  const names = Array.from({ length: objects }, (_, number) => `o${number}`).join(" ");
  await setText(page, "domain", "(define (domain huge) (:predicates (p ?a ?b ?c ?d))\n (:action a :parameters (?a ?b ?c ?d) :effect (p ?a ?b ?c ?d)))");
  await setText(page, "problem", `(define (problem huge) (:domain huge) (:objects ${names}) (:init) (:goal (and (p o0 o0 o0 o0) (p o1 o1 o1 o1))))`);
}

test("a task that is too large is refused in words", async () => {
  await withPage(async (page) => {
    await huge(page, 40);
    await page.click("#limits summary");
    await page.fill("#max-memory", "300");
    await page.click("#run");
    await page.waitForSelector("#status.error", { timeout: 120_000 });
    assert.match(await status(page), /too large/);
    await goesOn(page);
  });
});

test("grounding can be stopped", async () => {
  await withPage(async (page) => {
    await huge(page, 60);
    await page.click("#run");
    await until(page, "loading");
    await page.waitForTimeout(1500);
    await page.click("#stop");
    await until(page, "idle", 5000);
    assert.match(await status(page), /Stopped while the task was grounded/);
    await goesOn(page);
  });
});

test("a search that never ends can be stopped, and ends by its limits", async () => {
  await withPage(async (page) => {
    await example(page, "desert p05");
    await page.click("#run");
    await page.waitForFunction(() => (window.playground?.session.lanes[0]?.evaluations ?? 0) > 2000);
    await page.click("#stop");
    await until(page, "ended", 5000);
    assert.match(await status(page), /the search was stopped/);
    await page.click("#limits summary");
    await page.fill("#max-seconds", "1");
    await run(page);
    assert.match(await status(page), /the time limit of 1 seconds was reached/);
    await page.fill("#max-seconds", "60");
    await page.fill("#max-evaluations", "500");
    await run(page);
    assert.match(await status(page), /the limit of evaluations was reached/);
    await page.fill("#max-evaluations", "");
    await goesOn(page);
  });
});

test("wrong files and wrong settings are named", async () => {
  await withPage(async (page) => {
    await page.setInputFiles("#files", [{ name: "letter.txt", mimeType: "text/plain", buffer: Buffer.from("Dear planner,") }]);
    await page.waitForSelector("#status.error");
    assert.match(await status(page), /letter.txt is neither a domain nor a problem/);
    await page.setInputFiles("#files", [{ name: "noise.pddl", mimeType: "text/plain", buffer: Buffer.from(Uint8Array.from({ length: 4096 }, (_, n) => (n * 37) & 255)) }]);
    await page.waitForFunction(() => document.getElementById("status")?.textContent?.includes("noise.pddl"));
    await setText(page, "problem", "(define (problem p) (:domain elsewhere");
    await page.click("#run");
    await page.waitForFunction(() => document.getElementById("status")?.textContent?.includes("mistakes"));
    await example(page, "glacier p01");
    await page.selectOption("#search-A", "eager");
    await page.click(".lane-settings summary >> nth=0");
    await page.fill("#search-A-lists", "nonsense");
    await page.click("#run");
    await page.waitForFunction(() => document.getElementById("status")?.textContent?.includes("nonsense"));
    await page.selectOption("#search-A", "gbfs");
    await goesOn(page);
  });
});

test("a second click on Run is answered", async () => {
  await withPage(async (page) => {
    await example(page, "desert p05");
    await page.click("#run");
    await until(page, "running");
    await page.click("#run");
    await page.waitForFunction(() => document.getElementById("status")?.textContent?.includes("running already"));
    assert.equal(await page.getAttribute("body", "data-status"), "running");
    await page.click("#stop");
    await until(page, "ended", 5000);
    await page.dblclick("#run");
    await until(page, "running");
    await page.click("#stop");
    await until(page, "ended", 5000);
    await goesOn(page);
  });
});

test("a worker that dies is replaced", async () => {
  await withPage(async (page) => {
    await example(page, "desert p05");
    await page.click("#run");
    await until(page, "running");
    for (const worker of page.workers()) await worker.evaluate(() => void setTimeout(() => { throw new Error("killed by a test"); }));
    await page.waitForFunction(() => document.getElementById("status")?.textContent?.includes("killed by a test"));
    assert.equal(await page.getAttribute("body", "data-status"), "idle");
    // The editors are still checked.
    await setText(page, "domain", "(define (domain d) (:predicates (lit)) (:action a :effect (lti)))");
    await page.waitForSelector("#domain .cm-lintRange-error");
    await goesOn(page);
  });
});
