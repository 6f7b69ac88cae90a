import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { USUAL_COURSES } from '#shared/model/courses.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { presentAll } from '#shared/scoring/present-standings.ts';

import { buildResult } from '#tests/client/support/build-result.ts';
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

test('[PR3] an answer that was refused, being of an epoch not told of yet, is taken in once it is', async () => {
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
  '[PR3 PR11] snapshot + deltas always equal GET /api of that version, and after %s the newest',
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
