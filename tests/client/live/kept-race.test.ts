import { describe, expect, test } from 'vitest';

import { type KeptEntry, type KeptRace, packRace, unpackRace } from '#client/live/kept-race.ts';
import { USUAL_COURSES } from '#shared/model/courses.ts';
import { DEFAULT_PICTURES } from '#shared/model/picture.ts';
import { unpackResults } from '#shared/wire/compact-results.ts';
import { buildConfig } from '#tests/support/builders.ts';

import { buildResult } from '#tests/client/support/build-result.ts';

const NOW_MS = 1_800_000_000_000;
const day = 24 * 3_600_000;

function buildRace(field = 3, given: Partial<KeptRace> = {}): KeptRace {
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

async function pack(race: KeptRace): Promise<KeptEntry> {
  const entry = await packRace(race);
  if (!entry) throw new Error('the race is too large');
  // As a browser gives it back: a copy.
  return structuredClone(entry);
}

test('[SR21] a race comes back as it was kept', async () => {
  const race = buildRace();
  expect(await unpackRace(await pack(race), NOW_MS)).toEqual(race);
});

test('[SR23] no more than 500 rows are in one part, and all of them come back', async () => {
  const entry = await pack(buildRace(1_201));
  const parts = entry.rows.map(
    (text) => unpackResults(JSON.parse(text), USUAL_COURSES)?.results.length,
  );
  expect(parts).toEqual([500, 500, 201]);
  expect((await unpackRace(entry, NOW_MS))?.results).toEqual(buildRace(1_201).results);
});

test('[SR23] a race of more than 8 MB is not kept', async () => {
  const lastName = 'Prydderch '.repeat(300);
  const results = Array.from({ length: 3_000 }, (_, i) =>
    buildResult({ runnerId: `r${i}`, lastName }),
  );
  expect(await packRace(buildRace(0, { results }))).toBeUndefined();
});

describe('[SR22] nothing was kept where the entry is', () => {
  const damage: Readonly<Record<string, (entry: KeptEntry) => unknown>> = {
    missing: () => undefined,
    'not an entry': () => 'race',
    'of an older shape': (entry) => ({ ...entry, shape: 0 }),
    'without its head': ({ epoch: _epoch, ...entry }) => entry,
    'without rows': (entry) => ({ ...entry, rows: undefined }),
    'cut short': (entry) => ({ ...entry, rows: entry.rows.map((text) => text.slice(0, -5)) }),
    'with rows that are no text': (entry) => ({ ...entry, rows: [{}] }),
    'with a row that lacks a field': (entry) => ({
      ...entry,
      rows: entry.rows.map((text) => text.replace('"lastName"', '"surname"')),
    }),
    'without settings': (entry) => ({ ...entry, config: undefined }),
    'with settings that do not fit': (entry) => ({
      ...entry,
      config: { ...entry.config, pageTitle: 7 },
    }),
    'older than a week': (entry) => ({ ...entry, heardMs: NOW_MS - 8 * day }),
  };

  test.each(Object.entries(damage))('%s', async (_name, spoil) => {
    const entry = await pack(buildRace());
    expect(await unpackRace(spoil(entry), NOW_MS)).toBeUndefined();
  });
});

test('[SR18] what was kept while the clock of the phone was ahead is not from the future', async () => {
  const entry = await pack(buildRace(1, { heardMs: NOW_MS + day }));
  expect((await unpackRace(entry, NOW_MS))?.heardMs).toBe(NOW_MS);
});
