import { expect, test } from 'vitest';

import { USUAL_COURSES } from '#shared/model/courses.ts';
import type { Missing } from '#client/organisers/lists/lists.ts';
import { findPhoneLink } from '#client/organisers/runners/RunnerContacts.tsx';
import { countAll, divide, find, findBands } from '#client/features/runners/missing-view.ts';
import { callEveryone } from '#shared/control/roll-call.ts';
import type { StartPhase } from '#shared/scoring/start-phase.ts';
import type { AdminRunner } from '#shared/wire/runners-api.ts';
import { buildAdminRunner } from '#tests/client/support/build-admin-runner.ts';
import { buildReport } from '#tests/client/support/build-report.ts';

const sightAt = (lastTime: number) => ({ scans: 1, lastPoint: 'cp1', lastTime });
const dismissal = (isOver: boolean) => ({ at: 1, by: 'mari@example.org', isOver });

const runners = ['Adams', 'Bowen', 'Cole', 'Davies', 'Evans'].map((lastName, index) =>
  buildAdminRunner({
    runnerId: lastName,
    lastName,
    firstName: 'Ann',
    bibNumber: String(500 + index),
    raceNumber: String(index + 1),
    overrideLime: lastName === 'Evans' ? '00:00:01' : '',
  }),
);
const missing: Missing = {
  runnerIds: ['Davies', 'Cole', 'Bowen', 'Adams'],
  unassigned: [
    { bandID: '90', ...sightAt(1) },
    { bandID: '91', ...sightAt(2), dismissal: dismissal(false) },
    { bandID: '92', ...sightAt(3), dismissal: dismissal(true) },
    { bandID: '500', ...sightAt(3) },
  ],
  sights: new Map([
    ['Adams', sightAt(20)],
    ['Bowen', null],
    ['Cole', sightAt(10)],
    ['Davies', null],
  ]),
  dnfFinishes: new Map([['Evans', 30]]),
  notices: [],
  toCheck: { count: 0, runners: [] },
  seenOuts: new Map(),
  control: [],
};

const idsOf = (rows: readonly { readonly runnerId: string }[]) => rows.map((row) => row.runnerId);
const bandsOf = (rows: readonly { readonly bandID: string }[]) => rows.map((row) => row.bandID);
const call = (
  field: readonly AdminRunner[],
  known: Missing,
  phaseOf: (runner: AdminRunner) => StartPhase = () => undefined,
) => callEveryone(field, known, phaseOf, USUAL_COURSES);
const rollCall = call(runners, missing);
const parts = divide(missing, rollCall);

test('[MS1 MS4 MS6] the longest unseen come first, the never seen last, and a dismissed band scanned again returns', () => {
  expect(idsOf(parts['no-finish'])).toEqual(['Cole', 'Adams', 'Bowen', 'Davies']);
  expect(bandsOf(parts.bands)).toEqual(['90', '92', '500']);
  expect(bandsOf(parts.dismissed)).toEqual(['91']);
  expect(countAll(parts)).toBe(8);
});

test('a name, a bib or a band is searched for in all of them, and Enter means one', () => {
  const cole = find(parts, 'cole', undefined);
  const shown = [idsOf(cole['no-finish']), bandsOf(cole.bands), cole.bestRunner?.runnerId];
  expect(shown).toEqual([['Cole'], [], 'Cole']);
  // A reader types the band; the runner with the same bib is listed too.
  const both = find(parts, '0500', undefined);
  expect(both.bestBand?.bandID).toBe('500');
  expect(idsOf(find(parts, '500', undefined)['no-finish'])).toEqual(['Adams']);
  expect(find(parts, '501', undefined).bestRunner?.runnerId).toBe('Bowen');
  // A part of a bib or band, or a number that both have, opens nothing.
  for (const text of ['50', '9', '500']) {
    expect(find(parts, text, undefined)).toMatchObject({
      bestBand: undefined,
      bestRunner: undefined,
    });
  }
  expect(countAll(find(parts, 'zz', undefined))).toBe(0);
  expect(idsOf(find(parts, 'zz', 'Bowen')['no-finish'])).toEqual(['Bowen']);
});

test.each([
  ['+44 (0)7700 900-123', 'tel:+447700900123'],
  ['javascript:alert(1)', undefined],
  ['12', undefined],
])('a phone number calls: %s', (text, link) => expect(findPhoneLink(text)).toBe(link));

test('[ST11 RC2] runners without a finish are listed once, in the state of the roll-call', () => {
  const sent = { point: 'cp1', atMs: 5 } as const;
  const safe = buildReport('it', { kind: 'safe', ...sent });
  const field = [
    buildAdminRunner({ runnerId: 'waiting', event: 'UB', raceNumber: '3' }),
    buildAdminRunner({ runnerId: 'unseen', event: 'BB', raceNumber: '2' }),
    buildAdminRunner({ runnerId: 'by-gun', event: 'PB', raceNumber: '1' }),
    buildAdminRunner({ runnerId: 'home', event: 'BB', reports: [safe] }),
    buildAdminRunner({ runnerId: 'by-laps', event: 'BB', raceNumber: '4' }),
  ];
  const sight = { scans: 1, lastPoint: 'cp1', lastTime: 3 };
  const known = {
    ...missing,
    runnerIds: field.slice(0, 4).map(({ runnerId }) => runnerId),
    sights: new Map([['home', sight]]),
    seenOuts: new Map([['by-laps', { runnerId: 'by-laps', ...sight }]]),
  };
  const called = call(field, known, ({ event }) =>
    event === 'PB' ? 'by-gun' : event === 'UB' ? 'later' : undefined,
  );
  const listed = divide(known, called)['no-finish'];
  expect(idsOf(listed)).toEqual(['by-gun', 'by-laps', 'unseen', 'waiting', 'home']);
});

const bands = ['7', '77', '177', '512'].map((bandID) => ({
  bandID,
  scans: 1,
  lastPoint: 'finish',
  lastTime: 0,
}));

const search = (text: string): readonly [readonly string[], string | undefined] => {
  const { found, exact } = findBands(bands, text);
  return [found.map(({ bandID }) => bandID), exact?.bandID];
};

test('bands are found by digits, ignoring leading zeros', () => {
  expect(search(' ')).toEqual([['7', '77', '177', '512'], undefined]);
  expect(search('77')).toEqual([['77', '177'], '77']);
  expect(search('0077')).toEqual([['77', '177'], '77']);
  expect(search('51')).toEqual([['512'], undefined]);
  expect(search('1')).toEqual([['177', '512'], undefined]);
  expect(search('9')).toEqual([[], undefined]);
});
