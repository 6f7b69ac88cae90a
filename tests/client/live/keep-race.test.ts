import { expect, test } from 'vitest';

import { keepRace } from '#client/live/keep-race.ts';
import { type PackedRace, unpackRace, packRace } from '#client/live/packed-race.ts';
import { RaceStore } from '#client/live/race-store.tsx';
import { USUAL_COURSES } from '#shared/model/courses.ts';
import { DEFAULT_PICTURES } from '#shared/model/race-config.ts';
import { buildResult } from '#tests/client/support/build-result.ts';
import { ManualTimers } from '#tests/client/support/manual-timers.ts';
import { EMPTY_CACHE } from '#tests/client/support/start-feed.ts';
import { buildConfig } from '#tests/support/builders.ts';

const minute = 60_000;
const ROW = buildResult({ runnerId: 'a', totalMs: 1 });

/** A page with settings that caches its race. */
function openKeepingPage() {
  const config = { ...buildConfig(), serverTime: 1, pictures: DEFAULT_PICTURES };
  const store = new RaceStore({ config });
  const timers = new ManualTimers();
  const written: PackedRace[] = [];
  let version = 0;
  const hiding: (() => void)[] = [];
  keepRace({
    store,
    timers,
    whenIdle: (run) => run(),
    onHide: (listener) => void hiding.push(listener),
    cache: {
      ...EMPTY_CACHE,
      write: async (entry) => void written.push(entry as PackedRace),
    },
  });
  return {
    store,
    timers,
    written,
    hide: (): void => hiding.at(0)?.(),
    /** Shows the next version of the race. */
    show: (connection: 'live' | 'catching-up' = 'live'): void => {
      version += 1;
      const head = { epoch: 'first', version };
      const totals = USUAL_COURSES.byEvent(() => 0);
      store.replica.load({ ...head, madeMs: 1, setup: '', totals, results: [ROW] });
      store.update({ head: store.replica.head, connection, heardMs: timers.now() });
    },
    /** Lets time pass and writes complete; returns the versions written so far. */
    pass: async (ms: number): Promise<number[]> => {
      timers.advance(ms);
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
      return written.map((each) => each.version);
    },
  };
}

test('the race is cached once it is loaded, and whenever the page is hidden', async () => {
  const { store, timers, written, show, hide, pass } = openKeepingPage();
  show();
  expect(await pass(0)).toEqual([1]);
  const cached = unpackRace(structuredClone(written[0]), timers.now());
  expect(cached?.results).toEqual(store.replica.standings.listAll());

  show();
  expect(await pass(10 * minute)).toEqual([1]);
  hide();
  expect(await pass(0)).toEqual([1, 2]);
});

test('only confirmed data is cached', async () => {
  const { store, show, hide, pass } = openKeepingPage();
  show('catching-up');
  hide();
  expect(await pass(minute)).toEqual([]);
  store.update({ connection: 'live' });
  expect(await pass(0)).toEqual([1]);
});

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
