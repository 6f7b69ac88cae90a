/** Random values that are the same for the same seed on every machine. */
export interface Random {
  /** From `min` up to, but not including, `max`. */
  between(min: number, max: number): number;
  /** A whole number from `min` to `max`, both included. */
  int(min: number, max: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
  /** Normally distributed around 0, with a standard deviation of 1. */
  normal(): number;
  shuffle<T>(items: readonly T[]): T[];
}

export function createRandom(seed: number): Random {
  const next = createMulberry32(seed);
  const between = (min: number, max: number): number => min + next() * (max - min);
  const int = (min: number, max: number): number => Math.floor(between(min, max + 1));
  return {
    between,
    int,
    chance: (probability) => next() < probability,
    pick: (items) => getAt(items, int(0, items.length - 1)),
    // The Box-Muller transform; `1 - next()` is never 0.
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    shuffle(items) {
      const left = [...items];
      return items.map(() => {
        const [taken] = left.splice(int(0, left.length - 1), 1);
        return taken as (typeof left)[number];
      });
    },
  };
}

/** Tommy Ettinger's generator, with 32 bits of state: numbers from 0 up to, but not including, 1. */
function createMulberry32(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function getAt<T>(items: readonly T[], index: number): T {
  if (index < 0 || index >= items.length) throw new RangeError('there is nothing to pick from');
  return items[index] as T;
}
