import { expect, test } from 'vitest';

import { ListCheck } from '#client/live/list-check.ts';
import { RaceStore } from '#client/live/race-store.tsx';
import { USUAL_COURSES } from '#shared/model/courses.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { finish } from '#shared/scoring/steps.ts';
import type { Head } from '#shared/wire/http-api.ts';
import { hashInSteps } from '#shared/wire/list-hash.ts';
import { buildResult } from '#tests/client/support/build-result.ts';
import { ManualTimers } from '#tests/client/support/manual-timers.ts';
import { eventually } from '#tests/support/eventually.ts';

const MINUTE_MS = 60_000;
const hashOf = (rows: readonly UnrankedResult[]): string => finish(hashInSteps(rows)).text;

/** A page that is told hashes. */
class CheckedPage {
  readonly store = new RaceStore();
  readonly timers = new ManualTimers();
  readonly diverged: Head[] = [];
  /** How many comparisons were begun. */
  begun = 0;
  #version = 0;

  constructor() {
    new ListCheck({
      store: this.store,
      timers: this.timers,
      whenIdle: (run) => {
        this.begun += 1;
        run();
      },
      onDiverged: (head) => this.diverged.push(head),
    }).start();
  }

  show(...results: readonly UnrankedResult[]): Head {
    this.#version += 1;
    const head = { epoch: 'first', version: this.#version };
    const totals = USUAL_COURSES.byEvent(() => 0);
    this.store.replica.load({ ...head, madeMs: 1, setup: '', totals, results }, this.timers.now());
    this.#publish();
    return head;
  }

  tell(head: Head, hash: string | undefined): void {
    this.store.replica.hashedHead = { ...head, hash };
    this.#publish();
  }

  #publish(): void {
    this.timers.advance(1);
    this.store.update({ head: this.store.replica.head, heardMs: this.timers.now() });
  }
}

const row = buildResult({ totalMs: 5_000 });
const slower = buildResult({ totalMs: 6_000 });

test('[PR37] a page whose list is the one of the server does nothing', async () => {
  const page = new CheckedPage();
  const head = page.show(row);
  page.tell(head, hashOf([row]));
  expect(page.begun).toBe(1);
  // What is told again is not counted again.
  page.show(row);
  page.tell(page.show(slower), hashOf([row]));
  await eventually(() => expect(page.diverged).toHaveLength(1));
  expect(page.diverged).toEqual([{ epoch: 'first', version: 3 }]);
});

test('[PR37] a page that differs says so, and not again for ten minutes', async () => {
  const page = new CheckedPage();
  const head = page.show(slower);
  page.tell(head, hashOf([row]));
  await eventually(() => expect(page.diverged).toEqual([head]));
  page.timers.advance(9 * MINUTE_MS);
  page.tell(page.show(slower), hashOf([row]));
  page.timers.advance(MINUTE_MS);
  const later = page.show(slower);
  page.tell(later, hashOf([row]));
  await eventually(() => expect(page.diverged).toEqual([head, later]));
});

test('[PR37] nothing is compared at another head, without a hash, or while rows are passed over', () => {
  const page = new CheckedPage();
  const { epoch, version } = page.show(row);
  page.tell({ epoch, version: version + 1 }, hashOf([slower]));
  page.tell({ epoch: 'second', version }, hashOf([slower]));
  page.tell({ epoch, version }, undefined);
  expect(page.begun).toBe(0);
  page.tell(page.show(row, buildResult({ runnerId: 'r2', events: 'ZZ' })), hashOf([row]));
  expect(page.begun).toBe(0);
});

test('[PR37] rows count as they were at the head that the server told of, whatever comes meanwhile', async () => {
  const page = new CheckedPage();
  page.tell(page.show(row), hashOf([row]));
  const totals = USUAL_COURSES.byEvent(() => 0);
  page.store.replica.apply(
    { epoch: 'first', from: 1, version: 2, upsert: [slower], remove: [], totals },
    page.timers.now(),
  );
  page.tell({ epoch: 'first', version: 2 }, hashOf([row]));
  await eventually(() => expect(page.diverged).toEqual([{ epoch: 'first', version: 2 }]));
});
