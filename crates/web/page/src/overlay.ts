// What moves above the picture of a tree: the path to the state that is expanded, values that are backed up, labels,
// and the node under the pointer.

import type { Theme } from "./colours.ts";
import { flow } from "./layout.ts";
import type { Box } from "./layout.ts";

export interface Label {
  box: Box;
  text: string;
  /** What stands at the right end, if there is room: scores. */
  aside: string;
  isBright: boolean;
}

export interface Scene {
  theme: Theme;
  ratio: number;
  labels: Label[];
  /** From the node to the root. */
  lit: Box[];
  /** What was backed up last, from the node that was expanded to the root, in words. */
  backups: { box: Box; text: string }[];
  /** Whether the backup is about the path, and not about the one before. */
  isBackupOfPath: boolean;
  hovered: Box | null;
  selected: Box[];
}

/** How long an expansion is shown in slow motion, in milliseconds. */
const PULSE = 1600;
/** Rows that are as high as this have labels. */
export const LABELLED = 13;
/** Boxes on the path that are as wide as this are framed, if their rows are as high as that. */
const FRAMED = 24;
const FRAMED_ROW = 19;
/** The height over which the path is smoothed, in pixels of the page. */
export const SMOOTH = 26;
/** A path is drawn in a dark and then in a bright line: colours and widths. */
export const EDGES: readonly [string, number][] = [["#0a0c18c0", 4.5], ["#fff3b8", 2]];

export class Overlay {
  readonly canvas = document.createElement("canvas");
  private pulseStart = -Infinity;
  private pulseLength = PULSE;
  private hasBackup = false;

  constructor(label: string) {
    this.canvas.className = "tree-overlay";
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute("role", "application");
    this.canvas.setAttribute("aria-roledescription", "search tree");
    this.canvas.setAttribute("aria-label", label);
  }

  /** Shows that something was expanded: the way down lights up. What was backed up before or after travels up. */
  pulse(now: number, hasBackup: boolean): void {
    this.hasBackup = hasBackup;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    // As long as it takes until the next one, going by the last.
    this.pulseLength = Math.min(PULSE, Math.max(150, (now - this.pulseStart) * 0.9));
    this.pulseStart = now;
  }

  clear(): void {
    this.pulseStart = -Infinity;
  }

  isMoving(now: number): boolean {
    return now - this.pulseStart < this.pulseLength + 50;
  }

  draw(now: number, scene: Scene): void {
    const context = this.canvas.getContext("2d");
    if (!context) return;
    const { theme, ratio } = scene;
    context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    const progress = (now - this.pulseStart) / this.pulseLength;
    const isMoving = progress >= 0 && progress < 1;
    const hasBackup = isMoving && this.hasBackup && scene.backups.length > 0;
    // Up comes first if it is the end of the expansion before, and last if it is that of this one.
    const isUp = hasBackup && progress < 0.5 !== scene.isBackupOfPath;
    const half = (progress * 2) % 1;
    if (isUp) this.drawPath(context, scene.backups.map(({ box }) => box), ratio, 1);
    else this.drawPath(context, scene.lit, ratio, !isMoving ? 1 : hasBackup ? half : Math.min(1, progress * 1.5));
    this.drawLabels(context, scene);
    if (isUp) this.drawBackup(context, scene, half);
    if (scene.selected.length > 0) this.drawSelected(context, scene);
    if (scene.hovered) {
      const [x, y, width, height] = scene.hovered;
      context.strokeStyle = theme.text;
      context.lineWidth = 2 * ratio;
      context.strokeRect(x, y, width, Math.max(height - 1, 2));
    }
  }

  /** The chosen node, and a thin line to the root. */
  private drawSelected(context: CanvasRenderingContext2D, { selected, theme, ratio }: Scene): void {
    context.strokeStyle = theme.accent;
    context.lineWidth = 1.5 * ratio;
    context.setLineDash([4 * ratio, 3 * ratio]);
    context.beginPath();
    for (const [x, y, width, height] of selected) context.lineTo(x + width / 2, y + height / 2);
    context.stroke();
    context.setLineDash([]);
    const [x, y, width, height] = selected[0];
    for (const [colour, line] of [[theme.background, 5], [theme.accent, 2.5]] as const) {
      context.strokeStyle = colour;
      context.lineWidth = line * ratio;
      context.strokeRect(x, y, width, Math.max(height - 1, 2));
    }
  }

  /** Draws a path down to some share of it. */
  private drawPath(context: CanvasRenderingContext2D, path: Box[], ratio: number, down: number): void {
    if (path.length === 0) return;
    const reach = path.length - Math.ceil(path.length * down);
    const shape = new Path2D();
    const places = flow(path, SMOOTH * ratio);
    // Where a frame leaves room for the label, boxes are framed; the others are joined by a line.
    const hasFrames = path[0][3] >= FRAMED_ROW * ratio;
    const isFramed = (box: Box): boolean => hasFrames && box[2] >= FRAMED * ratio;
    let hasBegun = false;
    for (let place = path.length - 1; place >= reach; place--) {
      const [x, y, width, height] = path[place];
      if (isFramed(path[place])) {
        shape.rect(x + ratio, y + ratio, width - 3 * ratio, height - 3 * ratio);
        continue;
      }
      if (!hasBegun) shape.moveTo(places[place], place === path.length - 1 ? y + height / 2 : y - ratio);
      hasBegun = true;
      shape.lineTo(places[place], y + height / 2);
    }
    context.lineJoin = "round";
    // A bright line with a dark edge is seen on every colour.
    for (const [colour, width] of EDGES) {
      context.strokeStyle = colour;
      context.lineWidth = width * ratio;
      context.stroke(shape);
    }
  }

  /** A value on its way up, with what the node above now knows. */
  private drawBackup(context: CanvasRenderingContext2D, { backups, ratio }: Scene, progress: number): void {
    const { box: [x, y, width, height], text } = backups[Math.min(backups.length - 1, Math.floor(progress * backups.length))];
    const [middle, level] = [Math.min(Math.max(x + width / 2, 0), this.canvas.width), y + height / 2];
    context.beginPath();
    context.fillStyle = EDGES[1][0];
    context.strokeStyle = EDGES[0][0];
    context.lineWidth = 2 * ratio;
    context.font = `600 ${11 * ratio}px system-ui, sans-serif`;
    const wide = context.measureText(text).width + 18 * ratio;
    const left = Math.min(Math.max(2 * ratio, middle - wide / 2), this.canvas.width - wide - 2 * ratio);
    context.roundRect(left, level - 9 * ratio, wide, 18 * ratio, 9 * ratio);
    context.fill();
    context.stroke();
    context.fillStyle = "#10131f";
    context.textBaseline = "middle";
    context.fillText(text, left + 9 * ratio, level);
  }

  private drawLabels(context: CanvasRenderingContext2D, scene: Scene): void {
    context.font = `${11 * scene.ratio}px system-ui, sans-serif`;
    context.textBaseline = "middle";
    for (const { box: [x, y, width, height], text, aside, isBright } of scene.labels) {
      const pad = 5 * scene.ratio;
      const fitting = fit(context, text, width - 2 * pad);
      if (!fitting) continue;
      context.fillStyle = isBright ? "#10131f" : "#ffffff";
      context.fillText(fitting, x + pad, y + height / 2);
      const room = width - 4 * pad - context.measureText(fitting).width;
      if (aside === "" || context.measureText(aside).width > room) continue;
      context.textAlign = "right";
      context.fillText(aside, x + width - 2 * pad, y + height / 2);
      context.textAlign = "left";
    }
  }
}

/** As much of a text as fits: h and name, the beginning of the name, or h alone. */
function fit(context: CanvasRenderingContext2D, text: string, width: number): string {
  if (context.measureText(text).width <= width) return text;
  const [h] = text.split("  ", 1);
  const letters = Math.floor((text.length * width) / context.measureText(text).width) - 1;
  if (letters >= h.length + 8) return `${text.slice(0, letters)}…`;
  return /^\d+$/.test(h) && context.measureText(h).width <= width ? h : "";
}
