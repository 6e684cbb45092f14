// A run: it starts and stops searches, takes in what they tell, and draws.

import { Actions } from "./actions.ts";
import { Palette, THEMES } from "./colours.ts";
import { curve } from "./curve.ts";
import { byId, grouped, save } from "./dom.ts";
import { FrameMeter } from "./frame_meter.ts";
import { Lane } from "./lane.ts";
import { NodeCards } from "./node_card.ts";
import { pictureSvg, pngOf, saveSvg } from "./picture.ts";
import { formulaOf, membersOf } from "./pickers.ts";
import { reportView } from "./plan_view.ts";
import { Refused } from "./planner.ts";
import type { Planner } from "./planner.ts";
import type { Catalogue, Failure, Limits, Mark, RunState, SearchNews, Settings, Sizes } from "./protocol.ts";
import type { Weight } from "./tree_model.ts";

/** Evaluations a second; 0 is as fast as possible. */
export const SPEEDS = [1, 3, 10, 30, 100, 1000, 10_000, 50_000, 0];
/** Up to this speed each expansion is shown on its own. */
const SLOW = 30;
/** How long a replay takes, in milliseconds. */
const REPLAY = 8000;
/** The nodes that are kept for each tree. */
const MOST_NODES = 200_000;

export type Status = "idle" | "loading" | RunState;

export interface Wish {
  domain: string;
  problem: string;
  limits: Limits;
  searches: Settings[];
}

export class Session {
  private readonly planner: Planner;
  private readonly catalogue: Catalogue;
  private readonly cards: NodeCards;
  private readonly actions: Actions;
  readonly meter = new FrameMeter();
  palette = new Palette(THEMES.light);
  lanes: Lane[] = [];
  status: Status = "idle";
  private weight: Weight = "states";
  private time = Infinity;
  private isCurveDirty = true;
  private stopTimer = 0;
  /** When a replay began; not a number if there is none. */
  private replayedSince = NaN;
  /** Each start has a number, so that answers to an earlier one are dropped. */
  private started = 0;
  private loadingSince = 0;
  /** The name of the problem. */
  private task = "";
  /** How long the searches have worked. */
  seconds = 0;
  tell: (text: string, kind?: "" | "error" | "good") => void = () => {};
  changed: () => void = () => {};
  failed: (failure: Failure) => void = () => {};
  /** Shows a place in the texts. */
  showPlace: (place: Mark) => void = () => {};

  constructor(planner: Planner, catalogue: Catalogue) {
    [this.planner, this.catalogue] = [planner, catalogue];
    this.actions = new Actions(planner);
    this.cards = new NodeCards(planner, byId("tooltip"), byId("node"), this.actions);
    requestAnimationFrame((now) => this.frame(now));
  }

  /** Starts a run; `then` is what to do once the task is grounded. */
  async start(wish: Wish, then: () => void): Promise<void> {
    const number = ++this.started;
    this.set("loading");
    this.loadingSince = performance.now();
    this.tell("Reading and grounding the task…");
    this.task = /\(\s*problem\s+([^\s()]+)/i.exec(wish.problem)?.[1] ?? "A task";
    this.clear(wish.searches);
    try {
      const sizes = await this.planner.ask<Sizes>({ ask: "start", ...wish });
      if (number !== this.started) return;
      this.set("paused");
      this.tell(`The task has ${grouped(sizes.variables)} variables, ${grouped(sizes.facts)} facts and ${grouped(sizes.operators)} operators; it was grounded in ${sizes.seconds.toFixed(2)} s.`);
      then();
    } catch (error) {
      if (number !== this.started) return;
      this.set("idle");
      const failure: Failure = error instanceof Refused ? error.failure : { kind: "other", message: String(error) };
      if (failure.kind !== "died") this.tell(`${failure.message.slice(0, 1).toUpperCase()}${failure.message.slice(1)}`, "error");
      this.failed(failure);
    }
  }

  private clear(searches: Settings[]): void {
    this.actions.clear();
    [this.time, this.replayedSince] = [Infinity, NaN];
    this.lanes = searches.map((settings, number) => {
      const name = settings.heuristic === "ff" ? settings.search : `${settings.search}, ${settings.heuristic}`;
      const lane: Lane = new Lane(name, number, this.palette, {
        action: (operator) => this.actions.name(operator),
        rootName: (node) => lane.rootName(node),
        hovered: (node, x, y) => this.cards.hover(lane, number, node, x, y),
        selected: (node) => void this.cards.choose(lane, number, node),
      }, MOST_NODES);
      lane.view.weight = this.weight;
      lane.members = membersOf(settings.search, this.catalogue);
      lane.formula = formulaOf(settings.search, this.catalogue);
      return lane;
    });
    byId("lanes").replaceChildren(...this.lanes.map((lane) => lane.element));
    byId("views").hidden = false;
    bringIntoView(byId("views"));
    byId("reports").hidden = byId("node").hidden = true;
    byId("tooltip").hidden = true;
    this.isCurveDirty = true;
  }

  private set(status: Status): void {
    // Nothing is left to be stopped, and what starts next must not be.
    if (status === "idle" || status === "ended") clearTimeout(this.stopTimer);
    this.status = status;
    this.changed();
  }

  run(rate: number): void {
    if (this.status !== "paused" && this.status !== "running") return;
    this.planner.order({ order: "run", rate });
    this.set("running");
  }

  pause(): void {
    this.planner.order({ order: "pause" });
  }

  step(unit: "evaluation" | "expansion"): void {
    if (this.status === "paused" || this.status === "running") this.planner.order({ order: "step", unit });
  }

  /** Stops the search. A worker that does not answer within a second is ended. */
  stop(): void {
    if (this.status === "idle" || this.status === "ended") return;
    const wasLoading = this.status === "loading";
    this.planner.order({ order: "stop" });
    clearTimeout(this.stopTimer);
    const force = (): void => {
      this.started += 1;
      this.planner.restart({ kind: "stopped", message: "stopped" });
      this.set("idle");
      this.tell(wasLoading ? "Stopped while the task was grounded." : "Stopped. The planner did not answer and was restarted.");
    };
    this.stopTimer = window.setTimeout(force, wasLoading ? 200 : 1000);
  }

  died(message: string): void {
    this.started += 1;
    this.set("idle");
    const memory = /memory|unreachable|allocation/i.test(message) ? " It probably ran out of memory." : "";
    this.tell(`The planner crashed: ${message}.${memory} It was restarted; everything else on the page still works.`, "error");
  }

  take(all: SearchNews[], state: RunState, seconds: number, rate: number): void {
    this.planner.order({ order: "taken" });
    if (all.length !== this.lanes.length || this.status === "loading" || this.status === "idle") return;
    const start = performance.now();
    this.seconds = seconds;
    const isSlow = state === "paused" || (rate > 0 && rate <= SLOW);
    let ended = 0;
    all.forEach((news, number) => {
      const lane = this.lanes[number];
      const wasOpen = !lane.report;
      lane.take(news, isSlow);
      if (news.failure) this.tell(news.failure.message, "error");
      if (wasOpen && lane.report) ended += 1;
    });
    this.meter.work(start);
    this.isCurveDirty = true;
    if (ended > 0) this.showReports();
    // A search that never began has nothing to show.
    if (state === "ended") byId("views").hidden = this.lanes.every((lane) => lane.model.length === 0);
    if (state === "ended" && this.status !== "ended") {
      this.set("ended");
    } else if (state !== this.status) {
      this.set(state);
    }
  }

  private showReports(): void {
    const reports = this.lanes.flatMap((lane) => (lane.report ? [reportView(lane.name, lane.report, this.showPlace)] : []));
    byId("reports").replaceChildren(...reports);
    byId("reports").hidden = reports.length === 0;
    const words = this.lanes.flatMap((lane) => {
      if (!lane.report) return [];
      const { plan, status, reasons } = lane.report;
      return [plan ? `${lane.name}: a plan of ${plan.steps.length} steps.` : `${lane.name}: ${status === "unsolvable" ? "the task has no plan" : (reasons[0] ?? status)}.`];
    });
    this.tell(words.join(" "), this.lanes.some((lane) => lane.report?.plan) ? "good" : "");
  }

  private frame(now: number): void {
    requestAnimationFrame((next) => this.frame(next));
    const nodes = this.lanes.reduce((sum, lane) => sum + lane.model.length, 0);
    this.meter.frame(now, nodes, this.status === "running");
    if (this.status === "loading" && now - this.loadingSince > 2000) {
      this.tell(`Grounding the task for ${Math.floor((now - this.loadingSince) / 1000)} seconds; Stop ends it.`);
    }
    if (this.lanes.length === 0) return;
    const start = performance.now();
    if (!Number.isNaN(this.replayedSince)) this.goOnReplaying(now);
    for (const lane of this.lanes) lane.view.draw(now);
    if (this.actions.isAsked) {
      void this.actions.learn().then(() => {
        for (const lane of this.lanes) lane.view.isDirty = true;
      });
    }
    if (this.isCurveDirty && this.meter.isTime(now)) this.drawCurve();
    this.meter.work(start);
  }

  private drawCurve(): void {
    this.isCurveDirty = false;
    const svg = document.getElementById("curve") as unknown as SVGSVGElement;
    const { theme } = this.palette;
    const style = { text: theme.text, muted: theme.muted, grid: theme.isDark ? "#262b3d" : "#dde0ea" };
    const [width, height] = [svg.clientWidth || 600, svg.clientHeight || 170];
    svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    svg.innerHTML = curve(this.lanes.map((lane) => lane.line()), width, height, style, this.time);
    const words = this.lanes.map((lane) => `${lane.name}: best h ${lane.model.curve.at(-1)?.h ?? "unknown"} after ${lane.evaluations} evaluations`);
    svg.setAttribute("aria-label", `Best h over evaluations. ${words.join("; ")}`);
    this.showTimeline();
    const nodes = this.lanes.map((lane) => grouped(lane.model.length)).join(" and ");
    byId("frames").textContent = `${nodes} states are shown, at ${this.meter.rate} frames a second.`;
    byId("folded-legend").hidden = this.lanes.every((lane) => lane.model.foldedStates === 0);
  }

  get end(): number {
    return Math.max(0, ...this.lanes.map((lane) => lane.model.time));
  }

  private showTimeline(): void {
    const slider = byId<HTMLInputElement>("timeline");
    slider.max = String(this.end);
    slider.min = String(Math.max(0, ...this.lanes.map((lane) => lane.model.foldedBefore)));
    slider.value = this.time === Infinity ? slider.max : String(this.time);
    byId("timeline-text").textContent = this.time === Infinity ? "now" : `evaluation ${grouped(this.time)}`;
    byId<HTMLButtonElement>("live").disabled = this.time === Infinity;
  }

  /** Shows how the trees grew. */
  replay(): void {
    this.replayedSince = performance.now();
  }

  private goOnReplaying(now: number): void {
    const share = (now - this.replayedSince) / REPLAY;
    // Slowly at first, when there is little to be seen at a time.
    if (share < 1) this.show(Math.floor(this.end * Math.max(0, share) ** 1.5));
    else this.scrub(Infinity);
  }

  /** Shows an earlier moment, or the present, and ends a replay. */
  scrub(time: number): void {
    this.replayedSince = NaN;
    this.show(time);
  }

  private show(time: number): void {
    this.time = time >= this.end ? Infinity : time;
    for (const lane of this.lanes) [lane.view.time, lane.view.isDirty] = [this.time, true];
    this.drawCurve();
  }

  useTheme(isDark: boolean): void {
    this.palette = new Palette(isDark ? THEMES.dark : THEMES.light);
    byId("legend").style.background = this.palette.gradient();
    for (const lane of this.lanes) [lane.view.palette, lane.view.isDirty] = [this.palette, true];
    this.isCurveDirty = true;
  }

  useWeight(weight: Weight): void {
    this.weight = weight;
    for (const lane of this.lanes) [lane.view.weight, lane.view.isDirty] = [weight, true];
  }

  private svg(): string {
    const svg = pictureSvg(this.task, this.lanes, this.palette, this.weight, this.time);
    for (const lane of this.lanes) lane.view.isDirty = true;
    return svg;
  }

  saveSvg(): void {
    saveSvg(this.svg());
  }

  async savePng(): Promise<void> {
    try {
      save("extremal-search.png", await pngOf(this.svg()), "image/png");
    } catch (error) {
      this.tell(error instanceof Error ? error.message : String(error), "error");
    }
  }
}

/** Scrolls to what a run shows if it could not be seen. */
function bringIntoView(views: HTMLElement): void {
  if (views.getBoundingClientRect().top + 400 < innerHeight) return;
  const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth";
  views.scrollIntoView({ behavior, block: "start" });
}
