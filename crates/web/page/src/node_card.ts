// What is known about a node: beside the pointer, and in a card once it is chosen.

import type { Actions } from "./actions.ts";
import { byId, grouped, make } from "./dom.ts";
import { formula } from "./formula.ts";
import type { Lane } from "./lane.ts";
import { change, facts } from "./plan_view.ts";
import type { Planner } from "./planner.ts";
import type { ScoredChild, StateFacts } from "./protocol.ts";
import { DEAD, NOTHING } from "./tree_model.ts";

/** Children that are shown beside the pointer, and in the card. */
const FEW = 8;
const MANY = 40;

export class NodeCards {
  private readonly planner: Planner;
  private readonly tooltip: HTMLElement;
  private readonly card: HTMLElement;
  private readonly actions: Actions;
  private hovered = "";
  private asked = 0;

  constructor(planner: Planner, tooltip: HTMLElement, card: HTMLElement, actions: Actions) {
    [this.planner, this.tooltip, this.card, this.actions] = [planner, tooltip, card, actions];
  }

  /** Shows a node beside the pointer. */
  hover(lane: Lane, search: number, node: number, x: number, y: number): void {
    if (node < 0) {
      this.tooltip.hidden = true;
      this.hovered = "";
      return;
    }
    const key = `${search} ${node}`;
    if (key !== this.hovered) {
      this.hovered = key;
      this.tooltip.replaceChildren(...this.summary(lane, node));
      void this.addChildren(lane, search, node, key);
    }
    this.tooltip.hidden = false;
    const { offsetWidth, offsetHeight } = this.tooltip;
    const left = x + 16 + offsetWidth > innerWidth ? Math.max(4, x - offsetWidth - 12) : x + 16;
    const top = y + 18 + offsetHeight > innerHeight ? Math.max(4, y - offsetHeight - 12) : y + 18;
    this.tooltip.style.transform = `translate(${left}px, ${top}px)`;
    this.tooltip.style.left = this.tooltip.style.top = "0";
  }

  private async addChildren(lane: Lane, search: number, node: number, key: string): Promise<void> {
    if (lane.view.time !== Infinity && lane.formula !== "") {
      // The past takes a moment, since it is searched again.
      void this.learnNames(lane, node).then(() => {
        if (key === this.hovered && !this.tooltip.querySelector("table")) this.tooltip.replaceChildren(...this.summary(lane, node), ...this.plainTable(lane, node, FEW));
      });
    }
    const [children] = await Promise.all([this.children(lane, search, node), this.learnNames(lane, node)]);
    if (key !== this.hovered) return;
    const table = children ? [this.bandit(lane), this.table(lane, node, children, FEW)] : this.plainTable(lane, node, FEW);
    this.tooltip.replaceChildren(...this.summary(lane, node), ...table);
  }

  /** The children as a bandit sees them at the moment that is shown; none if there is no bandit. */
  private async children(lane: Lane, search: number, node: number): Promise<ScoredChild[] | null> {
    const { model } = lane;
    const at = lane.view.time === Infinity ? undefined : lane.view.time;
    const children = await this.planner.ask<ScoredChild[] | null>({ ask: "children", search, member: model.member[node], state: model.state[node], at }).catch(() => null);
    return children && children.length > 0 ? children : null;
  }

  /** How the bandit chooses, and of which moment the figures are. */
  private bandit(lane: Lane): HTMLElement {
    const when = lane.view.time === Infinity ? "The bandit goes to the child" : `At evaluation ${grouped(lane.view.time)} the bandit would go to the child`;
    const how = lane.formula === "" ? ["with the smallest score"] : ["with the smallest ", formula(lane.formula)];
    return make("p", { class: "chooses" }, `${when} `, ...how, ".");
  }

  /** Learns what a node and its children are called. */
  private learnNames(lane: Lane, node: number): Promise<void> {
    const { model } = lane;
    const operators = [model.operator[node]];
    for (let child = model.firstChild[node]; child >= 0 && operators.length < 400; child = model.next[child]) operators.push(model.operator[child]);
    return this.actions.learn(operators.filter((operator) => operator !== NOTHING));
  }

  /** The children as the page has counted them. */
  private plainTable(lane: Lane, node: number, most: number): Node[] {
    const { model } = lane;
    const children: number[] = [];
    for (let child = model.firstChild[node]; child >= 0 && child < lane.view.shown; child = model.next[child]) children.push(child);
    if (children.length === 0) return [];
    children.sort((a, b) => model.count[b] - model.count[a]);
    const h = (value: number): string => (value === DEAD ? "dead end" : value === NOTHING ? "" : String(value));
    const rows = children.slice(0, most).map((child) => {
      const cells = [this.name(lane, child), grouped(model.count[child]), h(model.h[child]), h(model.best[child])];
      return make("tr", {}, ...cells.map((cell) => make("td", {}, cell)));
    });
    const head = ["child", "states", "h", "best h below"].map((title) => make("th", { scope: "col" }, title));
    const more = children.length > most ? [make("caption", {}, `the largest ${most} of ${children.length} children`)] : [];
    return [make("table", {}, ...more, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...rows))];
  }

  private name(lane: Lane, node: number): string {
    const operator = lane.model.operator[node];
    return operator === NOTHING ? lane.rootName(node) : (this.actions.name(operator) ?? "…");
  }

  private summary(lane: Lane, node: number): Node[] {
    const { model } = lane;
    const h = model.h[node] === DEAD ? "dead end" : model.h[node] === NOTHING ? "h not computed" : `h ${model.h[node]}`;
    const best = model.best[node] === NOTHING ? "" : `, best h below ${model.best[node]}`;
    const expanded = model.expanded[node] === NOTHING ? "waits to be expanded" : `expanded at evaluation ${grouped(model.expanded[node])}`;
    const folded = model.folded[node] > 0 ? `, of which ${grouped(model.folded[node])} are folded` : "";
    return [
      make("strong", {}, this.name(lane, node)),
      make("div", {}, `${h}, depth ${model.depth[node]}, ${expanded}`),
      make("div", {}, `${grouped(model.count[node])} states from here${folded}${best}`),
    ];
  }

  private table(lane: Lane, node: number, children: ScoredChild[], most: number): HTMLElement {
    const { model } = lane;
    const score = (child: ScoredChild): number => (typeof child.score === "number" ? child.score : child.score === "-inf" ? -Infinity : Infinity);
    const sorted = [...children].sort((a, b) => score(a) - score(b));
    const nodes = new Map<number, number>();
    for (let child = model.firstChild[node]; child >= 0; child = model.next[child]) nodes.set(model.state[child], child);
    const number = (value: number | null): string => (value === null ? "" : Number.isInteger(value) ? String(value) : value.toPrecision(4));
    const written = (child: ScoredChild): string => (child.score === null ? "closed" : typeof child.score === "number" ? child.score.toPrecision(5) : child.score);
    const columns: [string, (child: ScoredChild) => string][] = [
      ["child", (child) => this.childName(lane, nodes, child)],
      ["t counted", (child) => number(child.count)],
      ["l min", (child) => number(child.smallest)],
      ["u max", (child) => number(child.largest)],
      ["m mean", (child) => number(child.mean)],
      ["s² variance", (child) => number(child.variance)],
      ["score", written],
    ];
    // A bandit keeps as much as it needs; what it does not know has no column.
    const shown = columns.filter(([, text]) => sorted.some((child) => text(child) !== ""));
    const rows = sorted.slice(0, most).map((child, place) => {
      const isChosen = place === 0 && child.score !== null;
      return make("tr", isChosen ? { class: "chosen" } : {}, ...shown.map(([, text]) => make("td", {}, text(child))));
    });
    const head = shown.map(([title]) => make("th", { scope: "col" }, title));
    const more = sorted.length > most ? [make("caption", {}, `the best ${most} of ${sorted.length} children`)] : [];
    return make("table", {}, ...more, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...rows));
  }

  private childName(lane: Lane, nodes: Map<number, number>, child: ScoredChild): string {
    const node = nodes.get(child.state);
    return node === undefined ? `state ${child.state}` : this.name(lane, node);
  }

  /** Shows a node in the card. */
  async choose(lane: Lane, search: number, node: number): Promise<void> {
    const asked = ++this.asked;
    if (node < 0) {
      this.card.hidden = true;
      return;
    }
    const { model } = lane;
    const [state, children] = await Promise.all([
      this.planner.ask<StateFacts | null>({ ask: "state", search, member: model.member[node], stage: model.stage[node], state: model.state[node] }),
      this.children(lane, search, node),
      this.learnNames(lane, node),
    ]).catch(() => [null, null] as const);
    if (asked !== this.asked) return;
    const title = `${lane.name}: ${this.name(lane, node)}`;
    const table = children ? [make("h4", {}, "What the bandit sees"), this.bandit(lane), scrolling(this.table(lane, node, children, MANY))] : this.plainTable(lane, node, MANY).map(scrolling);
    const parts: Node[] = [];
    if (state) {
      if (state.path.length > 0) parts.push(change("Added by the last step", state.added, "added"), change("Deleted by it", state.deleted, "deleted"));
      const path = make("details", { open: state.path.length <= 30 }, make("summary", {}, `Path: ${state.path.length === 1 ? "1 step" : `${state.path.length} steps`}`), make("ol", { class: "path", tabindex: 0, "aria-label": "Path" }, ...state.path.slice(0, 1000).map((action) => make("li", {}, make("code", {}, action)))));
      parts.push(facts("Facts", state.facts, new Set(state.added), "added"), path);
    } else {
      parts.push(make("p", {}, "The facts of this state are not known: the search reached it from a state that it does not tell."));
    }
    const spoken = this.summary(lane, node).map((part) => part.textContent).join(", ");
    byId("spoken").textContent = spoken;
    const head = [make("h2", {}, "The chosen state"), make("h3", {}, title), ...this.summary(lane, node).slice(1)];
    const columns = make("div", { class: "columns" }, make("div", {}, ...parts), make("div", {}, ...table));
    this.card.replaceChildren(...head, table.length > 0 ? columns : make("div", {}, ...parts));
    this.card.hidden = false;
  }
}

/** A table that may be wider than the page. */
function scrolling(table: Node): HTMLElement {
  return make("div", { class: "scrolling", tabindex: 0, role: "region", "aria-label": "Children" }, table);
}
