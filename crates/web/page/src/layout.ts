// Where nodes are: a node lies below its parent and is as wide as the share of the states that are below it.

import { NOTHING, weightOf } from "./tree_model.ts";
import type { TreeModel, Weight } from "./tree_model.ts";

/** What part of the tree is seen: a range of widths from 0 to 1, and rows. */
export interface View {
  left: number;
  right: number;
  top: number;
  /** Rows that fit; 0 for all there are. */
  rows: number;
}

export const WHOLE: Readonly<View> = { left: 0, right: 1, top: 0, rows: 0 };

export const NODE = 0;
/** Several nodes too narrow to be seen, of which the best is told. */
export const MERGED = 1;
/** States that were folded into a node; that node is told. */
export const FOLDED = 2;

/** Nodes narrower than this are merged, in pixels. */
const NARROW = 0.75;

type Tell = (node: number, x0: number, x1: number, row: number, kind: number) => void;

/** Tells all nodes of the first ones that can be seen, from the root on. The tree must have been measured. */
export function layOut(model: TreeModel, nodes: number, weight: Weight, view: View, width: number, lastRow: number, tell: Tell): void {
  if (nodes === 0) return;
  const scale = width / (view.right - view.left);
  const { firstChild, next, count, sum, folded, best, depth, h } = model;
  const stack: number[] = [0];
  const lefts: number[] = [0];
  const rights: number[] = [1];
  while (stack.length > 0) {
    const node = stack.pop() as number;
    const left = lefts.pop() as number;
    const right = rights.pop() as number;
    tell(node, (left - view.left) * scale, (right - view.left) * scale, depth[node], NODE);
    if (depth[node] >= lastRow || sum[node] === 0) continue;
    const unit = (right - left) / sum[node];
    let at = left;
    if (folded[node] > 0) {
      const end = at + weightOf(folded[node], weight) * unit;
      if (end > view.left && at < view.right) tell(node, (at - view.left) * scale, (end - view.left) * scale, depth[node] + 1, FOLDED);
      at = end;
    }
    // A run of narrow children.
    let [start, bestOfRun] = [at, -1];
    for (let child = firstChild[node]; child >= 0 && child < nodes; child = next[child]) {
      const end = at + weightOf(count[child], weight) * unit;
      if (end <= view.left || at >= view.right) {
        at = start = end;
        continue;
      }
      if ((end - at) * scale >= NARROW) {
        if (bestOfRun >= 0) tell(bestOfRun, (start - view.left) * scale, (at - view.left) * scale, depth[node] + 1, MERGED);
        stack.push(child);
        lefts.push(at);
        rights.push(end);
        [start, bestOfRun] = [end, -1];
      } else {
        if (bestOfRun < 0 || value(best[child], h[child]) < value(best[bestOfRun], h[bestOfRun])) bestOfRun = child;
        if ((end - start) * scale >= NARROW) {
          tell(bestOfRun, (start - view.left) * scale, (end - view.left) * scale, depth[node] + 1, MERGED);
          [start, bestOfRun] = [end, -1];
        }
      }
      at = end;
    }
    if (bestOfRun >= 0) tell(bestOfRun, (start - view.left) * scale, (at - view.left) * scale, depth[node] + 1, MERGED);
  }
}

function value(best: number, h: number): number {
  return best === NOTHING ? h : best;
}

/** Where a node is, as a range of widths from 0 to 1. */
export function rangeOf(model: TreeModel, node: number, weight: Weight): [number, number] {
  const path = model.ancestors(node).reverse();
  let [left, right] = [0, 1];
  for (let place = 1; place < path.length; place++) {
    const [above, wanted] = [path[place - 1], path[place]];
    const unit = model.sum[above] > 0 ? (right - left) / model.sum[above] : 0;
    let at = left + weightOf(model.folded[above], weight) * unit;
    for (let child = model.firstChild[above]; child >= 0 && child !== wanted; child = model.next[child]) {
      at += weightOf(model.count[child], weight) * unit;
    }
    [left, right] = [at, at + weightOf(model.count[wanted], weight) * unit];
  }
  return [left, right];
}

/** The node at a place: a width from 0 to 1 and a row. -1 if there is none. */
export function nodeAt(model: TreeModel, nodes: number, weight: Weight, x: number, row: number): number {
  if (nodes === 0 || x < 0 || x >= 1) return -1;
  let [node, left, right] = [0, 0, 1];
  while (model.depth[node] < row) {
    if (model.sum[node] === 0) return -1;
    const unit = (right - left) / model.sum[node];
    let at = left + weightOf(model.folded[node], weight) * unit;
    if (x < at) return model.depth[node] + 1 === row ? node : -1;
    let found = -1;
    for (let child = model.firstChild[node]; child >= 0 && child < nodes; child = model.next[child]) {
      const end = at + weightOf(model.count[child], weight) * unit;
      if (x < end) {
        [found, left, right] = [child, at, end];
        break;
      }
      at = end;
    }
    if (found < 0) return -1;
    node = found;
  }
  return node;
}

export type Box = [x: number, y: number, width: number, height: number];

/**
 * A smooth line through boxes that lie below each other: a place across for each, never outside its box. `reach` is
 * the height over which it is smoothed.
 */
export function flow(boxes: Box[], reach: number): number[] {
  const inside = (x: number, [left, , width]: Box): number => Math.min(Math.max(x, left + Math.min(2, width / 2)), left + width - Math.min(2, width / 2));
  let places = boxes.map(([x, , width]) => x + width / 2);
  const passes = boxes.length > 0 ? Math.min(60, Math.ceil((reach / boxes[0][3]) ** 2)) : 0;
  for (let pass = 0; pass < passes; pass++) {
    places = places.map((x, at) => inside(((places[at - 1] ?? x) + 2 * x + (places[at + 1] ?? x)) / 4, boxes[at]));
  }
  return places;
}
