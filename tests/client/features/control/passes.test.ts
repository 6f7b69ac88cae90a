import { describe, expect, test } from 'vitest';

import { USUAL_COURSES } from '#shared/model/courses.ts';
import type { ControlEntry } from '#shared/model/decisions.ts';
import {
  beginUntil,
  warnOfAddress,
  listPasses,
  readUntil,
} from '#client/features/control/passes.ts';

const ZONE = 'Europe/London';
const HOUR = 3_600_000;
/** 14:00 in Wales, in summer. */
const NOW_MS = Date.UTC(2026, 5, 20, 13);

describe('until when a pass is valid', () => {
  test('is the end of today unless somebody says otherwise, in the evening that of tomorrow', () => {
    expect(beginUntil(NOW_MS, ZONE)).toBe('2026-06-20 23:59');
    expect(beginUntil(NOW_MS + 5 * HOUR, ZONE)).toBe('2026-06-21 23:59');
  });

  test.each([
    ['18:00', { untilMs: NOW_MS + 4 * HOUR }],
    ['2026-06-20 23:59', { untilMs: NOW_MS + 10 * HOUR - 60_000 }],
    ['2026-06-23 14:00', { untilMs: NOW_MS + 72 * HOUR }],
    ['2026-06-23 14:01', { fault: 'A pass lasts at most 72 hours.' }],
    ['13:59', { fault: 'This time has passed.' }],
    ['', { fault: 'Enter a time such as 18:00, or a date and a time.' }],
    ['2026-06-31 10:00', { fault: 'Enter a time such as 18:00, or a date and a time.' }],
  ])('[MA1] %j', (typed, read) => expect(readUntil(typed, NOW_MS, ZONE)).toEqual(read));
});

test('a phone is heard by its reports and by its sightings, each at its own point', () => {
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

test('no phone reaches localhost, and without HTTPS the page has to stay open', () => {
  for (const host of ['localhost:8080', '127.0.0.1:3000', '[::1]:3000', 'race.localhost']) {
    expect(warnOfAddress(`http://${host}/marshal#p`)).toMatch(/^No phone can open this/);
  }
  expect(warnOfAddress('http://192.168.1.5:3000/marshal#p')).toMatch(/not HTTPS.*keep it open/);
  expect(warnOfAddress('https://race.example/marshal#p')).toBeUndefined();
});
