// What moves above the picture of a tree: the path to the state that is expanded, values that are backed up, labels,
// and the node under the pointer.

import type { Theme } from "./colours.ts";

type Box = [number, number, number, number];

export interface Scene {
  theme: Theme;
  ratio: number;
  labels: { box: Box; text: string; isBright: boolean }[];
  /** From the node to the root. */
  lit: Box[];
  hovered: Box | null;
  selected: Box[];
}

/** How long an expansion is shown in slow motion, in milliseconds. */
const PULSE = 900;
/** Rows that are as high as this have labels. */
export const LABELLED = 13;
/** A path is drawn in a dark and then in a bright line: colours and widths. */
export const EDGES: readonly [string, number][] = [["#0a0c18c0", 4.5], ["#fff3b8", 2]];

export class Overlay {
  readonly canvas = document.createElement("canvas");
  private pulseStart = -Infinity;
  private pulseLength = PULSE;

  constructor(label: string) {
    this.canvas.className = "tree-overlay";
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute("role", "application");
    this.canvas.setAttribute("aria-roledescription", "search tree");
    this.canvas.setAttribute("aria-label", label);
  }

  /** Shows that something was expanded: the way down lights up, then its value travels up. */
  pulse(now: number): void {
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
    this.drawLabels(context, scene);
    const progress = (now - this.pulseStart) / this.pulseLength;
    this.drawPath(context, scene.lit, ratio, progress);
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

  private drawPath(context: CanvasRenderingContext2D, path: Box[], ratio: number, progress: number): void {
    if (path.length === 0) return;
    const moving = progress >= 0 && progress < 1;
    // Down in the first half, up in the second.
    const down = moving ? Math.min(1, progress * 2.2) : 1;
    const reach = path.length - Math.ceil(path.length * down);
    const shape = new Path2D();
    // Rows with labels are framed, since a line would cross them out; the others are joined by a line.
    const isFramed = path[0][3] >= LABELLED * ratio;
    for (let place = path.length - 1; place >= reach; place--) {
      const [x, y, width, height] = path[place];
      if (isFramed && width >= 12 * ratio) {
        shape.rect(x + ratio, y + ratio, width - 3 * ratio, height - 3 * ratio);
        shape.moveTo(x + width / 2, y + height - 2 * ratio);
      } else if (place === path.length - 1) shape.moveTo(x + width / 2, y + height / 2);
      else shape.lineTo(x + width / 2, y + height / 2);
    }
    context.lineJoin = "round";
    // A bright line with a dark edge is seen on every colour.
    for (const [colour, width] of EDGES) {
      context.strokeStyle = colour;
      context.lineWidth = width * ratio;
      context.stroke(shape);
    }
    if (moving && progress > 0.5) {
      const at = Math.min(path.length - 1, Math.floor((progress - 0.5) * 2 * path.length));
      const [x, y, width, height] = path[at];
      context.beginPath();
      context.arc(x + width / 2, y + height / 2, Math.max(4 * ratio, Math.min(height / 2.4, 8 * ratio)), 0, 2 * Math.PI);
      context.fillStyle = EDGES[1][0];
      context.strokeStyle = EDGES[0][0];
      context.lineWidth = 2 * ratio;
      context.fill();
      context.stroke();
    }
  }

  private drawLabels(context: CanvasRenderingContext2D, scene: Scene): void {
    context.font = `${11 * scene.ratio}px system-ui, sans-serif`;
    context.textBaseline = "middle";
    for (const { box: [x, y, width, height], text, isBright } of scene.labels) {
      const pad = 5 * scene.ratio;
      const fitting = fit(context, text, width - 2 * pad);
      if (!fitting) continue;
      context.fillStyle = isBright ? "#10131f" : "#ffffff";
      context.fillText(fitting, x + pad, y + height / 2);
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
