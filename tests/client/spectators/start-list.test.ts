import { setImmediate as settle } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { RaceStore } from '#client/live/race-store.tsx';
import { SharedStartList } from '#client/spectators/start-list.ts';
import { USUAL_COURSES } from '#shared/model/courses.ts';
import type { Starter } from '#shared/model/result.ts';
import type { StartListBody } from '#shared/wire/http-api.ts';

import { ManualTimers } from '#tests/client/support/manual-timers.ts';

const SECOND = 1_000;
const EMPTY = { upsert: [], remove: [], totals: USUAL_COURSES.byEvent(() => 0) };

const named = (runnerId: string): Starter => ({
  runnerId,
  firstName: 'Siân',
  lastName: runnerId,
  runClub: 'Clwb',
  ageGroup: 'F40',
  bibNumber: '9',
  events: 'PB',
});

class Page {
  readonly store = new RaceStore();
  readonly timers = new ManualTimers();
  requests = 0;
  isUnreachable = false;
  served: StartListBody = { epoch: 'e', version: 3, starters: [named('a'), named('b')] };
  /** While set, answers are held back. */
  #held: (() => void)[] | undefined;
  readonly list = new SharedStartList({
    store: this.store,
    timers: this.timers,
    random: () => 0.5,
    http: {
      fetchStartList: async () => {
        this.requests += 1;
        const answer = this.served;
        if (this.#held) await new Promise<void>((resolve) => this.#held?.push(resolve));
        if (this.isUnreachable) throw new Error('no network');
        return structuredClone(answer);
      },
    },
  });

  constructor() {
    this.load(5);
  }

  load(version: number, epoch = 'e'): void {
    const results = { setup: '', results: [], totals: EMPTY.totals };
    this.store.replica.load({ epoch, version, madeMs: version, ...results }, epoch);
    this.#notify();
  }

  push(version: number, hidden?: readonly string[]): void {
    const delta = { epoch: 'e', from: version - 1, version, ...EMPTY };
    this.store.replica.apply(hidden ? { ...delta, hidden } : delta, 0);
    this.#notify();
  }

  hold(): void {
    this.#held = [];
  }

  async release(): Promise<void> {
    for (const answer of this.#held ?? []) answer();
    this.#held = undefined;
    await settle();
  }

  async pass(ms: number): Promise<void> {
    this.timers.advance(ms);
    await settle();
  }

  get names(): string[] | undefined {
    return this.list
      .getSnapshot()
      .starters?.map(({ firstName, lastName }) => `${firstName} ${lastName}`.trim());
  }

  #notify(): void {
    this.store.update({ head: this.store.replica.head });
  }
}

async function openPage(): Promise<Page> {
  const page = new Page();
  page.list.want();
  await settle();
  expect(page.names).toEqual(['Siân a', 'Siân b']);
  return page;
}

test('[PR25] all users share one list, which is fetched again while there is one', async () => {
  const page = new Page();
  const ends = [page.list.want(), page.list.want()];
  await settle();
  ends.push(page.list.want());
  await settle();
  expect(page.requests).toBe(1);
  const { starters } = page.list.getSnapshot();
  await page.pass(30 * SECOND);
  // An unchanged list keeps its identity, so that nothing is computed again.
  expect(page.requests).toBe(2);
  expect(page.list.getSnapshot().starters).toBe(starters);
  for (const end of ends) end();
  await page.pass(90 * SECOND);
  expect(page.requests).toBe(2);
  expect(page.timers.pending).toBe(0);
});

test('[PR25] a failed fetch is repeated soon, and the old list stays', async () => {
  const page = await openPage();
  page.isUnreachable = true;
  await page.pass(30 * SECOND);
  expect(page.list.getSnapshot()).toMatchObject({ hasFailed: true });
  expect(page.names).toHaveLength(2);
  page.isUnreachable = false;
  await page.pass(5 * SECOND);
  expect(page.list.getSnapshot()).toMatchObject({ hasFailed: false });
});

test('[PV3] the name of a runner who becomes private is removed at once, without a request', async () => {
  const page = await openPage();
  page.push(6);
  page.push(7, ['b']);
  expect(page.names).toEqual(['Siân a', '']);
  const nameless = { firstName: '', lastName: '', runClub: '', ageGroup: '', sex: null };
  expect(page.list.getSnapshot().starters?.[1]).toEqual({ ...named('b'), ...nameless });
  expect(page.requests).toBe(1);
  // A later list names a runner who is no longer private.
  page.served = { ...page.served, version: 9 };
  await page.pass(30 * SECOND);
  expect(page.names).toEqual(['Siân a', 'Siân b']);
});

test('[PV3] a late list from before a runner became private does not name them', async () => {
  const page = await openPage();
  page.hold();
  page.served = { ...page.served, version: 6 };
  await page.pass(30 * SECOND);
  page.push(6);
  page.push(7, ['a']);
  await page.release();
  expect(page.names).toEqual(['', 'Siân b']);
});

test('[PV3] after a reload of the race the list is fetched again, with a random delay', async () => {
  const page = await openPage();
  page.served = { ...page.served, version: 20, starters: [named('b')] };
  page.load(20);
  await settle();
  expect(page.requests).toBe(1);
  await page.pass(SECOND);
  expect(page.names).toEqual(['Siân b']);
});
