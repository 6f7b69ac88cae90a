import { describe, expect, test } from 'vitest';

import {
  type PackedRace,
  type CachedRace,
  packRace,
  unpackRace,
} from '#client/live/packed-race.ts';
import { USUAL_COURSES } from '#shared/model/courses.ts';
import { DEFAULT_PICTURES } from '#shared/model/race-config.ts';
import { buildConfig } from '#tests/support/builders.ts';

import { buildResult } from '#tests/client/support/build-result.ts';

const NOW_MS = 1_800_000_000_000;
const day = 24 * 3_600_000;

function buildRace(field = 3, given: Partial<CachedRace> = {}): CachedRace {
  return {
    epoch: 'first',
    version: 7,
    setup: '',
    madeMs: NOW_MS - 5_000,
    heardMs: NOW_MS - 1_000,
    totals: { ...USUAL_COURSES.byEvent(() => 0), PB: field },
    config: { ...buildConfig(), serverTime: NOW_MS, pictures: DEFAULT_PICTURES },
    results: Array.from({ length: field }, (_, i) =>
      buildResult({ runnerId: `r${i}`, totalMs: 3_600_000 + i }),
    ),
    ...given,
  };
}

function pack(race: CachedRace): PackedRace {
  const entry = packRace(race);
  if (!entry) throw new Error('the race is too large');
  // As a browser gives it back: a copy.
  return structuredClone(entry);
}

describe('nothing is kept where the entry is', () => {
  const damage: Readonly<Record<string, (entry: PackedRace) => unknown>> = {
    missing: () => undefined,
    'of an older shape': (entry) => ({ ...entry, shape: 0 }),
    'without rows': (entry) => ({ ...entry, rows: undefined }),
    'older than a week': (entry) => ({ ...entry, heardMs: NOW_MS - 8 * day }),
  };

  test.each(Object.entries(damage))('%s', (_name, spoil) => {
    const entry = pack(buildRace());
    expect(unpackRace(spoil(entry), NOW_MS)).toBeUndefined();
  });
});

test('[SR18] data kept while the phone’s clock was ahead is not from the future', () => {
  const entry = pack(buildRace(1, { heardMs: NOW_MS + day }));
  expect(unpackRace(entry, NOW_MS)?.heardMs).toBe(NOW_MS);
});
