// How many frames a second the page draws, and how many of them with how many nodes.

export class FrameMeter {
  /** Frames in the last second. */
  rate = 0;
  private frames = 0;
  private since = 0;
  private lastSlow = 0;
  /** For each second while a search ran: the nodes at its end, and the frames in it. */
  readonly seconds: { nodes: number; frames: number }[] = [];

  frame(now: number, nodes: number, isRunning: boolean): void {
    this.frames += 1;
    if (now - this.since < 1000) return;
    this.rate = Math.round((this.frames * 1000) / (now - this.since));
    if (isRunning && this.since > 0) this.seconds.push({ nodes, frames: this.rate });
    if (this.seconds.length > 600) this.seconds.shift();
    [this.frames, this.since] = [0, now];
  }

  /** Whether it is time for what is drawn ten times a second. */
  isTime(now: number): boolean {
    if (now - this.lastSlow < 100) return false;
    this.lastSlow = now;
    return true;
  }
}
