// The names of operators. A task may have a million of them, so they are asked for when they are needed.

import type { Planner } from "./planner.ts";

/** Names that are asked for at a time. */
const MOST = 500;

export class Actions {
  private readonly planner: Planner;
  private readonly names = new Map<number, string | undefined>();
  private readonly wanted = new Set<number>();

  constructor(planner: Planner) {
    this.planner = planner;
  }

  clear(): void {
    this.names.clear();
    this.wanted.clear();
  }

  /** The name of an operator, if it is known by now; otherwise it will be. */
  name(operator: number): string | undefined {
    if (!this.names.has(operator)) this.wanted.add(operator);
    return this.names.get(operator);
  }

  get isAsked(): boolean {
    return this.wanted.size > 0;
  }

  /** Learns these names, and those that were asked for. */
  async learn(operators: number[] = []): Promise<void> {
    operators.forEach((operator) => this.name(operator));
    const asked = [...this.wanted].slice(0, MOST);
    for (const operator of asked) {
      this.wanted.delete(operator);
      this.names.set(operator, undefined);
    }
    if (asked.length === 0) return;
    const names = await this.planner.ask<string[]>({ ask: "actions", operators: asked }).catch(() => []);
    names.forEach((name, place) => this.names.set(asked[place], name));
  }
}
