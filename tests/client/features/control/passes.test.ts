import { expect, test } from 'vitest';

import { USUAL_COURSES } from '#shared/model/courses.ts';
import type { ControlEntry } from '#shared/model/decisions.ts';
import { listPasses, listReachable, warnOfAddress } from '#client/features/control/passes.ts';

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
