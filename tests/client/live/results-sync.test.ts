import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { RaceReplica } from '#client/live/race-replica.ts';
import { ResultsSync } from '#client/live/results-sync.ts';
import type { Snapshot } from '#client/live/wire-guards.ts';
import { USUAL_COURSES } from '#shared/model/courses.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { presentAll } from '#shared/scoring/present-result.ts';
import type { Head } from '#shared/wire/http-api.ts';
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
const kind = fc.constantFrom('send', 'lose', 'repeat', 'swap', 'cut', 'connect', 'poll');
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: result.map((put) => ({ kind: 'put', result: put }) as const) },
  { weight: 1, arbitrary: runnerId.map((id) => ({ kind: 'remove', runnerId: id }) as const) },
  {
    weight: 1,
    arbitrary: fc
      .array(result, { maxLength: 5 })
      .map((results) => ({ kind: 'import', results }) as const),
  },
  { weight: 8, arbitrary: kind.map((each) => ({ kind: each }) as const) },
  {
    weight: 1,
    arbitrary: fc.integer({ min: 1, max: 9 }).map((age) => ({ kind: 'cache', age }) as const),
  },
  {
    weight: 2,
    arbitrary: fc.integer({ min: 0, max: 12_000 }).map((ms) => ({ kind: 'wait', ms }) as const),
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

test('[PR3] a snapshot of an epoch that was not announced yet is taken once it is', async () => {
  const server = new RoughServer();
  server.connect();
  await server.sync.load();
  server.importTwice();
  await settle(server);
  expect(server.sync.isBehind).toBe(true);
  server.announceSecond();
  await settle(server);
  expect(server.sync.isBehind).toBe(false);
});

/** After any faults, each of these alone has to bring the page up to date. */
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
    // The first may join an older one in progress.
    await server.sync.load();
    await server.sync.load();
  },
} as const;

test.each(Object.entries(CURES))(
  '[PR3 PR8] snapshot and deltas always equal GET /api of that version, and after %s the newest',
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

/** A pending request of the page, answered by the test. */
interface Request<T> {
  readonly resolve: (value: T) => void;
  readonly reject: (error: Error) => void;
}

/** A page at version 5 of the epoch `a`, whose requests the test answers. */
function openByHand() {
  const timers = new ManualTimers();
  const replica = new RaceReplica();
  const fetches: Request<Snapshot>[] = [];
  const resumes: Request<ResumeReply>[] = [];
  const sync = new ResultsSync({
    replica,
    timers,
    fetchSnapshot: () => new Promise((resolve, reject) => fetches.push({ resolve, reject })),
    onStep: () => undefined,
  });
  replica.load(snapshotAt('a', 5));
  const resume = () =>
    new Promise<ResumeReply>((resolve, reject) => resumes.push({ resolve, reject }));
  sync.open({ resume, renew: () => undefined }, { epoch: 'a', version: 5 });
  const turn = async (): Promise<void> => {
    timers.advance(20_000);
    for (let tick = 0; tick < 20; tick += 1) await Promise.resolve();
  };
  /** Answers all fetches from the server's head. Returns where that leads, and the number of fetches after it. */
  const settleAt = async ({ epoch, version }: Head) => {
    for (let round = 0; round < 2; round += 1) await turn();
    for (const { resolve } of fetches) resolve(snapshotAt(epoch, version));
    await turn();
    const count = fetches.length;
    await turn();
    return { head: replica.head, isBehind: sync.isBehind, fetchesAfter: fetches.length - count };
  };
  return { sync, fetches, resumes, turn, settleAt };
}

const TOTALS = { UB: 0, PB: 0, BB: 0 };
const NEXT = { epoch: 'c', version: 8 };
const AT_NEXT = { head: NEXT, isBehind: false, fetchesAfter: 0 };
const snapshotAt = (epoch: string, version: number): Snapshot => ({
  epoch,
  version,
  madeMs: version,
  setup: '',
  results: [],
  totals: TOTALS,
});
/** A patch of an unknown runner, which takes a whole snapshot. */
const deltaTo = (epoch: string, version: number): ResultsDelta => ({
  epoch,
  version,
  from: version - 1,
  upsert: [{ runnerId: 'unknown', totalMs: 1_000 }],
  remove: [],
  totals: TOTALS,
});

test('[PR9 PR15] a delta of an earlier epoch that came during a load does not move the target back', async () => {
  const page = openByHand();
  void page.sync.load();
  page.sync.receive(deltaTo('b', 7));
  page.sync.resync(NEXT, 0);
  await page.turn();
  page.fetches[0]?.reject(new Error('away'));
  expect(await page.settleAt(NEXT)).toEqual(AT_NEXT);
});

test('[PR9 PR15] an answer to resume that a resync has overtaken does not move the target back', async () => {
  const { sync, resumes, settleAt } = openByHand();
  sync.receive({ ...deltaTo('a', 9), from: 8 });
  sync.resync(NEXT, 1_000);
  resumes[0]?.resolve({ results: deltaTo('a', 6) });
  expect(await settleAt(NEXT)).toEqual(AT_NEXT);
});
