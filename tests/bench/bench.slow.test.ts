import { expect, test } from 'vitest';

import { fanOut } from './parts/fan-out.ts';
import { instances } from './parts/instances.ts';
import type { BenchPart } from './parts/part.ts';

test.each([fanOut, instances].map((part): [string, BenchPart] => [part.id, part]))(
  '[BN1] part %s delivers all it sends and gives figures',
  async (_, part) => {
    const { rows, growth, due, delivered } = await part.run({ size: 'smallest', race: undefined });
    expect(rows.length).toBeGreaterThan(0);
    for (const { bench, value } of rows)
      expect([bench, value]).toEqual([bench, expect.any(Number)]);
    expect(rows.filter(({ value }) => !(value > 0 && value < Infinity))).toEqual([]);
    expect(growth.flatMap(({ points }) => points.flat()).every(Number.isFinite)).toBe(true);
    expect(delivered).toBe(due);
  },
);
