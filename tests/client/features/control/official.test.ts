import { expect, test } from 'vitest';

import { describeDoubt } from '#client/features/control/closing/OfficialDialog.tsx';

test.each<[string, number, string]>([
  ['', 0, ''],
  ['15:43', 0, 'Protests are open until 15:43. Make official anyway?'],
  ['', 1, '1 item is open under Now to do. Make official anyway?'],
  [
    '15:43',
    3,
    'Protests are open until 15:43. 3 items are open under Now to do. Make official anyway?',
  ],
])('with protests until “%s” and %i open items it asks: %s', (protestsUntil, items, words) => {
  expect(describeDoubt(protestsUntil, items)).toBe(words);
});
