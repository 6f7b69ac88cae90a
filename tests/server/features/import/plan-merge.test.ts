import { setImmediate as nextTurn } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { planMerge } from '#server/features/import/merge-runners.ts';
import { asRunnerId } from '#shared/model/ids.ts';

import { getGood, importText } from './support.ts';

test('[IM3] others have their turns while a large merge is planned', async () => {
  const lines = Array.from({ length: 5_000 }, (_, i) => `Siân,Rees ${i},Half`);
  const file = getGood(await importText(`firstName,lastName,event\n${lines.join('\n')}\n`));
  let turns = 0;
  const counting = new AbortController();
  const count = async (): Promise<void> => {
    for (; !counting.signal.aborted; turns += 1) await nextTurn();
  };
  void count();
  expect(await planMerge(file, [], () => asRunnerId('new'))).toMatchObject({ added: 5_000 });
  counting.abort();
  expect(turns).toBeGreaterThan(5);
});
