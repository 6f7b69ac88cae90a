import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { nameCheck, splitChecks } from '#client/organisers/lists/left-checks.ts';
import { RunnerList } from '#client/organisers/lists/runners-sync.ts';
import type { AdminRunner } from '#shared/wire/runners-api.ts';

import { buildAdminRunner } from '#tests/client/support/build-admin-runner.ts';

test('[SG11] the list is always everyone sorted, or stands still while it is held', () => {
  const runnerId = fc.constantFrom<string[]>('a', 'b', 'c', 'd', 'e');
  const runner = fc
    .record({ runnerId, lastName: fc.constantFrom('Ab', 'aB', 'Bá', 'c', '') })
    .map((some) => buildAdminRunner(some));
  const step = fc.oneof(
    fc.record({
      kind: fc.constant('apply' as const),
      upsert: fc.array(runner, { maxLength: 4 }),
      remove: fc.array(runnerId, { maxLength: 2 }),
    }),
    fc.record({ kind: fc.constant('replace' as const), all: fc.array(runner, { maxLength: 5 }) }),
    fc.record({
      kind: fc.constant('hold' as const),
      held: fc.option(runnerId, { nil: undefined }),
    }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const list = new RunnerList();
      const everyone = new Map<string, AdminRunner>();
      let isHeld = false;
      for (const each of steps) {
        const shown = list.runners;
        if (each.kind === 'hold') {
          list.hold(each.held);
          isHeld = each.held !== undefined;
        } else if (each.kind === 'replace') {
          everyone.clear();
          for (const one of each.all) everyone.set(one.runnerId, one);
          list.replace([...everyone.values()]);
        } else {
          // A change of the record never upserts and removes the same runner.
          const upsert = each.upsert.filter(({ runnerId }) => !each.remove.includes(runnerId));
          for (const gone of each.remove) everyone.delete(gone);
          for (const one of upsert) everyone.set(one.runnerId, one);
          list.apply(upsert, each.remove);
        }
        const standing = shown.map((runner) => everyone.get(runner.runnerId) ?? runner);
        expect(list.runners).toEqual(isHeld ? standing : sorted(everyone));
        expect(new Set(list.everyone)).toEqual(new Set(everyone.values()));
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
