// What a person does with the page.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

import type { Page } from "playwright-core";

import { EXAMPLES, SITE, counted, example, native, picture, run, setText, status, until, withPage } from "./browser.ts";

test("the page is ready within a second", async () => {
  // The best of some tries, since other programs may have the processors.
  const times: number[] = [];
  for (let tries = 0; tries < 5 && !(Math.min(...times) < 1000); tries++) {
    await withPage(async (page) => {
      times.push(Number(await page.getAttribute("body", "data-ready")));
    });
  }
  console.log(`ready after ${times.join(", ")} ms`);
  assert.ok(Math.min(...times) < 1000);
});

test("the page has a task in it, and finds a plan at the first click", async () => {
  await withPage(async (page) => {
    await run(page);
    assert.match(await status(page), /^extremal: a plan of \d+ steps/);
    await page.click("#reports .step >> nth=3");
    assert.match((await page.textContent(".step-state h4")) ?? "", /^Step 4: /);
    const [download] = await Promise.all([page.waitForEvent("download"), page.click("text=Download the plan")]);
    assert.match(readFileSync(await download.path(), "utf8"), /^\(.*\)\n[^]*; cost = \d+/);
  });
});

test("an error is underlined as one types, and a quick fix puts it right", async () => {
  await withPage(async (page) => {
    await example(page, "museum p01");
    const text = await page.evaluate(() => window.playground?.domain.text ?? "");
    const name = /\(:predicates\s*\(([\w-]+)/.exec(text)?.[1] ?? "";
    const at = text.lastIndexOf(`(${name}`) + 1;
    assert.ok(at > 1, name);
    await page.evaluate((at) => {
      const view = window.playground?.domain.view;
      view?.dispatch({ changes: { from: at, to: at + 1, insert: "" }, selection: { anchor: at }, scrollIntoView: true });
    }, at);
    await page.waitForSelector("#domain .cm-lintRange-error");
    assert.match((await page.textContent("#domain-title")) ?? "", /1 error/);
    await page.hover("#domain .cm-lintRange-error");
    await page.waitForSelector(".cm-diagnosticAction");
    await picture(page, "playground-error");
    await page.click(".cm-diagnosticAction");
    await page.waitForFunction((text) => window.playground?.domain.text === text, text);
    await page.waitForSelector("#domain .cm-lintRange-error", { state: "detached" });
  });
});

test("a missing requirement is added by its quick fix", async () => {
  await withPage(async (page) => {
    await setText(page, "domain", "(define (domain d) (:predicates (p))\n (:action a :precondition (not (p)) :effect (p)))");
    await setText(page, "problem", "(define (problem e) (:domain d) (:init) (:goal (p)))");
    await page.waitForSelector("#domain .cm-lintRange-warning");
    await page.hover("#domain .cm-lintRange-warning");
    await page.click(".cm-diagnosticAction");
    await page.waitForFunction(() => window.playground?.domain.text.includes("(:requirements :negative-preconditions)"));
    await page.waitForSelector("#domain .cm-lintRange-warning", { state: "detached" });
  });
});

test("an editor completes what is declared, and marks count UTF-16", async () => {
  await withPage(async (page) => {
    await setText(page, "domain", "(define (domain d) (:predicates (illuminated ?x)))");
    await setText(page, "problem", "; 💧\n(define (problem e) (:domain d) (:objects tower) (:init ) (:goal (illuminatd tower)))");
    await page.waitForSelector("#problem .cm-lintRange-error");
    assert.equal(await page.textContent("#problem .cm-lintRange-error"), "illuminatd");
    await page.evaluate(() => {
      const view = window.playground?.problem.view;
      const at = (window.playground?.problem.text.indexOf("(:init ") ?? 0) + 7;
      view?.focus();
      view?.dispatch({ selection: { anchor: at } });
    });
    await page.keyboard.type("(illu");
    await page.waitForSelector(".cm-tooltip-autocomplete >> text=illuminated");
    // The editor takes no answer to a list that has only just come up.
    await page.waitForTimeout(200);
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => window.playground?.problem.text.includes("(:init (illuminated"));
  });
});

test("one can pause, and step by one evaluation or one expansion", async () => {
  await withPage(async (page) => {
    await example(page, "dyeworks p03");
    await page.selectOption("#search-A", "guct-uniform");
    await page.fill("#speed", "4");
    await page.click("#run");
    await page.waitForFunction(() => (window.playground?.session.lanes[0]?.evaluations ?? 0) > 20);
    await page.click("#pause");
    await until(page, "paused");
    const now = (): Promise<number[]> => page.evaluate(() => [...(window.playground?.session.lanes[0]?.counters ?? [])].slice(0, 2));
    const [evaluations, expansions] = await now();
    await page.waitForTimeout(300);
    assert.deepEqual(await now(), [evaluations, expansions]);
    await page.click("#step-evaluation");
    await page.waitForFunction((n) => window.playground?.session.lanes[0]?.counters[0] === n + 1, evaluations);
    const before = (await now())[1];
    await page.click("#step-expansion");
    await page.waitForFunction((n) => (window.playground?.session.lanes[0]?.counters[1] ?? 0) === n + 1, before);
    assert.match((await page.textContent(".why")) ?? "", /Last selection: \d+ steps? down/);
    await page.fill("#speed", "8");
    await page.click("#run");
    await until(page, "ended");
    assert.match(await status(page), /a plan of/);
  });
});

/** The middle of a node on the screen. */
async function placeOf(page: Page, node: number): Promise<[number, number]> {
  const box = await page.locator(".tree-overlay").first().boundingBox();
  assert.ok(box);
  const [x, y, width, height] = await page.evaluate((node) => window.playground?.session.lanes[0].view.box(node) ?? [0, 0, 0, 0], node);
  return [box.x + x + width / 2, box.y + y + height / 2];
}

test("a node tells its statistics under the pointer, and its facts when it is clicked", async () => {
  await withPage(async (page) => {
    await example(page, "menagerie p03");
    await page.selectOption("#search-A", "guct-uniform");
    await page.fill("#speed", "4");
    await page.click("#run");
    await page.waitForFunction(() => (window.playground?.session.lanes[0]?.evaluations ?? 0) > 200);
    await page.click("#pause");
    await until(page, "paused");
    await page.locator(".tree").first().scrollIntoViewIfNeeded();
    await page.mouse.move(...(await placeOf(page, 0)));
    await page.waitForSelector("#tooltip table");
    const scores = await page.$$eval("#tooltip tbody tr td:last-child", (cells) => cells.map((cell) => cell.textContent ?? ""));
    const numbers = scores.filter((score) => score !== "closed").map(Number);
    assert.ok(numbers.length > 1 && numbers.every((score, place) => place === 0 || score >= numbers[place - 1]), scores.join(" "));
    await picture(page, "playground-tree");
    // A grandchild of the root that was expanded.
    const node = await page.evaluate(() => {
      const model = window.playground?.session.lanes[0].model;
      if (!model) return -1;
      return Array.from({ length: model.length }, (_, n) => n).find((n) => model.depth[n] === 2 && model.firstChild[n] >= 0) ?? -1;
    });
    await page.mouse.click(...(await placeOf(page, node)));
    await page.waitForSelector("#node:not([hidden])");
    assert.match((await page.textContent("#node")) ?? "", /Path: 2 steps/);
    assert.ok((await page.$$("#node .facts .fact")).length > 5);
    assert.ok((await page.$$("#node .fact.added")).length > 0);
    // And by the keyboard alone.
    await page.focus(".tree-overlay");
    await page.keyboard.press("ArrowUp");
    await page.waitForFunction(() => document.getElementById("node")?.textContent?.includes("Path: 1 step"));
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => (window.playground?.session.lanes[0].view.view.top ?? -1) >= 0);
    await page.keyboard.press("Escape");
  });
});

test("two searches go in step by evaluations, and the picture can be saved", async () => {
  await withPage(async (page) => {
    await example(page, "dyeworks p03");
    await page.check("#compare");
    await page.fill("#speed", "5");
    await page.click("#run");
    await page.waitForFunction(() => (window.playground?.session.lanes[1]?.evaluations ?? 0) > 300);
    await page.click("#pause");
    await until(page, "paused");
    const [first, second] = await page.evaluate(() => (window.playground?.session.lanes ?? []).map((lane) => lane.evaluations));
    assert.equal(first, second);
    await page.fill("#speed", "8");
    await page.click("#run");
    await until(page, "ended");
    assert.match(await status(page), /guct-uniform: a plan of \d+ steps. gbfs: a plan of \d+ steps/);
    await page.waitForTimeout(300);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.evaluate(() => document.getElementById("views")?.scrollIntoView());
    await page.waitForTimeout(300);
    await picture(page, "playground-compare");
    const [svg] = await Promise.all([page.waitForEvent("download"), page.click("#save-svg")]);
    const text = readFileSync(await svg.path(), "utf8");
    assert.match(text, /^<svg xmlns/);
    assert.ok(text.includes("guct-uniform: 3,206 evaluations") && text.includes("gbfs: 9,784 evaluations"), text.slice(0, 600));
    const [png] = await Promise.all([page.waitForEvent("download"), page.click("#save-png")]);
    assert.deepEqual([...readFileSync(await png.path()).subarray(1, 4)], [...Buffer.from("PNG")]);
    // Back in time: the tree of the fast search is as it was.
    await page.fill("#timeline", "1000");
    assert.match((await page.textContent("#timeline-text")) ?? "", /evaluation 1,000/);
    await page.waitForFunction(() => (window.playground?.session.lanes[0].view.shown ?? 0) < 1100);
    await page.click("#live");
    await page.waitForFunction(() => (window.playground?.session.lanes[0].view.shown ?? 0) > 3000);
    await page.click("#replay");
    await page.waitForFunction(() => (window.playground?.session.lanes[1].view.shown ?? 0) < 1000);
    await page.waitForFunction(() => (window.playground?.session.lanes[1].view.shown ?? 0) > 9000, undefined, { timeout: 20_000 });
  });
});

/** The children of the root of the first tree as the table under the pointer shows them, once it has scores. */
async function scoresOfRoot(page: Page, when: RegExp): Promise<string[]> {
  await page.locator(".tree").first().scrollIntoViewIfNeeded();
  await page.mouse.move(2, 2);
  await page.mouse.move(...(await placeOf(page, 0)));
  await page.waitForFunction((pattern) => new RegExp(pattern).test(document.querySelector("#tooltip .chooses")?.textContent ?? ""), when.source);
  return page.$$eval("#tooltip tbody tr", (rows) => rows.map((row) => row.textContent ?? ""));
}

test("scores of the past are those that the bandit had", async () => {
  await withPage(async (page) => {
    await example(page, "dyeworks p03");
    await page.selectOption("#search-A", "guct-uniform");
    await run(page);
    const last = await scoresOfRoot(page, /^The bandit goes to/);
    const past: string[][] = [];
    // Forwards and backwards.
    for (const time of [1000, 2000, 500]) {
      await page.fill("#timeline", String(time));
      past.push(await scoresOfRoot(page, new RegExp(`^At evaluation ${time.toLocaleString("en-US")} `)));
    }
    assert.equal(new Set([last, ...past].map(String)).size, 4, "the scores change");
    await page.click("#limits summary");
    for (const [place, time] of [1000, 2000, 500].entries()) {
      await page.fill("#max-evaluations", String(time));
      await run(page);
      assert.deepEqual(past[place], await scoresOfRoot(page, /^The bandit goes to/));
    }
  });
});

test("a bandit is chosen with its parameters, and its formula is shown", async () => {
  await withPage(async (page) => {
    await example(page, "menagerie p02");
    await page.selectOption("#search-A", "guct-uniform");
    assert.equal(await page.textContent(".brief .formula sup"), "power");
    await page.selectOption("#search-A-bandit", "ucb1");
    assert.equal(await page.textContent(".brief .formula"), "m − c · √(2 ln T / t)");
    await page.click(".picker summary >> nth=0");
    assert.equal(await page.isVisible("#search-A-floor"), false);
    await page.fill("#search-A-c", "2");
    await run(page);
    const [here] = await counted(page);
    const there = await native("menagerie p02", "--search", "guct(c=2)");
    for (const key of ["evaluations", "expansions", "generated", "plan"] as const) assert.deepEqual(here[key], there[key], key);
    // A form has a bandit as soon as it has a tree.
    await page.selectOption("#search-A", "eager");
    assert.equal(await page.isVisible("#search-A-bandit"), false);
    await page.fill("#search-A-lists", "tree:h");
    await page.selectOption("#search-A-bandit", "ucb1-normal2");
    await run(page);
    assert.match(await status(page), /^eager\(lists=tree:h,bandit=ucb1-normal2\): a plan of/);
  });
});

test("a first visitor is shown where to begin", async () => {
  await withPage(async (page) => {
    assert.equal((await page.$$(".tour")).length, 4);
    await picture(page, "playground-start");
    await page.click(".tour >> nth=0");
    await until(page, "ended");
    assert.match(await status(page), /guct-uniform: a plan of 20 steps. gbfs: a plan of 17 steps/);
    assert.equal(await page.isVisible("#welcome"), false);
    // The longest plateau is named.
    assert.match((await page.textContent("#curve")) ?? "", /6,885 evaluations at h 8/);
    assert.doesNotMatch((await page.textContent("#reports")) ?? "", /@/, "names that nobody wrote");
  });
});

test("a link holds the task and the settings", async () => {
  let link = "";
  const text = "(define (problem shared) (:domain museum) (:objects) (:init) (:goal (and)))";
  await withPage(async (page) => {
    await example(page, "museum p02");
    await setText(page, "problem", text);
    await page.check("#compare");
    await page.selectOption("#search-B", "guct");
    await page.click(".lane-settings >> nth=1 >> summary >> nth=0");
    await page.fill("#search-B-c", "2");
    await page.fill("#seed-A", "7");
    await page.click("#share");
    await page.waitForFunction(() => location.hash.startsWith("#task="));
    link = page.url();
  });
  await withPage(async (page) => {
    const settings = await page.evaluate(() => [window.playground?.problem.text, (document.getElementById("seed-A") as HTMLInputElement).value, (document.getElementById("search-B-c") as HTMLInputElement).value, (document.getElementById("compare") as HTMLInputElement).checked]);
    assert.deepEqual(settings, [text, "7", "2", true]);
  }, {}, link);
});

test("why there is no plan is said in words", async () => {
  await withPage(async (page) => {
    await example(page, "museum p06-unsolvable-relaxed");
    await run(page);
    const report = (await page.textContent("#reports")) ?? "";
    assert.match(report, /the task has no plan/);
    assert.match(report, /These goals cannot be reached/);
    assert.match(report, /Why \(.*\) cannot be reached/);
    assert.match((await page.textContent(".report .cause")) ?? "", /^(domain|problem), line \d+: /);
    // Nothing was searched, so that there is no tree; the place to blame is a click away.
    assert.equal(await page.isVisible("#views"), false);
    await page.click(".report .place");
    await page.waitForFunction(() => document.activeElement?.closest("#domain"));
    assert.ok(await page.evaluate(() => !window.playground?.domain.view.state.selection.main.empty));
    await example(page, "lanterns p07-unsolvable-search");
    await run(page);
    assert.match((await page.textContent("#reports")) ?? "", /All reachable states were searched[^]*The goal never holds/);
    await example(page, "lanterns p06-goal-already-true");
    await run(page);
    assert.match((await page.textContent("#reports")) ?? "", /The goal holds in the initial state/);
  });
});

test("one file works from disk, without a network", async () => {
  await withPage(async (page) => {
    await example(page, "glacier p03");
    await page.check("#compare");
    await run(page);
    assert.deepEqual((await counted(page)).map((search) => search.status), ["solved", "solved"]);
  }, { offline: true }, pathToFileURL(join(SITE, "playground.html")).href);
});

test("files can be opened", async () => {
  await withPage(async (page) => {
    const folder = join(EXAMPLES, "canal");
    await page.setInputFiles("#files", [join(folder, "p02.pddl"), join(folder, "domain.pddl")]);
    await page.waitForFunction(() => window.playground?.domain.text.includes("(domain canal)"));
    await run(page);
    assert.match(await status(page), /a plan of/);
    // Dropped, too.
    await page.evaluate((text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], "p.pddl"));
      dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    }, "(define (problem dropped) (:domain canal))");
    await page.waitForFunction(() => window.playground?.problem.text.includes("(problem dropped)"));
  });
});

test("bandits run on their own", async () => {
  await withPage(async (page) => {
    await page.click("#tab-bandits");
    assert.equal(await page.textContent("#policy-thompson-uniform + span sup"), "−(t + 1)");
    // Densities share an axis: the mean of the second arm lies to the right of the first.
    const means = await page.$$eval("#bandits .density line", (lines) => lines.map((line) => Number(line.getAttribute("x1"))));
    assert.ok(means.length === 3 && means[2] < means[0] && means[0] < means[1], String(means));
    await page.click("#simulate");
    await page.waitForSelector("#bandit-chart svg");
    assert.equal((await page.$$("#bandits tbody tr")).length, 4);
    await picture(page, "playground-bandits", { fullPage: true });
    await page.fill("#bandits .arms input >> nth=0", "unform:0,1");
    await page.click("#simulate");
    await page.waitForSelector("#bandit-status.error");
    assert.match((await page.textContent("#bandit-status")) ?? "", /there is no distribution `unform`/);
    // A long simulation can be stopped, and another one runs afterwards.
    await page.fill("#bandits .arms input >> nth=0", "uniform:0,1");
    await page.fill("#bandit-pulls", "1000000");
    await page.fill("#bandit-runs", "10000");
    await page.click("#simulate");
    await page.waitForFunction(() => document.querySelector("#simulate")?.textContent === "Stop");
    await page.click("#simulate");
    await page.waitForFunction(() => document.querySelector("#bandit-status")?.textContent === "The simulation was stopped.");
    await page.fill("#bandit-pulls", "100");
    await page.fill("#bandit-runs", "10");
    await page.click("#simulate");
    await page.waitForFunction(() => document.querySelector("#bandit-status")?.textContent === "10 runs of 100 pulls with each policy.");
  });
});
