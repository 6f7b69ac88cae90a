import { setImmediate as yieldOnce } from 'node:timers/promises';

import { RaceBodies } from '#server/features/results/race-bodies.ts';
import { LiveRace } from '#server/race/live-race.ts';
import type { BodyOrPromise, CachedBody } from '#server/web/cached-body.ts';
import { unpackResults } from '#shared/wire/compact-results.ts';
import type { CompactResultsBody } from '#shared/wire/http-api.ts';
import { presentAll } from '#shared/scoring/present-standings.ts';

import { createField, type Field } from '../field.ts';
import { median } from '../median.ts';
import type { BenchPart, BenchRow, BenchSetting, BenchSize, PartResult } from './part.ts';

const PLANS: Readonly<Record<BenchSize, { readonly fields: readonly number[] }>> = {
  smallest: { fields: [1_200] },
  small: { fields: [2_000, 6_000, 32_000] },
  full: { fields: [2_000, 6_000, 32_000] },
};
const ROUNDS = 7;
/** Past any age and any rest, so that each body is made anew. */
const LATER_MS = 60_000;

/** What it takes to make the bodies that spectators load, before anybody is sent one. */
export const bodies: BenchPart = {
  id: 'body',
  title: 'GET /api and GET /api/compact: making the body',
  async run({ size }: BenchSetting): Promise<PartResult> {
    const measured: BodyFigures[] = [];
    for (const runners of PLANS[size].fields) measured.push(await measureBodies(runners));
    return {
      rows: measured.flatMap(presentBodies),
      growth: [
        growthOf(measured, 'all of GET /api at once', ({ wholeMs }) => wholeMs),
        growthOf(measured, 'GET /api after a scan', ({ results }) => results.cpuMs),
        growthOf(measured, 'GET /api/compact after a scan', ({ compact }) => compact.cpuMs),
      ],
      due: measured.reduce((sum, { runners }) => sum + runners, 0),
      delivered: measured.reduce((sum, { unpacked }) => sum + unpacked, 0),
      remarks: [],
    };
  },
};

/** Processor time of the process, its threads for garbage and for compression too. */
interface Making {
  readonly cpuMs: number;
  /** The longest time without a turn for others. */
  readonly longestMs: number;
  readonly turns: number;
  readonly bytes: number;
  readonly brotliBytes: number;
  readonly brotliMs: number;
}

interface BodyFigures {
  readonly runners: number;
  /** Every row told and written out at once. */
  readonly wholeMs: number;
  readonly results: Making;
  readonly compact: Making;
  /** The rows that were read from the compact body. */
  readonly unpacked: number;
}

async function measureBodies(runners: number): Promise<BodyFigures> {
  const { race, scanNext } = openRace(createField(runners));
  const watch = new StepWatch();
  const made = new RaceBodies(race, { yieldNow: () => watch.yieldNow() });
  let nowMs = 0;
  const measure = async (get: (nowMs: number) => BodyOrPromise): Promise<Making> => {
    const rounds: Making[] = [];
    // The first ones write everything, on code that is not compiled yet.
    for (let round = -2; round < ROUNDS; round += 1) {
      scanNext();
      nowMs += LATER_MS;
      const making = await watch.measure(() => get(nowMs));
      if (round >= 0) rounds.push(making);
    }
    return medianOf(rounds);
  };
  const results = await measure((at) => made.getResults(at));
  const compact = await measure((at) => made.getCompactResults(at));
  const wholes = Array.from({ length: ROUNDS }, () => {
    const before = readCpuMs();
    JSON.stringify({ runners: { data: presentAll(race.standings) } });
    return readCpuMs() - before;
  });
  const body = await made.getCompactResults(nowMs);
  const { rows } = JSON.parse(String(await body.encode('identity'))) as CompactResultsBody;
  const unpacked = unpackResults(rows, race.standings.courses)?.results.length ?? 0;
  return { runners, wholeMs: median(wholes), results, compact, unpacked };
}

/** The race near its end, and its last scans one by one. */
function openRace({ runners, scans, config }: Field): { race: LiveRace; scanNext: () => void } {
  const late = scans.slice(-100);
  const race = new LiveRace();
  race.load({ epoch: 'bench', version: 1 }, { runners, config, scans: scans.slice(0, -100) });
  return {
    race,
    scanNext: () => {
      const scan = late.shift();
      if (!scan) throw new Error('The field has no more scans.');
      const { epoch, version } = race.head;
      race.apply({ epoch, version: version + 1, ops: [{ op: 'add-scan', scan }] });
    },
  };
}

/** Watches how long the steps of a body take. */
class StepWatch {
  #sinceMs = 0;
  #stepsMs: number[] = [];

  async yieldNow(): Promise<void> {
    this.#note();
    await yieldOnce();
    this.#sinceMs = readCpuMs();
  }

  async measure(make: () => BodyOrPromise): Promise<Making> {
    this.#stepsMs = [];
    this.#sinceMs = readCpuMs();
    const body: CachedBody = await make();
    this.#note();
    const stepsMs = this.#stepsMs;
    const before = readCpuMs();
    const brotli = await body.encode('br');
    return {
      cpuMs: stepsMs.reduce((sum, stepMs) => sum + stepMs, 0),
      longestMs: Math.max(...stepsMs),
      turns: stepsMs.length - 1,
      bytes: body.size,
      brotliBytes: brotli.length,
      brotliMs: readCpuMs() - before,
    };
  }

  #note(): void {
    this.#stepsMs.push(readCpuMs() - this.#sinceMs);
  }
}

function readCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

function medianOf(rounds: readonly Making[]): Making {
  const of = (figure: keyof Making): number => median(rounds.map((round) => round[figure]));
  return {
    cpuMs: of('cpuMs'),
    longestMs: of('longestMs'),
    turns: of('turns'),
    bytes: of('bytes'),
    brotliBytes: of('brotliBytes'),
    brotliMs: of('brotliMs'),
  };
}

function presentBodies({ runners, wholeMs, results, compact }: BodyFigures): BenchRow[] {
  return [
    {
      bench: `GET /api after a scan, ${runners} runners`,
      ratio: 'all of it written at once / after a scan, CPU',
      value: wholeMs / results.cpuMs,
      figures: { 'ms at once': wholeMs.toFixed(1), ...figuresOf(results) },
    },
    {
      bench: `GET /api/compact, ${runners} runners`,
      ratio: 'brotli of GET /api / of GET /api/compact, bytes',
      value: results.brotliBytes / compact.brotliBytes,
      figures: figuresOf(compact),
    },
  ];
}

function figuresOf(making: Making): BenchRow['figures'] {
  return {
    'ms after a scan': making.cpuMs.toFixed(1),
    'ms of the longest step': making.longestMs.toFixed(1),
    turns: making.turns,
    'ms brotli, beside': making.brotliMs.toFixed(0),
    'kB raw': Math.round(making.bytes / 1_000),
    'kB brotli': Math.round(making.brotliBytes / 1_000),
  };
}

function growthOf(
  measured: readonly BodyFigures[],
  name: string,
  cost: (figures: BodyFigures) => number,
) {
  const points = measured.map((figures) => [figures.runners, cost(figures)] as const);
  return { name, of: 'runners', unit: 'ms', points };
}
