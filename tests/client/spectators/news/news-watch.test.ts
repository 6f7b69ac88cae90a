import { describe, expect, test } from 'vitest';

import { RaceReplica } from '#client/live/race-replica.ts';
import { NewsWatch } from '#client/spectators/news/news-watch.ts';
import type { Announced, AnnouncedStore } from '#client/spectators/news/announced-store.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { identifyNews, type News } from '#shared/news/passings.ts';

import { buildResult } from '#tests/client/support/build-result.ts';

/** Storage shared by all tabs of a browser. */
class SharedStore implements AnnouncedStore {
  announced: Announced = {};
  writes = 0;

  read(): Announced {
    return this.announced;
  }

  write(announced: Announced): void {
    this.writes += 1;
    this.announced = announced;
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
  const page = { isHidden: false, nowMs: Date.now() };
  const watch = new NewsWatch({
    race: { replica },
    watched: () => followed,
    announcedStore,
    now: () => page.nowMs,
    isHidden: () => page.isHidden,
    announce: (news: readonly News[]) => announced.push(news.map(identifyNews).join(' ')),
  });
  return {
    page,
    announced,
    watch,
    /** Lets the race stand so, and the page look at it. */
    show: (all: UnrankedResult[]) => {
      load(all);
      watch.look();
    },
  };
}

describe('news', () => {
  test('is what happens after one has starred somebody, each once', () => {
    const tab = openTab(new SharedStore(), ['heledd', 'sion']);
    tab.show([at('heledd', 40)]);
    expect(tab.announced).toEqual([]);
    tab.show([at('heledd', 40, 95), at('other', 1)]);
    tab.show([at('heledd', 40, 94), at('sion', 50)]);
    tab.show([at('heledd', 40, 94), at('sion', 50)]);
    expect(tab.announced).toEqual(['heledd:1', 'sion:0']);
  });

  test('is announced once by all tabs together', () => {
    const announcedStore = new SharedStore();
    const tabs = [1, 2, 3, 4].map(() => openTab(announcedStore, ['heledd'], [at('heledd', 40)]));
    for (const tab of tabs) tab.show([at('heledd', 40)]);
    for (const tab of tabs) tab.show([at('heledd', 40, 95)]);
    expect(tabs.flatMap(({ announced }) => announced)).toEqual(['heledd:1']);
  });

  test('is kept by a hidden page until somebody looks, then all in one', () => {
    const announcedStore = new SharedStore();
    const runners = ['a', 'b', 'c', 'd'];
    const tab = openTab(announcedStore, runners);
    tab.show([]);
    tab.page.isHidden = true;
    tab.show(runners.map((id) => at(id, 40)));
    tab.show(runners.map((id) => at(id, 40, 95)));
    expect(tab.announced).toEqual([]);
    tab.page.isHidden = false;
    tab.watch.look();
    expect(tab.announced).toEqual(['a:1 b:1 c:1 d:1']);
  });

  test('covers the time without an open page, but not before following', () => {
    const announcedStore = new SharedStore();
    openTab(announcedStore, ['heledd']).show([at('heledd', 40)]);
    const later = openTab(announcedStore, ['heledd']);
    later.show([at('heledd', 40, 95, 130)]);
    expect(later.announced).toEqual(['heledd:2']);
    later.watch.forget(['heledd']);
    later.show([at('heledd', 40, 95, 130, 170)]);
    expect(later.announced).toEqual(['heledd:2']);
  });
});
