import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { ROLES } from '#shared/wire/auth-api.ts';
import { hasRight, RIGHTS } from '#shared/wire/rights.ts';

test('[AC3] the table of roles in ACCOUNTS.md says what the code says', () => {
  const text = readFileSync(new URL('../../server/identity/ACCOUNTS.md', import.meta.url), 'utf8');
  const [head = [], , ...rows] = readTable(text.split('\n## Roles\n')[1] ?? '');
  const written = rows.map(([right = '', ...cells]) => ({
    right: right.replaceAll('`', ''),
    roles: head.slice(1, -1).filter((_role, index) => cells[index] === 'x'),
  }));
  expect(head.slice(1, -1).toSorted()).toEqual(ROLES.toSorted());
  expect(written).toEqual(
    RIGHTS.map((right) => ({
      right,
      roles: head
        .slice(1, -1)
        .filter((role) => ROLES.some((one) => one === role && hasRight(one, right))),
    })),
  );
});

/** The cells of each line of the first table. */
function readTable(text: string): string[][] {
  const lines = text.split('\n').filter((line) => line.startsWith('|'));
  return lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}
