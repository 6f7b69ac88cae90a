import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import {
  findFreeName,
  listReferences,
  type NamedList,
  namesOf,
  removeRow,
  renameRow,
} from '#client/features/setup/setup-draft.ts';
import { parseRaceSetup } from '#shared/model/race-setup-schema.ts';
import type { RaceSetup } from '#shared/model/race-setup.ts';
import { loadTemplate, TEMPLATES } from '#shared/templates/templates.ts';

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
      expect(listReferences(renamed, list, old)).toEqual([]);
      expect(listReferences(renamed, list, 'zz9')).toHaveLength(
        listReferences(setup, list, old).length,
      );
      expect(renameRow(renamed, list, index, old)).toEqual(setup);
    }),
  );
});

test('removing a row removes all references to it, except the course of a distance', () => {
  fc.assert(
    fc.property(anyTemplate, fc.constantFrom(...LISTS), fc.nat(), (setup, list, at) => {
      const names = namesOf(setup, list);
      const name = names[at % Math.max(1, names.length)];
      if (name === undefined || name === 'start' || name === 'finish') return;
      const left = removeRow(setup, list, names.indexOf(name));
      expect(namesOf(left, list)).not.toContain(name);
      const still = listReferences(left, list, name);
      expect(still).toEqual(list === 'courses' ? listReferences(setup, list, name) : []);
    }),
  );
});

const [setup] = templates as [RaceSetup];
test.each<[NamedList, string, readonly string[]]>([
  ['points', 'kom1-end', ['the segment WOD']],
  ['points', 'cp4', ['a visit of the course Full', 'a visit of the course Ultra']],
  ['courses', 'half', ['the distance Half, which needs another course then']],
  ['segments', 'WOD', ['its ranking in the distance Ultra']],
  ['distances', 'BB', []],
])('the references to a row are listed: %s %s', (list, name, references) =>
  expect(listReferences(setup, list, name)).toEqual(references),
);

test('a new name differs from all others in any case', () => {
  expect(findFreeName([], 'cp')).toBe('cp1');
  expect(findFreeName(['start', 'cp1', 'CP2', 'finish'], 'cp')).toBe('cp3');
});
