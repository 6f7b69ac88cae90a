import { expect, test } from 'vitest';

import { RaceReplica } from '#client/live/race-replica.ts';
import { NewsWatch } from '#client/spectators/news/news-watch.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { identifyNews, type News } from '#shared/news/passings.ts';

import { buildResult } from '#tests/client/support/build-result.ts';

const TOTALS = { BB: 0, PB: 40, UB: 0 };
const at = (runnerId: string, ...splits: number[]) =>
  buildResult({ runnerId, splitsMs: [0, 1, 2, 3, 4, 5].map((slot) => splits[slot] ?? null) });

/** A page that follows these runners and has no results yet. */
function openPage(...ids: readonly string[]) {
  const replica = new RaceReplica();
  let version = 1;
  const announced: string[] = [];
  const page = { followed: ids, isHidden: false };
  const watch = new NewsWatch({
    race: { replica },
    watched: () => page.followed,
    now: () => Date.now(),
    isHidden: () => page.isHidden,
    announce: (news: readonly News[]) => announced.push(news.map(identifyNews).join(' ')),
  });
  return {
    page,
    announced,
    watch,
    /** Loads these results and looks for news. */
    show: (...results: UnrankedResult[]) => {
      version += 1;
      replica.load({ epoch: 'one', version, madeMs: version, setup: '', totals: TOTALS, results });
      watch.look();
    },
  };
}

test('news is what happens after a runner was followed, each announced once', () => {
  const { show, announced } = openPage('heledd', 'sion');
  show(at('heledd', 40));
  expect(announced).toEqual([]);
  show(at('heledd', 40, 95), at('other', 1));
  show(at('heledd', 40, 94), at('sion', 50));
  show(at('heledd', 40, 94), at('sion', 50));
  expect(announced).toEqual(['heledd:1', 'sion:0']);
});

test('a hidden page announces its news together once visible', () => {
  const { page, show, watch, announced } = openPage('a', 'b');
  show();
  page.isHidden = true;
  show(at('a', 40), at('b', 40));
  show(at('a', 40, 95), at('b', 40));
  expect(announced).toEqual([]);
  page.isHidden = false;
  watch.look();
  expect(announced).toEqual(['a:1 b:0']);
});

test('a runner followed again has no news from the time between', () => {
  const { page, show, watch, announced } = openPage('heledd');
  show(at('heledd', 40));
  page.followed = [];
  show(at('heledd', 40, 95));
  page.followed = ['heledd'];
  watch.look();
  expect(announced).toEqual([]);
  show(at('heledd', 40, 95, 130));
  expect(announced).toEqual(['heledd:2']);
});

test('[AR5] a finish in the future is no news until it is past', () => {
  const { show, announced } = openPage('heledd');
  const totalMs = 3_600_000;
  const finish = (startedAtMs: number) =>
    buildResult({ runnerId: 'heledd', status: 'finished', totalMs, startedAtMs });
  show(at('heledd'));
  show(finish(Date.now()));
  expect(announced).toEqual([]);
  show(finish(Date.now() - totalMs));
  expect(announced).toEqual(['heledd:finish']);
});
