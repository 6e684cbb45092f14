// Menus made from the registries: a component, its parameters, and what there is to read about it.

import { make } from "./dom.ts";
import { formula } from "./formula.ts";
import type { BanditEntry, Catalogue, OpenLists, Parameter, SearchEntry } from "./protocol.ts";

interface Entry {
  name: string;
  parameters: Parameter[];
  /** Whether it is a search with a name; the others are forms to compose one, and heuristics. */
  isNamed?: boolean;
}

/** A menu of components with fields for the parameters of the chosen one. Its value is a text like `guct(c=2)`. */
export class Picker<E extends Entry> {
  readonly element = make("div", { class: "picker" });
  private readonly select = make("select");
  private readonly bandit = make("span", { class: "group" });
  private readonly fields = make("div", { class: "parameters" });
  private readonly about = make("div", { class: "about" });
  private readonly brief = make("p", { class: "brief" });
  private readonly values = new Map<string, string>();
  private readonly entries: E[];
  private readonly bandits: BanditEntry[];
  private readonly describe: (entry: E, bandit: BanditEntry | undefined) => Node[];
  /** A line about what is chosen that is always seen. */
  briefly: (entry: E, bandit: BanditEntry | undefined) => (Node | string)[] = () => [];
  changed: () => void = () => {};
  /** What is proposed for the parameter `lists`. */
  private readonly proposals = make("datalist");

  constructor(id: string, label: string, entries: E[], groups: [string, (entry: E) => boolean][], bandits: BanditEntry[], describe: (entry: E, bandit: BanditEntry | undefined) => Node[]) {
    [this.entries, this.bandits, this.describe] = [entries, bandits, describe];
    this.select.id = id;
    const left = new Set(entries);
    for (const [name, belongs] of groups) {
      const group = make("optgroup", { label: name });
      for (const entry of [...left].filter(belongs)) {
        left.delete(entry);
        group.append(make("option", { value: entry.name }, entry.name));
      }
      if (group.childElementCount > 0) this.select.append(group);
    }
    for (const entry of left) this.select.append(make("option", { value: entry.name }, entry.name));
    this.select.addEventListener("change", () => {
      this.values.clear();
      this.show();
      this.changed();
    });
    const details = make("details", {}, make("summary", { "aria-label": `details of the ${label.toLowerCase()}: parameters and source` }, "details"), this.about, this.fields);
    this.element.append(make("span", { class: "group" }, make("label", { for: id }, label), this.select), this.bandit, details, this.brief);
    this.show();
  }

  /** Proposes open lists where some can be written. */
  proposeLists({ kinds, prefixes }: OpenLists): void {
    this.proposals.id = `${this.select.id}-open-lists`;
    this.proposals.replaceChildren(...[...kinds, ...prefixes].map(({ text, summary }) => make("option", { value: text }, summary)));
    this.element.append(this.proposals);
  }

  get entry(): E {
    return this.entries.find((entry) => entry.name === this.select.value) ?? this.entries[0];
  }

  /** The parameter that names the bandit, if the chosen component builds a tree. */
  private get banditParameter(): Parameter | undefined {
    const parameter = this.entry.parameters.find((parameter) => parameter.of === "bandit");
    const lists = this.values.get("lists") ?? String(this.entry.parameters.find((parameter) => parameter.name === "lists")?.default ?? "");
    return lists.includes("tree:") ? parameter : undefined;
  }

  /** The bandit that is chosen. */
  get banditEntry(): BanditEntry | undefined {
    const parameter = this.banditParameter;
    if (!parameter) return undefined;
    const { name } = parseComponent(this.values.get(parameter.name) ?? String(parameter.default));
    return this.bandits.find((bandit) => bandit.name === name);
  }

  /** The parameters of the chosen component; those of its bandit are those of the one that is chosen. */
  private get parameters(): Parameter[] {
    const { parameters } = this.entry;
    const usual = this.bandits.find((bandit) => bandit.name === this.banditParameter?.default);
    const isOfUsual = (parameter: Parameter): boolean => usual?.parameters.some(({ name }) => name === parameter.name) ?? false;
    // Searches with a bandit in their name have its parameters as their own; forms leave them to the bandit.
    const hasOwn = usual !== undefined && usual !== this.banditEntry && this.entry.isNamed === true;
    if (!hasOwn) return parameters;
    // The bandit comes first, since it says which parameters there are.
    const isBandit = (parameter: Parameter): boolean => parameter.of === "bandit";
    const others = parameters.filter((parameter) => !isBandit(parameter) && !isOfUsual(parameter));
    return [...parameters.filter(isBandit), ...(this.banditEntry?.parameters ?? []), ...others];
  }

  /** The chosen component in our notation: only what differs from the defaults is written. */
  get text(): string {
    const given = this.parameters
      .filter((parameter) => this.values.has(parameter.name) && this.values.get(parameter.name) !== String(parameter.default))
      .map((parameter) => `${parameter.name}=${this.values.get(parameter.name)}`);
    return given.length > 0 ? `${this.entry.name}(${given.join(",")})` : this.entry.name;
  }

  set text(text: string) {
    const { name, values } = parseComponent(text);
    if (!this.entries.some((entry) => entry.name === name)) return;
    this.select.value = name;
    this.values.clear();
    for (const [key, value] of values) this.values.set(key, value);
    this.show();
  }

  show(): void {
    this.showBandit();
    this.showWords();
    this.showFields();
  }

  private showWords(): void {
    const { entry, banditEntry } = this;
    this.brief.replaceChildren(...this.briefly(entry, banditEntry));
    this.brief.title = this.brief.textContent ?? "";
    this.brief.hidden = this.brief.textContent === "";
    this.about.replaceChildren(...this.describe(entry, banditEntry));
  }

  private id(parameter: Parameter): string {
    return `${this.select.id}-${parameter.name}`;
  }

  /** The bandit stands beside the search, since it is the first thing that people change. */
  private showBandit(): void {
    const parameter = this.banditParameter;
    this.bandit.hidden = !parameter;
    this.bandit.replaceChildren(...(parameter ? [make("label", { for: this.id(parameter) }, "Bandit"), this.input(parameter)] : []));
  }

  private showFields(): void {
    const shown = this.parameters.filter((parameter) => parameter.of !== "bandit");
    this.fields.replaceChildren(
      ...shown.map((parameter) => {
        const id = this.id(parameter);
        const input = this.input(parameter);
        input.setAttribute("aria-describedby", `${id}-about`);
        return make("div", { class: "parameter" }, make("label", { for: id }, parameter.name), input, make("small", { id: `${id}-about` }, parameter.about));
      }),
    );
  }

  private input(parameter: Parameter): HTMLElement {
    const id = this.id(parameter);
    const current = this.values.get(parameter.name) ?? String(parameter.default);
    const keep = (value: string): void => {
      const before = this.banditEntry;
      this.values.set(parameter.name, value);
      if (before !== this.banditEntry) {
        for (const { name } of before?.parameters ?? []) this.values.delete(name);
        if (parameter.of === "bandit") this.showFields();
        else this.showBandit();
        this.showWords();
      }
      this.changed();
    };
    const choice = (options: string[]): HTMLElement => {
      const all = options.includes(current) ? options : [current, ...options];
      const select = make("select", { id, change: () => keep(select.value) }, ...all.map((value) => make("option", { value, selected: value === current }, value)));
      return select;
    };
    if (parameter.kind === "choice") return choice(parameter.values ?? []);
    if (parameter.kind === "component" && parameter.of === "bandit") return choice(this.bandits.map((bandit) => bandit.name));
    if (parameter.kind === "flag") {
      const box = make("input", { id, type: "checkbox", change: () => keep(String(box.checked)) });
      box.checked = current === "true";
      return box;
    }
    const isNumber = parameter.kind === "number" || parameter.kind === "whole";
    const attributes: Record<string, string> = isNumber ? { type: "number", step: parameter.kind === "whole" ? "1" : "any" } : { type: "text" };
    if (parameter.min !== undefined) attributes["min"] = String(parameter.min);
    if (parameter.max !== undefined && parameter.max < 1e9) attributes["max"] = String(parameter.max);
    if (parameter.name === "lists" && this.proposals.id !== "") attributes["list"] = this.proposals.id;
    const field = make("input", { id, ...attributes, value: current, input: () => keep(field.value.trim() === "" ? String(parameter.default) : field.value.trim()) });
    return field;
  }
}

/** Takes `name(key=value, ...)` apart; values may have parentheses of their own. */
export function parseComponent(text: string): { name: string; values: [string, string][] } {
  const open = text.indexOf("(");
  if (open < 0) return { name: text.trim(), values: [] };
  const inside = text.slice(open + 1, text.lastIndexOf(")"));
  const parts = splitOutside(inside, ",");
  const values = parts.map((part): [string, string] => {
    const equals = part.indexOf("=");
    return [part.slice(0, equals).trim(), part.slice(equals + 1).trim()];
  });
  return { name: text.slice(0, open).trim(), values };
}

/** The names of the members of a portfolio; none if the search is not one. */
export function membersOf(search: string, catalogue: Catalogue): string[] {
  const given = parseComponent(search);
  const named = catalogue.searches.find((entry) => entry.name === given.name && entry.text !== "");
  const written = named ? parseComponent(named.text) : given;
  if (written.name !== "portfolio") return [];
  const members = [...given.values, ...written.values].find(([key]) => key === "members")?.[1] ?? "";
  return splitOutside(members, "+");
}

/** Splits a text where it has no parentheses around it. */
function splitOutside(text: string, at: string): string[] {
  const parts: string[] = [];
  let [depth, start] = [0, 0];
  for (let place = 0; place <= text.length; place++) {
    if (text[place] === "(") depth += 1;
    if (text[place] === ")") depth -= 1;
    if (place === text.length || (text[place] === at && depth === 0)) {
      parts.push(text.slice(start, place));
      start = place + 1;
    }
  }
  return parts;
}

export function searchPicker(id: string, label: string, catalogue: Catalogue): Picker<SearchEntry & Entry> {
  const isForm = (entry: SearchEntry): boolean => entry.text === "";
  const describe = (entry: SearchEntry, bandit: BanditEntry | undefined): Node[] => {
    const parts: Node[] = [make("p", {}, `${capital(entry.summary)}.`)];
    if (bandit) parts.push(make("p", {}, `The bandit ${bandit.name} (${bandit.summary}) chooses the child with the smallest score:`), make("p", { class: "formula" }, formula(bandit.formula)), make("p", {}, BANDIT_WORDS), make("p", { class: "source" }, bandit.citation));
    if (entry.text) parts.push(make("p", {}, "The name stands for ", make("code", {}, entry.text), "."));
    if (entry.source && entry.source !== bandit?.citation) parts.push(make("p", { class: "source" }, entry.source));
    return parts;
  };
  const groups: [string, (entry: SearchEntry) => boolean][] = [
    ["Default", (entry) => entry.name === catalogue.defaults.search],
    ["Bandit trees", (entry) => entry.text.includes("tree:")],
    ["Open lists", (entry) => !isForm(entry)],
    ["Forms to compose your own", isForm],
  ];
  const entries = catalogue.searches.map((entry) => ({ ...entry, isNamed: !isForm(entry) }));
  const picker = new Picker<SearchEntry & Entry>(id, label, entries, groups, catalogue.bandits, describe);
  picker.briefly = (entry, bandit) => (bandit ? ["Goes to the child with the smallest ", formula(bandit.formula)] : [`${capital(entry.summary)}.`]);
  picker.proposeLists(catalogue.openLists);
  picker.show();
  return picker;
}

const BANDIT_WORDS =
  "Of the states that count below the child, m is the mean value, s the standard deviation, l the minimum, u the maximum and t the number; T is the number below its parent.";

export function heuristicPicker(id: string, label: string, catalogue: Catalogue): Picker<Catalogue["heuristics"][number]> {
  return new Picker(id, label, catalogue.heuristics, [], catalogue.bandits, (entry) => {
    const properties = [entry.admissible && "admissible", entry.safe && "safe", entry.preferred_operators && "has preferred operators"].filter(Boolean);
    return [
      make("p", {}, `${capital(entry.summary)}${properties.length > 0 ? `; ${properties.join(", ")}` : ""}.`),
      make("p", { class: "source" }, entry.citation),
    ];
  });
}

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** The formula by which a search chooses; empty if it has no bandit. */
export function formulaOf(search: string, catalogue: Catalogue): string {
  const { name, values } = parseComponent(search);
  const entry = catalogue.searches.find((entry) => entry.name === name);
  const given = values.find(([key]) => key === "bandit")?.[1];
  const lists = values.find(([key]) => key === "lists")?.[1] ?? String(entry?.parameters.find((parameter) => parameter.name === "lists")?.default ?? "");
  const usual = entry?.parameters.find((parameter) => parameter.of === "bandit")?.default;
  if (!lists.includes("tree:")) return "";
  const bandit = parseComponent(given ?? String(usual ?? "")).name;
  return catalogue.bandits.find((entry) => entry.name === bandit)?.formula ?? "";
}
