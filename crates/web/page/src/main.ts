// The page: it puts the parts together and listens to the buttons.

import { BanditPage } from "./bandit_page.ts";
import { byId } from "./dom.ts";
import { Editor } from "./editor.ts";
import { Planner } from "./planner.ts";
import type { Catalogue, Mark, RunState, SearchNews } from "./protocol.ts";
import { Session, SPEEDS } from "./session.ts";
import { SettingsPanel } from "./settings.ts";
import { decode, encode } from "./share.ts";
import type { Shared } from "./share.ts";
import { TaskBar } from "./task_bar.ts";
import { showTours } from "./tours.ts";
import type { Weight } from "./tree_model.ts";

/** Where the parts of the page are; a page that is one file has them inside. */
declare global {
  interface Window {
    extremalParts?: { worker: string; wasm: string };
    playground?: Playground;
  }
}

const FIRST_EXAMPLE = "menagerie p03";
/** How long after the last key the text is checked, in milliseconds. */
const CHECK_AFTER = 250;

async function fromBase64(text: string): Promise<ArrayBuffer> {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

function parts(): { worker: string; module: Promise<WebAssembly.Module> } {
  const inside = window.extremalParts;
  if (inside) {
    const worker = URL.createObjectURL(new Blob([inside.worker], { type: "text/javascript" }));
    return { worker, module: fromBase64(inside.wasm).then((bytes) => WebAssembly.compile(bytes)) };
  }
  const fetched = fetch("extremal.wasm").then((response) => {
    if (!response.ok) throw new Error(`extremal.wasm cannot be loaded (${response.status})`);
    return response.arrayBuffer();
  });
  return { worker: "worker.js", module: fetched.then((bytes) => WebAssembly.compile(bytes)) };
}

class Playground {
  readonly session: Session;
  private readonly settings: SettingsPanel;
  private readonly tasks: TaskBar;
  private readonly checker: Planner;
  readonly domain: Editor;
  readonly problem: Editor;
  readonly marks: Mark[] = [];
  private checkTimer = 0;
  private checked = 0;
  private rate = 0;

  constructor(planner: Planner, checker: Planner, catalogue: Catalogue) {
    this.checker = checker;
    this.session = new Session(planner, catalogue);
    this.settings = new SettingsPanel(catalogue);
    const both = (): { domain: string; problem: string } => ({ domain: this.domain.text, problem: this.problem.text });
    this.domain = new Editor("domain", byId("domain"), both, () => this.edited());
    this.problem = new Editor("problem", byId("problem"), both, () => this.edited());
    this.domain.require = this.problem.require = (requirement) => this.domain.addRequirement(requirement);
    this.session.tell = (text, kind = "") => this.tell(text, kind);
    this.session.changed = () => this.showButtons();
    this.session.failed = (failure) => {
      if (failure.diagnostics) this.show(failure.diagnostics);
    };
    this.session.showPlace = (place) => {
      this.foldTexts(false);
      this[place.file].reveal(place);
    };
    this.tasks = new TaskBar(checker, catalogue, (texts) => {
      if (texts.domain !== undefined) this.domain.text = texts.domain;
      if (texts.problem !== undefined) this.problem.text = texts.problem;
    }, (text, kind = "") => this.tell(text, kind));
    new BanditPage(checker, catalogue);
    byId("version").textContent = `Extremal ${catalogue.version}.`;
    this.listen();
    this.showTours();
    this.showButtons();
  }

  private showTours(): void {
    const tour = (title: string, text: string, example: string, searches: string[], speed: number): void => {
      tours.push({ title, text, begin: () => void this.tour(example, searches, speed) });
    };
    const tours: Parameters<typeof showTours>[0] = [];
    tour("Two searches on one plateau", "A bandit tree and best-first search on the same task, step by step: see which one gets away.", "dyeworks p03", ["guct-uniform", "gbfs"], 6);
    tour("How a bandit chooses", "In slow motion: the chosen path lights up with its scores, then the new values travel back up.", "menagerie p03", ["guct-uniform"], 2);
    tour("A task without a plan", "One goal of this museum cannot be reached. The planner proves it, and says why.", "museum p06-unsolvable-relaxed", ["extremal"], 8);
    tours.push({ title: "Bandits on their own", text: "No planning at all: arms, policies, and the regret of each policy over time.", begin: () => byId("tab-bandits").click() });
    showTours(tours);
  }

  private async tour(example: string, searches: string[], speed: number): Promise<void> {
    this.session.stop();
    await this.tasks.named(example);
    this.settings.choose(searches);
    const slider = byId<HTMLInputElement>("speed");
    slider.value = String(speed);
    slider.dispatchEvent(new Event("input"));
    this.begins(() => this.session.run(this.rate));
  }

  async begin(): Promise<void> {
    const shared = await decode(location.hash);
    if (shared) this.useShared(shared);
    else await this.tasks.named(FIRST_EXAMPLE);
    this.tell(location.hash.startsWith("#task=") && !shared ? "The link is broken: it contains no task." : "Ready. Press Run.", location.hash.startsWith("#task=") && !shared ? "error" : "");
    if (!this.domain.text) await this.tasks.named(FIRST_EXAMPLE);
  }

  private useShared(shared: Shared): void {
    this.domain.text = shared.domain;
    this.problem.text = shared.problem;
    shared.searches.slice(0, 2).forEach((settings, place) => this.settings.lanes[place].set(settings));
    this.settings.isComparing = shared.compare;
  }

  private tell(text: string, kind: "" | "error" | "good" = ""): void {
    const status = byId("status");
    if (status.textContent !== text) status.textContent = text;
    status.className = kind;
  }

  private edited(): void {
    clearTimeout(this.checkTimer);
    this.checkTimer = window.setTimeout(() => void this.check(), CHECK_AFTER);
  }

  private async check(): Promise<void> {
    const number = ++this.checked;
    const tooLong = window.setTimeout(() => this.checker.restart({ kind: "stopped", message: "checking took too long" }), 10_000);
    try {
      const marks = await this.checker.ask<Mark[]>({ ask: "check", domain: this.domain.text, problem: this.problem.text });
      if (number === this.checked) this.show(marks);
    } catch {
      // A check that fails is made again after the next change.
    } finally {
      clearTimeout(tooLong);
    }
  }

  private show(marks: Mark[]): void {
    this.marks.splice(0, this.marks.length, ...marks);
    this.domain.show(marks);
    this.problem.show(marks);
    for (const role of ["domain", "problem"] as const) {
      const own = marks.filter((mark) => mark.file === role);
      const errors = own.filter((mark) => mark.severity !== "warning").length;
      const count = (number: number, word: string): string => (number === 0 ? "" : ` · ${number} ${word}${number === 1 ? "" : "s"}`);
      byId(`${role}-title`).textContent = `${role === "domain" ? "Domain" : "Problem"}${count(errors, "error")}${count(own.length - errors, "warning")}`;
    }
  }

  private begins(then: () => void): void {
    byId("welcome").hidden = true;
    void this.session.start({ domain: this.domain.text, problem: this.problem.text, limits: this.settings.limits(), searches: this.settings.searches() }, then);
  }

  private listen(): void {
    const { session } = this;
    const onClick = (id: string, work: () => void): void => byId(id).addEventListener("click", work);
    onClick("run", () => {
      if (session.status === "running" || session.status === "loading") this.tell("The search is running already: pause it, or stop it first.");
      else if (session.status === "paused") session.run(this.rate);
      else this.begins(() => session.run(this.rate));
    });
    // Before an editor takes it for a new line.
    addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      event.stopPropagation();
      byId("run").click();
    }, true);
    onClick("pause", () => session.pause());
    onClick("stop", () => session.stop());
    for (const unit of ["evaluation", "expansion"] as const) {
      onClick(`step-${unit}`, () => {
        if (session.status === "idle" || session.status === "ended") this.begins(() => session.step(unit));
        else session.step(unit);
      });
    }
    const speed = byId<HTMLInputElement>("speed");
    const useSpeed = (): void => {
      this.rate = SPEEDS[Number(speed.value)];
      byId("speed-text").textContent = this.rate === 0 ? "full" : `${this.rate.toLocaleString("en-US")} evaluations/s`;
      if (session.status === "running") session.run(this.rate);
    };
    speed.addEventListener("input", useSpeed);
    useSpeed();
    const timeline = byId<HTMLInputElement>("timeline");
    timeline.addEventListener("input", () => session.scrub(Number(timeline.value)));
    onClick("replay", () => session.replay());
    onClick("live", () => session.scrub(Infinity));
    byId<HTMLSelectElement>("weight").addEventListener("change", (event) => session.useWeight((event.target as HTMLSelectElement).value as Weight));
    onClick("save-svg", () => session.saveSvg());
    onClick("save-png", () => void session.savePng());
    onClick("share", () => void this.share());
    onClick("fold-texts", () => this.foldTexts(!byId("texts").hidden));
    addEventListener("hashchange", () => void decode(location.hash).then((shared) => shared && this.useShared(shared)));
  }

  private foldTexts(isFolded: boolean): void {
    byId("texts").hidden = isFolded;
    byId("fold-texts").textContent = isFolded ? "Show texts" : "Hide texts";
    byId("fold-texts").setAttribute("aria-expanded", String(!isFolded));
  }

  private async share(): Promise<void> {
    const fragment = await encode({ domain: this.domain.text, problem: this.problem.text, searches: this.settings.searches(), compare: this.settings.isComparing });
    history.replaceState(null, "", `#${fragment}`);
    const copied = await navigator.clipboard?.writeText(location.href).then(() => true, () => false);
    this.tell(`The link with the task and the settings is ${copied ? "copied" : "in the address bar"}; it has ${location.href.length.toLocaleString("en-US")} characters.`);
  }

  private showButtons(): void {
    const { status } = this.session;
    byId<HTMLButtonElement>("pause").disabled = status !== "running";
    byId<HTMLButtonElement>("stop").disabled = status === "idle" || status === "ended";
    byId("run").textContent = status === "paused" ? "Resume" : "Run";
    document.body.dataset["status"] = status;
  }

  takeNews(all: SearchNews[], state: RunState, seconds: number): void {
    this.session.take(all, state, seconds, this.rate);
  }
}

function chooseTheme(session: () => Session | undefined): void {
  const preference = matchMedia("(prefers-color-scheme: dark)");
  let chosen: boolean | null = null;
  const use = (): void => {
    const isDark = chosen ?? preference.matches;
    document.documentElement.dataset["theme"] = isDark ? "dark" : "light";
    session()?.useTheme(isDark);
  };
  preference.addEventListener("change", use);
  byId("theme").addEventListener("click", () => {
    chosen = !(chosen ?? preference.matches);
    use();
  });
  use();
}

function chooseTabs(): void {
  const tabs = ["planner", "bandits"];
  const select = (name: string): void => {
    for (const tab of tabs) {
      byId(`tab-${tab}`).setAttribute("aria-selected", String(tab === name));
      byId(`tab-${tab}`).tabIndex = tab === name ? 0 : -1;
      byId(tab).hidden = tab !== name;
    }
  };
  for (const [place, tab] of tabs.entries()) {
    byId(`tab-${tab}`).addEventListener("click", () => select(tab));
    byId(`tab-${tab}`).addEventListener("keydown", (event) => {
      if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
      const other = tabs[(place + 1) % tabs.length];
      select(other);
      byId(`tab-${other}`).focus();
    });
  }
}

async function begin(): Promise<void> {
  let playground: Playground | undefined;
  chooseTheme(() => playground?.session);
  chooseTabs();
  const { worker, module } = parts();
  const planner = new Planner(worker, module, {
    news: (all, state, seconds) => playground?.takeNews(all, state, seconds),
    died: (message) => playground?.session.died(message),
  });
  const checker = new Planner(worker, module, { news: () => {}, died: () => {} });
  try {
    const catalogue = await checker.ask<Catalogue>({ ask: "catalogue" });
    playground = new Playground(planner, checker, catalogue);
    window.playground = playground;
    playground.session.useTheme(document.documentElement.dataset["theme"] === "dark");
    await playground.begin();
    document.body.dataset["ready"] = String(Math.round(performance.now()));
  } catch (error) {
    byId("status").textContent = `The planner cannot be loaded: ${error instanceof Error ? error.message : String(error)}`;
    byId("status").className = "error";
  }
}

void begin();
