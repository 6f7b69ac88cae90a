import type { Runner } from '#shared/model/runner.ts';
import type { Scan } from '#shared/model/scan.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/model/time.ts';

import { buildRunner, buildScan } from './builders.ts';

/** 09:00:00 UTC on 20 June 2026, the gun of `buildConfig()`. */
export const GUN_MS = Date.UTC(2026, 5, 20, 9);

/** Runners of all three events with the wristbands 1 … `count`, in the age groups of both sexes. */
export function buildField(count: number): Runner[] {
  const events = ['PB', 'BB', 'UB'] as const;
  const groups = ['F40', 'M-SNR', 'MU23', 'F-SNR', ''] as const;
  return Array.from({ length: count }, (_, i) =>
    buildRunner({
      runnerId: `runner-${i + 1}`,
      bandId: String(i + 1),
      event: events[i % events.length] ?? 'PB',
      ageGroup: groups[i % groups.length] ?? '',
      lastName: `Llŷr-${String(i + 1).padStart(4, '0')}`,
    }),
  );
}

/** The reads of such a field at three mats, in an order that mixes runners and points. */
export function buildReads(count: number): Scan[] {
  const mats = [['cp2'], ['cp4'], ['finish']] as const;
  return mats.flatMap((points, mat) =>
    Array.from({ length: count }, (_, i) =>
      buildScan({
        bandId: String(i + 1),
        points,
        timeMs: GUN_MS + (mat + 1) * 30 * MINUTE_MS + ((i * 7) % count) * SECOND_MS,
      }),
    ),
  );
}
