import { expect, test } from 'vitest';

import { inventRace } from '#server/demo/invent-race.ts';
import { STRAY_BAND } from '#server/demo/invent-runners.ts';
import { planReplay } from '#server/demo/replay-plan.ts';
import { USUAL_COURSES } from '#shared/model/courses.ts';

const NOW_MS = Date.UTC(2026, 10, 20, 12);

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
