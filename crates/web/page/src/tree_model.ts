// The tree of a search, built from its events (crates/web/src/tape.rs): nodes in parallel arrays, in the order of
// their birth, so that the tree at an earlier moment is a prefix of them.

import { AGAIN, BACKED_UP, BEST_H, EVALUATED, EXPANDED, GENERATED, GOAL, NOTHING, SEEN, SELECTED, TURN, asFloat } from "./tape.ts";

export { NOTHING };
/** Stands for the h of a dead end. */
export const DEAD = 0xfffffffe;

/** A choice on the way to the leaf that was selected last. */
export interface Choice {
  node: number;
  score: number;
  runnerUp: number | null;
}

/** What a node knew after the last backup; null for what its bandit does not keep. */
export type Backup = { node: number } & Record<"count" | "smallest" | "largest" | "mean", number | null>;

export type Weight = "states" | "root";

export class TreeModel {
  length = 0;
  parent = new Int32Array(0);
  state = new Uint32Array(0);
  member = new Uint8Array(0);
  /** The stage of the member: each numbers its states from 0. */
  stage = new Uint32Array(0);
  operator = new Uint32Array(0);
  h = new Uint32Array(0);
  depth = new Uint32Array(0);
  /** When the node was found and when it was expanded, in evaluations. */
  born = new Uint32Array(0);
  expanded = new Uint32Array(0);
  firstChild = new Int32Array(0);
  lastChild = new Int32Array(0);
  next = new Int32Array(0);
  /** How many states are folded into the node, and the smallest h of them. */
  folded = new Uint32Array(0);
  foldedBest = new Uint32Array(0);

  /** Filled by `measure`: states below and the node itself, the smallest h of them, and the weights of the children. */
  count = new Uint32Array(0);
  best = new Uint32Array(0);
  sum = new Float64Array(0);

  /** The nodes that were expanded, in order, and when. */
  expansions: number[] = [];
  expansionTimes: number[] = [];
  /** The best h over evaluations. */
  curve: { evaluations: number; h: number }[] = [];
  selection: Choice[] = [];
  /**
   * What was backed up last, from the expanded node to the root, and how often there was something to back up. Of several trees
   * of a search it is the one that told last: trees that had nothing to choose from come before the one that has.
   */
  backups: Backup[] = [];
  backupRounds = 0;
  private backedUpFor = -1;
  private backedUpList = 0;
  /** The present, in evaluations. */
  time = 0;
  evaluations = 0;
  seen = 0;
  initialH = NOTHING;
  maxDepth = 0;
  /** States that are folded, and the time before which they were found. */
  foldedStates = 0;
  foldedBefore = 0;
  isPortfolio = false;
  /** The goal state, once it is found. */
  goal = -1;

  /** Of the present stage of each member, the nodes of its states; and its number. */
  private readonly places = new Map<number, Int32Array>();
  private readonly stages = new Map<number, number>();
  private currentMember = 0;
  private readonly mostNodes: number;

  constructor(mostNodes = 200_000) {
    this.mostNodes = mostNodes;
  }

  /** Takes in events. Returns the node that was expanded last among them, or -1. */
  take(events: Uint32Array): number {
    let [at, last] = [0, -1];
    while (at < events.length) {
      switch (events[at]) {
        case GENERATED:
          this.generated(events[at + 1], events[at + 2], events[at + 3]);
          at += 5;
          break;
        case EVALUATED:
          this.evaluated(events[at + 1], events[at + 2]);
          at += 3;
          break;
        case EXPANDED: {
          const node = this.placeOf(events[at + 1], true);
          if (node >= 0) {
            this.expanded[node] = Math.min(this.expanded[node], this.time);
            this.expansions.push(node);
            this.expansionTimes.push(this.time);
            last = node;
          }
          at += 2;
          break;
        }
        case SELECTED: {
          const choices = events[at + 2];
          this.selection = [];
          for (let place = at + 3; place < at + 3 + 3 * choices; place += 3) {
            const node = this.placeOf(events[place], false);
            this.selection.push({ node, score: asFloat(events[place + 1]) ?? NaN, runnerUp: asFloat(events[place + 2]) });
          }
          at += 3 + 3 * choices;
          break;
        }
        case BACKED_UP: {
          const list = events[at + 1];
          if (this.backedUpFor !== this.expansions.length) this.backupRounds += 1;
          if (this.backedUpFor !== this.expansions.length || this.backedUpList !== list) this.backups = [];
          [this.backedUpFor, this.backedUpList] = [this.expansions.length, list];
          const count = events[at + 3] === NOTHING ? null : events[at + 3];
          const [smallest, largest, mean] = [events[at + 4], events[at + 5], events[at + 6]].map(asFloat);
          this.backups.push({ node: this.placeOf(events[at + 2], false), count, smallest, largest, mean });
          at += 8;
          break;
        }
        case TURN:
          this.turn(events[at + 1]);
          at += 2;
          break;
        case BEST_H:
          this.curve.push({ h: events[at + 1], evaluations: events[at + 2] });
          at += 3;
          break;
        case SEEN:
          this.seen += events[at + 1];
          at += 2;
          break;
        case AGAIN:
          this.again();
          at += 1;
          break;
        case GOAL:
          this.reachGoal();
          at += 1;
          break;
        default:
          throw new Error(`an event of an unknown kind: ${events[at]}`);
      }
      if (this.length > this.mostNodes) last = this.fold(last);
    }
    return last;
  }

  private generated(state: number, parentState: number, operator: number): void {
    const parent = this.placeOf(parentState, true);
    this.add(state, parent, operator);
  }

  private evaluated(state: number, value: number): void {
    this.evaluations += 1;
    this.time = Math.max(this.time, this.evaluations);
    const node = this.placeOf(state, state === 0);
    if (node < 0) return;
    if (this.state[node] !== state) {
      // The state is folded into this node.
      if (value !== NOTHING) this.foldedBest[node] = Math.min(this.foldedBest[node], value);
      return;
    }
    this.h[node] = value === NOTHING ? DEAD : value;
    if (this.initialH === NOTHING && value !== NOTHING) this.initialH = value;
  }

  private turn(member: number): void {
    if (this.length === 0) {
      this.isPortfolio = true;
      this.grow();
      this.write(NOTHING, -1, NOTHING);
    }
    this.currentMember = member;
    this.placeOf(0, true);
  }

  /** A goal state is not evaluated, but everybody knows its value. */
  private reachGoal(): void {
    const node = this.length - 1;
    if (this.goal >= 0 || node < 1) return;
    this.goal = node;
    if (this.h[node] === NOTHING) this.h[node] = 0;
  }

  private again(): void {
    const root = this.placeOf(0, true);
    this.places.delete(this.currentMember);
    this.stages.set(this.currentMember, (this.stages.get(this.currentMember) ?? 0) + 1);
    this.add(0, root, NOTHING);
  }

  /** The node of a state of the current member, which is made if it is the first. */
  private placeOf(state: number, make: boolean): number {
    const place = this.places.get(this.currentMember)?.[state] ?? 0;
    if (place > 0) return place - 1;
    if (!make) return -1;
    if (state === 0) return this.add(0, this.isPortfolio ? 0 : -1, NOTHING);
    // A state that was never told of: it hangs below the first.
    return this.add(state, this.placeOf(0, true), NOTHING);
  }

  private add(state: number, parent: number, operator: number): number {
    this.grow();
    const node = this.write(state, parent, operator);
    this.setPlace(this.currentMember, state, node);
    return node;
  }

  private setPlace(member: number, state: number, node: number): void {
    let places = this.places.get(member);
    if (!places || places.length <= state) {
      const larger = new Int32Array(Math.max(1024, state + 1, (places?.length ?? 0) * 2));
      if (places) larger.set(places);
      this.places.set(member, (places = larger));
    }
    places[state] = node + 1;
  }

  private write(state: number, parent: number, operator: number): number {
    const node = this.length++;
    this.parent[node] = parent;
    this.state[node] = state;
    this.member[node] = this.currentMember;
    this.stage[node] = this.stages.get(this.currentMember) ?? 0;
    this.operator[node] = operator;
    this.h[node] = NOTHING;
    this.born[node] = this.time;
    this.expanded[node] = NOTHING;
    this.folded[node] = 0;
    this.foldedBest[node] = NOTHING;
    this.depth[node] = parent < 0 ? 0 : this.depth[parent] + 1;
    this.maxDepth = Math.max(this.maxDepth, this.depth[node]);
    this.link(node, parent);
    return node;
  }

  private link(node: number, parent: number): void {
    this.firstChild[node] = this.lastChild[node] = this.next[node] = -1;
    if (parent < 0) return;
    if (this.firstChild[parent] < 0) this.firstChild[parent] = node;
    else this.next[this.lastChild[parent]] = node;
    this.lastChild[parent] = node;
  }

  private grow(): void {
    if (this.length < this.parent.length) return;
    const size = Math.max(1024, this.parent.length * 2);
    const signed = (old: Int32Array): Int32Array<ArrayBuffer> => {
      const grown = new Int32Array(size);
      grown.set(old);
      return grown;
    };
    const unsigned = (old: Uint32Array): Uint32Array<ArrayBuffer> => {
      const grown = new Uint32Array(size);
      grown.set(old);
      return grown;
    };
    [this.parent, this.firstChild, this.lastChild, this.next] = [this.parent, this.firstChild, this.lastChild, this.next].map(signed);
    [this.state, this.stage, this.operator, this.h, this.depth, this.born, this.expanded, this.folded, this.foldedBest, this.count, this.best] = [
      this.state, this.stage, this.operator, this.h, this.depth, this.born, this.expanded, this.folded, this.foldedBest, this.count, this.best,
    ].map(unsigned);
    const member = new Uint8Array(size);
    member.set(this.member);
    this.member = member;
    this.sum = new Float64Array(size);
  }

  /** How many nodes there were at some time. */
  nodesAt(time: number): number {
    if (time >= this.time) return this.length;
    return Math.max(1, firstAfter(this.born, this.length, time));
  }

  /** How many expansions there were at some time. */
  expansionsAt(time: number): number {
    return time >= this.time ? this.expansions.length : firstAfter(this.expansionTimes, this.expansions.length, time);
  }

  /** Counts what is below each of the first nodes. */
  measure(nodes: number, weight: Weight): void {
    const { count, best, sum, parent, folded, foldedBest, h } = this;
    for (let node = 0; node < nodes; node++) {
      count[node] = 1 + folded[node];
      best[node] = Math.min(foldedBest[node], h[node] === DEAD ? NOTHING : h[node]);
      sum[node] = weightOf(folded[node], weight);
    }
    for (let node = nodes - 1; node > 0; node--) {
      const above = parent[node];
      if (above < 0) continue;
      count[above] += count[node];
      if (best[node] < best[above]) best[above] = best[node];
      sum[above] += weightOf(count[node], weight);
    }
  }

  /** Folds what has not changed for the longest time into its ancestors. Returns where a node is afterwards. */
  private fold(node: number): number {
    const old = this.length;
    // The last birth or expansion below each node.
    const activity = new Uint32Array(old);
    for (let n = 0; n < old; n++) {
      activity[n] = Math.max(this.born[n], this.expanded[n] === NOTHING ? 0 : this.expanded[n]);
    }
    for (let n = old - 1; n > 0; n--) {
      const above = this.parent[n];
      if (above >= 0) activity[above] = Math.max(activity[above], activity[n]);
    }
    const sorted = activity.slice().sort();
    const limit = sorted[Math.floor(old * 0.6)];
    // Most nodes may be of the same moment; then of those the older half goes, but never the root and the last.
    const keeps = (n: number): boolean => n === 0 || this.parent[n] < 0 || activity[n] > limit || n > old * 0.8;
    const kept = new Uint8Array(old);
    for (let n = old - 1; n >= 0; n--) {
      if (keeps(n) || n === node) kept[n] = 1;
      if (kept[n] && this.parent[n] >= 0) kept[this.parent[n]] = 1;
    }
    this.foldedBefore = Math.max(this.foldedBefore, limit);
    const moved = this.compact(kept, old);
    return node < 0 ? node : moved[node];
  }

  /** Leaves out nodes that are not kept; each is counted at the nearest ancestor that is. */
  private compact(kept: Uint8Array, old: number): Int32Array {
    const moved = new Int32Array(old);
    const folded = this.folded.slice(0, old);
    const foldedBest = this.foldedBest.slice(0, old);
    let length = 0;
    for (let n = 0; n < old; n++) {
      const above = this.parent[n] < 0 ? -1 : moved[this.parent[n]];
      if (!kept[n]) {
        moved[n] = above;
        this.folded[above] += 1 + folded[n];
        const best = Math.min(foldedBest[n], this.h[n] === DEAD ? NOTHING : this.h[n]);
        this.foldedBest[above] = Math.min(this.foldedBest[above], best);
        this.foldedStates += 1;
        continue;
      }
      const to = length++;
      moved[n] = to;
      for (const column of [this.state, this.stage, this.operator, this.h, this.born, this.expanded]) column[to] = column[n];
      this.member[to] = this.member[n];
      [this.folded[to], this.foldedBest[to]] = [folded[n], foldedBest[n]];
      this.parent[to] = above;
      this.depth[to] = above < 0 ? 0 : this.depth[above] + 1;
      this.link(to, above);
    }
    this.length = length;
    for (const places of this.places.values()) {
      for (let state = 0; state < places.length; state++) {
        if (places[state] > 0) places[state] = moved[places[state] - 1] + 1;
      }
    }
    // The timeline goes back no further.
    const first = firstAfter(this.expansionTimes, this.expansions.length, this.foldedBefore);
    this.expansions = this.expansions.slice(first).map((n) => moved[n]);
    this.expansionTimes = this.expansionTimes.slice(first);
    [this.selection, this.backups] = [[], []];
    if (this.goal >= 0) this.goal = moved[this.goal];
    return moved;
  }

  /** A node and all above it, the root last. */
  ancestors(node: number): number[] {
    const path: number[] = [];
    for (let at = node; at >= 0; at = this.parent[at]) path.push(at);
    return path;
  }
}

export function weightOf(count: number, weight: Weight): number {
  return weight === "states" ? count : Math.sqrt(count);
}

/** The first place in a sorted list whose value is larger. */
function firstAfter(sorted: ArrayLike<number>, length: number, value: number): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}
