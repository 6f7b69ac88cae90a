import type { DurationMs } from '#shared/model/time.ts';

/** Whose vitals are taken; `pages` have the latency of the crowd at an instance. */
type Kind = 'instance' | 'scanner' | 'redis' | 'pages';

/** One value at a moment of the race; a process that is killed begins another life. */
export interface Reading {
  readonly of: Kind;
  readonly process: string;
  readonly life: number;
  readonly vital: string;
  readonly atMs: DurationMs;
  readonly value: number;
}

/** What a vital may rise by, in its unit, and where it may stand. */
export interface Bound {
  readonly of: Kind;
  readonly vital: string;
  /** An hour, at a level crowd. */
  readonly hour: number;
  /** With each read, save and tap: they are kept for as long as the race is. */
  readonly change?: number;
  /** However long the race is: until a process has what it goes on with, such as its heap and its buffers. */
  readonly once: number;
  /** For its median in the last third. */
  readonly atMost?: number;
}

export const BOUNDS: readonly Bound[] = [
  // In a day an instance stays under 700 MB, and 2 kB for each change.
  { of: 'instance', vital: 'memory, MB', hour: 20, change: 0.002, once: 60 },
  // Of that, what JavaScript holds.
  { of: 'instance', vital: 'heap, MB', hour: 10, change: 0.002, once: 30 },
  // Without those of viewers, whose number is theirs: none may stay behind.
  { of: 'instance', vital: 'handles', hour: 0, once: 4 },
  // Work that grows shows here before pages are late.
  { of: 'instance', vital: 'loop delay p99, ms', hour: 20, once: 20, atMost: 500 },
  // Under load pushes are up to a second apart.
  { of: 'pages', vital: 'latency p50, ms', hour: 60, once: 100, atMost: 1_500 },
  // A fault takes up to four seconds, and most spans of five seconds have none.
  { of: 'pages', vital: 'latency p99, ms', hour: 250, once: 500, atMost: 5_000 },
  // Its journal is on disk, and it keeps nothing of what is sent.
  { of: 'scanner', vital: 'memory, MB', hour: 10, once: 40 },
  { of: 'scanner', vital: 'handles', hour: 0, once: 3 },
  // A save has an entry in the log; of the feed the latest 2,000 changes are kept, which come once.
  { of: 'redis', vital: 'memory, MB', hour: 2, change: 0.002, once: 5 },
  // A connection that was cut has to be gone when another takes its place.
  { of: 'redis', vital: 'clients', hour: 0, once: 4 },
];
