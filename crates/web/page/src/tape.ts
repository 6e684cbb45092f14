// The events of a search as numbers, as crates/web/src/tape.rs writes them.

/** Stands for what is not there. */
export const NOTHING = 0xffffffff;

export const GENERATED = 1;
export const EVALUATED = 2;
export const EXPANDED = 3;
export const SELECTED = 4;
export const BACKED_UP = 5;
export const TURN = 6;
export const BEST_H = 7;
export const SEEN = 8;
export const AGAIN = 9;
export const GOAL = 10;

const bits = new Uint32Array(1);
const float = new Float32Array(bits.buffer);

/** A number that was written as the bits of a 32-bit float. */
export function asFloat(value: number): number | null {
  if (value === NOTHING) return null;
  bits[0] = value;
  return float[0];
}
