import { expect, test } from 'vitest';

import { USUAL_COURSES } from '#shared/model/courses.ts';
import { buildRunner, buildScan } from '#tests/support/builders.ts';
import { provideOrganisersRace } from '#tests/support/organisers-race.ts';
import { stageRace } from '#tests/support/staged-race.ts';

const openRace = provideOrganisersRace();
const at = (minutes: number): number => Date.UTC(2026, 5, 20, 9, minutes);
const NOTHING = { racing: 0, finished: 0, dnf: 0 };

test('[OV4 ST1] a preview shows the effect of settings, and saves nothing', async () => {
  const race = await openRace();
  await stageRace(race, {
    runners: ['PB', 'PB', 'BB', 'UB'].map((event, index) =>
      buildRunner({ bandId: String(index + 1), event }),
    ),
    config: { timing: 'chip' },
    scans: [
      buildScan({ bandId: '1', timeMs: at(60) }),
      buildScan({ bandId: '2', points: ['cp1'], timeMs: at(30) }),
      buildScan({ bandId: '3', timeMs: at(50) }),
      buildScan({ bandId: '4', points: ['start'], timeMs: at(2) }),
    ],
  });
  const { as } = await race.serve();
  const before = await race.store.readRecord();
  const preview = async (body: object, status = 200) =>
    (await as(race.admin).post('/webconfig/preview').send(body).expect(status)).body as unknown;
  const now = {
    ...USUAL_COURSES.byEvent(() => NOTHING),
    BB: { ...NOTHING, finished: 1 },
    PB: { racing: 1, finished: 1, dnf: 0 },
    UB: { ...NOTHING, racing: 1 },
  };
  const unchanged = Object.fromEntries(
    Object.entries(now).map(([event, counts]) => [
      event,
      { before: counts, after: counts, moved: 0 },
    ]),
  );
  expect(await preview({})).toEqual(unchanged);
  // A start after the reads leaves nobody.
  expect(await preview({ raceStart: '2026-06-20-18-36-00' })).toMatchObject({
    PB: { before: now.PB, after: NOTHING },
    BB: { after: NOTHING },
  });
  expect(await preview({ starts: { BB: '2026-06-20-10-01-00' } })).toEqual({
    ...unchanged,
    BB: { before: now.BB, after: now.BB, moved: 1 },
  });
  // The time runs from the read at the start, but a changed gun is counted.
  expect(await preview({ starts: { UB: '2026-06-20-09-00-00' } })).toEqual({
    ...unchanged,
    UB: { before: now.UB, after: now.UB, moved: 1 },
  });
  expect(await preview({ closedEvents: { PB: true } })).toMatchObject({
    PB: { after: { racing: 0, finished: 1, dnf: 1 } },
  });
  expect(await preview({ raceStart: 'soon' }, 400)).toMatchObject({
    errors: [{ field: 'raceStart' }],
  });
  expect(await race.store.readRecord()).toEqual(before);
});
