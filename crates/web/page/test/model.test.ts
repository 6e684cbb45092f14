// Tests of what needs no browser.

import assert from "node:assert/strict";
import { test } from "node:test";

import { FOLDED, MERGED, NODE, flow, layOut, nodeAt, rangeOf } from "../src/layout.ts";
import type { Box } from "../src/layout.ts";
import { declared } from "../src/pddl.ts";
import { membersOf, parseComponent } from "../src/pickers.ts";
import { decode, encode } from "../src/share.ts";
import { ticks } from "../src/curve.ts";
import { NOTHING, TreeModel } from "../src/tree_model.ts";

const WHOLE = { left: 0, right: 1, top: 0, rows: 0 };

/** A root with two children, of which the second has three. */
const SMALL = [
  [2, 0, 9], [3, 0], [1, 1, 0, 5, 1], [2, 1, 7], [1, 2, 0, 6, 1], [2, 2, 8],
  [3, 2], [1, 3, 2, 7, 2], [2, 3, 5], [1, 4, 2, 8, 2], [2, 4, 4], [1, 5, 2, 9, 2],
].flat();

test("events become a tree", () => {
  const model = new TreeModel();
  const last = model.take(Uint32Array.from(SMALL));
  assert.equal(model.length, 6);
  assert.deepEqual([...model.parent.slice(0, 6)], [-1, 0, 0, 2, 2, 2]);
  assert.equal(last, 2);
  assert.equal(model.h[3], 5);
  assert.equal(model.h[5], NOTHING);
  assert.equal(model.initialH, 9);
  model.measure(6, "states");
  assert.deepEqual([...model.count.slice(0, 6)], [6, 1, 4, 1, 1, 1]);
  assert.equal(model.best[0], 4);
});

test("a backup is kept until the next one, from the expanded node to the root", () => {
  const model = new TreeModel();
  const [nothing, three] = [NOTHING, 0x40400000];
  model.take(Uint32Array.from([...SMALL, 5, 2, 2, 3, three, three, nothing, nothing, 5, 2, 0, 4, three, three, nothing, nothing]));
  assert.deepEqual(model.backups.map(({ node, count, smallest, mean }) => [node, count, smallest, mean]), [[2, 3, 3, null], [0, 4, 3, null]]);
  // The next selection and expansion leave it alone; the next backup replaces it.
  model.take(Uint32Array.from([4, 2, 0, 3, 4]));
  assert.equal(model.backups.length, 2);
  model.take(Uint32Array.from([5, 0, 4, 1, three, three, nothing, nothing]));
  assert.deepEqual([model.backups.map(({ node }) => node), model.backupRounds], [[4], 2]);
  // Another tree begins a row of its own.
  model.take(Uint32Array.from([5, 2, 2, 5, three, three, nothing, nothing, 5, 2, 0, 6, three, three, nothing, nothing]));
  assert.deepEqual([model.backups.map(({ node, count }) => [node, count]), model.backupRounds], [[[2, 5], [0, 6]], 2]);
});

test("a path through boxes is smooth, and never outside of them", () => {
  const boxes: Box[] = Array.from({ length: 40 }, (_, row) => [row * 3, 400 - row * 10, 200 - row * 4, 10]);
  const places = flow(boxes, 26);
  places.forEach((x, at) => assert.ok(x >= boxes[at][0] && x <= boxes[at][0] + boxes[at][2]));
  const middle = boxes.map(([x, , width], at) => x + width / 2 + (at % 2 === 0 ? 40 : 0));
  const bends = (all: number[]): number => all.slice(2).reduce((sum, x, at) => sum + Math.abs(x - 2 * all[at + 1] + all[at]), 0);
  const zigzag: Box[] = middle.map((x, at) => [x - 10, 400 - at * 10, 60, 10]);
  assert.ok(bends(flow(zigzag, 26)) < 0.4 * bends(zigzag.map(([x]) => x)));
});

test("the tree at an earlier moment is a part of the tree", () => {
  const model = new TreeModel();
  model.take(Uint32Array.from(SMALL));
  assert.equal(model.nodesAt(2), 3);
  assert.equal(model.expansionsAt(2), 1);
  assert.equal(model.nodesAt(Infinity), 6);
  model.measure(model.nodesAt(2), "states");
  assert.equal(model.count[0], 3);
});

test("nodes lie below their parents, and are found where they are drawn", () => {
  const model = new TreeModel();
  model.take(Uint32Array.from(SMALL));
  model.measure(6, "states");
  const drawn = new Map<number, [number, number]>();
  layOut(model, 6, "states", WHOLE, 1000, 10, (node, left, right, row, kind) => {
    assert.equal(kind, NODE);
    assert.equal(row, model.depth[node]);
    drawn.set(node, [left, right]);
  });
  assert.equal(drawn.size, 6);
  for (const [node, [left, right]] of drawn) {
    const parent = drawn.get(model.parent[node]);
    if (parent) assert.ok(left >= parent[0] - 1e-6 && right <= parent[1] + 1e-6);
    const range = rangeOf(model, node, "states");
    assert.ok(Math.abs(range[0] * 1000 - left) < 1e-6);
    assert.equal(nodeAt(model, 6, "states", (left + right) / 2000, model.depth[node]), node);
  }
});

test("nodes too narrow to be seen are merged", () => {
  const model = new TreeModel();
  const events = [2, 0, 9, 3, 0];
  for (let state = 1; state <= 5000; state++) events.push(1, state, 0, 0, 1, 2, state, state === 4000 ? 1 : 8);
  model.take(Uint32Array.from(events));
  model.measure(model.length, "states");
  let [drawn, best] = [0, Infinity];
  layOut(model, model.length, "states", WHOLE, 500, 10, (node, left, right, _row, kind) => {
    drawn += 1;
    if (kind === MERGED) best = Math.min(best, model.h[node]);
    assert.ok(right > left);
  });
  assert.ok(drawn <= 700, `${drawn}`);
  assert.equal(best, 1);
});

/** A random tree of so many states, with h as told. */
function large(states: number): Uint32Array {
  const events = [2, 0, 50];
  let seed = 7;
  for (let state = 1; state < states; state++) {
    seed = (seed * 1103515245 + 12345) & 0x7fffffff;
    const parent = Math.max(0, state - 1 - (seed % Math.min(state, 400)));
    if (state % 5 === 0) events.push(3, parent);
    events.push(1, state, parent, 1, 1, 2, state, seed % 50);
  }
  return Uint32Array.from(events);
}

test("memory is bounded: what is old is folded and still counted", () => {
  const states = 60_000;
  const model = new TreeModel(10_000);
  model.take(large(states));
  assert.ok(model.length <= 10_001, `${model.length}`);
  model.measure(model.length, "states");
  assert.equal(model.count[0], states);
  assert.ok(model.foldedStates > 0 && model.foldedBefore > 0);
  let folded = 0;
  layOut(model, model.length, "states", WHOLE, 1000, 100_000, (_node, _left, _right, _row, kind) => {
    folded += Number(kind === FOLDED);
  });
  assert.ok(folded > 0);
  for (let node = 1; node < model.length; node++) assert.ok(model.parent[node] < node && model.parent[node] >= 0);
  assert.ok(model.expansions.every((node) => node >= 0 && node < model.length));
  assert.ok(model.expansions.length === model.expansionTimes.length && model.expansions.length < 12_000);
});

test("members of a portfolio have trees of their own", () => {
  const model = new TreeModel();
  model.take(Uint32Array.from([6, 0, 2, 0, 3, 1, 1, 0, 4, 1, 6, 1, 2, 0, 5, 1, 1, 0, 7, 1, 9, 1, 1, 0, 8, 1]));
  assert.ok(model.isPortfolio);
  assert.deepEqual([...model.parent.slice(0, model.length)], [-1, 0, 1, 0, 3, 3, 5]);
  assert.equal(model.member[4], 1);
  // The same number is another state in the next stage of the member.
  assert.deepEqual([...model.stage.slice(0, model.length)], [0, 0, 0, 0, 0, 1, 1]);
  assert.equal(model.state[4], model.state[6]);
});

test("links hold what they were made of", async () => {
  const settings = { search: "guct(c=2)", heuristic: "ff", preferred: true, deferred: false, seed: 3, maxEvaluations: 9, maxExpansions: null, memoryMib: 9 };
  const shared = { domain: "(define (domain ä))\n".repeat(900), problem: "; 💧", searches: [settings], compare: false };
  const fragment = await encode(shared);
  assert.match(fragment, /^task=[\w-]+$/);
  assert.ok(fragment.length < 2000);
  assert.deepEqual(await decode(`#${fragment}`), shared);
  assert.equal(await decode(`#${fragment.slice(0, 40)}`), null);
  assert.equal(await decode("#other"), null);
});

test("components are taken apart", () => {
  assert.deepEqual(parseComponent("a(b=c(d=1,e=2),f=3)"), { name: "a", values: [["b", "c(d=1,e=2)"], ["f", "3"]] });
  assert.deepEqual(parseComponent("gbfs"), { name: "gbfs", values: [] });
});

test("members of portfolios have names", () => {
  const entry = { name: "extremal", text: "portfolio(members=a(x=b+c)+d,turns=1+2)", summary: "", source: "", bandit: null, parameters: [] };
  const catalogue = { version: "", searches: [entry], openLists: { kinds: [], prefixes: [] }, heuristics: [], bandits: [], generators: [], defaults: { search: "", heuristic: "", seed: 1 } };
  assert.deepEqual(membersOf("extremal", catalogue), ["a(x=b+c)", "d"]);
  assert.deepEqual(membersOf("extremal(members=e+f)", catalogue), ["e", "f"]);
  assert.deepEqual(membersOf("portfolio(members=g)", catalogue), ["g"]);
  assert.deepEqual(membersOf("gbfs", catalogue), []);
});

test("completion knows what is declared", () => {
  const names = declared("(define (domain d) (:types a - b c) (:constants k l - a) (:predicates (on ?x - a ?y) (lit)) ; (no)\n)");
  assert.deepEqual(names.predicates, ["on", "lit"]);
  assert.deepEqual(names.objects, ["k", "l"]);
  assert.ok(names.types.includes("b") && names.types.includes("c"));
});

test("axes have round numbers", () => {
  assert.deepEqual(ticks(1350, 7), [0, 200, 400, 600, 800, 1000, 1200]);
  assert.deepEqual(ticks(2, 5), [0, 1, 2]);
});
