import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

import { type DurationMs, HOUR_MS } from '#shared/model/time.ts';

import { fetchWithin } from './ask.ts';

const EVERY_MS: DurationMs = 5_000;
const MB = 1e6;

/** How much a vital may rise: each hour, with each read and save, which are kept, and once, until a process has what it goes on with. */
const BOUNDS = {
  'memory, MB': { hour: 20, change: 0.002, once: 60 },
  handles: { hour: 0, change: 0, once: 4 },
} as const;
type Vital = keyof typeof BOUNDS;

/** A vital of a process, as it was at moments of the race. */
export interface Series {
  readonly process: string;
  readonly vital: Vital;
  readonly readings: { readonly atMs: DurationMs; readonly value: number }[];
}

/** How a vital rose over the race, and how much it may. */
export interface Rise extends Pick<Series, 'process' | 'vital'> {
  readonly begin: number;
  readonly end: number;
  readonly rise: number;
  readonly limit: number;
}

/** The share of a race in which processes come to work, and the crowd comes. */
const WARM_UP = 0.2;
/** A race is looked at as the medians of this many spans, which a garbage collection or a fault does not move. */
const SPANS = 40;

/** The median slope between all pairs of spans (Theil 1950), over the whole race. Undefined for fewer than eight spans. */
export function findRise(
  { process, vital, readings }: Series,
  changesPerHour: number,
): Rise | undefined {
  const warm = readings.slice(Math.floor(readings.length * WARM_UP));
  const size = Math.max(1, Math.floor(warm.length / SPANS));
  const spans = Array.from({ length: Math.floor(warm.length / size) }, (_, index) => {
    const part = warm.slice(index * size, (index + 1) * size);
    return {
      hours: median(part.map(({ atMs }) => atMs)) / HOUR_MS,
      value: median(part.map(({ value }) => value)),
    };
  });
  const [first, last] = [spans[0], spans.at(-1)];
  if (!first || !last || spans.length < 8) return undefined;
  const slopes = spans.flatMap((a, i) =>
    spans.slice(i + 1).map((b) => (b.value - a.value) / (b.hours - a.hours)),
  );
  const { hour, change, once } = BOUNDS[vital];
  const hours = last.hours - first.hours;
  const limit = (hour + change * changesPerHour) * hours + once;
  const rise = median(slopes) * hours;
  return { process, vital, begin: first.value, end: last.value, rise, limit };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

/** A process that lives throughout. */
export interface Watched {
  readonly process: string;
  readonly pid: number;
  /** Of an instance, whose viewers come and go. */
  readonly url?: string;
}

/** Takes memory and open handles of processes every few seconds until it is stopped. */
export function sampleVitals(all: readonly Watched[]): { stop(): Promise<readonly Series[]> } {
  const beginMs = performance.now();
  const stopping = new AbortController();
  const sample = async ({ process, pid, url }: Watched): Promise<readonly Series[]> => {
    const memory: Series = { process, vital: 'memory, MB', readings: [] };
    const handles: Series = { process, vital: 'handles', readings: [] };
    while (!stopping.signal.aborted) {
      const viewers = url === undefined ? 0 : await countViewers(url);
      const atMs = performance.now() - beginMs;
      memory.readings.push({ atMs, value: readMemory(pid) / MB });
      // Without the connections of viewers: none may stay behind. A stopped instance does not report how many.
      const open = readdirSync(`/proc/${pid}/fd`).length;
      if (viewers !== undefined) handles.readings.push({ atMs, value: open - viewers });
      await delay(EVERY_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
    return [memory, handles];
  };
  const sampling = Promise.all(all.map(sample));
  // `stop` rejects with it.
  sampling.catch(() => undefined);
  return {
    async stop() {
      stopping.abort();
      return (await sampling).flat();
    },
  };
}

/** The resident set, in bytes. */
function readMemory(pid: number): number {
  const [, kB = ''] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kB) * 1_024;
}

/** How many viewers an instance holds; undefined while it does not answer. */
export async function countViewers(url: string): Promise<number | undefined> {
  try {
    const text = await fetchWithin(EVERY_MS, `${url}/metrics`, {}, (response) => response.text());
    return Number(/^splitcast_viewers(?:\{[^}]*\})? (\S+)$/m.exec(text)?.[1]);
  } catch {
    return undefined;
  }
}
