import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { QueryClient } from '@tanstack/react-query';
import { Server } from 'socket.io';
import { expect, onTestFinished, test } from 'vitest';

import { createOrganisersSocket } from '#client/live/open-socket.ts';
import { type Missing, MISSING_KEY, RUNNERS_KEY } from '#client/organisers/lists/lists.ts';
import { OrganisersFeed } from '#client/organisers/lists/organisers-feed.ts';
import type { RunnerList } from '#client/organisers/lists/runner-list.ts';
import type { AdminBody, RunnersDelta } from '#shared/wire/runners-api.ts';
import type { CheckReason, MissingBody } from '#shared/wire/missing-api.ts';
import { ADMIN_POLL_MS } from '#shared/wire/admin-events.ts';
import { eventually } from '#tests/support/eventually.ts';
import { listenInTest } from '#tests/support/listen.ts';
import { buildAdminRunner } from '#tests/client/support/build-admin-runner.ts';
import { ManualTimers } from '#tests/client/support/manual-timers.ts';
import { MAX_SUBJECT } from '#shared/model/decisions.ts';
import { nameCheck, splitChecks } from '#client/organisers/lists/left-checks.ts';

const runner = (runnerId: string) => buildAdminRunner({ runnerId, lastName: runnerId });

function body(version: number, ids: readonly string[], epoch = 'e'): AdminBody {
  return { epoch, version, resultData: ids.map(runner) };
}

function delta(from: number, version: number, id: string, epoch = 'e'): RunnersDelta {
  return { epoch, from, version, upsert: [runner(id)], remove: [] };
}

/** A feed with an open socket that greets with this version; the test lets the lists arrive. */
async function open(version: number, queries = new QueryClient()) {
  const http = createServer();
  const io = new Server(http, { transports: ['websocket'] });
  const admin = io.of('/admin');
  admin.on('connection', (socket) => {
    socket.emit('hello', { protocol: 1, epoch: 'e', version, build: '', serverTime: 0 });
  });
  await listenInTest(http);
  const fetches: { readonly arrive: (answer: AdminBody | Error) => void }[] = [];
  const missing: { readonly arrive: (answer: MissingBody) => void }[] = [];
  const timers = new ManualTimers();
  const feed = new OrganisersFeed({
    calls: {
      get: (path) =>
        new Promise<never>((resolve, reject) => {
          if (path === '/mia') missing.push({ arrive: (answer) => resolve(answer as never) });
          if (path !== '/apiadmin') return;
          const arrive = (answer: AdminBody | Error): void => {
            if (answer instanceof Error) reject(answer);
            else resolve(answer as never);
          };
          fetches.push({ arrive });
        }),
    },
    queries,
    socket: createOrganisersSocket(
      () => Promise.resolve('token'),
      `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    ),
    timers,
    signals: { isOnline: () => true, isHidden: () => false, listen: () => () => undefined },
    checkSession: () => Promise.resolve(),
  });
  onTestFinished(async () => {
    feed.stop();
    await io.close();
  });
  const status = () => feed.status.getSnapshot();
  const arrive = (index: number, answer: AdminBody | Error): Promise<void> =>
    eventually(() => {
      expect(fetches.length).toBeGreaterThan(index);
      fetches[index]?.arrive(answer);
      expect(queries.isFetching({ queryKey: RUNNERS_KEY })).toBe(0);
    });
  const expectIds = (ids: readonly string[], connection = 'live'): Promise<void> =>
    eventually(() => {
      const { runners = [] } = queries.getQueryData<RunnerList>(RUNNERS_KEY) ?? {};
      expect(runners.map(({ runnerId }) => runnerId)).toEqual(ids);
      expect(status().connection).toBe(connection);
    });
  /** Pushes a message, and waits until it has been received. */
  const push = async (event: string, message: object): Promise<void> => {
    timers.advance(1);
    admin.emit(event, message);
    await eventually(() => expect(status().heardMs).toBe(timers.now()));
  };
  const expectRetry = (count: number): Promise<void> =>
    eventually(() => {
      expect(fetches).toHaveLength(count - 1);
      timers.advance(1_000);
      expect(fetches).toHaveLength(count);
    });
  /** Closes the socket, and waits until the feed knows. */
  const drop = async (): Promise<void> => {
    await push('presence', [{ runnerId: 'a', by: 'dai@race.local' }]);
    admin.disconnectSockets();
    await eventually(() => expect(status().presence).toEqual([]));
  };
  feed.start();
  await eventually(() => expect(status().heardMs).toBe(timers.now()));
  return { feed, timers, queries, fetches, missing, arrive, expectIds, expectRetry, push, drop };
}

test('[AD2] a list fetched before the server announced its version is fetched again', async () => {
  const { arrive, expectIds, expectRetry, fetches } = await open(8);
  await arrive(0, body(7, ['a']));
  await expectIds(['a'], 'catching-up');
  await expectRetry(2);
  await arrive(1, body(8, ['a', 'b']));
  await expectIds(['a', 'b']);
  expect(fetches).toHaveLength(2);
});

test('a push during the fetch of a list is applied to it, and a gap of one change is repaired', async () => {
  const { push, arrive, expectIds, fetches } = await open(4);
  await push('runners', delta(4, 5, 'b'));
  await arrive(0, body(4, ['a']));
  await expectIds(['a', 'b']);
  await push('runners', delta(6, 7, 'd'));
  await arrive(1, body(7, ['a', 'b', 'c', 'd']));
  await expectIds(['a', 'b', 'c', 'd']);
  await push('runners', delta(3, 7, 'd'));
  await expectIds(['a', 'b', 'c', 'd']);
  expect(fetches).toHaveLength(2);
});

test('a list that arrives late does not undo a push since', async () => {
  const { feed, push, arrive, expectIds, fetches } = await open(4);
  await arrive(0, body(4, ['a']));
  void feed.refresh();
  await push('runners', delta(4, 5, 'b'));
  await arrive(1, body(4, ['a']));
  await expectIds(['a', 'b']);
  expect(fetches).toHaveLength(2);
});

test('the missing of a fetch from before the connection do not replace pushed ones', async () => {
  const { queries, push, missing } = await open(4);
  const details = { scannedNumberNoRunners: [] };
  await push('missing', { epoch: 'e', version: 4, resultData: ['b'], ...details });
  missing[0]?.arrive({ ...body(3, ['a']), ...details });
  await eventually(() => expect(queries.isFetching({ queryKey: MISSING_KEY })).toBe(0));
  expect(queries.getQueryData<Missing>(MISSING_KEY)?.runnerIds).toEqual(['b']);
});

test('a failed fetch is retried until the list is current or nobody needs it', async () => {
  const { feed, timers, queries, push, arrive, expectIds, expectRetry, fetches } = await open(3);
  await arrive(0, new Error('no network'));
  await expectIds([], 'catching-up');
  await expectRetry(2);
  await arrive(1, body(3, ['a']));
  await expectIds(['a']);

  await push('resync', { epoch: 'e', version: 4 });
  await arrive(2, new Error('no network'));
  await expectRetry(4);
  feed.stop();
  await arrive(3, new Error('no network'));
  await eventually(() => expect(queries.isFetching({ queryKey: RUNNERS_KEY })).toBe(0));
  timers.advance(10_000);
  expect(fetches).toHaveLength(4);
});

test('a list of a newer epoch than the announced one ends the fetching as soon as that epoch is announced', async () => {
  const { timers, push, arrive, expectIds, expectRetry, fetches } = await open(8);
  await arrive(0, body(1, ['a'], 'next'));
  await expectIds(['a'], 'catching-up');
  await expectRetry(2);
  await push('resync', { epoch: 'next', version: 1 });
  await arrive(1, body(1, ['a'], 'next'));
  await expectIds(['a']);
  timers.advance(10_000);
  expect(fetches).toHaveLength(2);
});

test('a list is fetched again although the clock of this computer was set back', async () => {
  const { queries, push, arrive, expectIds, fetches } = await open(4);
  await arrive(0, body(4, ['a']));
  await expectIds(['a']);
  const inAnHour = { updatedAt: Date.now() + 3_600_000 };
  queries.setQueryData<RunnerList>(RUNNERS_KEY, (list) => list, inAnHour);
  await push('resync', { epoch: 'e', version: 5 });
  await arrive(1, body(5, ['a', 'b']));
  await expectIds(['a', 'b']);
  expect(fetches).toHaveLength(2);
});

test('[AC20] the list of a role that has changed is fetched again, though nothing else has changed', async () => {
  const { push, arrive, expectIds, fetches } = await open(4);
  await arrive(0, body(4, ['a']));
  await expectIds(['a']);
  await push('signedOut', {});
  await push('hello', { protocol: 1, epoch: 'e', version: 4, build: '', serverTime: 0 });
  await arrive(1, body(4, ['a', 'b']));
  await expectIds(['a', 'b']);
  expect(fetches).toHaveLength(2);
});

test('without a socket the list is polled only, until the next hello', async () => {
  const { timers, push, arrive, fetches, drop } = await open(4);
  await arrive(0, body(4, ['a']));
  await push('resync', { epoch: 'e', version: 5 });
  await arrive(1, new Error('no network'));
  await drop();
  timers.advance(ADMIN_POLL_MS - 1);
  expect(fetches).toHaveLength(2);
  timers.advance(1);
  await eventually(() => expect(fetches).toHaveLength(3));
});

test('[AC5] a feed starts without the lists of another organiser', async () => {
  const queries = new QueryClient();
  const first = await open(4, queries);
  await first.arrive(0, body(4, ['a']));
  await first.expectIds(['a']);
  first.feed.stop();
  const second = await open(4, queries);
  await second.expectIds([], 'catching-up');
  await second.arrive(0, body(4, ['b']));
  await second.expectIds(['b']);
  expect(second.fetches).toHaveLength(1);
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
