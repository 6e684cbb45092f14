// Where tasks come from: examples, generators, files, and links.

import { byId, make } from "./dom.ts";
import type { Planner } from "./planner.ts";
import type { Catalogue } from "./protocol.ts";

/** An example of the repository: made by a generator, or a text. */
export type Example = { domain: string; name: string } & ({ size: number; seed: number } | { text: string });

declare const EXAMPLES: Example[];

export interface TaskTexts {
  domain: string;
  problem: string;
}

export class TaskBar {
  private readonly planner: Planner;
  private readonly load: (texts: Partial<TaskTexts>) => void;
  private readonly tell: (text: string, kind?: "" | "error") => void;

  constructor(planner: Planner, catalogue: Catalogue, load: (texts: Partial<TaskTexts>) => void, tell: (text: string, kind?: "" | "error") => void) {
    [this.planner, this.load, this.tell] = [planner, load, tell];
    const examples = byId<HTMLSelectElement>("example");
    for (const generator of catalogue.generators) {
      const group = make("optgroup", { label: generator.name });
      EXAMPLES.forEach((example, place) => {
        if (example.domain === generator.name) group.append(make("option", { value: String(place) }, `${example.domain} ${example.name}`));
      });
      examples.append(group);
    }
    examples.addEventListener("change", () => void this.example(EXAMPLES[Number(examples.value)]));
    this.addGenerators(catalogue);
    this.addFiles();
  }

  private addGenerators(catalogue: Catalogue): void {
    const name = byId<HTMLSelectElement>("generator-name");
    name.append(...catalogue.generators.map((generator) => make("option", { value: generator.name }, generator.name)));
    const size = byId<HTMLInputElement>("generator-size");
    const about = (): void => {
      const generator = catalogue.generators.find((generator) => generator.name === name.value);
      name.title = generator?.description ?? "";
      size.title = generator ? `The size counts ${generator.size}` : "";
    };
    name.addEventListener("change", about);
    about();
    byId("generate").addEventListener("click", () => {
      void this.generate(name.value, Number(size.value) || 1, Number(byId<HTMLInputElement>("generator-seed").value) || 0);
    });
  }

  private async generate(name: string, size: number, seed: number): Promise<void> {
    try {
      this.load(await this.planner.ask<TaskTexts>({ ask: "generate", name, size, seed }));
    } catch (error) {
      this.tell(String(error), "error");
    }
  }

  /** Loads an example by its name, such as `museum p02`. */
  async named(name: string): Promise<void> {
    const place = EXAMPLES.findIndex((example) => `${example.domain} ${example.name}` === name);
    if (place < 0) return;
    byId<HTMLSelectElement>("example").value = String(place);
    await this.example(EXAMPLES[place]);
  }

  private async example(example: Example): Promise<void> {
    if ("size" in example) return this.generate(example.domain, example.size, example.seed);
    const { domain } = await this.planner.ask<TaskTexts>({ ask: "generate", name: example.domain, size: 1, seed: 1 });
    this.load({ domain, problem: example.text });
  }

  private addFiles(): void {
    const files = byId<HTMLInputElement>("files");
    byId("open").addEventListener("click", () => files.click());
    files.addEventListener("change", () => {
      void this.open([...(files.files ?? [])]);
      files.value = "";
    });
    const drop = byId("drop");
    addEventListener("dragover", (event) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      drop.hidden = false;
    });
    addEventListener("dragleave", (event) => {
      if (!event.relatedTarget) drop.hidden = true;
    });
    addEventListener("drop", (event) => {
      drop.hidden = true;
      const dropped = [...(event.dataTransfer?.files ?? [])];
      if (dropped.length === 0) return;
      event.preventDefault();
      void this.open(dropped);
    });
  }

  /** Opens a domain, a problem or both; what a file is stands in it. */
  async open(files: File[]): Promise<void> {
    const texts: Partial<TaskTexts> = {};
    const strange: string[] = [];
    for (const file of files) {
      if (file.size > 64 << 20) {
        strange.push(`${file.name} is larger than 64 MB`);
        continue;
      }
      const text = await file.text();
      const role = /\(\s*define\s*\(\s*(domain|problem)\b/i.exec(text.replace(/;[^\n]*/g, ""))?.[1].toLowerCase();
      if (role === "domain" || role === "problem") texts[role] = text;
      else strange.push(`${file.name} is neither a domain nor a problem: it does not begin with (define (domain …) or (define (problem …)`);
    }
    this.load(texts);
    if (strange.length > 0) this.tell(`${strange.join("; ")}.`, "error");
    else this.tell(`Opened ${files.map((file) => file.name).join(" and ")}.`);
  }
}
