// One search on the page: its tree, its figures, and how its last selection came about.

import type { Palette } from "./colours.ts";
import type { Line } from "./curve.ts";
import { grouped, make } from "./dom.ts";
import { BEST_H, DEAD_ENDS, EVALUATIONS, EXPANSIONS, INITIAL_H, MAX_DEPTH } from "./protocol.ts";
import type { Report, SearchNews } from "./protocol.ts";
import { NOTHING, TreeModel } from "./tree_model.ts";
import { TreeView } from "./tree_view.ts";
import type { TreeHooks } from "./tree_view.ts";

export class Lane {
  readonly element = make("article", { class: "lane" });
  readonly name: string;
  readonly model: TreeModel;
  readonly view: TreeView;
  private readonly number: number;
  counters: Float64Array = new Float64Array(9);
  report: Report | null = null;
  /** The formula by which its bandit chooses; empty if it has none. */
  formula = "";
  /** The names of the members, if the search is a portfolio. */
  members: string[] = [];
  private readonly figures = make("p", { class: "facts-line" });
  private readonly why = make("p", { class: "why" });

  constructor(name: string, number: number, palette: Palette, hooks: TreeHooks, mostNodes: number) {
    [this.name, this.number] = [name, number];
    this.model = new TreeModel(mostNodes);
    const host = make("div", { class: "tree" });
    const heading = make("h3", {}, make("i", { style: `background:var(--lane-${number})`, "aria-hidden": "true" }), name);
    this.element.append(heading, this.figures, host, this.why);
    this.element.setAttribute("aria-label", `Search ${name}`);
    const label = `Search tree of ${name}. Arrow keys go from state to state, Enter zooms in, Escape zooms out.`;
    this.view = new TreeView(host, this.model, palette, hooks, label);
  }

  take(news: SearchNews, isSlow: boolean): void {
    this.counters = news.counters;
    const rounds = this.model.backupRounds;
    const expanded = this.model.take(news.events);
    this.model.time = Math.max(this.model.time, this.model.evaluations);
    const hasBackup = this.model.backupRounds > rounds;
    if (isSlow && (expanded >= 0 || hasBackup)) this.view.overlay.pulse(performance.now(), hasBackup);
    if (news.report) this.report = news.report;
    this.view.isDirty = true;
    this.showFigures();
    this.explainSelection();
  }

  get evaluations(): number {
    return this.counters[EVALUATIONS];
  }

  /** What a node is called that no operator leads to. */
  rootName(node: number): string {
    if (this.model.state[node] === NOTHING) return "portfolio";
    // An agenda begins anew where it has reached a goal.
    if (this.model.state[node] === 0 && this.model.stage[node] > 0) return "next start";
    const isMember = this.model.isPortfolio && this.model.parent[node] === 0;
    return isMember ? (this.members[this.model.member[node]] ?? "member") : "initial state";
  }

  get colour(): string {
    return this.view.palette.theme.lines[this.number];
  }

  line(): Line {
    return { name: this.name, colour: this.colour, points: this.model.curve, end: Math.max(this.evaluations, this.model.evaluations), planLength: this.report?.plan?.steps.length ?? null };
  }

  private showFigures(): void {
    const { counters, model } = this;
    const h = (value: number): string => (value < 0 ? "–" : String(value));
    const parts = [
      `${grouped(counters[EVALUATIONS])} evaluations`,
      `${grouped(counters[EXPANSIONS])} expansions`,
      `best h ${h(counters[INITIAL_H])} → ${h(counters[BEST_H])}`,
      `depth ${grouped(counters[MAX_DEPTH])}`,
    ];
    if (counters[DEAD_ENDS] > 0) parts.push(`${grouped(counters[DEAD_ENDS])} dead ends`);
    if (model.foldedStates > 0) parts.push(`${grouped(model.foldedStates)} older states folded`);
    this.figures.textContent = parts.join(" · ");
  }

  /** Why the bandit went where it went last, at the step where it was closest. */
  private explainSelection(): void {
    const { selection } = this.model;
    if (selection.length === 0) {
      this.why.textContent = "";
      return;
    }
    let closest = -1;
    for (const [place, choice] of selection.entries()) {
      if (choice.runnerUp === null) continue;
      const lead = choice.runnerUp - choice.score;
      const before = closest < 0 ? Infinity : (selection[closest].runnerUp as number) - selection[closest].score;
      if (lead < before) closest = place;
    }
    const steps = selection.length === 1 ? "1 step" : `${selection.length} steps`;
    const choice = closest < 0 ? null : selection[closest];
    this.why.textContent = choice
      ? `Last selection: ${steps} down. The closest choice was at depth ${closest + 1}: score ${choice.score.toPrecision(4)} against ${(choice.runnerUp as number).toPrecision(4)}.`
      : `Last selection: ${steps} down, without a choice.`;
  }
}
