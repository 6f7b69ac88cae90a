import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { RaceReplica } from '#client/live/race-replica.ts';
import { ResultsSync } from '#client/live/results-sync.ts';
import type { Snapshot } from '#client/live/wire-guards.ts';
import { USUAL_COURSES } from '#shared/model/courses.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { presentAll } from '#shared/scoring/present-result.ts';
import type { ResultsDelta, ResumeReply } from '#shared/wire/socket-events.ts';

import { buildResult } from '#tests/client/support/build-result.ts';
import { ManualTimers } from '#tests/client/support/manual-timers.ts';
import { RoughServer, type Step } from '#tests/client/support/rough-server.ts';

const spanMs = fc.integer({ min: 1, max: 5 }).map((minutes) => minutes * 60_000);
const runnerId = fc.integer({ min: 0, max: 7 }).map((index) => `r${index}`);
const result: fc.Arbitrary<UnrankedResult> = fc
  .record({
    runnerId,
    events: fc.constantFrom(...USUAL_COURSES.events),
    ageGroup: fc.constantFrom('F40', 'M50', ''),
    lastName: fc.constantFrom('Prydderch', 'Wójcik', 'O’Brien'),
    totalMs: fc.option(spanMs),
    startedAtMs: fc.option(spanMs),
    isDnf: fc.boolean(),
    splitsMs: fc.array(fc.option(spanMs), { minLength: 6, maxLength: 6 }),
    komsMs: fc.array(fc.option(spanMs), { minLength: 2, maxLength: 2 }),
  })
  .map(({ isDnf, ...fields }) =>
    buildResult(isDnf ? { ...fields, totalMs: null, status: 'dnf' } : fields),
  );
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('put' as const), result }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), runnerId }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('import' as const),
      results: fc.array(result, { maxLength: 5 }),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        ...(['send', 'lose', 'repeat', 'swap', 'cut', 'connect', 'poll'] as const),
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('cache' as const),
      age: fc.integer({ min: 1, max: 9 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      ms: fc.integer({ min: 0, max: 12_000 }),
    }),
  },
);

async function settle(server: RoughServer): Promise<void> {
  for (let turn = 0; turn < 40; turn += 1) {
    for (let tick = 0; tick < 8; tick += 1) {
      await Promise.resolve();
      server.check();
    }
    server.timers.advance(1_000);
  }
}

test('[PR3] an answer refused for an unknown epoch is taken once that epoch is known', async () => {
  const server = new RoughServer();
  server.connect();
  await server.sync.load();
  server.importTwice();
  await settle(server);
  expect(server.sync.isBehind).toBe(true);
  server.tellOfSecond();
  await settle(server);
  expect(server.sync.isBehind).toBe(false);
});

/** After all the trouble one thing goes well: each of these has to make everything good. */
const CURES = {
  reconnect: async (server: RoughServer) => {
    server.do({ kind: 'cut' });
    server.do({ kind: 'connect' });
    await settle(server);
  },
  'one more delta': async (server: RoughServer) => {
    server.do({ kind: 'connect' });
    server.do({ kind: 'put', result: buildResult({ runnerId: 'last', totalMs: 1_000 }) });
    server.deliverAll();
    await settle(server);
  },
  poll: async (server: RoughServer) => {
    server.do({ kind: 'cut' });
    // The first may join one that is under way and older.
    await server.sync.load();
    await server.sync.load();
  },
} as const;

test.each(Object.entries(CURES))(
  '[PR3 PR8] snapshot + deltas always equal GET /api of that version, and after %s the newest',
  async (_name, cure) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60, size: 'max' }), async (steps) => {
        const server = new RoughServer();
        server.connect();
        void server.sync.load();
        for (const [index, given] of steps.entries()) {
          server.do(given);
          server.check();
          for (let tick = 0; tick < index % 5; tick += 1) await Promise.resolve();
          server.check();
        }
        server.do({ kind: 'cache', age: 0 });
        await cure(server);
        server.check();
        expect(presentAll(server.replica.standings)).toEqual(presentAll(server.standings));
      }),
      { seed: 7, numRuns: 400 },
    );
  },
);

/** A request, and the ways to answer it. */
interface Answer<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (error: Error) => void;
}

function createAnswer<T>(): Answer<T> {
  let given: Omit<Answer<T>, 'promise'> | undefined;
  const promise = new Promise<T>((resolve, reject) => {
    given = { resolve, reject };
  });
  return { promise, ...(given as unknown as Omit<Answer<T>, 'promise'>) };
}

/** A page in the epoch `a`, whose connection and fetches answer when they are told to. */
function openByHand() {
  const timers = new ManualTimers();
  const replica = new RaceReplica();
  const fetches: Answer<Snapshot | 'unchanged'>[] = [];
  const resumes: Answer<ResumeReply>[] = [];
  const later = <T>(asked: Answer<T>[]): Promise<T> => {
    const answer = createAnswer<T>();
    asked.push(answer);
    return answer.promise;
  };
  const sync = new ResultsSync({
    replica,
    timers,
    fetchSnapshot: () => later(fetches),
    onStep: () => undefined,
  });
  replica.load(snapshotAt('a', 5), timers.now());
  sync.open({ resume: () => later(resumes), renew: () => undefined }, { epoch: 'a', version: 5 });
  const turn = async (): Promise<void> => {
    timers.advance(20_000);
    for (let tick = 0; tick < 20; tick += 1) await Promise.resolve();
  };
  return { sync, replica, timers, fetches, resumes, turn };
}

const TOTALS = { UB: 0, PB: 0, BB: 0 };
const snapshotAt = (epoch: string, version: number): Snapshot => ({
  epoch,
  version,
  madeMs: version,
  setup: '',
  results: [],
  totals: TOTALS,
});
const deltaTo = (epoch: string, version: number): ResultsDelta => ({
  epoch,
  version,
  from: version - 1,
  // Of nobody whom the page knows: it takes all of the list to show them.
  upsert: [{ runnerId: 'unknown', totalMs: 1_000 }],
  remove: [],
  totals: TOTALS,
});

test.each([
  [
    'the load fails',
    (server: ReturnType<typeof openByHand>) => server.fetches[0]?.reject(new Error('away')),
  ],
  [
    'it comes',
    (server: ReturnType<typeof openByHand>) => server.fetches[0]?.resolve(snapshotAt('c', 8)),
  ],
])(
  '[PR9 PR15] a delta of an epoch that is over holds nobody back there, which came while all was loaded: %s',
  async (_how, end) => {
    const server = openByHand();
    const { sync, replica, fetches, turn } = server;
    void sync.load();
    sync.receive(deltaTo('b', 7));
    sync.resync({ epoch: 'c', version: 8 }, 0);
    await turn();
    end(server);
    await turn();
    await turn();
    for (const fetched of fetches) fetched.resolve(snapshotAt('c', 8));
    await turn();
    expect(replica.head).toEqual({ epoch: 'c', version: 8 });
    expect(sync.isBehind).toBe(false);
    const count = fetches.length;
    await turn();
    expect(fetches).toHaveLength(count);
  },
);

test('[PR9 PR15] an answer to resume that is passed by a resync holds nobody back in its epoch', async () => {
  const { sync, replica, fetches, resumes, turn } = openByHand();
  void sync.confirm();
  sync.resync({ epoch: 'c', version: 8 }, 1_000);
  resumes[0]?.resolve({ results: deltaTo('a', 6) });
  await turn();
  await turn();
  for (const fetched of fetches) fetched.resolve(snapshotAt('c', 8));
  await turn();
  expect(replica.head).toEqual({ epoch: 'c', version: 8 });
  expect(sync.isBehind).toBe(false);
});
