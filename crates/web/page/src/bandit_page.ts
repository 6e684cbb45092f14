// Bandits on their own: arms, policies, regret.

import { byId, make, save } from "./dom.ts";
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
      return make("label", { title: `${bandit.summary}. ${bandit.formula} (${bandit.citation})` }, box, make("span", {}, make("strong", {}, bandit.name), "  ", make("code", {}, bandit.formula)));
    });
    ARMS.forEach((arm) => this.addArm(arm));
    const page = byId("bandits");
    page.append(
      make(
        "section",
        { class: "card", "aria-label": "Experiment" },
        make("h2", {}, "Bandits on their own"),
        make("p", {}, "Each arm yields rewards from a distribution. A policy that pulls other arms than the best one has regret; the chart shows it over time, with 95 % bands."),
        this.arms,
        make("p", { class: "hint" }, KINDS, " ", make("button", { type: "button", class: "quiet", click: () => this.addArm("bernoulli:0.5") }, "Add an arm")),
        make("fieldset", {}, make("legend", {}, "Policies, with the score of an arm, of which the smallest is chosen"), make("div", { class: "policies" }, ...policies)),
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
    density.setAttribute("aria-hidden", "true");
    const draw = (): void => {
      density.innerHTML = densityOf(input.value);
    };
    input.addEventListener("input", draw);
    draw();
    const row = make("div", { class: "arm" }, input);
    row.append(density, make("button", { type: "button", class: "quiet", "aria-label": `Remove arm ${number}`, click: () => row.remove() }, "×"));
    this.arms.append(row);
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
    const head = ["policy", "regret at the end", "a tenth of the runs", "half", "nine tenths", ...answer.outcome.arms.map((arm) => `pulls of ${arm}`)];
    const rows = answer.outcome.curves.map((curve) => {
      const cells = [curve.policy, (curve.points.at(-1)?.regret ?? 0).toFixed(1), ...curve.final_quantiles.map((value) => value.toFixed(1)), ...curve.mean_pulls.map((pulls) => pulls.toFixed(0))];
      return make("tr", {}, ...cells.map((cell) => make("td", {}, cell)));
    });
    const table = make("table", {}, make("thead", {}, make("tr", {}, ...head.map((title) => make("th", { scope: "col" }, title)))), make("tbody", {}, ...rows));
    const button = make("button", { type: "button", class: "quiet", click: () => save("regret.svg", answer.svg, "image/svg+xml") }, "Save SVG");
    this.result.replaceChildren(make("h2", {}, "Regret"), chart, make("div", { style: "overflow-x:auto", tabindex: 0, role: "region", "aria-label": "Figures" }, table), button);
    this.result.hidden = false;
  }
}

/** A sketch of a distribution. */
function densityOf(text: string): string {
  const [kind, rest = ""] = text.split(":");
  const [a, b, c] = rest.split(",").map(Number);
  const gpd = (x: number, at: number, scale: number, shape: number): number => {
    const z = (x - at) / scale;
    if (z < 0 || 1 + shape * z <= 0) return 0;
    return shape === 0 ? Math.exp(-z) / scale : (1 + shape * z) ** (-1 / shape - 1) / scale;
  };
  const densities: Record<string, [number, number, (x: number) => number]> = {
    uniform: [a - (b - a) * 0.2, b + (b - a) * 0.2, (x) => (x >= a && x <= b ? 1 / (b - a) : 0)],
    gaussian: [a - 3 * b, a + 3 * b, (x) => Math.exp(-(((x - a) / b) ** 2) / 2) / b],
    bernoulli: [-0.3, 1.3, (x) => (Math.abs(x) < 0.05 ? 1 - a : Math.abs(x - 1) < 0.05 ? a : 0)],
    exponential: [-0.2 / a, 4 / a, (x) => (x < 0 ? 0 : a * Math.exp(-a * x))],
    gpd: [a - 0.3 * b, a + 4 * b, (x) => gpd(x, a, b, c)],
  };
  const density = densities[kind.trim()];
  if (!density) return "";
  const [from, to, f] = density;
  const values = Array.from({ length: 80 }, (_, place) => f(from + ((to - from) * place) / 79));
  const most = Math.max(...values.filter(Number.isFinite));
  if (!(most > 0)) return "";
  const points = values.map((value, place) => `${((place / 79) * 120).toFixed(1)},${(32 - (Math.min(value, most) / most) * 28).toFixed(1)}`);
  return `<polygon points="0,32 ${points.join(" ")} 120,32" fill="#d6336c" fill-opacity=".35" stroke="#d6336c"/>`;
}
