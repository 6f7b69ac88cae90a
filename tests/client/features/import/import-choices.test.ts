import { expect, test } from 'vitest';

import { answerTo, keepOffered, withAnswer } from '#client/features/import/choices.ts';

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

test('choices that the race no longer offers are dropped, all others kept', () => {
  const mapping = {
    columns: { Nr: 'bibNumber' },
    events: { '50K': 'UB', fun: 'BB' },
    categories: { open: '', vets: 'V99' },
  };
  const courses = { events: ['BB', 'PB'], categories: ['F40'] };
  expect(keepOffered(mapping, courses)).toEqual({
    columns: { Nr: 'bibNumber' },
    events: { fun: 'BB' },
    categories: { open: '' },
  });
  const fitting = { events: { fun: 'BB' }, categories: { vets: 'F40' } };
  expect(keepOffered(fitting, courses)).toBe(fitting);
});
