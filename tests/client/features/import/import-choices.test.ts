import { expect, test } from 'vitest';

import { answerTo, withAnswer } from '#client/features/import/choices.ts';

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
