import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { Courses } from '#shared/model/courses.ts';
import type { RaceSetup, WaveSetup } from '#shared/model/race-setup.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/model/time.ts';
import { findOwnGun, findWaveOf } from '#shared/scoring/own-start.ts';
import { describeOwnStart, readOwnStart } from '#shared/scoring/read-own-start.ts';
import { scoringRulesOf } from '#shared/scoring/scoring-rules.ts';
import { buildSetup, configOf } from '#tests/support/build-setup.ts';
import { buildConfig, buildRunner, type RunnerOverrides } from '#tests/support/builders.ts';

import { clock } from './run-scoring.ts';

const WAVES: readonly WaveSetup[] = [
  { id: 'elite', name: 'Elît', distance: 'PB', who: { bibs: [[1, 20]] } },
  {
    id: 'vets',
    name: 'Veterans',
    distance: 'PB',
    who: { categories: ['F50', 'M50'], bibs: [[90, 99]] },
  },
  { id: 'late', name: 'Late', distance: 'PB' },
  { id: 'half', name: 'Half', distance: 'BB', who: { bibs: [[1, 999]] } },
];
const SETUP: RaceSetup = buildSetup({ waves: WAVES });
const COURSES = new Courses(SETUP);

const GUN = '2026-06-20-10-00-00';
const CONFIG = buildConfig({
  ...configOf(SETUP),
  raceStart: GUN,
  starts: { BB: '2026-06-20-11-00-00', PB: '', UB: '', elite: '2026-06-20-09-50-00', vets: '' },
});

const waveOf = (given: RunnerOverrides): string | undefined =>
  findWaveOf(buildRunner({ bibNumber: '500', ...given }), COURSES)?.id;
const gunOf = (given: RunnerOverrides, config = CONFIG): number | undefined =>
  scoringRulesOf(config).gunOf(buildRunner({ bibNumber: '500', ...given }));

test('[ST12] the wave is the one that the entry names, else the first of the distance for the category or bib', () => {
  expect(waveOf({})).toBeUndefined();
  expect(waveOf({ wave: 'late', bibNumber: '7' })).toBe('late');
  expect(
    ['1', '20', '21', '007', 'W7', '', '1.5'].map((bibNumber) => waveOf({ bibNumber })),
  ).toEqual(['elite', 'elite', undefined, 'elite', undefined, undefined, undefined]);
  expect(waveOf({ ageGroup: 'F50' })).toBe('vets');
  expect(waveOf({ ageGroup: 'F50', bibNumber: '7' })).toBe('elite');
  expect(waveOf({ event: 'BB', bibNumber: '7' })).toBe('half');
  // Of another distance, or gone from the document.
  expect(waveOf({ wave: 'half' })).toBeUndefined();
  expect(waveOf({ wave: 'gone', bibNumber: '95' })).toBe('vets');
  expect(waveOf({ event: 'UB', bibNumber: '7', ageGroup: 'F50' })).toBeUndefined();
});

test('[ST12] a wave without a gun has that of its distance, and a distance that of the race', () => {
  expect(gunOf({ bibNumber: '7' })).toBe(clock('09:50:00'));
  expect(gunOf({ ageGroup: 'F50' })).toBe(clock('10:00:00'));
  expect(gunOf({})).toBe(clock('10:00:00'));
  expect(gunOf({ event: 'BB', bibNumber: '7' })).toBe(clock('11:00:00'));
  const noGun = { ...CONFIG, raceStart: '', starts: { late: '2026-06-20-10-20-00' } };
  expect([gunOf({}, noGun), gunOf({ wave: 'late' }, noGun)]).toEqual([
    undefined,
    clock('10:20:00'),
  ]);
  const unread = { ...CONFIG, starts: { elite: 'at ten' } };
  expect(gunOf({ bibNumber: '7' }, unread)).toBe(clock('10:00:00'));
});

test('[ST12] an own start is a moment, or a span from the gun of the wave', () => {
  expect(gunOf({ ownStart: '2026-06-20-10-03-30' })).toBe(clock('10:03:30'));
  expect(gunOf({ ownStart: '+0:30' })).toBe(clock('10:00:30'));
  expect(gunOf({ ownStart: '-1:05:00' })).toBe(clock('08:55:00'));
  expect(gunOf({ ownStart: '+0:30', bibNumber: '7' })).toBe(clock('09:50:30'));
  expect(gunOf({ ownStart: 'ten' })).toBe(clock('10:00:00'));
  // Without a gun a span has no start, but a moment has.
  const noGun = { ...CONFIG, raceStart: '' };
  expect(gunOf({ ownStart: '+0:30' }, noGun)).toBeUndefined();
  expect(gunOf({ ownStart: GUN }, noGun)).toBe(clock('10:00:00'));
});

const spans = fc.record({
  sign: fc.constantFrom('+', '-'),
  hours: fc.option(fc.integer({ min: 0, max: 23 })),
  minutes: fc.integer({ min: 0, max: 59 }),
  seconds: fc.integer({ min: 0, max: 59 }),
});

test('[ST12] every span that can be typed moves the gun by its length', () => {
  fc.assert(
    fc.property(spans, ({ sign, hours, minutes, seconds }) => {
      const text = `${sign}${hours === null ? '' : `${hours}:`}${minutes}:${String(seconds).padStart(2, '0')}`;
      const spanMs = (((hours ?? 0) * 60 + minutes) * 60 + seconds) * SECOND_MS;
      expect(findOwnGun({ ownStart: text }, 0, 'UTC')).toBe(
        0 + (sign === '-' ? 0 - spanMs : spanMs),
      );
      expect(findOwnGun({ ownStart: text }, undefined, 'UTC')).toBeUndefined();
    }),
  );
  expect(findOwnGun({ ownStart: '' }, 0, 'UTC')).toBeUndefined();
  expect(findOwnGun({}, 0, 'UTC')).toBeUndefined();
});

const START = { start: '2026-06-20-10-00-00', hasOwnStarts: false };

function kept(text: string, frame = START): string | undefined {
  const reading = readOwnStart(text, frame);
  return reading.ok ? reading.value : undefined;
}

test('[ST12] minutes alone may exceed an hour, with hours they do not', () => {
  expect(findOwnGun({ ownStart: '+75:00' }, 0, 'UTC')).toBe(75 * MINUTE_MS);
  expect(['+75:00', '-99:59', '+1:75:00', '+0:60:00'].map((text) => kept(text))).toEqual([
    '+1:15:00',
    '-1:39:59',
    undefined,
    undefined,
  ]);
});

test('[ST13] an own start is read as people write it, and refused with what to write', () => {
  expect(['', ' +0:00:30 ', '−0:05:00', '+10:00'].map((text) => kept(text))).toEqual([
    '',
    '+0:00:30',
    '-0:05:00',
    '+0:10:00',
  ]);
  const moment = '2026-06-20-11-05-30';
  const same = [
    '11:05:30',
    '11.05.30',
    '11:05:30 AM',
    moment,
    '2026-06-20 11:05:30',
    '2026-6-20T11:05:30',
  ];
  expect(same.map((text) => kept(text))).toEqual(same.map(() => moment));
  expect([kept('11:05'), kept('9:05:30'), kept('1:05 pm')]).toEqual([
    '2026-06-20-11-05-00',
    '2026-06-20-09-05-30',
    '2026-06-20-13-05-00',
  ]);
  const wrong = [
    '0:30',
    '25:00:00',
    '11:60',
    '13:05 pm',
    'hanner dydd',
    '+30',
    '+0:60',
    '+0:05.5',
    '+1:2:3:4',
    '2026-02-30 10:00:00',
  ];
  expect(wrong.map((text) => kept(text))).toEqual(wrong.map(() => undefined));
  expect(readOwnStart('hanner dydd', START)).toEqual({
    ok: false,
    error:
      'The own start "hanner dydd" is none: write a time of day, 11:05:30, or how long after the gun, +0:00:30.',
  });
  const unknown = { start: '', hasOwnStarts: false };
  expect(['11:05:30', moment, '+0:00:30'].map((text) => kept(text, unknown))).toEqual([
    undefined,
    moment,
    '+0:00:30',
  ]);
});

test('[ST13] a span that may be minutes or seconds is asked about in words, but for starts at intervals', () => {
  expect(readOwnStart('-0:30', START)).toEqual({
    ok: false,
    error:
      'The own start "-0:30" may be 30 min before the gun or 30 s before the gun: write -0:30:00 or -0:00:30.',
  });
  const oneByOne = { ...START, hasOwnStarts: true };
  expect(['+0:30', '+1:30', '-0:30'].map((text) => kept(text, oneByOne))).toEqual([
    '+0:00:30',
    '+0:01:30',
    undefined,
  ]);
});

const at = (start: string) => (text: string) => kept(text, { ...START, start });

test('[ST13] a time of day is the one nearest to the start, also past midnight', () => {
  expect(['23:50', '00:10', '22:00'].map(at('2026-06-20-23-30-00'))).toEqual([
    '2026-06-20-23-50-00',
    '2026-06-21-00-10-00',
    '2026-06-20-22-00-00',
  ]);
  expect(['23:50', '05:10'].map(at('2026-01-01-00-15-00'))).toEqual([
    '2025-12-31-23-50-00',
    '2026-01-01-05-10-00',
  ]);
  const words = ['2026-06-21-00-10-00', '-0:30:00', '+0:01:30', '+0:00:00'];
  expect(words.map((text) => describeOwnStart(text, '2026-06-20-23-30-00'))).toEqual([
    '00:10:00, 40 min after the gun',
    '30 min before the gun',
    '1 min 30 s after the gun',
    'with the gun',
  ]);
});
