import { readdirSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

import type { DurationMs } from '#shared/model/time.ts';
import { readMemory } from '#tests/bench/machine/processes.ts';
import { connectRedis } from '#tests/support/ingest-scans.ts';

import { fetchWithin } from '../ask.ts';
import type { MatScanner } from '../mat-scanner.ts';
import { type Mat, type Web, WEBS } from '../plan-faults.ts';
import type { RaceSite } from '../race-site.ts';
import type { Reading } from './vitals.ts';

const EVERY_MS: DurationMs = 5_000;
const MB = 1e6;

/** Takes the vitals of all processes every few seconds until it is told to stop. */
export class VitalSampler {
  readonly readings: Reading[] = [];
  readonly #site: RaceSite;
  readonly #beginMs = performance.now();
  readonly #stopping = new AbortController();
  readonly #sampling: Promise<void>;

  constructor(site: RaceSite) {
    this.#site = site;
    this.#sampling = this.#sample();
    // Told by `stop`.
    this.#sampling.catch(() => undefined);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#sampling;
  }

  async #sample(): Promise<void> {
    const { signal } = this.#stopping;
    const client = await connectRedis(this.#site.redis.url);
    try {
      while (!signal.aborted) {
        for (const [mat, scanner] of this.#site.mats) this.#noteScanner(mat, scanner);
        const info = client.info().then((text) => this.#noteRedis(text));
        await Promise.all([info, ...WEBS.map((web) => this.#sampleInstance(web))]);
        await delay(EVERY_MS, undefined, { signal }).catch(() => undefined);
      }
    } finally {
      client.destroy();
    }
  }

  async #sampleInstance(web: Web): Promise<void> {
    const { url, pid } = this.#site.webs[web];
    const figures = await readFigures(url);
    const handles = countHandles(pid);
    // One that is struck just now has nothing to say.
    if (pid === undefined || handles === 0 || figures === undefined) return;
    this.#note('instance', web, pid, {
      'memory, MB': readMemory(pid) / MB,
      'heap, MB': readFigure(figures, 'nodejs_heap_size_used_bytes') / MB,
      handles: handles - readFigure(figures, 'splitcast_viewers'),
      'loop delay p99, ms': readFigure(figures, 'nodejs_eventloop_lag_p99_seconds') * 1_000,
    });
  }

  #noteScanner(mat: Mat, { pid }: MatScanner): void {
    const handles = countHandles(pid);
    if (pid === undefined || handles === 0) return;
    this.#note('scanner', mat, pid, { 'memory, MB': readMemory(pid) / MB, handles });
  }

  #noteRedis(info: string): void {
    const read = (name: string): number => Number(new RegExp(`${name}:(\\d+)`).exec(info)?.[1]);
    this.#note('redis', 'redis', read('process_id'), {
      'memory, MB': read('used_memory') / MB,
      clients: read('connected_clients'),
    });
  }

  #note(
    of: Reading['of'],
    process: string,
    life: number,
    values: Readonly<Record<string, number>>,
  ): void {
    const atMs = performance.now() - this.#beginMs;
    for (const [vital, value] of Object.entries(values)) {
      this.readings.push({ of, process, life, vital, atMs, value });
    }
  }
}

/** The figures of an instance as text; undefined while it does not answer. */
export async function readFigures(url: string): Promise<string | undefined> {
  try {
    return await fetchWithin(EVERY_MS, `${url}/metrics`, {}, (response) => response.text());
  } catch {
    return undefined;
  }
}

/** NaN where there is no such figure. */
export function readFigure(figures: string, name: string): number {
  return Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(figures)?.[1]);
}

/** Open files and connections; 0 of a process that has ended. */
function countHandles(pid: number | undefined): number {
  try {
    return pid === undefined ? 0 : readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return 0;
  }
}
