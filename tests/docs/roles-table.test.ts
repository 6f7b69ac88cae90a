import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { FIELD_RIGHTS, hasRight, RIGHTS, ROLES } from '#shared/wire/auth-api.ts';

test('[AC3 AC20] the tables of roles and fields in ACCOUNTS.md say what the code says', () => {
  const text = readFileSync(new URL('../../server/identity/ACCOUNTS.md', import.meta.url), 'utf8');
  const [[head = [], , ...rows] = [], [, , ...fields] = []] = readTables(
    text.split('\n## Roles\n')[1] ?? '',
  );
  const columns = head.slice(1, -1);
  expect(columns.toSorted()).toEqual(ROLES.toSorted());
  expect(
    rows.map(([right, ...cells]) => [right, columns.filter((_role, at) => cells[at] === 'x')]),
  ).toEqual(
    RIGHTS.map((right) => [
      right,
      columns.filter((name) => ROLES.some((role) => role === name && hasRight(role, right))),
    ]),
  );
  expect(fields).toEqual(Object.entries(FIELD_RIGHTS));
});

/** The cells of the tables, without the marks of code. */
function readTables(text: string): string[][][] {
  return text
    .split('\n\n')
    .filter((part) => part.startsWith('|'))
    .map((table) =>
      table
        .trim()
        .split('\n')
        .map((line) =>
          line
            .split('|')
            .slice(1, -1)
            .map((cell) => cell.trim().replaceAll('`', '')),
        ),
    );
}
