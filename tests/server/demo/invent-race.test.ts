import { expect, test } from 'vitest';

import { inventRace } from '#server/demo/invent-race.ts';
import { STRAY_BAND } from '#server/demo/invent-runners.ts';
import { createDemoSettings } from '#server/demo/load-race.ts';
import { planReplay } from '#server/demo/replay-plan.ts';
import { parseConfigInput } from '#server/features/settings/save-config.ts';
import { USUAL_COURSES } from '#shared/model/courses.ts';
import { asRunnerId } from '#shared/model/ids.ts';
import { DEFAULT_CONFIG } from '#shared/model/race-config.ts';
import type { Result } from '#shared/model/result.ts';
import { createScanId } from '#shared/model/scan.ts';
import { scoreRace } from '#tests/support/score-race.ts';

const NOW_MS = Date.UTC(2026, 10, 20, 12);

/** The results of the closed race. */
function scoreWhole(seed?: number): Result[] {
  const race = inventRace(seed);
  const { raceStartMs } = planReplay(race.reads, NOW_MS, 30);
  const config = parseConfigInput(
    { ...createDemoSettings(raceStartMs, 30), closed: true },
    DEFAULT_CONFIG,
  );
  if (!config.ok) throw new Error(JSON.stringify(config.error));
  const runners = race.runners.map((entry, index) =>
    Object.assign({ runnerId: asRunnerId(String(index)), rev: 1 }, entry),
  );
  const scans = race.reads.map(({ bandId, mat, elapsedMs }) => {
    const scan = { bandId, points: mat, timeMs: raceStartMs + elapsedMs, source: 'demo' };
    return Object.assign(scan, { scanId: createScanId(scan) });
  });
  return scoreRace(runners, scans, config.value);
}

test('the demo has about 600 runners of every category over all distances', () => {
  const { runners } = inventRace();
  const count = (event: string): number =>
    runners.filter((runner) => runner.event === event).length;
  expect(Object.fromEntries(USUAL_COURSES.events.map((event) => [event, count(event)]))).toEqual({
    ...USUAL_COURSES.byEvent(() => 100),
    BB: 200,
    PB: 300,
  });
  expect(new Set(runners.map((runner) => runner.ageGroup))).toEqual(
    new Set(USUAL_COURSES.categories),
  );
  const bands = runners.flatMap(({ bandId }) => bandId ?? []);
  expect(new Set(bands).size).toBe(bands.length);
  expect(bands.length).toBeLessThan(runners.length);
  expect(bands).not.toContain(STRAY_BAND);
  const names = runners.map(({ firstName, lastName }) => `${firstName} ${lastName}`).join();
  expect(names).toMatch(/Siân[^]*O’|O’[^]*Siân/);
  expect(names).toMatch(/\p{Script=Greek}/u);
  expect(names).toMatch(/\p{Script=Cyrillic}/u);
});

test.each([undefined, 1])('with seed %s most finish and some do not', (seed) => {
  const results = scoreWhole(seed);
  for (const event of USUAL_COURSES.events) {
    const field = results.filter((result) => result.events === event);
    const finishers = field.filter(({ status }) => status === 'finished');
    expect(finishers.length / field.length).toBeGreaterThan(0.65);
    expect(field.length - finishers.length).toBeGreaterThan(3);
  }
  const missedOne = results.filter(
    ({ events, status, splitsMs }) =>
      events === 'PB' && status === 'finished' && splitsMs.slice(0, 4).includes(null),
  );
  expect(missedOne.length).toBeGreaterThan(5);
  expect(results.filter(({ wodTime }) => wodTime !== '').length).toBeGreaterThan(60);
});

test.each([0.5, 30])(
  'at %s times real time no read is in the future of the race clock',
  (speed) => {
    const { reads } = inventRace();
    const plan = planReplay(reads, NOW_MS, speed);
    const firstLiveMs = plan.live[0]?.elapsedMs ?? 0;
    const tooEarly = plan.live.filter(({ elapsedMs }) => {
      const comesInMs = NOW_MS + (elapsedMs - firstLiveMs) / speed;
      return plan.raceStartMs + elapsedMs > comesInMs + 1;
    });
    expect(tooEarly).toEqual([]);
    expect(plan.soFar.every(({ elapsedMs }) => elapsedMs <= firstLiveMs)).toBe(true);
    expect([...plan.soFar, ...plan.live]).toEqual(reads);
  },
);
