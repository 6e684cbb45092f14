// The best h over evaluations, as SVG.

export interface Line {
  name: string;
  colour: string;
  points: { evaluations: number; h: number }[];
  /** The evaluations so far. */
  end: number;
  isSolved: boolean;
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

/** The inside of an SVG element of this size. `time` is the moment to be marked, if any. */
export function curve(lines: Line[], width: number, height: number, style: CurveStyle, time = Infinity): string {
  const [left, right, top, bottom] = [44, 14, 12, 30];
  const most = Math.max(1, ...lines.map((line) => line.end));
  const highest = Math.max(1, ...lines.flatMap((line) => line.points.map((point) => point.h)));
  const x = (value: number): number => left + (value / most) * (width - left - right);
  const y = (value: number): number => height - bottom - (value / highest) * (height - top - bottom);
  const parts: string[] = [];
  const label = (at: number, up: number, anchor: string, text: string): void => {
    parts.push(`<text x="${at.toFixed(1)}" y="${up.toFixed(1)}" text-anchor="${anchor}" fill="${style.muted}">${text}</text>`);
  };
  for (const tick of ticks(highest, Math.max(2, Math.floor(height / 45)))) {
    parts.push(`<line x1="${left}" x2="${width - right}" y1="${y(tick).toFixed(1)}" y2="${y(tick).toFixed(1)}" stroke="${style.grid}"/>`);
    label(left - 6, y(tick) + 4, "end", short(tick));
  }
  for (const tick of ticks(most, Math.max(2, Math.floor(width / 110)))) label(x(tick), height - bottom + 15, "middle", short(tick));
  parts.push(`<text x="${width - right}" y="${height - 3}" text-anchor="end" fill="${style.muted}">evaluations</text>`);
  parts.push(`<text x="${left}" y="${height - 3}" text-anchor="start" fill="${style.muted}">best h</text>`);
  for (const line of lines) {
    if (line.points.length === 0) continue;
    let path = "";
    for (const [place, point] of line.points.entries()) {
      path += place === 0 ? `M${x(point.evaluations).toFixed(1)},${y(point.h).toFixed(1)}` : `H${x(point.evaluations).toFixed(1)}V${y(point.h).toFixed(1)}`;
    }
    path += `H${x(line.end).toFixed(1)}`;
    if (line.isSolved) path += `V${y(0).toFixed(1)}`;
    parts.push(`<path d="${path}" fill="none" stroke="${line.colour}" stroke-width="2.5" stroke-linejoin="round"/>`);
    if (line.isSolved) {
      parts.push(`<circle cx="${x(line.end).toFixed(1)}" cy="${y(0).toFixed(1)}" r="5" fill="${line.colour}"/>`);
      const isLate = x(line.end) > width - 130;
      parts.push(`<text x="${(x(line.end) + (isLate ? -9 : 9)).toFixed(1)}" y="${(y(0) - 7).toFixed(1)}" text-anchor="${isLate ? "end" : "start"}" fill="${line.colour}" font-weight="600">plan</text>`);
    }
  }
  if (time < most) parts.push(`<line x1="${x(time).toFixed(1)}" x2="${x(time).toFixed(1)}" y1="${top}" y2="${height - bottom}" stroke="${style.text}" stroke-dasharray="3 3"/>`);
  return parts.join("");
}
