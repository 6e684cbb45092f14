// The settings of one or two searches.

import { byId, make } from "./dom.ts";
import { heuristicPicker, searchPicker } from "./pickers.ts";
import type { Catalogue, Limits, Settings } from "./protocol.ts";

/** The searches that are compared unless others are chosen. */
const COMPARED = ["guct-uniform", "gbfs"];
/** More are not to be seen, and take the page's memory. */
const LETTERS = ["A", "B"];

export interface LaneSettings {
  element: HTMLElement;
  get(): Settings;
  set(settings: Settings): void;
}

export class SettingsPanel {
  private readonly catalogue: Catalogue;
  private readonly host = byId("lanes-settings");
  private readonly compare = byId<HTMLInputElement>("compare");
  readonly lanes: LaneSettings[];

  constructor(catalogue: Catalogue) {
    this.catalogue = catalogue;
    this.lanes = LETTERS.map((letter) => this.lane(letter));
    this.compare.addEventListener("change", () => {
      const first = this.lanes[0].get();
      if (this.compare.checked && first.search === catalogue.defaults.search) {
        COMPARED.forEach((search, place) => this.lanes[place].set({ ...first, search }));
      }
      this.show();
    });
    this.lanes[1].set({ ...this.lanes[1].get(), search: COMPARED[1] });
    this.show();
  }

  get isComparing(): boolean {
    return this.compare.checked;
  }

  set isComparing(value: boolean) {
    this.compare.checked = value;
    this.show();
  }

  private show(): void {
    this.lanes.forEach((lane, place) => (lane.element.style.borderLeftColor = this.isComparing ? `var(--lane-${place})` : ""));
    const shown = this.lanes.slice(0, this.isComparing ? 2 : 1).map((lane) => lane.element);
    this.host.replaceChildren(...shown);
  }

  /** Chooses one search or two by name, with all else as it was. */
  choose(searches: string[]): void {
    searches.forEach((search, place) => this.lanes[place].set({ ...this.lanes[place].get(), search }));
    this.isComparing = searches.length > 1;
  }

  searches(): Settings[] {
    return this.lanes.slice(0, this.isComparing ? 2 : 1).map((lane) => lane.get());
  }

  limits(): Limits {
    const field = (id: string, otherwise: number): number => Number(byId<HTMLInputElement>(id).value) || otherwise;
    return { seconds: field("max-seconds", 120), memoryMib: field("max-memory", 1500) };
  }

  private lane(letter: string): LaneSettings {
    const { catalogue } = this;
    const search = searchPicker(`search-${letter}`, "Search", catalogue);
    const heuristic = heuristicPicker(`heuristic-${letter}`, "Heuristic", catalogue);
    search.text = catalogue.defaults.search;
    heuristic.text = catalogue.defaults.heuristic;
    const seed = make("input", { id: `seed-${letter}`, type: "number", min: 0, value: catalogue.defaults.seed });
    const preferred = make("input", { type: "checkbox" });
    const deferred = make("input", { type: "checkbox" });
    const options = make(
      "span",
      { class: "group" },
      make("label", { for: `seed-${letter}` }, "Seed "),
      seed,
      make("label", { class: "group", title: "Prefers operators that the heuristic recommends" }, preferred, "preferred"),
      make("label", { class: "group", title: "Evaluates states when they are expanded, not when they are generated" }, deferred, "deferred"),
    );
    const element = make("div", { class: "lane-settings", role: "group", "aria-label": `Search ${letter}` }, search.element, heuristic.element, options);
    return {
      element,
      get: () => {
        const evaluations = Number(byId<HTMLInputElement>("max-evaluations").value);
        return {
          search: search.text,
          heuristic: heuristic.text,
          preferred: preferred.checked,
          deferred: deferred.checked,
          seed: Math.max(0, Math.round(Number(seed.value) || 0)),
          maxEvaluations: evaluations > 0 ? evaluations : null,
          maxExpansions: null,
          memoryMib: this.limits().memoryMib,
        };
      },
      set: (settings) => {
        search.text = settings.search;
        heuristic.text = settings.heuristic;
        [preferred.checked, deferred.checked] = [settings.preferred, settings.deferred];
        seed.value = String(settings.seed);
        if (settings.maxEvaluations) byId<HTMLInputElement>("max-evaluations").value = String(settings.maxEvaluations);
      },
    };
  }
}
