import { RaceState } from '#server/race/race-state.ts';
import { scoreRace } from '#shared/scoring/score-race.ts';

import { createField } from './field.ts';
import { median } from './median.ts';

const MEASURED_SCANS = 5_000;
const ROUNDS = 3;

/** What one scan costs in the process, in microseconds, in fields of so many runners. */
export function measureScans(fields: readonly number[]): [runners: number, µs: number][] {
  // The first rounds run on code that is not compiled yet.
  for (const runners of fields) microsecondsPerScan(runners);
  const rounds = Array.from({ length: ROUNDS }, () => fields.map(microsecondsPerScan));
  return fields.map((runners, i) => [runners, median(rounds.map((round) => round[i] ?? NaN))]);
}

/** What it costs to score everything again, in microseconds. */
export function measureWhole(size: number): number {
  const { runners, scans, config } = createField(size);
  const before = process.cpuUsage();
  scoreRace(runners, scans, config);
  return usedSince(before);
}

/** The last scans of a race that is otherwise there: when the finishers' list is longest. */
function microsecondsPerScan(size: number): number {
  const { runners, scans, config } = createField(size);
  const count = Math.min(MEASURED_SCANS, scans.length / 2);
  const state = RaceState.of({ config, runners, scans: scans.slice(0, -count) });
  const before = process.cpuUsage();
  for (const scan of scans.slice(-count)) state.apply([{ op: 'add-scan', scan }]);
  return usedSince(before) / count;
}

/** Microseconds of a core: the clock on the wall would count what others do on it. */
function usedSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
