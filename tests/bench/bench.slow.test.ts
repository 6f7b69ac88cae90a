import { expect, onTestFinished, test, vi } from 'vitest';

import { runCompiler } from '#tests/support/compile-c.ts';

import { drawPanels } from './docs/panel.ts';
import { exponentOf } from './growth.ts';
import { main, PARTS } from './main.ts';
import type { BenchPart } from './parts/part.ts';

test.each(PARTS.map((part): [string, BenchPart] => [part.id, part]))(
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

test('[BN3] growth is told as the slope of the logarithms, and drawn with both axes logarithmic', () => {
  expect(exponentOf(growthOf(() => 7))).toBeCloseTo(0);
  expect(exponentOf(growthOf((size) => 3 * size))).toBeCloseTo(1);
  expect(exponentOf({ ...growthOf(() => 7), points: [[600, 7]] })).toBeUndefined();
  const { name, points } = growthOf((size) => size ** 2);
  const panel = { title: 'a title', xUnit: 'runners', yUnit: 'ms', lines: [{ name, points }] };
  const picture = drawPanels('a picture', [panel, panel]);
  expect(picture).toMatch(/^<svg [^>]+>/);
  expect(picture).toContain('a &lt;cost>');
  expect(picture).not.toMatch(/NaN|Infinity/);
  expect(picture.match(/<circle /g)).toHaveLength(6);
});

function growthOf(cost: (size: number) => number) {
  return {
    name: 'a <cost>',
    of: 'runners',
    unit: 'ms',
    points: [600, 6_000, 32_000].map((size) => [size, cost(size)] as const),
  };
}
