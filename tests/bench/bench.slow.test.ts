import { expect, onTestFinished, test, vi } from 'vitest';

import { main, PARTS } from './main.ts';

test.each(PARTS.map(({ id, run }) => ({ id, run })))(
  'part $id delivers everything it sends, and returns figures',
  async ({ run }) => {
    const rows = await run('smallest');
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ value }) => !(value > 0 && value < Infinity))).toEqual([]);
  },
);

test('[CM14] an unknown part and an invalid option are refused in plain lines', async () => {
  const printed = vi.spyOn(console, 'error').mockReturnValue(undefined);
  onTestFinished(() => printed.mockRestore());
  expect(await main(['--only', 'a,nothing'])).toBe(1);
  expect(printed).toHaveBeenLastCalledWith(
    expect.stringMatching(/^There is no part nothing\.\nThe parts are a, b, /),
  );
  expect(await main(['--fast'])).toBe(1);
  expect(printed).toHaveBeenLastCalledWith(expect.stringContaining("'--fast'"));
});
