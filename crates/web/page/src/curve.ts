// The best h over evaluations, as SVG.

export interface Line {
  name: string;
  colour: string;
  points: { evaluations: number; h: number }[];
  /** The evaluations so far. */
  end: number;
  /** The length of the plan; none if there is no plan yet. */
  planLength: number | null;
}

export interface CurveStyle {
  text: string;
  muted: string;
  grid: string;
}

/** Round numbers from 0 to some largest value. */
export function ticks(largest: number, most: number): number[] {
  if (largest <= 0) return [0];
  const rough = largest / most;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= rough) ?? rough);
  const all: number[] = [];
  for (let value = 0; value <= largest * 1.0001; value += step) all.push(value);
  return all;
}

export const escape = (text: string): string => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

export const short = (value: number): string => (value >= 10_000 ? `${Math.round(value / 100) / 10}k` : String(value));

/** A plateau is named if it takes this share of the width, and there is room for the words. */
const LONG_PLATEAU = 0.16;
const PLATEAU_WORDS = 170;
/** Narrower pictures have shorter words. */
const NARROW = 520;

interface Scale {
  x: (evaluations: number) => number;
  y: (h: number) => number;
}

/** The inside of an SVG element of this size. `time` is the moment to be marked, if any. */
export function curve(lines: Line[], width: number, height: number, style: CurveStyle, time = Infinity): string {
  const [left, right, top, bottom] = [44, 14, 24, 30];
  const most = Math.max(1, ...lines.map((line) => line.end));
  const highest = Math.max(1, ...lines.flatMap((line) => line.points.map((point) => point.h)));
  const scale: Scale = {
    x: (value) => left + (value / most) * (width - left - right),
    y: (value) => height - bottom - (value / highest) * (height - top - bottom),
  };
  const { x, y } = scale;
  const parts: string[] = [];
  const label = (at: number, up: number, anchor: string, text: string): void => {
    parts.push(`<text x="${at.toFixed(1)}" y="${up.toFixed(1)}" text-anchor="${anchor}" fill="${style.muted}">${text}</text>`);
  };
  for (const tick of ticks(highest, Math.max(2, Math.floor(height / 32)))) {
    parts.push(`<line x1="${left}" x2="${width - right}" y1="${y(tick).toFixed(1)}" y2="${y(tick).toFixed(1)}" stroke="${style.grid}"/>`);
    label(left - 8, y(tick) + 4, "end", short(tick));
  }
  for (const tick of ticks(most, Math.max(2, Math.floor(width / 110)))) label(x(tick), height - bottom + 15, "middle", short(tick));
  label(width - right, height - 3, "end", "evaluations");
  label(left - 8, 11, "end", "best h");
  // What is solved last lies at the back, so that the beginning of the others is not hidden.
  for (const line of [...lines].sort((a, b) => b.end - a.end)) parts.push(drawn(line, scale));
  parts.push(...words(lines, scale, most, width));
  if (time < most) {
    parts.push(`<line x1="${x(time).toFixed(1)}" x2="${x(time).toFixed(1)}" y1="${top}" y2="${height - bottom}" stroke="${style.text}" stroke-dasharray="3 3"/>`);
    for (const line of lines) {
      const h = line.points.filter((point) => point.evaluations <= time).at(-1)?.h;
      if (h !== undefined && time <= line.end) parts.push(`<circle cx="${x(time).toFixed(1)}" cy="${y(h).toFixed(1)}" r="4" fill="${line.colour}"/>`);
    }
  }
  return parts.join("");
}

/** A line with the area below it, and a point where the plan was found. */
function drawn(line: Line, { x, y }: Scale): string {
  if (line.points.length === 0) return "";
  const [first] = line.points;
  let path = `M${x(first.evaluations).toFixed(1)},${y(first.h).toFixed(1)}`;
  for (const point of line.points.slice(1)) path += `H${x(point.evaluations).toFixed(1)}V${y(point.h).toFixed(1)}`;
  path += `H${x(line.end).toFixed(1)}`;
  if (line.planLength !== null) path += `V${y(0).toFixed(1)}`;
  const area = `${path}V${y(0).toFixed(1)}H${x(first.evaluations).toFixed(1)}z`;
  const point = line.planLength === null ? "" : `<circle cx="${x(line.end).toFixed(1)}" cy="${y(0).toFixed(1)}" r="5" fill="${line.colour}"/>`;
  return `<path d="${area}" fill="${line.colour}" fill-opacity="0.09"/><path d="${path}" fill="none" stroke="${line.colour}" stroke-width="2.5" stroke-linejoin="round"/>${point}`;
}

/** What is said beside the lines: where plans were found, and how long the longest plateaus are. */
function words(lines: Line[], { x, y }: Scale, most: number, width: number): string[] {
  const parts: string[] = [];
  const taken: { left: number; right: number; y: number }[] = [];
  const say = (text: string, left: number, right: number, at: number, anchor: "start" | "middle" | "end", line: Line, weight: number): void => {
    if (taken.some((other) => left < other.right && right > other.left && Math.abs(other.y - at) < 15)) return;
    taken.push({ left, right, y: at });
    const place = anchor === "start" ? left : anchor === "end" ? right : (left + right) / 2;
    parts.push(`<text x="${place.toFixed(1)}" y="${at.toFixed(1)}" text-anchor="${anchor}" fill="${line.colour}" font-weight="${weight}">${escape(text)}</text>`);
  };
  for (const line of lines) {
    if (line.points.length === 0 || line.planLength === null) continue;
    const steps = line.planLength === 1 ? "1 step" : `${line.planLength} steps`;
    // Where there is little room, the colour says whose plan it is.
    const text = width < NARROW ? `plan: ${steps}` : `${line.name}: plan of ${steps}`;
    const size = text.length * 6.6;
    const isLate = x(line.end) + 10 + size > width;
    const left = isLate ? x(line.end) - 10 - size : x(line.end) + 10;
    // Searches that end at the same time have their words above each other.
    let at = y(0) - 8;
    while (taken.some((other) => left < other.right && left + size > other.left && Math.abs(other.y - at) < 15)) at -= 15;
    say(text, left, left + size, at, isLate ? "end" : "start", line, 600);
  }
  for (const line of lines) {
    let [from, to, h] = [0, 0, 0];
    for (const [place, point] of line.points.entries()) {
      const end = line.points[place + 1]?.evaluations ?? line.end;
      if (end - point.evaluations > to - from) [from, to, h] = [point.evaluations, end, point.h];
    }
    const room = x(to) - x(from);
    if ((to - from) / most < LONG_PLATEAU || room < PLATEAU_WORDS) continue;
    const middle = (x(from) + x(to)) / 2;
    const text = `${(to - from).toLocaleString("en-US")} evaluations at h ${h}`;
    say(text, middle - PLATEAU_WORDS / 2, middle + PLATEAU_WORDS / 2, y(h) - 6, "middle", line, 400);
  }
  return parts;
}
