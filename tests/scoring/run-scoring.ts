import { type EpochMs, MINUTE_MS } from '#shared/model/time.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { Scan } from '#shared/model/scan.ts';
import { parseTimePoints } from '#shared/model/time-point.ts';
import { type RunnerScore, scoreRunner } from '#shared/scoring/score-runner.ts';
import { scoringRulesOf } from '#shared/scoring/scoring-rules.ts';
import type { Verdict } from '#shared/scoring/count-scans.ts';
import {
  buildConfig,
  buildRunner,
  buildScan,
  type RunnerOverrides,
} from '#tests/support/builders.ts';

/** The gun of the builders' race: 10:00:00 in British summer time. */
const GUN_MS: EpochMs = Date.UTC(2026, 5, 20, 9);

/** Parses `10:05:00`, `10:05:00.250` or, past midnight, `25:00:00`. */
export function clock(text: string): EpochMs {
  const [hours = 0, minutes = 0, seconds = 0] = text.split(':').map(Number);
  return GUN_MS + Math.round(((hours - 10) * 60 + minutes) * MINUTE_MS + seconds * 1_000);
}

/** A scan of band 101 written `10:05:00 cp1` or `10:50:00 start,finish`. */
export function scanOf(text: string, source = 'mat-1'): Scan {
  const [time = '', names = ''] = text.split(' ');
  const points = parseTimePoints(names);
  if (!points) throw new Error(`${text} names no time point`);
  return buildScan({ bandId: '101', points, timeMs: clock(time), source });
}

interface Scenario {
  /** Each `HH:MM:SS point[,point]` on the race's clock. */
  readonly scans: readonly string[];
  readonly runner?: RunnerOverrides;
  /** Gun at 10:00:00, gun timing, finish from ten minutes on, unless set. */
  readonly config?: Partial<RaceConfig>;
}

interface Outcome extends Omit<RunnerScore, 'verdicts'> {
  /** In the order the scans were written. */
  readonly verdicts: readonly (Verdict | undefined)[];
}

/** Scores one runner, a PB one with band 101 unless set. */
export function score({ scans, runner = {}, config = {} }: Scenario): Outcome {
  const read = scans.map((text) => scanOf(text));
  const rules = scoringRulesOf(buildConfig(config));
  const outcome = scoreRunner(buildRunner({ bandId: '101', ...runner }), read, rules);
  return { ...outcome, verdicts: read.map((scan) => outcome.verdicts.get(scan.scanId)) };
}

/** Settings of a race for which no gun is set. */
export const NO_GUN: Partial<RaceConfig> = { raceStart: '' };
