import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { listChanged, listClashes, takeParts } from '#client/features/setup/setup-merge.ts';
import { formatRanges, parseRanges } from '#client/features/setup/StartsPart.tsx';
import type { RaceSetup } from '#shared/model/race-setup.ts';
import { loadTemplate, TEMPLATES } from '#shared/templates/templates.ts';
import {
  findFreeName,
  type NamedList,
  namesOf,
  renameRow,
} from '#client/features/setup/setup-draft.ts';
import { parseRaceSetup } from '#shared/model/race-setup-schema.ts';

const usual = (await loadTemplate('three-distances')) as RaceSetup;
const named = (name: string): RaceSetup['teams'] => [{ name, count: 3, by: 'place' }];

describe('two who set the race up at once', () => {
  const mine = { ...usual, teams: named('Menywod') };

  test('what both changed is one', () => {
    const theirs = { ...usual, teams: named('Merched'), prizes: [] };
    expect(listClashes(usual, mine, theirs)).toEqual(['teams']);
    expect(listClashes(usual, mine, mine)).toEqual([]);
    const settled = takeParts(usual, theirs, ['teams']);
    expect(listClashes(settled, mine, theirs)).toEqual([]);
    expect(listChanged(takeParts(mine, theirs, ['teams']), settled)).toEqual([]);
  });

  test('a default that only one of them names is no difference', () => {
    const points = usual.points.map((point) => ({ ...point, isPublic: true, sources: [] }));
    expect(listChanged({ ...usual, points }, usual)).toEqual([]);
  });
});

test('bibs are typed as ranges; anything else is left to the schema', () => {
  expect(parseRanges('1-199, 300 – 399; 7')).toEqual([
    [1, 199],
    [300, 399],
    [7, 7],
  ]);
  expect(parseRanges(' ')).toBeUndefined();
  expect(parseRanges('x, 3-')).toEqual([
    [Number.NaN, Number.NaN],
    [3, Number.NaN],
  ]);
  expect(
    formatRanges([
      [1, 199],
      [7, 7],
    ]),
  ).toBe('1–199, 7');
});

const LISTS: readonly NamedList[] = ['points', 'courses', 'segments', 'distances', 'categories'];
const templates = await Promise.all(
  TEMPLATES.map(async ({ name }) => (await loadTemplate(name)) as RaceSetup),
);
const anyTemplate = fc.constantFrom(...templates);
const faultsOf = (setup: RaceSetup): readonly string[] => {
  const reading = parseRaceSetup(setup);
  return reading.ok ? [] : reading.error.map(({ path }) => path);
};

test('renaming any row keeps the race consistent, with no reference to the old name', () => {
  fc.assert(
    fc.property(anyTemplate, fc.constantFrom(...LISTS), fc.nat(), (setup, list, at) => {
      const names = namesOf(setup, list);
      const index = at % Math.max(1, names.length);
      const old = names[index];
      if (old === undefined || old === 'start' || old === 'finish') return;
      const renamed = renameRow(setup, list, index, 'zz9');
      expect(faultsOf(renamed)).toEqual([]);
      expect(renameRow(renamed, list, index, old)).toEqual(setup);
    }),
  );
});

test('a name that another row has, passed while a longer one is typed, takes none of its references', () => {
  const index = namesOf(usual, 'points').indexOf('cp2');
  const typed = ['cp1', 'cp12'].reduce(
    (setup, name) => renameRow(setup, 'points', index, name),
    usual,
  );
  expect({ ...typed, points: [] }).toEqual({ ...usual, points: [] });
});

test('a new name differs from all others in any case', () => {
  expect(findFreeName([], 'cp')).toBe('cp1');
  expect(findFreeName(['start', 'cp1', 'CP2', 'finish'], 'cp')).toBe('cp3');
});
