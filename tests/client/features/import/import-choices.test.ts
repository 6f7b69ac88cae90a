import { expect, test } from 'vitest';
import type { ImportPreview } from '#shared/wire/import-api.ts';

import {
  choose,
  fieldsOf,
  isOpenTwin,
  keepChoices,
  NO_CHOICES,
  settleChoices,
  toMapping,
} from '#client/features/import/choices.ts';

const COLUMNS: ImportPreview['columns'] = [
  { header: 'First', field: 'firstName' },
  { header: 'Last', field: 'lastName' },
  { header: 'Distance', field: 'event' },
  { header: 'Wave', field: '' },
];
const [, , , ...NO_COLUMNS] = COLUMNS;

test('a recognised file needs no mapping', () =>
  expect(toMapping(COLUMNS, NO_CHOICES)).toBeUndefined());

test('a chosen column displaces the recognised one, which comes back when the choice moves on', () => {
  const wave = choose(NO_CHOICES, ['column', 'Wave'], 'firstName');
  expect([...fieldsOf(COLUMNS, wave)]).toEqual([
    ['First', ''],
    ['Last', 'lastName'],
    ['Distance', 'event'],
    ['Wave', 'firstName'],
  ]);
  expect(toMapping(COLUMNS, wave)).toEqual({ columns: { First: '', Wave: 'firstName' } });
  const onward = choose(wave, ['column', 'Wave'], 'bibNumber');
  expect(toMapping(COLUMNS, onward)).toEqual({ columns: { Wave: 'bibNumber' } });
});

test('an event for all is sent only while no column has the event', () => {
  const all = choose(NO_CHOICES, ['everyone'], 'PB');
  expect(toMapping(NO_COLUMNS, all)).toEqual({ allEvent: 'PB' });
  const wave = choose(all, ['column', 'Wave'], 'event');
  expect(toMapping(NO_COLUMNS, wave)).toEqual({ columns: { Wave: 'event' } });
  expect(toMapping(NO_COLUMNS, choose(wave, ['column', 'Wave'], ''))).toEqual({
    columns: { Wave: '' },
    allEvent: 'PB',
  });
});

test('the meanings of event values go with the column they stand in', () => {
  const meant = choose(NO_CHOICES, ['event', 'Distance', '50K'], 'UB');
  expect(toMapping(COLUMNS, meant)).toEqual({ events: { '50K': 'UB' } });
  const moved = choose(meant, ['column', 'Wave'], 'event');
  expect(toMapping(COLUMNS, moved)).toEqual({ columns: { Distance: '', Wave: 'event' } });
  const other = choose(moved, ['event', 'Wave', 'early'], 'BB');
  expect(toMapping(COLUMNS, other)?.events).toEqual({ early: 'BB' });
  const takenBack = choose(meant, ['event', 'Distance', '50K'], undefined);
  expect(toMapping(COLUMNS, takenBack)).toBeUndefined();
});

test('headers and values may have the names of what every object has', () => {
  const columns: ImportPreview['columns'] = [
    { header: '__proto__', field: '' },
    { header: 'constructor', field: '' },
  ];
  expect(toMapping(columns, NO_CHOICES)).toBeUndefined();
  const chosen = choose(NO_CHOICES, ['column', '__proto__'], 'event');
  const mapping = toMapping(columns, choose(chosen, ['event', '__proto__', '__proto__'], 'BB'));
  expect(JSON.stringify(mapping)).toBe(
    '{"columns":{"__proto__":"event"},"events":{"__proto__":"BB"}}',
  );
});

test('a repeated column stays open until one of the two is chosen', () => {
  const columns: ImportPreview['columns'] = [
    ...COLUMNS,
    { header: 'country', field: '' },
    { header: 'Country', field: '' },
  ];
  expect(isOpenTwin('country', columns, NO_CHOICES)).toBe(true);
  expect(isOpenTwin('Wave', columns, NO_CHOICES)).toBe(false);
  const chosen = choose(NO_CHOICES, ['column', 'Country'], '');
  expect(isOpenTwin('country', columns, chosen)).toBe(false);
  expect(toMapping(columns, chosen)).toEqual({ columns: { Country: '' } });
});

test('choices stay for a file of the same columns in the same order, and for no other', () => {
  const chosen = settleChoices(choose(NO_CHOICES, ['column', 'Wave'], 'runClub'), COLUMNS);
  const kept = keepChoices(chosen, COLUMNS);
  expect(kept).toEqual({ ...chosen, areKept: true });
  expect(toMapping(COLUMNS, kept)).toEqual({ columns: { Wave: 'runClub' } });
  expect(settleChoices(kept, COLUMNS)).toEqual(chosen);
  for (const other of [COLUMNS.slice(1), COLUMNS.toReversed(), [...COLUMNS, ...NO_COLUMNS]]) {
    expect(keepChoices(chosen, other)).toBe(NO_CHOICES);
  }
  expect(keepChoices(settleChoices(NO_CHOICES, COLUMNS), COLUMNS)).toBe(NO_CHOICES);
});

test('categories, those left over and the order of dates go with the column they stand in', () => {
  const columns: ImportPreview['columns'] = [
    { header: 'Class', field: 'ageGroup' },
    { header: 'Born', field: 'birthDate' },
    { header: 'Other', field: '' },
  ];
  const meant = choose(NO_CHOICES, ['category', 'Class', 'Vet'], 'M40');
  const all = choose(choose(meant, ['rest', 'Class'], 'empty'), ['dates', 'Born'], 'day-first');
  expect(toMapping(columns, all)).toEqual({
    categories: { Vet: 'M40' },
    otherCategories: 'empty',
    dateOrder: 'day-first',
  });
  const moved = choose(all, ['column', 'Other'], 'ageGroup');
  expect(toMapping(columns, moved)).toEqual({
    columns: { Class: '', Other: 'ageGroup' },
    dateOrder: 'day-first',
  });
});
