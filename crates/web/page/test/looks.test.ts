// How the page looks to different eyes: narrow, dark, and by a screen reader.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";

import type { Page } from "playwright-core";

import { example, picture, run, setText, withPage } from "./browser.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Finding {
  id: string;
  impact: string;
  nodes: { html: string; failureSummary: string }[];
}

/** What axe-core finds, but for what is minor. */
async function findings(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const violations = await page.evaluate(async () => (await (window as unknown as { axe: { run(): Promise<{ violations: Finding[] }> } }).axe.run()).violations);
  return violations
    .filter((finding) => finding.impact === "serious" || finding.impact === "critical")
    .map((finding) => `${finding.id}: ${finding.nodes.map((node) => `${node.html.slice(0, 160)} ${node.failureSummary}`).slice(0, 3).join(" | ")}`);
}

for (const colorScheme of ["light", "dark"] as const) {
  test(`no serious findings of axe-core, ${colorScheme}`, async () => {
    await withPage(async (page) => {
      await example(page, "dyeworks p03");
      await page.check("#compare");
      assert.deepEqual(await findings(page), []);
      await run(page);
      await page.waitForTimeout(300);
      await page.click(".tree-overlay >> nth=0");
      await page.waitForSelector("#node:not([hidden])");
      if (colorScheme === "dark") {
        await page.click("#fold-texts");
        await page.evaluate(() => {
          for (const lane of window.playground?.session.lanes ?? []) lane.view.select(-1);
          scrollTo(0, 0);
        });
        await page.mouse.move(2, 2);
        await page.setViewportSize({ width: 1280, height: 1230 });
        await page.waitForTimeout(200);
        await picture(page, "playground-dark");
      }
      await page.click(".picker summary >> nth=0");
      assert.deepEqual(await findings(page), []);
      const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      const brightness = Number(/\d+/.exec(background)?.[0]);
      assert.equal(brightness < 60, colorScheme === "dark", background);
      await setText(page, "problem", "(define (problem p) (:domain d) (:init) (:goal (lit)))");
      await setText(page, "domain", "(define (domain d) (:predicates (lit)) (:action a :effect (lti)))");
      if (colorScheme === "dark") await page.click("#fold-texts");
      await page.waitForSelector("#domain .cm-lintRange-error");
      await page.hover("#domain .cm-lintRange-error");
      await page.waitForSelector(".cm-diagnosticAction");
      assert.deepEqual(await findings(page), []);
      await page.click("#tab-bandits");
      await page.click("#simulate");
      await page.waitForSelector("#bandit-chart svg");
      assert.deepEqual(await findings(page), []);
    }, { colorScheme });
  });
}

test("it fits on a telephone", async () => {
  await withPage(async (page) => {
    const overflow = (): Promise<string[]> =>
      page.evaluate(() => {
        const width = document.documentElement.clientWidth;
        if (document.documentElement.scrollWidth <= width) return [];
        return [...document.querySelectorAll("body *")].filter((element) => !element.closest(".cm-editor") && element.getBoundingClientRect().right > width + 1).map((element) => `${element.tagName}#${element.id}.${element.className}`).slice(0, 5);
      });
    assert.deepEqual(await overflow(), []);
    await page.check("#compare");
    await run(page);
    await page.tap(".tree-overlay >> nth=0");
    await page.waitForSelector("#node:not([hidden])");
    assert.deepEqual(await overflow(), []);
    await page.evaluate(() => document.getElementById("views")?.scrollIntoView());
    await picture(page, "playground-narrow");
    await page.tap("#tab-bandits");
    await page.tap("#simulate");
    await page.waitForSelector("#bandit-chart svg");
    assert.deepEqual(await overflow(), []);
  }, { viewport: { width: 400, height: 800 }, hasTouch: true, isMobile: true });
});

test("everything can be reached with the keyboard", async () => {
  await withPage(async (page) => {
    const reached = new Set<string>();
    await page.focus("#share");
    for (let press = 0; press < 60; press++) {
      // In an editor, the tabulator leaves it.
      await page.keyboard.press("Tab");
      reached.add(await page.evaluate(() => document.activeElement?.id || document.activeElement?.className || ""));
    }
    for (const id of ["example", "generate", "open", "search-A", "run", "step-evaluation", "speed", "compare"]) assert.ok(reached.has(id), `${id} of ${[...reached].join(", ")}`);
    await page.focus("#run");
    await page.keyboard.press("Enter");
    await page.waitForSelector('body[data-status="ended"]', { timeout: 60_000 });
    await example(page, "glacier p01");
    await page.focus("#domain .cm-content");
    await page.keyboard.press("Control+Enter");
    await page.waitForFunction(() => window.playground?.session.lanes[0].report?.plan?.text.includes("(gather"));
  });
});
