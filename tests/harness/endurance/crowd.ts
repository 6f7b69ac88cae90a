import { fileURLToPath } from 'node:url';

import type { StoredScan } from '#shared/model/scan.ts';
import type { EpochMs } from '#shared/model/time.ts';
import type { Change } from '#shared/wire/change-feed.ts';
import { connectRedis } from '#tests/support/ingest-scans.ts';
import { startProcess, type TestProcess } from '#tests/support/process.ts';

import { type Web, WEBS } from '../plan-faults.ts';
import type { RaceSite } from '../race-site.ts';
import { EndedByItself } from '../strike.ts';
import type { Spectator } from './plan-endurance.ts';
import type { Reading } from './vitals.ts';

/** So many are little work for a core. */
const IN_A_PROCESS = 500;

/** How often they came, how many were there at most, stopped reading, were cut off, found nobody, and had their latency taken. */
const COUNTS = ['visits', 'most', 'stalls', 'cutOff', 'notLoaded', 'measured'] as const;
export type CrowdCounts = Readonly<Record<(typeof COUNTS)[number], number>>;

/** What a process of the crowd says every few seconds. */
interface Report {
  readonly atMs: EpochMs;
  /** Of messages with reads since the last report, to pages that read; milliseconds after Redis took the oldest read. */
  readonly latencies: readonly { readonly web: Web; readonly p50: number; readonly p99: number }[];
  /** From the beginning. */
  readonly counts: CrowdCounts;
}

/** The spectators of a race, each a client of Socket.IO as pages have it, in processes of their own. */
export class Crowd {
  readonly #processes: readonly TestProcess[];
  readonly #beginMs = Date.now();
  readonly #endListening: () => void;

  private constructor(processes: readonly TestProcess[], endListening: () => void) {
    this.#processes = processes;
    this.#endListening = endListening;
  }

  /** From now on each comes and goes as planned. */
  static async start(
    { redis, store, webs }: RaceSite,
    spectators: readonly Spectator[],
  ): Promise<Crowd> {
    const path = fileURLToPath(new URL('crowd-process.mjs', import.meta.url));
    const urls = Object.fromEntries(WEBS.map((web) => [web, webs[web].url]));
    const count = Math.ceil(spectators.length / IN_A_PROCESS);
    const client = await connectRedis(redis.url);
    const processes = Array.from({ length: count }, (_, index) => {
      const child = startProcess(process.execPath, [path]);
      const some = spectators.filter((_one, place) => place % count === index);
      child.write(`${JSON.stringify({ webs: urls, spectators: some })}\n`);
      return child;
    });
    await client.subscribe(store.keys.changesChannel, (text) => {
      const { version, ops } = JSON.parse(text) as Change;
      const [read] = ops.flatMap((op) => (op.op === 'add-scan' ? [op.scan as StoredScan] : []));
      if (!read) return;
      for (const child of processes) child.write(`${version} ${read.arrivedMs}\n`);
    });
    return new Crowd(processes, () => client.destroy());
  }

  /** The latency of the pages at each instance, as each process of the crowd saw it. */
  get readings(): readonly Reading[] {
    const reports = this.#processes.flatMap(readReports);
    return reports.flatMap(({ atMs: nowMs, latencies }) =>
      latencies.flatMap(({ web, p50, p99 }): Reading[] => {
        const process = `pages of ${web}`;
        const reading = { of: 'pages', process, life: 0, atMs: nowMs - this.#beginMs } as const;
        return [
          { ...reading, vital: 'latency p50, ms', value: p50 },
          { ...reading, vital: 'latency p99, ms', value: p99 },
        ];
      }),
    );
  }

  get counts(): CrowdCounts {
    const last = this.#processes.flatMap((child) => readReports(child).at(-1) ?? []);
    const count = (name: keyof CrowdCounts): number =>
      last.reduce((sum, { counts }) => sum + counts[name], 0);
    return Object.fromEntries(COUNTS.map((name) => [name, count(name)])) as CrowdCounts;
  }

  /** All leave at once, and without a goodbye. Throws when a process of the crowd had ended before. */
  async leave(): Promise<void> {
    this.#endListening();
    for (const child of this.#processes) {
      if (!child.running) throw new EndedByItself('The crowd', child);
      child.endInput();
    }
    await Promise.all(this.#processes.map(({ exitCode }) => exitCode));
  }
}

function readReports({ stdout }: TestProcess): readonly Report[] {
  const whole = stdout.slice(0, stdout.lastIndexOf('\n') + 1);
  return whole.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Report]));
}
