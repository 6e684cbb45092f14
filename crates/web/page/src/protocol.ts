// What the page and its worker say to each other, and the JSON of the border (crates/web/src).

/** How a task is to be solved. */
export interface Settings {
  search: string;
  heuristic: string;
  preferred: boolean;
  deferred: boolean;
  seed: number;
  maxEvaluations: number | null;
  maxExpansions: number | null;
  memoryMib: number;
}

/** What limits a run besides the limits of each search. */
export interface Limits {
  seconds: number;
  memoryMib: number;
}

export interface Parameter {
  name: string;
  kind: "number" | "whole" | "choice" | "flag" | "component" | "text";
  min?: number;
  max?: number;
  values?: string[];
  of?: string;
  form?: string;
  default: string | number | boolean;
  about: string;
}

export interface SearchEntry {
  name: string;
  text: string;
  summary: string;
  source: string;
  bandit: string | null;
  parameters: Parameter[];
}

export interface HeuristicEntry {
  name: string;
  summary: string;
  citation: string;
  parameters: Parameter[];
  admissible: boolean;
  safe: boolean;
  preferred_operators: boolean;
}

export interface BanditEntry {
  name: string;
  summary: string;
  formula: string;
  backup: string;
  citation: string;
  parameters: Parameter[];
}

export interface GeneratorEntry {
  name: string;
  description: string;
  size: string;
}

/** What the text of open lists may be. */
export interface OpenLists {
  kinds: { name: string; text: string; summary: string }[];
  prefixes: { name: string; text: string; summary: string }[];
}

export interface Catalogue {
  version: string;
  searches: SearchEntry[];
  openLists: OpenLists;
  heuristics: HeuristicEntry[];
  bandits: BanditEntry[];
  generators: GeneratorEntry[];
  defaults: { search: string; heuristic: string; seed: number };
}

/** A piece of text to be replaced by another. */
export interface Edit {
  replacement: string;
  file: "domain" | "problem";
  line: number;
  column: number;
  end_line: number;
  end_column: number;
}

/** A message about the text. Lines and columns begin at 1; columns count UTF-16 code units. */
export interface Mark {
  severity: "error" | "unsupported" | "warning";
  code: string;
  message: string;
  file: "domain" | "problem";
  line: number;
  column: number;
  end_line: number;
  end_column: number;
  labels: { text: string; file: string; line: number; column: number }[];
  help: string[];
  /** Edits that together mend it; none if it is not clear what was meant. */
  fix: Edit[];
  /** A requirement that the domain lacks. */
  requirement: string | null;
}

/** Why something could not be done. */
export interface Failure {
  kind: "pddl" | "stopped" | "other" | "died";
  message: string;
  diagnostics?: Mark[];
}

export interface Step {
  action: string;
  cost: number;
  added: string[];
  deleted: string[];
}

export interface Plan {
  text: string;
  cost: string;
  unit_cost: boolean;
  initial: string[];
  steps: Step[];
}

/** What has come of a search. */
export interface Report {
  status:
    | "solved"
    | "unsolvable"
    | "exhausted"
    | "evaluation-limit"
    | "expansion-limit"
    | "out-of-memory"
    | "stopped";
  plan: Plan | null;
  goals: string[];
  reasons: string[];
  /** What in the files is to blame. */
  cause: Mark | null;
  found_length: number | null;
  evaluations: number;
  expansions: number;
  generated: number;
  dead_ends: number;
}

export interface Sizes {
  variables: number;
  facts: number;
  operators: number;
  axioms: number;
  goals: number;
  seconds: number;
}

export interface StateFacts {
  facts: string[];
  path: string[];
  added: string[];
  deleted: string[];
}

export interface ScoredChild {
  state: number;
  score: number | string | null;
  count: number | null;
  smallest: number | null;
  largest: number | null;
  mean: number | null;
  variance: number | null;
}

export interface BanditWish {
  arms: string[];
  policies: string[];
  pulls: number;
  runs: number;
  seed: number;
  log_regret: boolean;
}

export interface BanditAnswer {
  outcome: {
    arms: string[];
    means: number[];
    pulls: number;
    runs: number;
    curves: { policy: string; mean_pulls: number[]; best_reward: number; final_quantiles: number[]; points: { pulls: number; regret: number; low: number; high: number }[] }[];
  };
  table: string;
  svg: string;
}

/** A question with an answer. */
export type Request =
  | { ask: "catalogue" }
  | { ask: "check"; domain: string; problem: string }
  | { ask: "generate"; name: string; size: number; seed: number }
  | { ask: "simulate"; wish: BanditWish }
  | { ask: "start"; domain: string; problem: string; limits: Limits; searches: Settings[] }
  | { ask: "state"; search: number; member: number; stage: number; state: number }
  | { ask: "children"; search: number; member: number; state: number; /** An earlier moment, in evaluations; otherwise now. */ at: number | undefined }
  | { ask: "actions"; operators: number[] };

/** An order. `rate` is in evaluations a second; 0 is as fast as possible. */
export type Order =
  | { order: "run"; rate: number }
  | { order: "pause" }
  | { order: "stop" }
  | { order: "step"; unit: "evaluation" | "expansion" }
  | { order: "taken" };

export type ToWorker =
  | { boot: WebAssembly.Module }
  | { id: number; request: Request }
  | Order;

/** Places in the array of counters. */
export const EVALUATIONS = 0;
export const EXPANSIONS = 1;
export const GENERATED_STATES = 2;
export const DEAD_ENDS = 3;
export const MAX_DEPTH = 4;
export const INITIAL_H = 6;
export const BEST_H = 7;
export const EFFORT = 8;

/** What one search has done since the last message. */
export interface SearchNews {
  events: Uint32Array;
  counters: Float64Array;
  report: Report | null;
  failure: Failure | null;
}

export type FromWorker =
  | { ready: true }
  | { id: number; answer: unknown }
  | { id: number; failure: Failure }
  | { news: SearchNews[]; state: RunState; seconds: number }
  | { died: string };

export type RunState = "running" | "paused" | "ended";
