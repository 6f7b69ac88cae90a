import { formatClock } from '#shared/format/format-time.ts';
import type { CheckpointField, RunnerStatus, UnrankedResult } from '#shared/model/result.ts';

type Given = Partial<
  Omit<UnrankedResult, 'totalTime' | 'wodTime' | 'carnIngliTime' | CheckpointField>
>;

/** A public result whose texts agree with its milliseconds; a finisher when a total is given. */
export function buildResult(given: Given = {}): UnrankedResult {
  const totalMs = given.totalMs ?? null;
  const status: RunnerStatus = given.status ?? (totalMs === null ? 'racing' : 'finished');
  const startedAtMs = given.startedAtMs ?? null;
  const splitsMs = given.splitsMs ?? [null, null, null, null, null, null];
  const komsMs = given.komsMs ?? [null, null];
  const clockAt = (slot: number): string => describe(splitsMs[slot], formatClock);
  return {
    runnerId: 'r1',
    firstName: 'Siân',
    lastName: 'Prydderch',
    runClub: 'Mynydd Du',
    ageGroup: 'F40',
    bibNumber: '88',
    events: 'PB',
    isDisqualified: false,
    ...given,
    status,
    totalMs,
    startedAtMs,
    splitsMs,
    komsMs,
    totalTime: status === 'dnf' ? 'DNF' : totalMs === null ? '' : formatClock(totalMs),
    wodTime: describe(komsMs[0], inSeconds),
    carnIngliTime: describe(komsMs[1], inSeconds),
    checkPointOne: clockAt(0),
    checkPointTwo: clockAt(1),
    checkPointThree: clockAt(2),
    checkPointFour: clockAt(3),
    checkPointFive: clockAt(4),
    checkPointSix: clockAt(5),
  };
}

function describe(spanMs: number | null | undefined, format: (spanMs: number) => string): string {
  return typeof spanMs === 'number' ? format(spanMs) : '';
}

function inSeconds(spanMs: number): string {
  return String(Math.ceil(spanMs / 1000));
}
