import { expect, test } from 'vitest';

import { oneAtATime } from '#server/web/score-anew.ts';
import { Gate } from '#tests/client/support/gate.ts';

test('[SF7] previews wait for each other, a failed one holds up none, and a crowd of them is refused', async () => {
  const inTurn = oneAtATime();
  const gate = new Gate();
  const done: number[] = [];
  const first = inTurn(async () => {
    await gate.passed;
    throw new Error('no race');
  });
  const others = Array.from({ length: 8 }, (_, index) =>
    inTurn(async () => {
      done.push(index);
      return Promise.resolve(index);
    }),
  );
  await expect(inTurn(() => Promise.resolve())).rejects.toMatchObject({ status: 503 });
  expect(done).toEqual([]);
  gate.open();
  await expect(first).rejects.toThrow('no race');
  expect(await Promise.all(others)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(done).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(await inTurn(() => Promise.resolve('again'))).toBe('again');
});
