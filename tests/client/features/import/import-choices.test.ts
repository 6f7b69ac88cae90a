import { expect, test } from 'vitest';

import {
  answerTo,
  headersOf,
  keepChoices,
  NO_CHOICES,
  withAnswer,
} from '#client/features/import/choices.ts';

test('headers and values may have the names of what every object has', () => {
  expect(answerTo({ columns: {} }, ['columns', 'constructor'])).toBeUndefined();
  const mapping = withAnswer({}, ['columns', '__proto__'], 'event');
  const both = withAnswer(mapping, ['events', '__proto__'], 'BB');
  expect(answerTo(both, ['events', '__proto__'])).toBe('BB');
  expect(JSON.stringify(both)).toBe(
    '{"columns":{"__proto__":"event"},"events":{"__proto__":"BB"}}',
  );
  expect(withAnswer(both, ['events', '__proto__'], undefined).events).toEqual({});
});

test('choices stay for a file of the same columns in the same order, and for no other', () => {
  const columns = [
    { header: 'First', field: 'firstName' },
    { header: 'Wave', field: '' },
  ] as const;
  const chosen = { ...NO_CHOICES, mapping: { allEvent: 'PB' }, headers: headersOf(columns) };
  expect(keepChoices(chosen, columns)).toEqual({ ...chosen, areKept: true });
  for (const other of [columns.slice(1), columns.toReversed(), [...columns, ...columns], []]) {
    expect(keepChoices(chosen, other)).toBe(NO_CHOICES);
    expect(keepChoices(NO_CHOICES, other)).toBe(NO_CHOICES);
  }
});
