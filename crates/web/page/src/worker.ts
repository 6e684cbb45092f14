// The worker: it owns the planner's module, answers questions, and lets searches go on in short turns, so that
// orders are heard in between.

import init, { catalogue, check, generate, Loaded, simulate, Watched } from "../wasm/extremal.js";
import { EFFORT, EVALUATIONS } from "./protocol.ts";
import type { Failure, FromWorker, Limits, Order, Report, Request, RunState, SearchNews, Settings, ToWorker } from "./protocol.ts";

/** How long a turn takes at most, and how often news are sent, in milliseconds. */
const TURN = 12;
/** News that the page has not taken in yet; more would only wait in line. */
const MOST_UNTAKEN = 2;
/** Up to this rate selections and backups are told as well: they cost a walk from the root each. */
const SLOW = 200;

/** Evaluations between two looks at the clock while the past is searched again. */
const PAST_BATCH = 200;
/** Levels of what is told. */
const NONE = 0;
const STATES = 1;
const ALL = 2;

interface Lane {
  watched: Watched;
  goesOn: boolean;
  report: Report | null;
  failure: Failure | null;
  /** What it had counted at its end. */
  counters: Float64Array | null;
  /** How many evaluations fit into a turn, as measured. */
  batch: number;
}

let lanes: Lane[] = [];
/** How each of them was begun. */
let begunWith: Settings[] = [];
let task: Loaded | null = null;
let state: RunState = "ended";
let rate = 0;
let untaken = 0;
let seconds = 0;
let limits: Limits = { seconds: 60, memoryMib: 1024 };
/** The evaluations that all searches are to have reached, and when that was computed. */
let target = 0;
let lastTick = 0;
let isScheduled = false;

function send(message: FromWorker, transfer: Transferable[] = []): void {
  (self as unknown as Worker).postMessage(message, transfer);
}

function asFailure(error: unknown): Failure {
  if (typeof error === "string") {
    try {
      return JSON.parse(error) as Failure;
    } catch {
      return { kind: "other", message: error };
    }
  }
  throw error;
}

function answer(request: Request): unknown {
  switch (request.ask) {
    case "catalogue":
      return JSON.parse(catalogue());
    case "check":
      return JSON.parse(check(request.domain, request.problem));
    case "generate":
      return JSON.parse(generate(request.name, request.size, request.seed));
    case "simulate":
      return JSON.parse(simulate(JSON.stringify(request.wish)));
    case "start":
      return start(request.domain, request.problem, request.limits, request.searches);
    case "state": {
      const lane = lanes[request.search];
      return lane ? JSON.parse(lane.watched.state(request.member, request.stage, request.state)) : null;
    }
    case "children": {
      const { search, member, state, at } = request;
      const lane = lanes[search];
      if (!lane) return null;
      // After its end a search counts no more.
      const now = lane.counters?.[EVALUATIONS] ?? evaluationsOf(lane.watched);
      if (at !== undefined && at < now) return past.children(search, member, state, at);
      return JSON.parse(lane.watched.children(member, state));
    }
    case "actions":
      return request.operators.map((operator) => lanes[0]?.watched.action(operator) ?? "");
  }
}

/**
 * A search as it was at an earlier moment. The same settings and seed give the same search, so it is searched again up
 * to that moment, and kept, since people ask about one moment many times.
 */
class Past {
  private watched: Watched | null = null;
  private search = -1;
  private asked = 0;

  /** The children of a state as the bandit saw them then; null if somebody has asked something else meanwhile. */
  async children(search: number, member: number, state: number, at: number): Promise<unknown> {
    const asked = ++this.asked;
    if (!this.watched || this.search !== search || evaluationsOf(this.watched) > at) {
      this.forget();
      [this.watched, this.search, this.asked] = [task?.start(JSON.stringify(begunWith[search])) ?? null, search, asked];
    }
    let goesOn = true;
    while (this.watched && goesOn && evaluationsOf(this.watched) < at) {
      const deadline = performance.now() + TURN;
      while (goesOn && performance.now() < deadline && evaluationsOf(this.watched) < at) {
        goesOn = this.watched.advance(Math.min(PAST_BATCH, at - evaluationsOf(this.watched)), Infinity, NONE);
      }
      await new Promise((resolve) => setTimeout(resolve));
      if (asked !== this.asked) return null;
    }
    return this.watched ? JSON.parse(this.watched.children(member, state)) : null;
  }

  forget(): void {
    this.watched?.free();
    this.watched = null;
    this.asked += 1;
  }
}

const past = new Past();

function start(domain: string, problem: string, within: Limits, searches: Settings[]): unknown {
  drop();
  limits = within;
  task = new Loaded(domain, problem, within.seconds, within.memoryMib);
  const begun: Lane[] = [];
  for (const settings of searches) {
    const watched = task.start(JSON.stringify(settings));
    begun.push({ watched, goesOn: true, report: null, failure: null, counters: null, batch: 64 });
  }
  [lanes, begunWith] = [begun, searches];
  [seconds, target, untaken] = [0, 0, 0];
  state = "paused";
  return JSON.parse(task.sizes());
}

function drop(): void {
  past.forget();
  for (const lane of lanes) lane.watched.free();
  task?.free();
  [lanes, task, state] = [[], null, "ended"];
}

function evaluationsOf(watched: Watched): number {
  return watched.counters()[EVALUATIONS];
}

function effort(lane: Lane): number {
  return lane.watched.counters()[EFFORT];
}

function finish(lane: Lane): void {
  lane.goesOn = false;
  try {
    lane.report = JSON.parse(lane.watched.finish()) as Report;
  } catch (error) {
    lane.failure = asFailure(error);
  }
}

/** Lets a search go on until it has reached some effort or the time is up. */
function advance(lane: Lane, until: number, deadline: number, told: number): void {
  while (lane.goesOn) {
    const left = until - effort(lane);
    if (left < 1) return;
    const before = performance.now();
    const size = Math.min(left, lane.batch);
    lane.goesOn = lane.watched.advance(size, size, told);
    const now = performance.now();
    // Turns are to be much shorter than a frame, and much longer than the call.
    if (now - before < 1 && size === lane.batch) lane.batch = Math.min(lane.batch * 2, 1 << 16);
    if (now - before > 4) lane.batch = Math.max(1, lane.batch >> 1);
    if (now >= deadline) return;
  }
}

function news(): void {
  const transfer: Transferable[] = [];
  const all: SearchNews[] = lanes.map((lane) => {
    const events = lane.watched.events();
    const counters = lane.counters ?? lane.watched.counters();
    transfer.push(events.buffer);
    return { events, counters, report: lane.report, failure: lane.failure };
  });
  untaken += 1;
  send({ news: all, state, seconds }, transfer);
}

function tick(): void {
  isScheduled = false;
  if (state !== "running") return;
  if (untaken >= MOST_UNTAKEN) return;
  const now = performance.now();
  const told = rate > 0 && rate <= SLOW ? ALL : STATES;
  const going = lanes.filter((lane) => lane.goesOn);
  if (rate > 0) {
    target += (Math.min(now - lastTick, 250) / 1000) * rate;
    lastTick = now;
  }
  if (going.length > 0) {
    for (const lane of going) {
      // The fast one waits for the slow one, so that both have done the same at every picture.
      const slowest = Math.min(...going.map(effort));
      const until = rate > 0 ? Math.floor(target) : slowest + (going.length > 1 ? lane.batch * 4 : Infinity);
      advance(lane, until, performance.now() + TURN / going.length, told);
      if (!lane.goesOn) end(lane);
    }
    seconds += (performance.now() - now) / 1000;
  }
  if (seconds > limits.seconds) lanes.filter((lane) => lane.goesOn).forEach(outOfTime);
  if (lanes.every((lane) => !lane.goesOn)) state = "ended";
  news();
  schedule();
}

function end(lane: Lane): void {
  lane.counters = lane.watched.counters();
  finish(lane);
}

function outOfTime(lane: Lane): void {
  end(lane);
  if (lane.report && lane.report.status === "stopped") lane.report.reasons = [`the time limit of ${limits.seconds} seconds was reached`];
}

function schedule(): void {
  if (state !== "running" || isScheduled) return;
  isScheduled = true;
  // In slow motion there is nothing to do between two frames.
  setTimeout(guarded(tick), rate > 0 ? 16 : 0);
}

function obey(order: Order): void {
  switch (order.order) {
    case "taken":
      untaken = Math.max(0, untaken - 1);
      schedule();
      return;
    case "run":
      if (state === "ended") return;
      rate = order.rate;
      target = Math.max(...lanes.filter((lane) => lane.goesOn).map(effort), 0);
      lastTick = performance.now();
      state = "running";
      schedule();
      return;
    case "pause":
      if (state === "running") state = "paused";
      news();
      return;
    case "stop":
      lanes.filter((lane) => lane.goesOn).forEach(end);
      state = "ended";
      news();
      return;
    case "step":
      if (state === "ended") return;
      state = "paused";
      for (const lane of lanes.filter((lane) => lane.goesOn)) {
        const [evaluations, expansions] = order.unit === "evaluation" ? [1, Infinity] : [Infinity, 1];
        lane.goesOn = lane.watched.advance(evaluations, expansions, ALL);
        if (!lane.goesOn) end(lane);
      }
      if (lanes.every((lane) => !lane.goesOn)) state = "ended";
      news();
  }
}

/** After a panic the module must not be used again: the page starts another worker. */
function guarded(work: () => void): () => void {
  return () => {
    try {
      work();
    } catch (error) {
      send({ died: error instanceof Error ? error.message : String(error) });
    }
  };
}

self.onmessage = async (event: MessageEvent<ToWorker>): Promise<void> => {
  const message = event.data;
  try {
    if ("boot" in message) {
      await init({ module_or_path: message.boot });
      send({ ready: true });
    } else if ("request" in message) {
      try {
        send({ id: message.id, answer: await answer(message.request) });
      } catch (error) {
        send({ id: message.id, failure: asFailure(error) });
      }
    } else {
      obey(message);
    }
  } catch (error) {
    send({ died: error instanceof Error ? error.message : String(error) });
  }
};
