import { createRandom } from '#server/system/random.ts';
import { DEFAULT_CONFIG, type RaceConfig } from '#shared/model/race-config.ts';
import type { Runner } from '#shared/model/runner.ts';
import type { StoredScan } from '#shared/model/scan.ts';
import type { TimePoint } from '#shared/model/time-point.ts';
import { MINUTE_MS } from '#shared/model/time.ts';
import { buildRunner, buildScan } from '#tests/support/builders.ts';

/** A race with its scans in order of time. */
export interface Field {
  readonly config: RaceConfig;
  readonly runners: readonly Runner[];
  readonly scans: readonly StoredScan[];
}

const GUN_MS = Date.UTC(2026, 5, 6, 8, 0, 0);
const LEGS: readonly TimePoint[] = ['cp1', 'cp2', 'cp3', 'cp4', 'finish'];

/** `size` runners of one event, each with four splits and a finish; always the same. */
export function createField(size: number): Field {
  const random = createRandom(size);
  const runners = Array.from({ length: size }, (_, i) => createRunner(i));
  const scans = runners.flatMap((_runner, i) => {
    const pace = random.between(20, 45);
    let timeMs = GUN_MS;
    return LEGS.map((point) => {
      timeMs += Math.round(pace * random.between(0.9, 1.1) * MINUTE_MS);
      const scan = buildScan({ bandId: String(i + 1), points: [point], timeMs, source: 'bench' });
      return Object.assign(scan, { receivedMs: timeMs });
    });
  });
  return {
    config: { ...DEFAULT_CONFIG, raceStart: '2026-06-06-09-00-00' },
    runners,
    scans: scans.toSorted((a, b) => a.timeMs - b.timeMs),
  };
}

function createRunner(i: number): Runner {
  return buildRunner({
    runnerId: `runner-${i}`,
    bandId: String(i + 1),
    bibNumber: String(i + 1),
    firstName: `First${i % 997}`,
    lastName: `Last${i % 7919}`,
    ageGroup: i % 2 ? 'M40' : 'F-SNR',
    runClub: `Club ${i % 83}`,
  });
}
