// Colours of heuristic values: a warm goal, a cold beginning.

import { DEAD, NOTHING } from "./tree_model.ts";

type Stops = readonly [number, string][];

const LIGHT: Stops = [
  [0, "#ffab0f"],
  [0.2, "#f9703e"],
  [0.45, "#d6336c"],
  [0.7, "#7b2fae"],
  [1, "#2c3e91"],
  [1.4, "#27304f"],
];
const DARK: Stops = [
  [0, "#ffd166"],
  [0.2, "#ff8c5a"],
  [0.45, "#ee4d86"],
  [0.7, "#a64ee0"],
  [1, "#4f66d8"],
  [1.4, "#3c4a7a"],
];

export interface Theme {
  isDark: boolean;
  background: string;
  text: string;
  muted: string;
  accent: string;
  dead: string;
  unknown: string;
  lines: [string, string];
}

export const THEMES: { light: Theme; dark: Theme } = {
  light: {
    isDark: false, background: "#ffffff", text: "#1b2033", muted: "#5b6178", accent: "#0b6e4f", dead: "#1d212c", unknown: "#aab0c0",
    lines: ["#0f7b5f", "#b4451f"],
  },
  dark: {
    isDark: true, background: "#11141f", text: "#e7eaf6", muted: "#9aa3bd", accent: "#5ce0b0", dead: "#6e2430", unknown: "#4b5266",
    lines: ["#5ce0b0", "#ff9d73"],
  },
};

type Rgb = [number, number, number];

function parse(hex: string): Rgb {
  const number = parseInt(hex.slice(1), 16);
  return [number >> 16, (number >> 8) & 255, number & 255];
}

function mix(a: Rgb, b: Rgb, share: number): Rgb {
  return [0, 1, 2].map((i) => Math.round(a[i] + (b[i] - a[i]) * share)) as Rgb;
}

const hex = ([r, g, b]: Rgb): string => `#${[r, g, b].map((part) => part.toString(16).padStart(2, "0")).join("")}`;
const pixel = ([r, g, b]: Rgb): number => ((255 << 24) | (b << 16) | (g << 8) | r) >>> 0;

const STEPS = 256;
/** The largest share of the initial value that still has a colour of its own. */
const TOP = 1.4;

export class Palette {
  readonly theme: Theme;
  readonly background: number;
  private readonly solid: Rgb[] = [];
  private readonly solidPixels = new Uint32Array(STEPS);
  private readonly palePixels = new Uint32Array(STEPS);
  private readonly special: { dead: Rgb; unknown: Rgb; unknownPale: Rgb };

  constructor(theme: Theme) {
    this.theme = theme;
    const background = parse(theme.background);
    this.background = pixel(background);
    const stops = theme.isDark ? DARK : LIGHT;
    for (let step = 0; step < STEPS; step++) {
      const share = (step / (STEPS - 1)) * TOP;
      const above = Math.max(1, stops.findIndex(([at]) => at >= share - 1e-9));
      const [[from, low], [to, high]] = [stops[above - 1], stops[above]];
      const colour = mix(parse(low), parse(high), (share - from) / (to - from));
      this.solid.push(colour);
      this.solidPixels[step] = pixel(colour);
      this.palePixels[step] = pixel(this.pale(colour));
    }
    const unknown = parse(theme.unknown);
    this.special = { dead: parse(theme.dead), unknown, unknownPale: this.pale(unknown) };
  }

  /** States that wait to be expanded are paler than those that have been. */
  private pale(colour: Rgb): Rgb {
    return mix(colour, parse(this.theme.background), this.theme.isDark ? 0.52 : 0.5);
  }

  private step(h: number, initial: number): number {
    const share = initial > 0 ? h / initial : h > 0 ? TOP : 0;
    return Math.round((Math.min(share, TOP) / TOP) * (STEPS - 1));
  }

  pixel(h: number, initial: number, isExpanded: boolean): number {
    if (h === NOTHING) return pixel(isExpanded ? this.special.unknown : this.special.unknownPale);
    if (h === DEAD) return pixel(this.special.dead);
    const step = this.step(h, initial);
    return isExpanded ? this.solidPixels[step] : this.palePixels[step];
  }

  css(h: number, initial: number, isExpanded: boolean): string {
    if (h === NOTHING) return hex(isExpanded ? this.special.unknown : this.special.unknownPale);
    if (h === DEAD) return hex(this.special.dead);
    const colour = this.solid[this.step(h, initial)];
    return hex(isExpanded ? colour : this.pale(colour));
  }

  /** Whether dark letters can be read on the colour. */
  isBright(h: number, initial: number, isExpanded: boolean): boolean {
    const [r, g, b] = parse(this.css(h, initial, isExpanded));
    return r * 0.299 + g * 0.587 + b * 0.114 > 140;
  }

  /** The colours from the best value to the initial one, for a legend. */
  gradient(): string {
    const shares = [0, 0.25, 0.5, 0.75, 1];
    return `linear-gradient(to right, ${shares.map((share) => `${this.css(share * 1000, 1000, true)} ${share * 100}%`).join(", ")})`;
  }
}
