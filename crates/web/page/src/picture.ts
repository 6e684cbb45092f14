// The whole picture as a file: curves above, trees below.

import type { Palette } from "./colours.ts";
import { curve, escape } from "./curve.ts";
import { save } from "./dom.ts";
import type { Lane } from "./lane.ts";
import { FOLDED, NODE, flow, layOut, rangeOf } from "./layout.ts";
import type { Box } from "./layout.ts";
import { EDGES, SMOOTH } from "./overlay.ts";
import { NOTHING } from "./tree_model.ts";
import type { Weight } from "./tree_model.ts";

const WIDTH = 1200;
const CURVE = 240;
const TREE = 460;
const GAP = 24;
/** Longer names of tasks are cut, since there is a legend beside the title. */
const LONG_NAME = 20;

/** The picture at some moment; `task` is the name of the problem. */
export function pictureSvg(task: string, lanes: Lane[], palette: Palette, weight: Weight, time: number): string {
  const { theme } = palette;
  const style = { text: theme.text, muted: theme.muted, grid: theme.isDark ? "#262b3d" : "#dde0ea" };
  const height = 56 + CURVE + 34 + TREE + 20;
  const width = (WIDTH - GAP * (lanes.length + 1)) / lanes.length;
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" font-family="system-ui, 'DejaVu Sans', sans-serif" font-size="12">`,
    `<rect width="100%" height="100%" fill="${theme.background}"/>`,
    `<text x="${GAP}" y="34" font-size="20" font-weight="600" fill="${theme.text}">${escape(task.length > LONG_NAME ? `${task.slice(0, LONG_NAME - 1)}…` : task)}: best h over evaluations, and the search trees</text>`,
    legendSvg(palette),
    `<g transform="translate(${GAP - 6},48)">${curve(lanes.map((lane) => lane.line()), WIDTH - 2 * GAP, CURVE, style, time)}</g>`,
  ];
  for (const [place, lane] of lanes.entries()) {
    const left = GAP + place * (width + GAP);
    const top = 56 + CURVE + 34;
    const line = lane.line();
    const title = `${lane.name}: ${line.end.toLocaleString("en-US")} evaluations${line.planLength === null ? "" : `, a plan of ${line.planLength} steps`}`;
    parts.push(`<rect x="${left}" y="${top - 23}" width="12" height="12" rx="3" fill="${lane.colour}"/><text x="${left + 18}" y="${top - 12}" font-size="15" font-weight="600" fill="${theme.text}">${escape(title)}</text>`);
    parts.push(`<g transform="translate(${left.toFixed(1)},${top})">${treeSvg(lane, palette, weight, time, width)}</g>`);
  }
  parts.push("</svg>");
  return parts.join("\n");
}

/** What colours mean, at the right of the title. */
function legendSvg(palette: Palette): string {
  const { theme } = palette;
  const left = WIDTH - 470;
  const text = (x: number, words: string): string => `<text x="${x}" y="34" fill="${theme.muted}">${words}</text>`;
  const stops = [0, 0.25, 0.5, 0.75, 1].map((share) => `<stop offset="${share}" stop-color="${palette.css(share * 1000, 1000, true)}"/>`);
  const swatch = (x: number, colour: string): string => `<rect x="${x}" y="24" width="14" height="11" rx="3" fill="${colour}"/>`;
  return [
    `<defs><linearGradient id="h">${stops.join("")}</linearGradient></defs>`,
    text(left, "h: goal"), `<rect x="${left + 46}" y="24" width="110" height="11" rx="4" fill="url(#h)"/>`, text(left + 162, "initial state"),
    swatch(left + 252, palette.css(600, 1000, false)), text(left + 271, "not expanded"),
    swatch(left + 366, theme.dead), text(left + 385, "dead end"),
  ].join("");
}

function treeSvg(lane: Lane, palette: Palette, weight: Weight, time: number, width: number): string {
  const { model } = lane;
  const nodes = model.nodesAt(time);
  model.measure(nodes, weight);
  const rowHeight = Math.min(TREE / (model.maxDepth + 1), 26);
  const initial = model.initialH === NOTHING ? 0 : model.initialH;
  const parts: string[] = [];
  layOut(model, nodes, weight, { left: 0, right: 1, top: 0, rows: 0 }, width, model.maxDepth + 1, (node, x0, x1, row, kind) => {
    const h = kind === NODE || model.best[node] === NOTHING ? model.h[node] : model.best[node];
    const fill = kind === FOLDED ? palette.theme.unknown : palette.css(h, initial, model.expanded[node] <= time);
    const gap = x1 - x0 >= 4 ? 1 : 0;
    parts.push(`<path fill="${fill}" d="M${x0.toFixed(1)},${(row * rowHeight).toFixed(1)}h${Math.max(0.5, x1 - x0 - gap).toFixed(1)}v${(rowHeight - (rowHeight >= 5 ? 1 : 0)).toFixed(1)}h${(-Math.max(0.5, x1 - x0 - gap)).toFixed(1)}z"/>`);
  });
  const expansions = model.expansionsAt(time);
  const last = time >= model.time && model.goal >= 0 ? model.goal : expansions > 0 ? model.expansions[expansions - 1] : -1;
  if (last >= 0) {
    const boxes = model.ancestors(last).map((node): Box => {
      const [left, right] = rangeOf(model, node, weight);
      return [left * width, model.depth[node] * rowHeight, (right - left) * width, rowHeight];
    });
    const places = flow(boxes, 2 * SMOOTH);
    const points = boxes.map(([, y], place) => `${places[place].toFixed(1)},${(y + rowHeight / 2).toFixed(1)}`);
    for (const [colour, line] of EDGES) {
      parts.push(`<polyline points="${points.join(" ")}" fill="none" stroke="${colour}" stroke-width="${line}" stroke-linejoin="round"/>`);
    }
  }
  return parts.join("");
}

export function saveSvg(svg: string): void {
  save("extremal-search.svg", svg, "image/svg+xml");
}

/** Draws the SVG at twice its size. */
export async function pngOf(svg: string): Promise<Blob> {
  const image = new Image();
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    await new Promise((resolve, reject) => {
      image.onload = resolve;
      image.onerror = () => reject(new Error("the picture could not be drawn"));
      image.src = address;
    });
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.width * 2, image.height * 2];
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
    if (!blob) throw new Error("the picture could not be drawn");
    return blob;
  } finally {
    URL.revokeObjectURL(address);
  }
}
