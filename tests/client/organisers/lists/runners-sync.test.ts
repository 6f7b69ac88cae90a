import { expect, test } from 'vitest';

import { RunnersSync } from '#client/organisers/lists/runners-sync.ts';
import type { AdminBody, RunnersDelta } from '#shared/wire/runners-api.ts';
import { eventually } from '#tests/support/eventually.ts';
import { buildAdminRunner } from '#tests/client/support/build-admin-runner.ts';
import { ManualTimers } from '#tests/client/support/manual-timers.ts';
import { MAX_SUBJECT } from '#shared/model/decisions.ts';
import type { CheckReason } from '#shared/wire/missing-api.ts';
import { nameCheck, splitChecks } from '#client/organisers/lists/left-checks.ts';

const runner = (runnerId: string) => buildAdminRunner({ runnerId, lastName: runnerId });

function body(version: number, ids: readonly string[], epoch = 'e'): AdminBody {
  return { epoch, version, resultData: ids.map(runner) };
}

function delta(from: number, version: number, id: string, epoch = 'e'): RunnersDelta {
  return { epoch, from, version, upsert: [runner(id)], remove: [] };
}

/** A list under way, which the test lets arrive. */
interface Fetch {
  readonly arrive: (answer: AdminBody | Error) => void;
}

function open() {
  const fetches: Fetch[] = [];
  const timers = new ManualTimers();
  const sync = new RunnersSync({
    timers,
    fetchRunners: () =>
      new Promise((resolve, reject) => {
        const arrive: Fetch['arrive'] = (answer) => {
          if (answer instanceof Error) reject(answer);
          else resolve(answer);
        };
        fetches.push({ arrive });
      }),
    onChange: () => undefined,
  });
  const arrive = async (index: number, answer: Parameters<Fetch['arrive']>[0]): Promise<void> => {
    await eventually(() => expect(fetches.length).toBeGreaterThan(index));
    fetches[index]?.arrive(answer);
  };
  const expectIds = (ids: readonly string[]): Promise<void> =>
    eventually(() => {
      expect(sync.runners?.map(({ runnerId }) => runnerId)).toEqual(ids);
      expect(sync.isBehind).toBe(false);
    });
  return { sync, timers, fetches, arrive, expectIds };
}

test('[AD2] a list fetched before the server announced its version is fetched again', async () => {
  const { sync, timers, arrive, expectIds, fetches } = open();
  void sync.load();
  sync.want({ epoch: 'e', version: 8 });
  await arrive(0, body(7, ['a']));
  await eventually(() => expect(fetches).toHaveLength(2));
  expect(sync.isBehind).toBe(true);
  // Another instance may be late: it is not asked again at once.
  await arrive(1, body(7, ['a']));
  await eventually(() => expect(timers.pending).toBe(1));
  expect(fetches).toHaveLength(2);
  timers.advance(1_000);
  await arrive(2, body(8, ['a', 'b']));
  await expectIds(['a', 'b']);
});

test('a push during the fetch of a list is applied to it, and a gap of one change is repaired', async () => {
  const { sync, arrive, expectIds, fetches } = open();
  void sync.load();
  sync.receive(delta(4, 5, 'b'));
  await arrive(0, body(4, ['a']));
  await expectIds(['a', 'b']);
  sync.receive(delta(6, 7, 'd'));
  await arrive(1, body(7, ['a', 'b', 'c', 'd']));
  await expectIds(['a', 'b', 'c', 'd']);
  sync.receive(delta(3, 7, 'd'));
  await expectIds(['a', 'b', 'c', 'd']);
  expect(fetches).toHaveLength(2);
});

test('a failed fetch is retried until the list is current or nobody needs it', async () => {
  const { sync, timers, arrive, expectIds, fetches } = open();
  sync.want({ epoch: 'e', version: 3 });
  await arrive(0, new Error('no network'));
  await eventually(() => expect(timers.pending).toBe(1));
  expect(sync.isBehind).toBe(true);
  timers.advance(1_000);
  await arrive(1, body(3, ['a']));
  await expectIds(['a']);

  sync.want({ epoch: 'e', version: 4 });
  await arrive(2, new Error('no network'));
  await eventually(() => expect(timers.pending).toBe(1));
  sync.rest();
  timers.advance(10_000);
  expect(fetches).toHaveLength(3);
});

const MISSED: CheckReason = { kind: 'missed', points: ['cp1'], later: 'cp2' };
const FAST: CheckReason = {
  kind: 'fast-leg',
  from: 'cp1',
  to: 'cp2',
  legMs: 250_000,
  othersMs: 1_140_000,
  asFast: 1,
};

const left = (...subjects: readonly string[]) =>
  subjects.map((subject) => ({ kind: 'left' as const, subject, atMs: 7, by: 'dai@race.local' }));

test('a dismissed runner stays away for the same reasons, and comes back for another', () => {
  const ellis = { runnerId: 'ellis', reasons: [FAST, MISSED] };
  const rees = { runnerId: 'rees', reasons: [MISSED] };
  const toCheck = { count: 13, runners: [ellis, rees] };
  const control = left(nameCheck(ellis));
  expect(splitChecks(toCheck, control)).toEqual({
    open: { count: 12, runners: [rees] },
    left: [ellis],
  });
  const claim = control.map((entry) => ({ ...entry, kind: 'claim' as const }));
  expect(splitChecks(toCheck, claim).open).toBe(toCheck);
  // Changes by the race itself are no other reason, nor is another order.
  const later = { ...FAST, othersMs: 1_100_000, asFast: 2 };
  const same = { ...ellis, reasons: [{ ...MISSED, later: 'finish' as const }, later] };
  expect(nameCheck(same)).toBe(nameCheck(ellis));
  const more = { ...ellis, reasons: [FAST, MISSED, { kind: 'no-start' } as const] };
  expect(splitChecks({ count: 1, runners: [more] }, control).open.count).toBe(1);
});

test('a subject never exceeds its limit', () => {
  const points = Array.from({ length: 60 }, () => 'cp1' as const);
  const reasons: readonly CheckReason[] = [{ kind: 'other-course', points }];
  expect(nameCheck({ runnerId: 'x', reasons: [...reasons] })).toHaveLength(MAX_SUBJECT);
});
