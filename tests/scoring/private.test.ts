import { expect, test } from 'vitest';

import { USUAL_COURSES } from '#shared/model/courses.ts';
import { scoreRace } from '#tests/support/score-race.ts';
import { Standings } from '#shared/scoring/standings.ts';
import { buildConfig, buildRunner, buildScan } from '#tests/support/builders.ts';

const CONFIG = buildConfig();
const HIDDEN = { firstName: '', lastName: '', runClub: '', ageGroup: '' };

/** Finishers an hour and so many seconds after the gun. */
function finishAfter(seconds: Readonly<Record<string, number>>) {
  return Object.entries(seconds).map(([bandId, at]) =>
    buildScan({ bandId, timeMs: Date.UTC(2026, 5, 20, 10, 0, at) }),
  );
}

test('[PV1] a private runner has only bib and results', () => {
  const entry = { runnerId: 'a', bandId: '1', bibNumber: '7', ageGroup: 'M40', sex: 'F' };
  const scans = finishAfter({ 1: 0 });
  const [shown] = scoreRace([buildRunner(entry)], scans, CONFIG);
  const [row] = scoreRace([buildRunner({ ...entry, isPrivate: true })], scans, CONFIG);
  const { sex, ...rest } = shown ?? {};
  expect(sex).toBe('F');
  expect(row).toStrictEqual({ ...rest, ...HIDDEN });
  expect(row).toMatchObject({ bibNumber: '7', events: 'PB', totalTime: '01:00:00' });
});

test('[PV2] a private runner keeps the place, does not win the category, and comes first among equals', () => {
  const runners = [
    buildRunner({ runnerId: 'named', bandId: '2', lastName: 'Aaron', bibNumber: '9' }),
    buildRunner({
      runnerId: 'hidden',
      bandId: '1',
      lastName: 'Zyx',
      bibNumber: '8',
      isPrivate: true,
    }),
    buildRunner({ runnerId: 'third', bandId: '3', lastName: 'Bowen', bibNumber: '7' }),
  ];
  const rows = scoreRace(runners, finishAfter({ 1: 0, 2: 0, 3: 5 }), CONFIG);
  expect(rows.map(({ runnerId }) => runnerId)).toEqual(['hidden', 'named', 'third']);
  const standings = new Standings(USUAL_COURSES);
  standings.replaceAll(rows, { BB: 0, PB: 3, UB: 0 });
  expect(['hidden', 'named', 'third'].map((id) => standings.isWinner(id))).toEqual([
    false,
    true,
    false,
  ]);
  expect(['hidden', 'named', 'third'].map((id) => standings.placeOf(id))).toEqual([1, 1, 3]);
});
