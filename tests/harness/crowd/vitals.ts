import { readdirSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

import { type DurationMs, HOUR_MS } from '#shared/model/time.ts';
import { readMemory } from '#tests/bench/machine/processes.ts';
import { connectRedis } from '#tests/support/ingest-scans.ts';

import { fetchWithin } from '../ask.ts';
import { WEBS } from '../plan-faults.ts';
import type { RaceSite } from '../race-site.ts';

const EVERY_MS: DurationMs = 5_000;
const MB = 1e6;

/** What a vital may rise by: each hour, with each read, save and tap, which are kept, and once, until a process has what it goes on with. */
const BOUNDS = {
  'instance memory, MB': { hour: 20, change: 0.002, once: 60 },
  'instance handles': { hour: 0, change: 0, once: 4 },
  'scanner memory, MB': { hour: 10, change: 0, once: 40 },
  'scanner handles': { hour: 0, change: 0, once: 3 },
  'redis memory, MB': { hour: 2, change: 0.002, once: 5 },
  'redis clients': { hour: 0, change: 0, once: 4 },
} as const;
export type Vital = keyof typeof BOUNDS;

/** One value at a moment of the race; a process that is killed begins another life. */
export interface Reading {
  readonly process: string;
  readonly life: number;
  readonly vital: Vital;
  readonly atMs: DurationMs;
  readonly value: number;
}

/** How a vital rose over the longest life of a process, and by how much it may. */
export interface Rise {
  readonly process: string;
  readonly vital: Vital;
  readonly begin: number;
  readonly end: number;
  readonly rise: number;
  readonly limit: number;
}

/** Of each life: the process comes to work, and the crowd comes. */
const WARM_UP = 0.2;
/** A life is looked at as the medians of this many spans, which a garbage collection or a fault does not move. */
const SPANS = 40;

/** The rise of each vital of each process, by the median slope between all pairs of spans (Theil 1950). A life of fewer than eight spans is left out. */
export function findRises(readings: readonly Reading[], changesPerHour: number): readonly Rise[] {
  const names = [...new Set(readings.map(({ process, vital }) => `${process}|${vital}`))];
  return names.flatMap((name) => {
    const its = readings.filter(({ process, vital }) => `${process}|${vital}` === name);
    const lives = [...new Set(its.map(({ life }) => life))].map((life) =>
      its.filter((one) => one.life === life),
    );
    const [longest = []] = lives.toSorted((a, b) => b.length - a.length);
    const warm = longest.slice(Math.floor(longest.length * WARM_UP));
    const size = Math.max(1, Math.floor(warm.length / SPANS));
    const spans = Array.from({ length: Math.floor(warm.length / size) }, (_, index) => {
      const part = warm.slice(index * size, (index + 1) * size);
      return {
        hours: median(part.map(({ atMs }) => atMs)) / HOUR_MS,
        value: median(part.map(({ value }) => value)),
      };
    });
    const [first, last, some] = [spans[0], spans.at(-1), warm[0]];
    if (!first || !last || !some || spans.length < 8) return [];
    const slopes = spans.flatMap((a, i) =>
      spans.slice(i + 1).map((b) => (b.value - a.value) / (b.hours - a.hours)),
    );
    const { hour, change, once } = BOUNDS[some.vital];
    const hours = last.hours - first.hours;
    const { process, vital } = some;
    const rise = median(slopes) * hours;
    const limit = (hour + change * changesPerHour) * hours + once;
    return { process, vital, begin: first.value, end: last.value, rise, limit };
  });
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

/** Takes the vitals of all processes every few seconds until it is told to stop. */
export function sampleVitals(site: RaceSite): { stop(): Promise<readonly Reading[]> } {
  const readings: Reading[] = [];
  const beginMs = performance.now();
  const stopping = new AbortController();
  const note = (process: string, life: number | undefined, vital: Vital, value: number): void => {
    // A process that is struck just now has nothing to say.
    if (life === undefined || !(value > 0)) return;
    readings.push({ process, life, vital, atMs: performance.now() - beginMs, value });
  };
  const sample = async (): Promise<void> => {
    const client = await connectRedis(site.redis.url);
    try {
      while (!stopping.signal.aborted) {
        for (const [mat, { pid }] of site.mats) {
          note(mat, pid, 'scanner memory, MB', pid === undefined ? 0 : readMemory(pid) / MB);
          note(mat, pid, 'scanner handles', countHandles(pid));
        }
        for (const web of WEBS) {
          const { pid, url } = site.webs[web];
          const viewers = await countViewers(url);
          note(web, pid, 'instance memory, MB', pid === undefined ? 0 : readMemory(pid) / MB);
          // Without the connections of viewers: none may stay behind.
          note(web, pid, 'instance handles', countHandles(pid) - (viewers ?? Number.NaN));
        }
        const info = await client.info();
        const read = (name: string): number => Number(new RegExp(`${name}:(\\d+)`).exec(info)?.[1]);
        note('redis', read('process_id'), 'redis memory, MB', read('used_memory') / MB);
        note('redis', read('process_id'), 'redis clients', read('connected_clients'));
        await delay(EVERY_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    } finally {
      client.destroy();
    }
  };
  const sampling = sample();
  // `stop` says what went wrong.
  sampling.catch(() => undefined);
  return {
    async stop() {
      stopping.abort();
      await sampling;
      return readings;
    },
  };
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

/** Open files and connections; 0 of a process that has ended. */
function countHandles(pid: number | undefined): number {
  try {
    return pid === undefined ? 0 : readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return 0;
  }
}
