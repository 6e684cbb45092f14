// How many frames a second the page draws, with how many nodes, and how long it works for one.

export interface Second {
  /** The nodes at its end. */
  nodes: number;
  frames: number;
  /** What the page itself did for a frame, in milliseconds. */
  work: number;
}

export class FrameMeter {
  /** Frames in the last second. */
  rate = 0;
  private frames = 0;
  private since = 0;
  private lastSlow = 0;
  private worked = 0;
  /** The seconds in which a search ran. */
  readonly seconds: Second[] = [];

  frame(now: number, nodes: number, isRunning: boolean): void {
    this.frames += 1;
    if (now - this.since < 1000) return;
    this.rate = Math.round((this.frames * 1000) / (now - this.since));
    if (isRunning && this.since > 0) this.seconds.push({ nodes, frames: this.rate, work: this.worked / this.frames });
    if (this.seconds.length > 600) this.seconds.shift();
    [this.frames, this.since, this.worked] = [0, now, 0];
  }

  /** Adds work of the page since a moment. */
  work(start: number): void {
    this.worked += performance.now() - start;
  }

  /** Whether it is time for what is drawn ten times a second. */
  isTime(now: number): boolean {
    if (now - this.lastSlow < 100) return false;
    this.lastSlow = now;
    return true;
  }
}
