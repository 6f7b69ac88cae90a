import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { LONGEST_SETUP, parseRaceSetup, writeRaceSetup } from '#shared/model/race-setup-schema.ts';
import type { CategorySetup, RaceSetup } from '#shared/model/race-setup.ts';
import template from '#shared/templates/three-distances.json' with { type: 'json' };

type Draft = Record<string, unknown>;

function errorsOf(change: Draft | ((draft: typeof template) => object)): Record<string, string> {
  const draft = structuredClone(template);
  const given = typeof change === 'function' ? change(draft) : { ...draft, ...change };
  const reading = parseRaceSetup(given);
  return reading.ok
    ? {}
    : Object.fromEntries(reading.error.map(({ path, message }) => [path, message]));
}

/** The same in another order of fields, at every level. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, own]) => [key, turned(own)] as const)
      .toReversed(),
  );
}

test('[SU1] an invalid document is refused with the path and remedy of each fault', () => {
  const distance = { code: 'é', name: '', course: 3, segments: [], limit: 'x', rankedBy: 'luck' };
  const teams = [
    { name: 'A', count: 51, by: 'place' },
    { name: 'B', count: 1.5, by: 'time' },
  ];
  const categories = { ageOn: { rule: 'moon' }, table: [] };
  const wrong = { version: 2, waves: 'none', distances: [distance], more: 1, points: [{}] };
  expect(errorsOf({ ...wrong, categories, teams })).toMatchInlineSnapshot(`
    {
      "categories.ageOn.rule": "This must be "race-day", "year-end", "day" or "season".",
      "distances.0.code": "Write this code with 1 to 12 letters, digits, dashes and plus signs, such as F40.",
      "distances.0.course": "This must be a text.",
      "distances.0.limit": "Write this time as HH:MM:SS, such as 01:30:00.",
      "distances.0.name": "This is empty: give it a name.",
      "distances.0.rankedBy": "This must be "time" or "laps".",
      "more": "A document has no "more" here: remove it, or check its spelling.",
      "points": "This needs 2 at least: add some.",
      "points.0.id": "This is missing: it must be a text.",
      "points.0.kind": "This must be "start" or "checkpoint" or "segment" or "finish".",
      "points.0.name": "This is missing: it must be a text.",
      "teams.0.count": "This must be 50 or less.",
      "teams.1.count": "This must be a whole number.",
      "version": "This must be "1".",
      "waves": "This must be a list.",
    }
  `);
  expect(parseRaceSetup('{')).toMatchObject({ error: [{ path: '' }] });
  expect(parseRaceSetup([])).toMatchObject({
    error: [{ path: '', message: 'This must be an object.' }],
  });
});

function many(count: number, make: (index: number) => object): object[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

test('[SU1] each list has a bound, and so has the whole', () => {
  const most: Record<string, [number, (index: number) => object]> = {
    waves: [60, (i) => ({ id: `w${i}`, name: `Wave ${i}`, distance: 'BB' })],
    prizes: [60, () => ({ name: 'First', places: 1, isExclusive: true })],
    teams: [20, (i) => ({ name: `Team ${i}`, count: 3, by: 'place' })],
  };
  for (const [field, [bound, make]] of Object.entries(most)) {
    expect(errorsOf({ [field]: many(bound, make) })).toEqual({});
    expect(errorsOf({ [field]: many(bound + 1, make) })).toHaveProperty([field]);
  }
  const clubs = many(50, () => ({})).map(() => 'ŵ'.repeat(60));
  const prize = { name: 'Clubs', places: 1, isExclusive: true, clubs };
  expect(errorsOf({ prizes: many(60, () => prize) })).toEqual({
    '': `The document is longer than ${LONGEST_SETUP} characters: shorten the profiles of its courses, or remove what is not run.`,
  });
});

test('[SU1] equivalent documents have the same text, whatever the order and explicit defaults', () => {
  const text = writeRaceSetup(template as unknown as RaceSetup);
  const wordy = structuredClone(template) as unknown as {
    distances: Draft[];
    points: Draft[];
    courses: { visits: Draft[] }[];
  };
  Object.assign(wordy.distances[0] ?? {}, {
    rounding: 'up',
    ties: 'share',
    isRanked: true,
    isMain: false,
    name: ' Half',
  });
  Object.assign(wordy.points[0] ?? {}, { pick: 'first', sources: [] });
  Object.assign(wordy.courses[0]?.visits[0] ?? {}, { isPublic: true, label: '' });
  for (const same of [turned(template), wordy, text, JSON.stringify(template, null, 4)]) {
    const reading = parseRaceSetup(same);
    expect(reading.ok && writeRaceSetup(reading.value)).toBe(text);
  }
  const other = parseRaceSetup({ ...template, teams: [] });
  expect(other.ok && writeRaceSetup(other.value)).not.toBe(text);
});

test('[SU3] names exist and are unique', () => {
  expect(
    errorsOf((draft) => ({
      ...draft,
      points: draft.points.map((point) => (point.id === 'cp6' ? { ...point, id: 'cp1' } : point)),
      courses: [
        {
          id: 'half',
          name: 'Half',
          lengthM: 4,
          visits: [
            { point: 'finish' },
            { point: 'kom1-end' },
            { point: 'cp1', atM: 9 },
            { point: 'cp2', atM: 3 },
          ],
        },
        ...draft.courses.slice(1),
      ],
      segments: [...draft.segments, { code: 'pb', label: 'Climb', from: 'cp4', to: 'cp4' }],
      distances: draft.distances.map((distance, index) => ({
        ...distance,
        course: index === 0 ? 'short' : 'half',
        name: 'Ras Ŵyn',
        segments: ['pb'],
        isMain: true,
      })),
      waves: [
        { id: 'bb', name: 'First', distance: 'BB', who: { bibs: [[1, 5]], categories: ['W35'] } },
        {
          id: 'late',
          name: 'Late',
          distance: 'BB',
          who: {
            bibs: [
              [5, 9],
              [9, 8],
            ],
          },
        },
      ],
      prizes: [{ name: 'All', places: 3, segment: 'Hill', distances: ['XB'], isExclusive: true }],
      teams: [{ name: 'Mixed', count: 3, leastWomen: 4, by: 'time' }],
    })),
  ).toMatchInlineSnapshot(`
    {
      "courses.0.visits.0.point": "There is no checkpoint "finish": add it, or choose another.",
      "courses.0.visits.1.point": "There is no checkpoint "kom1-end": add it, or choose another.",
      "courses.0.visits.2.atM": "This is nearer to the start than the visit before, or past the finish: correct it.",
      "courses.0.visits.3.atM": "This is nearer to the start than the visit before, or past the finish: correct it.",
      "courses.2.visits.4.point": "There is no checkpoint "cp6": add it, or choose another.",
      "distances.0.course": "There is no course "short": add it, or choose another.",
      "distances.1.code": "A segment also has the code PB: give one of them another.",
      "distances.1.name": ""Ras Ŵyn" is here twice, or looks the same: give one of them another name.",
      "distances.1.segments.0": "The course half does not pass cp4, where this segment is timed: add a visit, or remove the segment.",
      "distances.2.name": ""Ras Ŵyn" is here twice, or looks the same: give one of them another name.",
      "distances.2.segments.0": "The course half does not pass cp4, where this segment is timed: add a visit, or remove the segment.",
      "points.5.id": ""cp1" is here twice, or looks the same: give one of them another id.",
      "prizes.0.distances": "There is no distance "XB": add it, or choose another.",
      "prizes.0.segment": "There is no segment "Hill": add it, or choose another.",
      "waves.0.id": "A distance has the code bb, and both name a start: give the wave another id.",
      "waves.0.who.categories": "There is no category "W35": add it, or choose another.",
      "waves.1.who.bibs.0": "The wave bb also has some of the bibs 5 to 9: each bib starts once.",
      "waves.1.who.bibs.1": "These bibs end before they begin: write 8 to 9.",
    }
  `);
  expect(errorsOf({ points: template.points.slice(1) })).toHaveProperty('points');
  expect(errorsOf({ distances: [{ ...template.distances[0], name: 'Half, short' }] })).toEqual({
    'distances.0.name': 'Write this name without a comma.',
  });
});

const ages = fc
  .array(fc.integer({ min: 1, max: 119 }), { maxLength: 8 })
  .map((bounds) => [...new Set(bounds)].toSorted((one, other) => one - other));
function tableOf(bounds: readonly number[]): CategorySetup[] {
  return [0, ...bounds].map((from, index) => {
    const next = bounds[index];
    const own: CategorySetup = { code: `A${from}`, sexes: ['F'], from };
    return next === undefined ? own : Object.assign(own, { to: next - 1 });
  });
}

function readTable(table: readonly CategorySetup[]): Record<string, string> {
  return errorsOf({ categories: { ageOn: { rule: 'race-day' }, table } });
}

test('[SU4] categories with a gap or an overlap of ages are refused', () => {
  fc.assert(
    fc.property(ages, fc.nat(), fc.boolean(), (bounds, which, isWider) => {
      const table = tableOf(bounds);
      expect(readTable(table)).toEqual({});
      const index = which % table.length;
      const own = table[index];
      if (!own || table.length === 1) return;
      const spoilt = isWider ? [...table, { ...own, code: 'TWICE' }] : table.toSpliced(index, 1);
      expect(readTable(spoilt)['categories.table']).toContain(` for F aged ${own.from}: `);
    }),
  );
});

test('[SU4] a category that ends before it begins is refused, though others have all ages', () => {
  const table: CategorySetup[] = [...tableOf([40]), { code: 'A9', sexes: ['F'], from: 50, to: 40 }];
  expect(readTable(table)).toEqual({
    'categories.table.2.to': 'This category ends at 40, before it begins at 50: swap them.',
  });
});

test('a finish that closes before anyone can have finished is refused', () => {
  const [first, ...others] = template.distances;
  const errorsWith = (limit: string): Record<string, string> =>
    errorsOf({ distances: [{ ...first, earliestFinish: '00:30:00', limit }, ...others] });
  expect(errorsWith('00:29:59')).toEqual({
    'distances.0.limit':
      'The finish closes before anyone can have finished: correct one of the two.',
  });
  expect(errorsWith('00:30:00')).toEqual({});
});

test('[SU3 RK16] laps against the clock need ranking by laps, one point, no segment, and time for the shortest leg', () => {
  const [course, ...courses] = template.courses;
  const [distance, ...distances] = template.distances;
  const laps = { lapEvery: '01:00:00', rankedBy: 'laps', segments: [] };
  const errorsWith = (change: Draft, visits: Draft[] = [{ point: 'cp1', leastLeg: '00:20:00' }]) =>
    errorsOf({
      courses: [{ ...course, visits }, ...courses],
      distances: [{ ...distance, ...laps, ...change }, ...distances],
    });
  expect(errorsWith({})).toEqual({});
  const others = [{ point: 'cp1' }, { point: 'cp2' }];
  for (const errors of [
    errorsWith({ rankedBy: 'time' }),
    errorsWith({ segments: ['WOD'] }),
    errorsWith({ lapEvery: '00:20:00' }),
    errorsWith({ lapEvery: '00:01:00' }, [{ point: 'cp1' }]),
    errorsWith({}, others),
  ]) {
    expect(Object.keys(errors)).toEqual(['distances.0.lapEvery']);
  }
});
