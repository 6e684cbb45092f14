// The picture of a tree on a canvas. Pixels are written by hand, one line for each row of nodes that is then copied:
// the time of a frame depends on the pixels and not on the number of nodes.

import { FOLDED, NODE, WHOLE, layOut, nodeAt, rangeOf } from "./layout.ts";
import type { Box, View } from "./layout.ts";
import { LABELLED, Overlay } from "./overlay.ts";
import type { Label } from "./overlay.ts";
import type { Palette } from "./colours.ts";
import { NOTHING } from "./tree_model.ts";
import type { Backup, Choice, TreeModel, Weight } from "./tree_model.ts";

export interface TreeHooks {
  /** The action of an operator, if it is known by now. */
  action(operator: number): string | undefined;
  /** What a node is called that no operator leads to. */
  rootName(node: number): string;
  hovered(node: number, x: number, y: number): void;
  selected(node: number): void;
}

/** Rows are at most this high, in pixels of the page. */
const MOST_ROW = 30;

export class TreeView {
  readonly canvas = document.createElement("canvas");
  readonly overlay: Overlay;
  private readonly host: HTMLElement;
  private readonly hooks: TreeHooks;
  model: TreeModel;
  palette: Palette;
  view: View = { ...WHOLE };
  weight: Weight = "states";
  /** The moment that is shown; infinite for the present. */
  time = Infinity;
  selectedNode = -1;
  hoveredNode = -1;
  private image: ImageData | null = null;
  private pixels = new Uint32Array(0);
  private ratio = 1;
  private goal: View | null = null;
  isDirty = true;
  /** Nodes that are shown. */
  shown = 0;

  constructor(host: HTMLElement, model: TreeModel, palette: Palette, hooks: TreeHooks, label: string) {
    [this.host, this.model, this.palette, this.hooks] = [host, model, palette, hooks];
    this.canvas.className = "tree-pixels";
    this.overlay = new Overlay(label);
    host.replaceChildren(this.canvas, this.overlay.canvas);
    new ResizeObserver(() => this.resize()).observe(host);
    this.resize();
    this.listen();
  }

  private resize(): void {
    this.ratio = Math.min(window.devicePixelRatio || 1, 2);
    const { clientWidth, clientHeight } = this.host;
    const [width, height] = [Math.max(1, Math.round(clientWidth * this.ratio)), Math.max(1, Math.round(clientHeight * this.ratio))];
    for (const canvas of [this.canvas, this.overlay.canvas]) [canvas.width, canvas.height] = [width, height];
    this.image = new ImageData(width, height);
    this.pixels = new Uint32Array(this.image.data.buffer);
    this.isDirty = true;
  }

  /** The height of a row in pixels of the canvas. */
  private rowHeight(): number {
    const rows = this.view.rows || this.model.maxDepth + 1;
    return Math.min(this.canvas.height / rows, MOST_ROW * this.ratio);
  }

  reset(model: TreeModel): void {
    this.model = model;
    [this.view, this.goal, this.time] = [{ ...WHOLE }, null, Infinity];
    this.selectedNode = this.hoveredNode = -1;
    this.overlay.clear();
    this.isDirty = true;
  }

  nodes(): number {
    return this.model.nodesAt(this.time);
  }

  /** Draws a frame if there is something new to be seen. */
  draw(now: number): void {
    if (this.goal) this.approach();
    if (!this.isDirty && !this.overlay.isMoving(now)) return;
    if (this.isDirty) {
      this.shown = this.nodes();
      this.model.measure(this.shown, this.weight);
      this.paint();
    }
    this.isDirty = false;
    this.drawOverlay(now);
  }

  private paint(): void {
    const { pixels, palette, model } = this;
    const [width, height] = [this.canvas.width, this.canvas.height];
    const rowHeight = this.rowHeight();
    const top = this.view.top;
    const initial = model.initialH === NOTHING ? 0 : model.initialH;
    const folded = palette.pixel(NOTHING, 0, true);
    pixels.fill(palette.background);
    const time = Math.min(this.time, 0xfffffffe);
    const lastRow = Math.ceil(top + height / rowHeight);
    layOut(model, this.shown, this.weight, this.view, width, lastRow, (node, left, right, row, kind) => {
      const y = Math.floor((row - top) * rowHeight);
      if (y < 0 || y >= height) return;
      const from = Math.max(0, Math.round(left));
      let to = Math.min(width, Math.max(Math.round(right), from + 1));
      if (to - from >= 4) to -= 1;
      const start = y * width;
      if (kind === FOLDED) {
        for (let x = from; x < to; x++) pixels[start + x] = (x & 3) < 2 ? folded : palette.background;
        return;
      }
      const h = kind === NODE ? model.h[node] : model.best[node] === NOTHING ? model.h[node] : model.best[node];
      pixels.fill(palette.pixel(h, initial, model.expanded[node] <= time), start + from, start + to);
    });
    // All lines of a row are like its first, but for the gap below it: none between low rows, where gaps would be stripes.
    const gap = rowHeight >= 9 * this.ratio ? Math.round(this.ratio) : 0;
    if (rowHeight >= 2) {
      for (let row = Math.ceil(top); (row - top) * rowHeight < height; row++) {
        const y = Math.floor((row - top) * rowHeight);
        const end = Math.min(height, Math.floor((row + 1 - top) * rowHeight) - gap);
        for (let line = Math.max(1, y + 1); line < end; line++) pixels.copyWithin(line * width, y * width, (y + 1) * width);
        if (gap === 0 && rowHeight >= 4) this.shade((end - 1) * width, width);
      }
    }
    const context = this.canvas.getContext("2d", { alpha: false });
    if (context && this.image) context.putImageData(this.image, 0, 0);
  }

  /** Draws a line of pixels a little nearer to the background. */
  private shade(start: number, width: number): void {
    const { pixels } = this;
    const background = this.palette.background;
    for (let at = start; at < start + width; at++) {
      // The mean of the colour and of its mean with the background, for all channels at once.
      const half = ((pixels[at] >>> 1) & 0x7f7f7f7f) + ((background >>> 1) & 0x7f7f7f7f);
      pixels[at] = (((pixels[at] >>> 1) & 0x7f7f7f7f) + ((half >>> 1) & 0x7f7f7f7f) | 0xff000000) >>> 0;
    }
  }

  /** Where a node is on the canvas: left, top, width, height. */
  box(node: number): Box {
    const [left, right] = rangeOf(this.model, node, this.weight);
    const scale = this.canvas.width / (this.view.right - this.view.left);
    const rowHeight = this.rowHeight();
    const x = (left - this.view.left) * scale;
    return [x, (this.model.depth[node] - this.view.top) * rowHeight, Math.max((right - left) * scale, 2), rowHeight];
  }

  private drawOverlay(now: number): void {
    const { model } = this;
    const expansions = model.expansionsAt(this.time);
    const isPresent = this.time >= model.time;
    const lit = isPresent && model.goal >= 0 ? model.goal : expansions > 0 ? model.expansions[expansions - 1] : -1;
    const labels: Label[] = [];
    const scores = new Map(isPresent ? model.selection.map((choice) => [choice.node, scoreWords(choice)]) : []);
    const rowHeight = this.rowHeight();
    if (rowHeight >= LABELLED * this.ratio) {
      const initial = model.initialH === NOTHING ? 0 : model.initialH;
      const time = Math.min(this.time, 0xfffffffe);
      layOut(model, this.shown, this.weight, this.view, this.canvas.width, Math.ceil(this.view.top + this.canvas.height / rowHeight), (node, left, right, row, kind) => {
        const from = Math.max(0, left);
        const width = Math.min(right, this.canvas.width) - from;
        if (kind !== NODE || width < 20 * this.ratio || labels.length > 300) return;
        const operator = model.operator[node];
        const name = operator === NOTHING ? this.hooks.rootName(node) : (this.hooks.action(operator) ?? "");
        const h = model.h[node] < 0xfffffffe ? String(model.h[node]) : "";
        const isBright = this.palette.isBright(model.h[node], initial, model.expanded[node] <= time);
        labels.push({ box: [from, (row - this.view.top) * rowHeight, width, rowHeight], text: [h, name].filter(Boolean).join("  "), aside: scores.get(node) ?? "", isBright });
      });
    }
    const boxes = (nodes: number[]): Box[] => nodes.map((node) => this.box(node));
    const path = lit >= 0 && lit < this.shown ? model.ancestors(lit) : [];
    this.overlay.draw(now, {
      theme: this.palette.theme,
      ratio: this.ratio,
      labels,
      lit: boxes(path),
      backups: isPresent ? model.backups.filter(({ node }) => node >= 0).map((backup) => ({ box: this.box(backup.node), text: backupWords(backup) })) : [],
      isBackupOfPath: model.backups[0]?.node === path[0],
      hovered: this.hoveredNode >= 0 && this.hoveredNode < this.shown ? boxes([this.hoveredNode])[0] : null,
      selected: this.selectedNode >= 0 && this.selectedNode < this.shown ? boxes(model.ancestors(this.selectedNode)) : [],
    });
  }

  /** Moves the view a little towards where it is to be. */
  private approach(): void {
    const goal = this.goal as View;
    const rows = this.view.rows || this.model.maxDepth + 1;
    const near = (from: number, to: number): number => from + (to - from) * 0.3;
    this.view = { left: near(this.view.left, goal.left), right: near(this.view.right, goal.right), top: near(this.view.top, goal.top), rows: goal.rows ? near(rows, goal.rows) : 0 };
    const isThere = Math.abs(this.view.left - goal.left) + Math.abs(this.view.right - goal.right) < (goal.right - goal.left) * 0.01 && Math.abs(this.view.top - goal.top) < 0.02;
    if (isThere) [this.view, this.goal] = [{ ...goal }, null];
    this.isDirty = true;
  }

  /** Shows a node and what is below it as large as possible; the root shows everything. */
  zoomTo(node: number): void {
    if (node <= 0) {
      this.goal = { ...WHOLE };
    } else {
      const [left, right] = rangeOf(this.model, node, this.weight);
      const pad = (right - left) * 0.02;
      const deepest = this.deepestBelow(node) - this.model.depth[node];
      const top = Math.max(0, this.model.depth[node] - 1);
      this.goal = { left: Math.max(0, left - pad), right: Math.min(1, right + pad), top, rows: Math.max(6, deepest + 2) };
    }
    this.isDirty = true;
  }

  private deepestBelow(node: number): number {
    const { model } = this;
    const isBelow = new Uint8Array(this.shown);
    isBelow[node] = 1;
    let deepest = model.depth[node];
    for (let n = node + 1; n < this.shown; n++) {
      if (model.parent[n] >= 0 && isBelow[model.parent[n]]) {
        isBelow[n] = 1;
        deepest = Math.max(deepest, model.depth[n]);
      }
    }
    return deepest;
  }

  zoomBy(factor: number, at = 0.5): void {
    const { left, right } = this.view;
    const centre = left + (right - left) * at;
    const size = Math.min(1, Math.max(1e-7, (right - left) * factor));
    const from = Math.min(Math.max(0, centre - size * at), 1 - size);
    [this.view.left, this.view.right, this.goal, this.isDirty] = [from, from + size, null, true];
  }

  private panBy(share: number, rows: number): void {
    const size = this.view.right - this.view.left;
    const left = Math.min(Math.max(0, this.view.left - share * size), 1 - size);
    const most = Math.max(0, this.model.maxDepth + 1 - this.canvas.height / this.rowHeight());
    this.view = { ...this.view, left, right: left + size, top: Math.min(Math.max(0, this.view.top - rows), most) };
    [this.goal, this.isDirty] = [null, true];
  }

  select(node: number): void {
    this.selectedNode = node;
    this.isDirty = true;
    this.hooks.selected(node);
  }

  private at(event: MouseEvent): number {
    const box = this.overlay.canvas.getBoundingClientRect();
    const x = this.view.left + ((event.clientX - box.left) / box.width) * (this.view.right - this.view.left);
    const row = Math.floor(this.view.top + ((event.clientY - box.top) * this.ratio) / this.rowHeight());
    return nodeAt(this.model, this.shown, this.weight, x, row);
  }

  private listen(): void {
    const { canvas } = this.overlay;
    let dragged: { x: number; y: number; moved: boolean } | null = null;
    canvas.addEventListener("pointerdown", (event) => {
      dragged = { x: event.clientX, y: event.clientY, moved: false };
      canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener("pointermove", (event) => {
      if (dragged && event.buttons > 0) {
        const [dx, dy] = [event.clientX - dragged.x, event.clientY - dragged.y];
        if (!dragged.moved && Math.abs(dx) + Math.abs(dy) < 5) return;
        this.panBy(dx / canvas.clientWidth, (dy * this.ratio) / this.rowHeight());
        dragged = { x: event.clientX, y: event.clientY, moved: true };
        return;
      }
      const node = this.at(event);
      if (node !== this.hoveredNode) [this.hoveredNode, this.isDirty] = [node, true];
      this.hooks.hovered(node, event.clientX, event.clientY);
    });
    canvas.addEventListener("pointerup", (event) => {
      if (dragged && !dragged.moved) this.select(this.at(event));
      dragged = null;
    });
    canvas.addEventListener("pointerleave", () => {
      [this.hoveredNode, this.isDirty] = [-1, true];
      this.hooks.hovered(-1, 0, 0);
    });
    canvas.addEventListener("dblclick", (event) => this.zoomTo(this.at(event)));
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      const at = (event.clientX - canvas.getBoundingClientRect().left) / canvas.clientWidth;
      if (event.shiftKey) this.panBy(0, -event.deltaY / 40);
      else this.zoomBy(Math.exp(event.deltaY * 0.0015), at);
    }, { passive: false });
    canvas.addEventListener("keydown", (event) => this.pressed(event));
  }

  private pressed(event: KeyboardEvent): void {
    const { model, selectedNode: node } = this;
    const to = (next: number): void => {
      if (next >= 0 && next < this.shown) this.select(next);
    };
    const keys: Record<string, () => void> = {
      ArrowUp: () => to(node < 0 ? 0 : model.parent[node]),
      ArrowDown: () => to(node < 0 ? 0 : this.largestChild(node)),
      ArrowRight: () => to(node < 0 ? 0 : model.next[node]),
      ArrowLeft: () => to(node < 0 ? 0 : this.previous(node)),
      Home: () => to(0),
      End: () => to(model.expansions.length > 0 ? model.expansions[model.expansions.length - 1] : 0),
      Enter: () => this.zoomTo(node),
      Escape: () => this.zoomTo(0),
      "+": () => this.zoomBy(0.7),
      "-": () => this.zoomBy(1 / 0.7),
    };
    const work = keys[event.key];
    if (!work || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    work();
  }

  private largestChild(node: number): number {
    let largest = -1;
    for (let child = this.model.firstChild[node]; child >= 0 && child < this.shown; child = this.model.next[child]) {
      if (largest < 0 || this.model.count[child] > this.model.count[largest]) largest = child;
    }
    return largest;
  }

  private previous(node: number): number {
    const parent = this.model.parent[node];
    if (parent < 0) return -1;
    let before = -1;
    for (let child = this.model.firstChild[parent]; child >= 0 && child !== node; child = this.model.next[child]) before = child;
    return before;
  }
}

/** Why a node was chosen: its score and the next one. */
function scoreWords({ score, runnerUp }: Choice): string {
  if (runnerUp === null) return "the only child";
  return `score ${score.toPrecision(4)}, next ${runnerUp.toPrecision(4)}`;
}

/** What a node knows after a backup. */
function backupWords(backup: Backup): string {
  const number = (value: number): string => (Number.isInteger(value) ? String(value) : value.toPrecision(4));
  const parts = [
    ["t", backup.count], ["min", backup.smallest], ["max", backup.largest], ["mean", backup.mean],
  ] as const;
  return parts.flatMap(([name, value]) => (value === null ? [] : [`${name} ${number(value)}`])).join("   ");
}
