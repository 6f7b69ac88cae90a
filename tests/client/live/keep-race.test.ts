import { expect, test } from 'vitest';

import { type PackedRace, unpackRace } from '#client/live/packed-race.ts';
import { keepRace } from '#client/live/keep-race.ts';
import { RaceStore } from '#client/live/race-store.tsx';
import { USUAL_COURSES } from '#shared/model/courses.ts';
import { DEFAULT_PICTURES } from '#shared/model/race-config.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { buildConfig } from '#tests/support/builders.ts';

import { buildResult } from '#tests/client/support/build-result.ts';
import { ManualTimers } from '#tests/client/support/manual-timers.ts';

const minute = 60_000;

/** A page that keeps what it shows, on a cache that a test looks into. */
class KeepingPage {
  readonly store = new RaceStore();
  readonly timers = new ManualTimers();
  readonly written: PackedRace[] = [];
  isCacheFull = false;
  #version = 0;
  #hide = (): void => undefined;

  constructor() {
    const config = { ...buildConfig(), serverTime: 1, pictures: DEFAULT_PICTURES };
    this.store.update({ config });
    keepRace({
      store: this.store,
      timers: this.timers,
      whenIdle: (run) => run(),
      onHide: (listener) => {
        this.#hide = listener;
      },
      cache: {
        read: () => Promise.resolve(undefined),
        write: (entry) => {
          this.written.push(entry as PackedRace);
          return Promise.resolve(!this.isCacheFull);
        },
      },
    });
  }

  /** Shows these rows, as live unless something else is said. */
  show(
    results: readonly UnrankedResult[] = [buildResult()],
    connection: 'live' | 'catching-up' = 'live',
  ): void {
    this.#version += 1;
    const head = { epoch: 'first', version: this.#version };
    const totals = USUAL_COURSES.byEvent(() => 0);
    this.store.replica.load({ ...head, madeMs: 1, setup: '', totals, results }, this.timers.now());
    this.store.update({ head: this.store.replica.head, connection, heardMs: this.timers.now() });
  }

  hide(): void {
    this.#hide();
  }

  /** Lets time pass, and what is under way come to its end. */
  async pass(ms: number): Promise<void> {
    this.timers.advance(ms);
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  }

  get versions(): number[] {
    return this.written.map(({ version }) => version);
  }
}

test('the race is kept at intervals, and at once by a page that goes to the background', async () => {
  const page = new KeepingPage();
  page.show([buildResult({ runnerId: 'a', totalMs: 1 })]);
  await page.pass(0);
  expect(page.versions).toEqual([1]);
  const kept = unpackRace(structuredClone(page.written[0]), page.timers.now());
  expect(kept?.results).toEqual(page.store.replica.standings.listAll());

  for (const _ of [2, 3, 4]) {
    page.show();
    await page.pass(minute);
  }
  expect(page.versions).toEqual([1]);
  await page.pass(2 * minute);
  expect(page.versions).toEqual([1, 4]);
  page.show();
  page.hide();
  await page.pass(0);
  expect(page.versions).toEqual([1, 4, 5]);
  // Nothing new, nothing written.
  page.hide();
  await page.pass(4 * minute);
  expect(page.versions).toEqual([1, 4, 5]);
});

test('a browser that refuses is not asked again', async () => {
  const page = new KeepingPage();
  page.isCacheFull = true;
  for (const _ of [1, 2]) {
    page.show();
    page.hide();
    await page.pass(6 * minute);
  }
  expect(page.versions).toEqual([1]);
});

test('only confirmed data is kept', async () => {
  const page = new KeepingPage();
  page.show([buildResult()], 'catching-up');
  page.hide();
  await page.pass(minute);
  expect(page.written).toEqual([]);
  page.store.update({ connection: 'live' });
  await page.pass(0);
  expect(page.versions).toEqual([1]);
});
