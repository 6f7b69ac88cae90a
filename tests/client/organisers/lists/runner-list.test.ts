import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { nameCheck, splitChecks } from '#client/organisers/lists/left-checks.ts';
import {
  changeRunners,
  readRunners,
  type RunnerList,
} from '#client/organisers/lists/runner-list.ts';
import type { AdminRunner } from '#shared/wire/runners-api.ts';

import { buildAdminRunner } from '#tests/client/support/build-admin-runner.ts';

test('the list is always everyone sorted, whatever changes', () => {
  const runnerId = fc.constantFrom<string[]>('a', 'b', 'c', 'd', 'e');
  const runner = fc
    .record({ runnerId, lastName: fc.constantFrom('Ab', 'aB', 'Bá', 'c', '') })
    .map((some) => buildAdminRunner(some));
  const change = fc.record({
    upsert: fc.uniqueArray(runner, { maxLength: 4, selector: (one) => one.runnerId }),
    remove: fc.array(runnerId, { maxLength: 2 }),
  });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 30 }), (changes) => {
      let list: RunnerList | undefined = readRunners({ epoch: 'e', version: 0, resultData: [] });
      const everyone = new Map<string, AdminRunner>();
      for (const [from, { upsert: given, remove }] of changes.entries()) {
        // A change of the record never upserts and removes the same runner.
        const upsert = given.filter((one) => !remove.includes(one.runnerId));
        for (const gone of remove) everyone.delete(gone);
        for (const one of upsert) everyone.set(one.runnerId, one);
        list = changeRunners(list, { epoch: 'e', from, version: from + 1, upsert, remove });
        expect(list?.runners).toEqual(sorted(everyone));
        expect(list?.byId).toEqual(everyone);
      }
    }),
  );
});

function sorted(everyone: ReadonlyMap<string, AdminRunner>): AdminRunner[] {
  return [...everyone.values()].toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

function keyOf({ lastName, firstName, runnerId }: AdminRunner): string {
  return [lastName.toLowerCase(), firstName.toLowerCase(), runnerId].join('\0');
}

const late = (...points: string[]) => ({
  runnerId: 'ellis',
  reasons: points.map((point, at) => ({ kind: 'late' as const, point, at, lateMs: 60_000 })),
});

test('a runner left in the race after a late passing is to check again after one at another point', () => {
  const subject = nameCheck(late('cp1'));
  const control = [{ kind: 'left' as const, subject, atMs: 7, by: 'dai@race.local' }];
  const openOf = (...points: string[]) =>
    splitChecks({ count: 1, runners: [late(...points)] }, control).open.count;
  expect([openOf('cp1'), openOf('cp2'), openOf('cp1', 'cp2')]).toEqual([0, 1, 1]);
});
