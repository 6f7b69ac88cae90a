import { expect, test } from 'vitest';

import { DEFAULT_CONFIG } from '#shared/model/race-config.ts';
import { allEn } from '#shared/texts/en-screens.ts';
import type { RunnerOutcome } from '#shared/wire/runners-api.ts';
import { describeOutcome } from '#client/features/runners/RunnerResult.tsx';
import { buildAdminRunner } from '#tests/client/support/build-admin-runner.ts';
import { buildOutcome, FINISHED, ON_COURSE } from '#tests/component/support/build-outcome.ts';
import { describeCheck } from '#client/features/runners/ToCheckSection.tsx';
import type { CheckReason } from '#shared/wire/missing-api.ts';
import { buildConfig } from '#tests/support/builders.ts';

const NON = buildAdminRunner({ runnerId: 'non', raceNumber: '301', ageGroup: 'F40', event: 'PB' });
const AWAITED = buildOutcome();

const overridden = { ...FINISHED, totalMs: 3_600_000, override: 'total' } as const;
const out = { ...FINISHED, status: 'dnf', totalMs: null, places: null } as const;

/** All its parts as they are read. */
function tell(outcome: RunnerOutcome): string[] {
  const { figure, status, times, placesAt, places } = describeOutcome(
    outcome,
    NON,
    { ...DEFAULT_CONFIG, wayPoints: 'Bedd Morris,Carn Ingli' },
    allEn,
  );
  const at = placesAt === '' ? '' : `${placesAt}:`;
  return [figure, status, ...times, at, ...places].filter(Boolean);
}

test.for<readonly [string, RunnerOutcome, string[]]>([
  [
    'a finisher',
    FINISHED,
    [
      '1:07:31',
      'Finished',
      'Gun 1:07:40',
      'Chip 1:07:31',
      '5th of 120 overall',
      '2nd of 40 women',
      '1st of 6 in F40',
    ],
  ],
  [
    'an override in spite of scans',
    overridden,
    ['1:00:00', 'Finished, timed by hand', 'Gun 1:07:40'],
  ],
  [
    'a DNF',
    { ...out, override: 'dnf' },
    ['DNF', 'Did not finish. Last seen at Carn Ingli after 0:45:12'],
  ],
  ['a closed race', { ...out, seen: null, gun: null }, ['DNF', 'Did not finish, race closed']],
  [
    'on course',
    ON_COURSE,
    [
      'On course. Last seen at Carn Ingli after 0:45:12',
      'Places at Carn Ingli:',
      '12th of 88 overall',
    ],
  ],
  [
    'by the gun alone',
    { ...AWAITED, isOnCourseByGun: true },
    ['On course by the gun alone, not read yet'],
  ],
  [
    'a finish without a start',
    { ...AWAITED, hasFinish: true, isListed: true },
    ['Read at the finish, but there is no start to count from'],
  ],
])('the result of a runner says how it comes about: %s', ([, outcome, expected]) => {
  expect(tell(outcome).slice(0, expected.length)).toEqual(expected);
});

const CONFIG = buildConfig({ distances: 'Half,Full,Ultra', wayPoints: '' });
const enter = (runnerId: string, lastName: string) =>
  buildAdminRunner({ runnerId, firstName: 'Mair', lastName, bibNumber: '214', event: 'BB' });
const ELLIS = enter('ellis', 'Ellis');
const BY_ID = new Map([['ellis', ELLIS]]);

const LEG = { kind: 'fast-leg', from: 'cp1', to: 'cp2', legMs: 250_000 } as const;
test.each<readonly [sentence: string, reason: CheckReason]>([
  [
    'read at CP2 and CP4, which are not on the Half',
    { kind: 'other-course', points: ['cp2', 'cp4'] },
  ],
  [
    'the time by hand puts them at the finish at 12:03:00, but they were read at CP6 at 12:13:05',
    {
      kind: 'by-hand',
      point: 'finish',
      atMs: Date.UTC(2026, 5, 20, 11, 3),
      readAt: 'cp6',
      readMs: Date.UTC(2026, 5, 20, 11, 13, 5),
    },
  ],
  [
    'at the finish at 12:03:00, and only then read at CP2 and CP3: read there on the way out, or by a wrong clock',
    { kind: 'early-finish', atMs: Date.UTC(2026, 5, 20, 11, 3), points: ['cp2', 'cp3'] },
  ],
  [
    'not read at CP1 though seen at the finish',
    { kind: 'missed', points: ['cp1'], later: 'finish' },
  ],
  ['not read at the start, unlike others in the Half', { kind: 'no-start' }],
  ['CP1 to CP2 in 4:10; nobody else took under 19:00', { ...LEG, othersMs: 1_140_000, asFast: 1 }],
  ['bib 214 is also somebody else and 2 more', { kind: 'same-bib', runnerId: 'gone', others: 3 }],
])('each reason is a plain sentence: %s', (sentence, reason) => {
  expect(describeCheck(reason, enter('siân', 'Siân'), CONFIG, BY_ID)).toBe(sentence);
});
