import { expect, test } from 'vitest';

import { RaceStore } from '#client/live/race-store.tsx';
import { RaceForecasts } from '#client/spectators/use-forecast.ts';
import { USUAL_COURSES } from '#shared/model/courses.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { SECOND_MS } from '#shared/model/time.ts';
import { inventField } from '#tests/forecast/support/invent-field.ts';
import { eventually } from '#tests/support/eventually.ts';

import { buildResult } from '#tests/client/support/build-result.ts';
import { ManualTimers } from '#tests/client/support/manual-timers.ts';

const FIELD = inventField(
  { event: 'BB', runners: 50, legMinutes: [50, 60], spread: 0.1, fade: 0, noise: 0.03 },
  1,
);
const OUT = buildResult({
  runnerId: 'out',
  events: 'BB',
  splitsMs: [3_000_000, null, null, null, null, null],
});

function show(store: RaceStore, version: number, results: readonly UnrankedResult[]): void {
  const head = { epoch: 'first', version };
  store.replica.load(
    { ...head, madeMs: 1, setup: '', totals: USUAL_COURSES.byEvent(() => 0), results },
    1,
  );
  store.update({ head: store.replica.head });
}

test('expected times are worked out only while a screen shows them, at most every five seconds', async () => {
  const store = new RaceStore();
  const timers = new ManualTimers();
  const forecasts = new RaceForecasts(store, timers);
  const said = (): number => forecasts.getSnapshot().expect(OUT).length;
  show(store, 1, [OUT]);
  timers.advance(60 * SECOND_MS);
  expect(said()).toBe(0);

  const leave = forecasts.follow();
  timers.advance(0);
  await eventually(() => {
    expect(forecasts.getSnapshot().expect).not.toBe(
      new RaceForecasts(store, timers).getSnapshot().expect,
    );
  });
  expect(said()).toBe(0);
  const first = forecasts.getSnapshot().expect;

  show(store, 2, [OUT, ...FIELD]);
  timers.advance(4 * SECOND_MS);
  expect(forecasts.getSnapshot().expect).toBe(first);
  await eventually(() => {
    timers.advance(SECOND_MS);
    expect(said()).toBe(1);
  });

  leave();
  const last = forecasts.getSnapshot().expect;
  show(store, 3, [OUT]);
  timers.advance(60 * SECOND_MS);
  await Promise.resolve();
  expect(forecasts.getSnapshot().expect).toBe(last);

  // A subscriber who leaves before their turn delays nobody who comes back.
  forecasts.follow()();
  timers.advance(60 * SECOND_MS);
  expect(forecasts.getSnapshot().expect).toBe(last);
  forecasts.follow();
  timers.advance(60 * SECOND_MS);
  await eventually(() => expect(forecasts.getSnapshot().expect).not.toBe(last));
});
