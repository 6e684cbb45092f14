// Bandits on their own: arms, policies, regret.

import { byId, make, save } from "./dom.ts";
import { formula } from "./formula.ts";
import { Refused } from "./planner.ts";
import type { Planner } from "./planner.ts";
import type { BanditAnswer, Catalogue } from "./protocol.ts";

const ARMS = ["uniform:0,1", "uniform:0.2,0.9", "gaussian:0.4,0.2"];
const POLICIES = ["ucb1", "ucb1-normal2", "ucb1-uniform", "greedy"];

const KINDS = "uniform:LOW,HIGH · gaussian:MEAN,DEVIATION · bernoulli:PROBABILITY · exponential:RATE · gpd:LOCATION,SCALE,SHAPE";

export class BanditPage {
  private readonly planner: Planner;
  private readonly arms = make("div", { class: "arms", role: "group", "aria-label": "Arms" });
  private readonly status = make("p", { role: "status", id: "bandit-status" });
  private readonly result = make("section", { class: "card", "aria-label": "Regret", hidden: true });
  private readonly boxes = new Map<string, HTMLInputElement>();
  private readonly numbers: Record<"pulls" | "runs" | "seed", HTMLInputElement>;
  private readonly log = make("input", { type: "checkbox" });
  private readonly button = make("button", { type: "button", class: "main", id: "simulate", click: () => this.clicked() }, "Simulate");
  private isBusy = false;

  constructor(planner: Planner, catalogue: Catalogue) {
    this.planner = planner;
    const number = (id: string, value: number): HTMLInputElement => make("input", { id: `bandit-${id}`, type: "number", min: 1, value });
    this.numbers = { pulls: number("pulls", 2000), runs: number("runs", 50), seed: number("seed", 1) };
    const policies = catalogue.bandits.map((bandit) => {
      const box = make("input", { type: "checkbox", id: `policy-${bandit.name}`, value: bandit.name });
      box.checked = POLICIES.includes(bandit.name);
      this.boxes.set(bandit.name, box);
      return make("label", { title: `${bandit.summary}. ${bandit.formula} (${bandit.citation})` }, box, make("span", {}, make("strong", {}, bandit.name), " ", formula(bandit.formula)));
    });
    ARMS.forEach((arm) => this.addArm(arm));
    const page = byId("bandits");
    page.append(
      make(
        "section",
        { class: "card", "aria-label": "Experiment" },
        make("h2", {}, "Bandits on their own"),
        make("p", {}, "Each arm pays rewards from a distribution, drawn here on one axis with its mean. The best arm has the largest mean; the regret of a policy is what it loses by pulling the others. The chart shows the mean over all runs, with 95 % bands."),
        this.arms,
        make("p", { class: "hint kinds" }, make("span", {}, KINDS), make("button", { type: "button", class: "quiet", click: () => this.addArm("bernoulli:0.5") }, "Add an arm")),
        make("fieldset", {}, make("legend", {}, "Policies. They count a reward as a negative cost, as searches do, and pull the arm with the smallest score:"), make("div", { class: "policies" }, ...policies)),
        make(
          "div",
          { class: "bar" },
          ...Object.entries(this.numbers).map(([name, input]) => make("label", { for: input.id }, `${name} `, input)),
          make("label", { class: "group" }, this.log, "logarithmic regret"),
          this.button,
        ),
        this.status,
      ),
      this.result,
    );
  }

  private addArm(text: string): void {
    const number = this.arms.childElementCount + 1;
    const input = make("input", { type: "text", value: text, "aria-label": `Arm ${number}`, size: 24 });
    const density = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    density.setAttribute("class", "density");
    density.setAttribute("viewBox", `0 0 ${DENSITY_WIDTH} 34`);
    density.setAttribute("aria-hidden", "true");
    input.addEventListener("input", () => this.draw());
    const row = make("div", { class: "arm" }, input);
    const remove = (): void => {
      row.remove();
      this.draw();
    };
    row.append(density, make("button", { type: "button", class: "quiet", "aria-label": `Remove arm ${number}`, click: remove }, "×"));
    this.arms.append(row);
    this.draw();
  }

  /** Draws the distributions of all arms on one axis, so that one sees which is best. */
  private draw(): void {
    const rows = [...this.arms.children].map((row) => ({ shape: shapeOf(row.querySelector("input")?.value ?? ""), density: row.querySelector("svg") }));
    const shapes = rows.flatMap(({ shape }) => (shape ? [shape] : []));
    const [from, to] = [Math.min(...shapes.map((shape) => shape.from)), Math.max(...shapes.map((shape) => shape.to))];
    for (const { shape, density } of rows) if (density) density.innerHTML = shape ? drawn(shape, from, to) : "";
  }

  private clicked(): void {
    // A simulation hears nothing until it ends: so its worker is ended.
    if (this.isBusy) this.planner.restart({ kind: "stopped", message: "The simulation was stopped." });
    else void this.simulate();
  }

  private async simulate(): Promise<void> {
    this.isBusy = true;
    this.button.textContent = "Stop";
    this.status.className = "";
    this.status.textContent = "Simulating…";
    try {
      const answer = await this.planner.ask<BanditAnswer>({
        ask: "simulate",
        wish: {
          arms: [...this.arms.querySelectorAll("input")].map((input) => input.value),
          policies: [...this.boxes.values()].filter((box) => box.checked).map((box) => box.value),
          pulls: Math.min(Number(this.numbers.pulls.value) || 1, 1_000_000),
          runs: Math.min(Number(this.numbers.runs.value) || 1, 10_000),
          seed: Number(this.numbers.seed.value) || 0,
          log_regret: this.log.checked,
        },
      });
      this.show(answer);
      this.status.textContent = `${answer.outcome.runs} runs of ${answer.outcome.pulls} pulls with each policy.`;
    } catch (error) {
      this.status.className = "error";
      this.status.textContent = error instanceof Refused ? error.message : String(error);
    } finally {
      this.isBusy = false;
      this.button.textContent = "Simulate";
    }
  }

  private show(answer: BanditAnswer): void {
    const chart = make("div", { id: "bandit-chart", role: "img", "aria-label": "Regret over pulls" });
    chart.innerHTML = answer.svg;
    const head = ["policy", "mean regret", "10th percentile", "median", "90th percentile", ...answer.outcome.arms.map((arm) => `pulls of ${arm}`)];
    const rows = answer.outcome.curves.map((curve) => {
      const cells = [curve.policy, (curve.points.at(-1)?.regret ?? 0).toFixed(1), ...curve.final_quantiles.map((value) => value.toFixed(1)), ...curve.mean_pulls.map((pulls) => pulls.toFixed(0))];
      return make("tr", {}, ...cells.map((cell) => make("td", {}, cell)));
    });
    const table = make("table", {}, make("thead", {}, make("tr", {}, ...head.map((title) => make("th", { scope: "col" }, title)))), make("tbody", {}, ...rows));
    const button = make("button", { type: "button", class: "quiet", click: () => save("regret.svg", answer.svg, "image/svg+xml") }, "Save SVG");
    this.result.replaceChildren(make("h2", {}, "Regret"), chart, make("div", { class: "scrolling figures", tabindex: 0, role: "region", "aria-label": "Figures" }, table), button);
    this.result.hidden = false;
  }
}

/** A distribution: where it has its mass, its density, and its mean. */
interface Shape {
  from: number;
  to: number;
  density: (x: number) => number;
  mean: number;
}

/** The distribution that a text describes; null if it describes none. */
function shapeOf(text: string): Shape | null {
  const [kind, rest = ""] = text.split(":");
  const [a, b, c] = rest.split(",").map(Number);
  const gpd = (x: number, at: number, scale: number, shape: number): number => {
    const z = (x - at) / scale;
    if (z < 0 || 1 + shape * z <= 0) return 0;
    return shape === 0 ? Math.exp(-z) / scale : (1 + shape * z) ** (-1 / shape - 1) / scale;
  };
  const shapes: Record<string, Shape> = {
    uniform: { from: a, to: b, density: (x) => (x >= a && x <= b ? 1 / (b - a) : 0), mean: (a + b) / 2 },
    gaussian: { from: a - 3 * b, to: a + 3 * b, density: (x) => Math.exp(-(((x - a) / b) ** 2) / 2) / b, mean: a },
    bernoulli: { from: -0.05, to: 1.05, density: (x) => (Math.abs(x) < 0.03 ? 1 - a : Math.abs(x - 1) < 0.03 ? a : 0), mean: a },
    exponential: { from: 0, to: 4 / a, density: (x) => (x < 0 ? 0 : a * Math.exp(-a * x)), mean: 1 / a },
    gpd: { from: a, to: a + 4 * b, density: (x) => gpd(x, a, b, c), mean: a + b / (1 - c) },
  };
  const shape = shapes[kind.trim()];
  return shape && shape.to > shape.from && Number.isFinite(shape.mean) ? shape : null;
}

const DENSITY_WIDTH = 260;

/** A sketch of a distribution over some range, with a line at its mean. */
function drawn({ density, mean }: Shape, from: number, to: number): string {
  const pad = (to - from) * 0.04;
  const [left, width] = [from - pad, to - from + 2 * pad];
  const values = Array.from({ length: 260 }, (_, place) => density(left + (width * place) / 259));
  const most = Math.max(...values.filter(Number.isFinite));
  if (!(most > 0)) return "";
  const points = values.map((value, place) => `${((place / 259) * DENSITY_WIDTH).toFixed(1)},${(32 - (Math.min(value, most) / most) * 28).toFixed(1)}`);
  const x = (((mean - left) / width) * DENSITY_WIDTH).toFixed(1);
  return `<polygon points="0,32 ${points.join(" ")} ${DENSITY_WIDTH},32" fill="#d6336c" fill-opacity=".3" stroke="#d6336c"/><line x1="${x}" x2="${x}" y1="2" y2="32" stroke="currentColor" stroke-dasharray="2 2"/>`;
}
