// The page's side of a worker: questions with answers, orders, and a new worker when one has died.

import type { Failure, FromWorker, Order, Request, RunState, SearchNews } from "./protocol.ts";

/** An answer that is a refusal. */
export class Refused extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

export interface Listener {
  news(all: SearchNews[], state: RunState, seconds: number): void;
  died(message: string): void;
}

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

/** So many workers may die before one is ready. */
const MOST_DEATHS = 3;

export class Planner {
  private worker: Worker | null = null;
  private ready: Promise<void> = Promise.resolve();
  private nextId = 1;
  private readonly waiting = new Map<number, Waiting>();
  private readonly address: string;
  private readonly module: Promise<WebAssembly.Module>;
  private readonly listener: Listener;
  /** How many workers have died since one was ready. */
  private deaths = 0;
  /** How often a worker was restarted. */
  restarts = 0;

  constructor(address: string, module: Promise<WebAssembly.Module>, listener: Listener) {
    [this.address, this.module, this.listener] = [address, module, listener];
    this.begin();
  }

  private begin(): void {
    const worker = new Worker(this.address);
    this.worker = worker;
    this.ready = new Promise((resolve, reject) => {
      this.waiting.set(0, { resolve: () => resolve(), reject });
    });
    // Whoever asks hears of a failure; if nobody does, it is no error of the page.
    this.ready.catch(() => {});
    worker.onmessage = (event: MessageEvent<FromWorker>) => {
      if (worker === this.worker) this.hear(event.data);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      if (worker === this.worker) this.bury(event.message || "it has stopped without a reason");
    };
    this.module.then(
      (module) => worker.postMessage({ boot: module }),
      (error: unknown) => this.refuseAll({ kind: "died", message: String(error) }),
    );
  }

  private hear(message: FromWorker): void {
    if ("ready" in message) {
      this.deaths = 0;
      this.settle(0, (waiting) => waiting.resolve(null));
    } else if ("answer" in message) {
      this.settle(message.id, (waiting) => waiting.resolve(message.answer));
    } else if ("failure" in message) {
      this.settle(message.id, (waiting) => waiting.reject(new Refused(message.failure)));
    } else if ("news" in message) {
      this.listener.news(message.news, message.state, message.seconds);
    } else {
      this.bury(message.died);
    }
  }

  private settle(id: number, how: (waiting: Waiting) => void): void {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    if (waiting) how(waiting);
  }

  private refuseAll(failure: Failure): void {
    const all = [...this.waiting.values()];
    this.waiting.clear();
    for (const waiting of all) waiting.reject(new Refused(failure));
  }

  /** Puts a new worker in the place of one that has died, unless no worker gets as far as to be ready. */
  private bury(message: string): void {
    const failure: Failure = { kind: "died", message };
    this.deaths += 1;
    if (this.deaths < MOST_DEATHS) {
      this.restart(failure);
    } else {
      this.worker?.terminate();
      this.worker = null;
      this.refuseAll(failure);
      this.ready = Promise.reject(new Refused(failure));
      this.ready.catch(() => {});
    }
    this.listener.died(message);
  }

  /** Ends the worker, whatever it does, and starts another. */
  restart(failure: Failure): void {
    this.worker?.terminate();
    this.restarts += 1;
    this.refuseAll(failure);
    this.begin();
  }

  async ask<T>(request: Request): Promise<T> {
    await this.ready;
    const id = this.nextId++;
    return new Promise<T>((resolve, reject) => {
      this.waiting.set(id, { resolve: (answer) => resolve(answer as T), reject });
      this.worker?.postMessage({ id, request });
    });
  }

  order(order: Order): void {
    this.worker?.postMessage(order);
  }
}
