import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import {
  describeMissingNames,
  findUnaccounted,
  isNamed,
  MOST_TICKED,
  NOBODY_NAMED,
} from '#client/features/control/closing/ClosingNames.tsx';
import { USUAL_COURSES } from '#shared/model/courses.ts';
import { callEveryone } from '#shared/control/roll-call.ts';
import { takeMissing } from '#client/organisers/lists/lists.ts';
import { buildAdminRunner } from '#tests/client/support/build-admin-runner.ts';
import { describeDoubt } from '#client/features/control/closing/OfficialDialog.tsx';
import type { ControlEntry } from '#shared/model/decisions.ts';
import { listPasses, listReachable, warnOfAddress } from '#client/features/control/passes.ts';

/** So many on course of each of two events, and one of each who was never seen. */
function callField(perEvent: number) {
  const field = (['BB', 'UB'] as const).flatMap((event) =>
    Array.from({ length: perEvent + 1 }, (_, at) =>
      buildAdminRunner({ runnerId: `${event}${at}`, event, raceNumber: '1', lastName: `n${at}` }),
    ),
  );
  const lastSeen = field.map(({ runnerId }) =>
    runnerId.endsWith(`B${perEvent}`) ? null : { scans: 1, lastPoint: 'start', lastTime: 1_000 },
  );
  const ids = field.map(({ runnerId }) => runnerId);
  const missing = takeMissing(ids, { scannedNumberNoRunners: [], lastSeen }, undefined);
  return callEveryone(field, missing, () => undefined, USUAL_COURSES);
}

test('[SF8] those who are on course or out and not safe are named, of one event or of all', () => {
  const rollCall = callField(2);
  const idsOf = (event: 'BB' | undefined): string[] =>
    findUnaccounted(rollCall, event).map(({ runner }) => runner.runnerId);
  expect(idsOf(undefined)).toEqual(['BB0', 'BB1', 'UB0', 'UB1']);
  expect(idsOf('BB')).toEqual(['BB0', 'BB1']);
  const states = findUnaccounted(rollCall, undefined).map(({ state }) => state);
  expect(new Set(states)).toEqual(new Set(['on-course']));
});

test('[SF8] up to thirty are ticked one by one, whatever is typed', () => {
  const unaccounted = findUnaccounted(callField(MOST_TICKED / 2), undefined);
  expect(unaccounted).toHaveLength(MOST_TICKED);
  const ids = unaccounted.map(({ runner }) => runner.runnerId);
  fc.assert(
    fc.property(fc.subarray(ids), fc.constantFrom('', String(MOST_TICKED)), (some, typed) => {
      const named = { ticked: new Set(some), typed };
      expect(isNamed(unaccounted, named)).toBe(some.length === ids.length);
      expect(describeMissingNames(unaccounted, named) === '').toBe(some.length === ids.length);
    }),
  );
});

test('[SF8] of more the number is typed, and only that confirms', () => {
  const unaccounted = findUnaccounted(callField(MOST_TICKED), undefined);
  const ticked = new Set(unaccounted.map(({ runner }) => runner.runnerId));
  expect(isNamed(unaccounted, { ticked, typed: '' })).toBe(false);
  expect(isNamed(unaccounted, { ...NOBODY_NAMED, typed: '59' })).toBe(false);
  expect(isNamed(unaccounted, { ...NOBODY_NAMED, typed: ' 60 ' })).toBe(true);
  expect(describeMissingNames(unaccounted, NOBODY_NAMED)).toBe(
    'Type how many people these are, 60, to close it anyway.',
  );
  expect(isNamed([], NOBODY_NAMED)).toBe(true);
});

test.each<[string, number, string]>([
  ['', 0, ''],
  ['15:43', 0, 'Protests are open until 15:43. Make official anyway?'],
  ['', 1, '1 item is open under Now to do. Make official anyway?'],
  [
    '15:43',
    3,
    'Protests are open until 15:43. 3 items are open under Now to do. Make official anyway?',
  ],
])('with protests until “%s” and %i open items it asks: %s', (protestsUntil, items, words) => {
  expect(describeDoubt(protestsUntil, items)).toBe(words);
});

const HOUR = 3_600_000;
/** 14:00 in Wales, in summer. */
const NOW_MS = Date.UTC(2026, 5, 20, 13);

test('a pass has the time of the last report or sighting at its point', () => {
  const pass = (subject: string, text: string, point: 'cp2' | 'cp3'): ControlEntry => ({
    kind: 'marshal',
    subject,
    text,
    point,
    untilMs: NOW_MS + HOUR,
    atMs: NOW_MS - HOUR,
    by: 'anna@race.local',
  });
  const control: ControlEntry[] = [
    pass('a', 'Siân', 'cp3'),
    pass('b', 'Dai', 'cp3'),
    pass('c', 'Dai', 'cp2'),
    {
      kind: 'sighting',
      subject: 's',
      point: 'cp3',
      sighting: { kind: 'seen', bib: '?7', seenMs: NOW_MS - HOUR },
      atMs: NOW_MS - 3,
      by: 'Dai, marshal at CP3',
    },
  ];
  const reports = [
    { by: 'Dai, marshal at CP3', enteredMs: NOW_MS - 9 },
    { by: 'Dai, marshal at CP2', enteredMs: NOW_MS - 5 },
    { by: 'Dai', enteredMs: NOW_MS },
  ];
  expect(
    listPasses(control, reports, USUAL_COURSES).map(({ entry, heardMs }) => [
      entry.subject,
      heardMs,
    ]),
  ).toEqual([
    ['c', NOW_MS - 5],
    ['b', NOW_MS - 3],
    ['a', undefined],
  ]);
});

test('no phone reaches localhost: the addresses of the networks are given, and without HTTPS the page has to stay open', () => {
  for (const host of ['localhost:8080', '127.0.0.1:3000', '[::1]:3000', 'race.localhost']) {
    expect(warnOfAddress(`http://${host}/marshal#p`)).toMatch(/^No phone can open this/);
  }
  expect(
    listReachable('http://localhost:3000/marshal#p', ['192.168.1.5/24', '10.0.0.7/8']),
  ).toEqual(['http://192.168.1.5:3000/marshal#p', 'http://10.0.0.7:3000/marshal#p']);
  expect(listReachable('https://race.example/marshal#p', ['10.0.0.7/8'])).toEqual([
    'https://race.example/marshal#p',
  ]);
  expect(warnOfAddress('http://192.168.1.5:3000/marshal#p')).toMatch(/not HTTPS.*keep it open/);
  expect(warnOfAddress('https://race.example/marshal#p')).toBeUndefined();
});
