import { expect, test } from 'vitest';

import { USUAL_COURSES } from '#shared/model/courses.ts';
import { presentStarter } from '#shared/scoring/present-result.ts';
import { Standings } from '#shared/scoring/standings.ts';
import { buildRunner } from '#tests/support/builders.ts';

import { buildFinisher } from './build-finisher.ts';

test('[PV1] a private runner has only the bib, and neither name, club, category nor sex', () => {
  const runner = buildRunner({ runnerId: 'a', bibNumber: '7', sex: 'M', isPrivate: true });
  expect(presentStarter(runner, USUAL_COURSES)).toStrictEqual({
    runnerId: 'a',
    firstName: '',
    lastName: '',
    runClub: '',
    ageGroup: '',
    bibNumber: '7',
    events: 'PB',
  });
});

test('[PV2] a private runner keeps the place, does not win the category, and comes first among equals', () => {
  const standings = new Standings(USUAL_COURSES);
  const named = buildFinisher({ runnerId: 'named', lastName: 'Aaron' });
  const hidden = presentStarter(
    buildRunner({ runnerId: 'hidden', isPrivate: true }),
    USUAL_COURSES,
  );
  const third = buildFinisher({ runnerId: 'third', totalMs: 3_605_000 });
  standings.replaceAll([named, buildFinisher(hidden), third], {});
  const rows = standings.listed('PB');
  expect(
    rows.map(({ runnerId }) => [
      runnerId,
      standings.placeOf(runnerId),
      standings.isWinner(runnerId),
    ]),
  ).toEqual([
    ['hidden', 1, false],
    ['named', 1, true],
    ['third', 3, false],
  ]);
});
