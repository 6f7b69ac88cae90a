import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { parseConfigInput } from '#server/features/settings/save-config.ts';
import { USUAL_COURSES } from '#shared/model/courses.ts';
import { DEFAULT_CONFIG, type RaceConfig } from '#shared/model/race-config.ts';
import { buildConfig } from '#tests/support/builders.ts';

const NO_STARTS = USUAL_COURSES.byEvent(() => '');
const ALL_OPEN = USUAL_COURSES.byEvent(() => false);

function getConfig(input: unknown, current: RaceConfig = DEFAULT_CONFIG): RaceConfig {
  const outcome = parseConfigInput(input, current);
  if (!outcome.ok) throw new Error(`unexpected errors: ${JSON.stringify(outcome.error)}`);
  return outcome.value;
}

function errorsOf(input: unknown): string[] {
  const outcome = parseConfigInput(input, DEFAULT_CONFIG);
  return outcome.ok ? [] : outcome.error.map(({ field, message }) => `${field}: ${message}`);
}

test('[CL24] every setting is read', () => {
  const config = buildConfig({
    starts: { ...NO_STARTS, BB: '2026-06-20-11-00-00', UB: '2026-06-20-09-00-00' },
    timeZone: 'Europe/Athens',
    startText: '10K start: 11:00',
    timing: 'chip',
    earliestFinish: '00:25:00',
    closed: true,
    closedEvents: { ...ALL_OPEN, BB: true, UB: true },
  });
  // The answer of GET /config, which has the time, can be sent back.
  expect(getConfig({ ...config, serverTime: 1_790_000_000_000 })).toEqual(config);
});

test('[CL24] absent settings stay unchanged', () => {
  const current = buildConfig({
    starts: { ...NO_STARTS, BB: '2026-06-20-11-00-00' },
    closedEvents: { ...ALL_OPEN, BB: true },
  });
  expect(getConfig({}, current)).toEqual(current);
  const UB = '2026-06-20-09-00-00';
  const input = { pageTitle: 'Ras', starts: { UB }, closedEvents: { UB: true } };
  expect(getConfig(input, current)).toEqual({
    ...current,
    pageTitle: 'Ras',
    starts: { ...current.starts, UB },
    closedEvents: { ...current.closedEvents, UB: true },
  });
});

test.each([
  ['distances', ' Half ,  Full', 'Half,Full'],
  ['distances', 'Half\r\nFull,\nUltra\n', 'Half,Full,Ultra'],
  ['pageTitle', '\u200b', ''],
  ['pageTitle', '  Ras\tBeca ’26 🏃 ', 'Ras Beca ’26 🏃'],
  ['photos', ' https://photos.example.org/?bib={bib} ', 'https://photos.example.org/?bib={bib}'],
  ['raceStart', ' 2026-06-20-10-00-00 ', '2026-06-20-10-00-00'],
  ['earliestFinish', '0:25:00', '00:25:00'],
])('[CL24] %s %j is kept as %j', (field, given, kept) =>
  expect(getConfig({ [field]: given })).toMatchObject({ [field]: kept }),
);

test.each([
  [{ pageTitle: 7 }, 'pageTitle: This must be a text.'],
  [{ pageTitle: 'x'.repeat(201) }, 'pageTitle: This is longer than 200 characters.'],
  [{ photos: 'javascript:alert(1)' }, /^photos: This must be an address such as https:/],
  [{ pageTitle: '\u2067Ras' }, /^pageTitle: This contains .*U\+2067/],
  [{ KOMs: 'a,\u202eb' }, /^KOMs: The name .*U\+202E/],
  [{ distances: 'Half,half' }, 'Entries cannot tell apart the distances "Half" and "half".'],
  [{ distances: 'Trail Half,X,Trail-Half' }, /distances "Trail Half" and "Trail-Half"\.$/],
  [{ wayPoints: '\u3164,b' }, /^wayPoints: There is an empty name/],
  [{ KOMs: `a,${'b'.repeat(61)}` }, /^KOMs: The name .*longer than 60 characters/],
  [{ KOMs: 'a,b,c' }, 'KOMs: There are 3 names, but at most 2 are allowed.'],
  [{ raceStart: '2026-02-30-10-00-00' }, /^raceStart: "2026-02-30-10-00-00" is not a time/],
  [{ starts: { XX: '' } }, `starts: "XX" is none of ${USUAL_COURSES.events.join(', ')}.`],
  [{ starts: { PB: 'soon' } }, /^starts: PB: "soon"/],
  [{ starts: 'soon' }, /^starts: This must be an object/],
  [{ timeZone: 'Europe/Cardiff' }, /^timeZone: "Europe\/Cardiff" is not a time zone/],
  [{ timing: 'net' }, 'timing: "net" is none of gun, chip.'],
  [{ earliestFinish: '10:00' }, /^earliestFinish: "10:00" is not a time of the form H:MM:SS/],
  [{ closed: 'true' }, 'closed: This must be true or false.'],
  [{ closedEvents: { PB: 1 } }, 'closedEvents: PB: This must be true or false.'],
  [{ pagetitle: 'x' }, 'pagetitle: There is no setting "pagetitle".'],
  [JSON.parse('{"__proto__":{"closed":true}}'), '__proto__: There is no setting "__proto__".'],
  [null, /^: The settings must be a JSON object/],
])('[CL24] %j is refused', (input, error) => {
  const errors = errorsOf(input);
  expect(errors).toHaveLength(1);
  expect(errors[0]).toMatch(error);
});

test('[CL24] what is accepted is accepted again, unchanged', () => {
  const anyJson = fc.jsonValue();
  const settings = fc.record(
    {
      pageTitle: fc.oneof(fc.string({ unit: 'binary' }), anyJson),
      distances: fc.oneof(fc.string(), anyJson),
      wayPoints: fc.string({ unit: fc.constantFrom('a', 'É', ',', ' ', '\n', '\r') }),
      starts: fc.oneof(fc.dictionary(fc.constantFrom('BB', 'PB', '__proto__'), anyJson), anyJson),
      closed: fc.oneof(fc.boolean(), anyJson),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.oneof(settings, anyJson), (input) => {
      const first = parseConfigInput(input, DEFAULT_CONFIG);
      const again = first.ok ? parseConfigInput(first.value, buildConfig()) : first;
      expect(again).toEqual(first);
    }),
    { numRuns: 1_000 },
  );
});
