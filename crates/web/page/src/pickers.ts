// Menus made from the registries: a component, its parameters, and what there is to read about it.

import { make } from "./dom.ts";
import type { BanditEntry, Catalogue, Parameter, SearchEntry } from "./protocol.ts";

interface Entry {
  name: string;
  parameters: Parameter[];
}

/** A menu of components with fields for the parameters of the chosen one. Its value is a text like `guct(c=2)`. */
export class Picker<E extends Entry> {
  readonly element = make("div", { class: "picker" });
  private readonly select = make("select");
  private readonly fields = make("div", { class: "parameters" });
  private readonly about = make("div", { class: "about" });
  private readonly brief = make("p", { class: "brief" });
  private readonly values = new Map<string, string>();
  private readonly entries: E[];
  private readonly bandits: BanditEntry[];
  private readonly describe: (entry: E) => Node[];
  /** A line about the chosen component that is always seen. */
  briefly: (entry: E) => string = () => "";
  changed: () => void = () => {};

  constructor(id: string, label: string, entries: E[], groups: [string, (entry: E) => boolean][], bandits: BanditEntry[], describe: (entry: E) => Node[]) {
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
    this.element.append(make("label", { for: id }, label), this.select, details, this.brief);
    this.show();
  }

  get entry(): E {
    return this.entries.find((entry) => entry.name === this.select.value) ?? this.entries[0];
  }

  /** The chosen component in our notation: only what differs from the defaults is written. */
  get text(): string {
    const given = this.entry.parameters
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
    const { entry } = this;
    this.brief.textContent = this.brief.title = this.briefly(entry);
    this.brief.hidden = this.brief.textContent === "";
    this.about.replaceChildren(...this.describe(entry));
    this.fields.replaceChildren(
      ...entry.parameters.map((parameter) => {
        const id = `${this.select.id}-${parameter.name}`;
        const input = this.input(parameter, id);
        const about = make("small", { id: `${id}-about` }, parameter.about);
        input.setAttribute("aria-describedby", `${id}-about`);
        return make("div", { class: "parameter" }, make("label", { for: id }, parameter.name), input, about);
      }),
    );
  }

  private input(parameter: Parameter, id: string): HTMLElement {
    const current = this.values.get(parameter.name) ?? String(parameter.default);
    const keep = (value: string): void => {
      this.values.set(parameter.name, value);
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

export function searchPicker(id: string, label: string, catalogue: Catalogue): Picker<SearchEntry> {
  const isForm = (entry: SearchEntry): boolean => entry.text === "";
  const describe = (entry: SearchEntry): Node[] => {
    const parts: Node[] = [make("p", {}, `${capital(entry.summary)}.`)];
    const bandit = catalogue.bandits.find((bandit) => bandit.name === entry.bandit);
    if (bandit) parts.push(make("p", { class: "formula" }, make("code", {}, bandit.formula)), make("p", {}, BANDIT_WORDS));
    if (entry.text) parts.push(make("p", {}, "Stands for ", make("code", {}, entry.text), "."));
    if (entry.source) parts.push(make("p", { class: "source" }, entry.source));
    return parts;
  };
  const groups: [string, (entry: SearchEntry) => boolean][] = [
    ["Default", (entry) => entry.name === catalogue.defaults.search],
    ["Bandit trees", (entry) => entry.text.includes("tree:")],
    ["Open lists", (entry) => !isForm(entry)],
    ["Forms to compose your own", isForm],
  ];
  const picker = new Picker(id, label, catalogue.searches, groups, catalogue.bandits, describe);
  picker.briefly = (entry) => {
    const bandit = catalogue.bandits.find((bandit) => bandit.name === entry.bandit);
    return bandit ? `The child with the smallest ${bandit.formula}` : `${capital(entry.summary)}.`;
  };
  picker.show();
  return picker;
}

const BANDIT_WORDS =
  "The score of a child, of which the smallest is chosen: of the states that count below the child, m is the mean value, s the standard deviation, l the minimum, u the maximum and t the number; T is the number below its parent.";

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
