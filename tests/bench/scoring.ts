import { RaceState } from '#server/race/race-state.ts';
import { scoreRace } from '#shared/scoring/score-race.ts';

import { createField } from './field.ts';
import type { BenchRow } from './parts/part.ts';
import { median } from './median.ts';

const SMALL = 1_000;
const LARGE = 32_000;
const MEASURED_SCANS = 5_000;
const ROUNDS = 3;

/** What one scan costs as the field grows, and against scoring everything again. */
export function benchScoring(): BenchRow[] {
  // The first rounds run on code that is not compiled yet.
  microsecondsPerScan(SMALL);
  microsecondsPerScan(LARGE);
  const small = median(Array.from({ length: ROUNDS }, () => microsecondsPerScan(SMALL)));
  const large = median(Array.from({ length: ROUNDS }, () => microsecondsPerScan(LARGE)));
  const { runners, scans, config } = createField(LARGE);
  const startedMs = performance.now();
  scoreRace(runners, scans, config);
  const wholeMs = performance.now() - startedMs;
  return [
    {
      bench: 'one scan, incremental',
      ratio: `cost in a field of ${LARGE} / ${SMALL}`,
      value: large / small,
      figures: { [`µs at ${SMALL}`]: small.toFixed(1), [`µs at ${LARGE}`]: large.toFixed(1) },
    },
    {
      bench: 'one scan, whole race again',
      ratio: `cost / incremental, field of ${LARGE}`,
      value: (wholeMs * 1_000) / large,
      figures: { 'ms whole': wholeMs.toFixed(0), 'scans/s incremental': Math.round(1e6 / large) },
    },
  ];
}

/** The last scans of a race that is otherwise there: when the finishers' list is longest. */
function microsecondsPerScan(size: number): number {
  const { runners, scans, config } = createField(size);
  const count = Math.min(MEASURED_SCANS, scans.length / 2);
  const state = RaceState.of({ config, runners, scans: scans.slice(0, -count) });
  const startedMs = performance.now();
  for (const scan of scans.slice(-count)) state.apply([{ op: 'add-scan', scan }]);
  return ((performance.now() - startedMs) * 1_000) / count;
}
