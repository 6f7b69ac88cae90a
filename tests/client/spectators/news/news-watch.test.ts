import { describe, expect, test } from 'vitest';

import { RaceReplica } from '#client/live/race-replica.ts';
import { HIDDEN_WAIT_MS, MOST_ANNOUNCED, NewsWatch } from '#client/spectators/news/news-watch.ts';
import type { Announced, AnnouncedStore } from '#client/spectators/news/announced-store.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { identifyNews, type News } from '#shared/news/passings.ts';

import { buildResult } from '#tests/client/support/build-result.ts';
import { ManualTimers } from '#tests/client/support/manual-timers.ts';

/** What all tabs of a browser share: one change at a time. */
class SharedStore implements AnnouncedStore {
  announced: Announced = {};
  changes = 0;

  async change(make: (announced: Announced) => Announced): Promise<void> {
    this.changes += 1;
    await Promise.resolve();
    this.announced = make(this.announced);
  }
}

const TOTALS = { BB: 0, PB: 40, UB: 0 };
const at = (runnerId: string, ...splits: number[]) =>
  buildResult({ runnerId, splitsMs: [0, 1, 2, 3, 4, 5].map((slot) => splits[slot] ?? null) });

/** A page of a browser, following these. */
function openTab(
  announcedStore: AnnouncedStore,
  followed: readonly string[],
  results: UnrankedResult[] = [],
) {
  const replica = new RaceReplica();
  let version = 1;
  const load = (all: UnrankedResult[]): void => {
    version += 1;
    const snapshot = { epoch: 'one', version, madeMs: version, setup: '', totals: TOTALS };
    replica.load({ ...snapshot, results: all }, 0);
  };
  load(results);
  const announced: string[] = [];
  const timers = new ManualTimers();
  const page = { isHidden: false, canNotify: false, nowMs: Date.now() };
  const watch = new NewsWatch({
    race: { replica },
    watched: () => followed,
    announcedStore,
    timers,
    now: () => page.nowMs,
    isHidden: () => page.isHidden,
    canNotify: () => page.canNotify,
    announce: (news: readonly News[]) => announced.push(news.map(identifyNews).join(' ')),
  });
  return {
    page,
    announced,
    timers,
    watch,
    /** Lets one runner stand otherwise, and the page look at once. */
    change: (row: UnrankedResult) => {
      const from = version;
      version += 1;
      const delta = { epoch: 'one', version, from, upsert: [row], remove: [], totals: TOTALS };
      replica.apply(delta, 0);
      watch.look();
    },
    /** Lets the race stand so, and the page look at it. */
    show: async (all: UnrankedResult[]) => {
      load(all);
      watch.look();
      await settle();
    },
  };
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

describe('[FW12] news', () => {
  test('is what happens after one has starred somebody, each once', async () => {
    const tab = openTab(new SharedStore(), ['heledd', 'sion']);
    await tab.show([at('heledd', 40)]);
    expect(tab.announced).toEqual([]);
    await tab.show([at('heledd', 40, 95), at('other', 1)]);
    await tab.show([at('heledd', 40, 94), at('sion', 50)]);
    await tab.show([at('heledd', 40, 94), at('sion', 50)]);
    expect(tab.announced).toEqual(['heledd:1', 'sion:0']);
  });

  test('that comes while what is told is being kept is told after it', async () => {
    const tab = openTab(new SharedStore(), ['heledd']);
    await tab.show([at('heledd', 40)]);
    tab.change(at('heledd', 40, 95));
    tab.change(at('heledd', 40, 95, 130));
    await settle();
    expect(tab.announced).toEqual(['heledd:1', 'heledd:2']);
  });

  test('is told once by all tabs together, also by those that see it in the same moment', async () => {
    const announcedStore = new SharedStore();
    const tabs = [1, 2, 3, 4].map(() => openTab(announcedStore, ['heledd'], [at('heledd', 40)]));
    for (const tab of tabs) await tab.show([at('heledd', 40)]);
    await Promise.all(tabs.map((tab) => tab.show([at('heledd', 40, 95)])));
    expect(tabs.flatMap(({ announced }) => announced)).toEqual(['heledd:1']);
  });

  test('is left by a page that nobody looks at to one that somebody sees', async () => {
    const announcedStore = new SharedStore();
    const [seen, hidden] = [
      openTab(announcedStore, ['heledd']),
      openTab(announcedStore, ['heledd']),
    ];
    await seen.show([at('heledd', 40)]);
    hidden.page.isHidden = true;
    hidden.page.canNotify = true;
    await hidden.show([at('heledd', 40, 95)]);
    await seen.show([at('heledd', 40, 95)]);
    hidden.timers.advance(HIDDEN_WAIT_MS);
    await settle();
    expect([seen.announced, hidden.announced]).toEqual([['heledd:1'], []]);
    // With nobody at the other one it tells by itself.
    await hidden.show([at('heledd', 40, 95, 130)]);
    hidden.timers.advance(HIDDEN_WAIT_MS);
    await settle();
    expect(hidden.announced).toEqual(['heledd:2']);
  });

  test('is kept by a hidden page that may not notify until somebody looks, then all in one', async () => {
    const announcedStore = new SharedStore();
    const runners = ['a', 'b', 'c', 'd'];
    const tab = openTab(announcedStore, runners);
    await tab.show([]);
    tab.page.isHidden = true;
    await tab.show(runners.map((id) => at(id, 40)));
    await tab.show(runners.map((id) => at(id, 40, 95)));
    tab.timers.advance(HIDDEN_WAIT_MS);
    await settle();
    expect(tab.announced).toEqual([]);
    tab.page.isHidden = false;
    tab.watch.look();
    await settle();
    expect(tab.announced).toEqual(['a:1 b:1 c:1 d:1']);
  });

  test('is what was missed while no page was open, and nothing of a time when one did not follow', async () => {
    const announcedStore = new SharedStore();
    await openTab(announcedStore, ['heledd']).show([at('heledd', 40)]);
    const later = openTab(announcedStore, ['heledd']);
    await later.show([at('heledd', 40, 95, 130)]);
    expect(later.announced).toEqual(['heledd:2']);
    await later.watch.forget(['heledd']);
    await later.show([at('heledd', 40, 95, 130, 170)]);
    expect(later.announced).toEqual(['heledd:2']);
  });
});

test('[FW6] who did not change is not looked at again, and what was told does not grow without end', async () => {
  const announcedStore = new SharedStore();
  const field = Array.from({ length: 2_000 }, (_, i) => at(`r${i}`, 40));
  const followed = field.slice(0, 40).map(({ runnerId }) => runnerId);
  const tab = openTab(announcedStore, followed, field);
  tab.watch.look();
  await settle();
  expect(announcedStore.changes).toBe(1);
  expect(Object.keys(announcedStore.announced)).toHaveLength(40);
  // Somebody else moves on: nothing is asked.
  await tab.show(field.with(500, at('r500', 40, 95)));
  expect(announcedStore.changes).toBe(1);
  announcedStore.announced = Object.fromEntries(
    Array.from({ length: MOST_ANNOUNCED }, (_, i) => [`old${i}`, [0]]),
  );
  await tab.show(field.with(7, at('r7', 40, 95)));
  expect(Object.keys(announcedStore.announced)).toEqual(['r7']);
});
