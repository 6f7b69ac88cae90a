import { expect, onTestFinished, test, vi } from 'vitest';

import { runCompiler } from '#tests/support/compile-c.ts';

import { exponentOf } from './growth.ts';
import { main, PARTS } from './main.ts';
import type { BenchPart } from './parts/part.ts';

test.each(PARTS.map((part): [string, BenchPart] => [part.id, part]))(
  '[BN1] part %s delivers all it sends and gives figures',
  async (_, part) => {
    const { rows, growth, due, delivered } = await part.run({ size: 'smallest' });
    expect(rows.length).toBeGreaterThan(0);
    for (const { bench, value } of rows)
      expect([bench, value]).toEqual([bench, expect.any(Number)]);
    expect(rows.filter(({ value }) => !(value > 0 && value < Infinity))).toEqual([]);
    expect(growth.flatMap(({ points }) => points.flat()).every(Number.isFinite)).toBe(true);
    expect(delivered).toBe(due);
  },
);

test('[CM15] a part that there is not, a wrong option and a missing compiler are told in plain lines', async () => {
  const said = vi.spyOn(console, 'error').mockReturnValue(undefined);
  onTestFinished(() => said.mockRestore());
  expect(await main(['--only', 'a,nothing'])).toBe(1);
  expect(said).toHaveBeenLastCalledWith(
    expect.stringMatching(/^There is no part nothing\.\nThe parts are a, b, /),
  );
  expect(await main(['--fast'])).toBe(1);
  expect(said).toHaveBeenLastCalledWith(expect.stringContaining("'--fast'"));
  await expect(runCompiler('no-such-cc', 'a.c', 'a')).rejects.toThrow(
    /^There is no C compiler `no-such-cc`.*\nInstall one/,
  );
});

test('[BN3] growth is the slope of the logarithms', () => {
  expect(exponentOf(growthOf(() => 7))).toBeCloseTo(0);
  expect(exponentOf(growthOf((size) => 3 * size))).toBeCloseTo(1);
  expect(exponentOf({ ...growthOf(() => 7), points: [[600, 7]] })).toBeUndefined();
});

function growthOf(cost: (size: number) => number) {
  return {
    name: 'a <cost>',
    of: 'runners',
    unit: 'ms',
    points: [600, 6_000, 32_000].map((size) => [size, cost(size)] as const),
  };
}
