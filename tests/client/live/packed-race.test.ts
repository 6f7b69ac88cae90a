import { expect, test } from 'vitest';

import { type PackedRace, packRace, unpackRace } from '#client/live/packed-race.ts';
import { USUAL_COURSES } from '#shared/model/courses.ts';
import { DEFAULT_PICTURES } from '#shared/model/race-config.ts';
import { buildResult } from '#tests/client/support/build-result.ts';
import { buildConfig } from '#tests/support/builders.ts';

const NOW_MS = 1_800_000_000_000;
const day = 24 * 3_600_000;

function packed(given: Partial<PackedRace> = {}): unknown {
  const race = {
    epoch: 'first',
    version: 7,
    setup: '',
    madeMs: NOW_MS - 5_000,
    heardMs: NOW_MS - 1_000,
    totals: USUAL_COURSES.byEvent(() => 1),
    config: { ...buildConfig(), serverTime: NOW_MS, pictures: DEFAULT_PICTURES },
    results: [buildResult({ totalMs: 3_600_000 })],
  };
  return structuredClone({ ...packRace(race), ...given });
}

test.each([
  ['that is missing', undefined],
  ['of an older shape', packed({ shape: 0 })],
  ['without rows', { ...(packed() as PackedRace), rows: undefined }],
  ['older than a week', packed({ heardMs: NOW_MS - 8 * day })],
])('an entry %s has no race', (_name, entry) => {
  expect(unpackRace(packed(), NOW_MS)?.results).toHaveLength(1);
  expect(unpackRace(entry, NOW_MS)).toBeUndefined();
});

test('[SR18] data cached while the phone’s clock was fast is not from the future', () => {
  expect(unpackRace(packed({ heardMs: NOW_MS + day }), NOW_MS)?.heardMs).toBe(NOW_MS);
});
