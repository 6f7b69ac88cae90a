import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import type { UnrankedResult } from '#shared/model/result.ts';
import { finish } from '#shared/scoring/steps.ts';
import { hashInSteps, ListHash } from '#shared/wire/list-hash.ts';
import { buildResult } from '#tests/client/support/build-result.ts';

const hashOf = (rows: Iterable<UnrankedResult>): string => finish(hashInSteps(rows)).text;

const changes = fc.array(
  fc.record({
    runnerId: fc.constantFrom('r1', 'r2', 'r3', 'r4'),
    row: fc.option(
      fc.record({
        firstName: fc.constantFrom('Siân', 'Łukasz', ''),
        totalMs: fc.option(fc.nat({ max: 3 })),
        laps: fc.option(fc.nat({ max: 3 }), { nil: undefined }),
      }),
    ),
  }),
  { maxLength: 30 },
);

test('[PR37] the hash that was kept in step is that of the rows in any order', () => {
  fc.assert(
    fc.property(changes, fc.infiniteStream(fc.nat()), (list, order) => {
      const rows = new Map<string, UnrankedResult>();
      const kept = new ListHash();
      for (const { runnerId, row } of list) {
        const before = rows.get(runnerId);
        const after = row ? buildResult({ ...row, runnerId }) : undefined;
        kept.replace(before, after);
        if (after) rows.set(runnerId, after);
        else rows.delete(runnerId);
      }
      const ranks = new Map(Array.from(rows.keys(), (id) => [id, order.next().value ?? 0]));
      const mixed = [...rows.values()].toSorted(
        (a, b) => (ranks.get(a.runnerId) ?? 0) - (ranks.get(b.runnerId) ?? 0),
      );
      expect(kept.text).toBe(hashOf(mixed));
    }),
  );
});

const row = buildResult({ splitsMs: [5, null, null, null, null, null] });
const OTHERS: Partial<UnrankedResult> = {
  runnerId: 'r2',
  firstName: 'Sian',
  lastName: 'Llŷr',
  runClub: '',
  ageGroup: 'F50',
  sex: 'X',
  bibNumber: '87',
  events: 'BB',
  status: 'dnf',
  isDisqualified: true,
  totalMs: 1,
  startedAtMs: 1,
  laps: 1,
  categoryMs: 1,
  splitsMs: [null, 5, null, null, null, null],
  komsMs: [1, null],
};

test.each(Object.entries(OTHERS))('[PR37] another %s is another hash', (field, value) =>
  expect(hashOf([{ ...row, [field]: value }])).not.toBe(hashOf([row])),
);

test('[PR37] what is absent counts as what it stands for, and two rows are not those with a field exchanged', () => {
  const { isDisqualified: _, ...without } = row;
  expect(hashOf([without])).toBe(hashOf([row]));
  expect(hashOf([{ ...row, sex: null, laps: null, categoryMs: null }])).toBe(hashOf([row]));
  const other = { ...row, runnerId: 'r2', bibNumber: '12' };
  const exchanged = [
    { ...row, bibNumber: '12' },
    { ...other, bibNumber: row.bibNumber },
  ];
  expect(hashOf(exchanged)).not.toBe(hashOf([row, other]));
});

test('[PR37] hashes stand as they are written down', () => {
  expect(hashOf([])).toBe('00000000');
  expect(hashOf([row])).toBe('a74eeffa');
});
