import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { takesPart } from '#shared/model/runner.ts';
import { RaceBodies } from '#server/features/results/race-bodies.ts';
import type { BodyOrPromise } from '#server/web/cached-body.ts';
import { LiveRace } from '#server/race/live-race.ts';
import type { Scan } from '#shared/model/scan.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/model/time.ts';
import { packResults } from '#shared/wire/compact-results.ts';
import { presentAll } from '#shared/scoring/present-standings.ts';
import { buildConfig, buildScan } from '#tests/support/builders.ts';
import { buildField, buildReads, GUN_MS } from '#tests/support/live-field.ts';
import { ChangingRace, scripts } from '#tests/support/random-changes.ts';

const EPOCH = 'epoch';
/** Past any age and any rest, so that each body is made anew. */
const LATER_MS = 60_000;

/** What the three calls say of the race as it is now. */
function describeNow(race: LiveRace) {
  const { standings, head, runnersVersion } = race;
  const listed = standings.listAll();
  return {
    results: { runners: { data: presentAll(standings) }, ...head, totals: standings.totals },
    compact: { rows: packResults(listed, standings.courses), ...head, totals: standings.totals },
    starters: {
      starters: Array.from(race.listRunners()).filter(takesPart).length,
      epoch: EPOCH,
      version: runnersVersion,
    },
  };
}

async function read(answer: BodyOrPromise): Promise<{ version: number } & Record<string, unknown>> {
  const body = await answer;
  const sent = JSON.parse(String(await body.encode('identity'))) as { version: number };
  expect(body.etag).toBe(`W/"${EPOCH}-${sent.version}"`);
  return { ...sent };
}

test('[CL5 PR2 CL35] a body that is made while changes come in tells one version, whole', async () => {
  await fc.assert(
    fc.asyncProperty(scripts, async (script) => {
      const changing = new ChangingRace();
      const { config, runners } = changing;
      const race = new LiveRace();
      race.load({ epoch: EPOCH, version: 0 }, { config, runners, scans: [] });
      const described = new Map([[0, describeNow(race)]]);
      const coming = [...script];
      const change = (): void => {
        const step = coming.shift();
        if (!step) return;
        const version = race.head.version + 1;
        race.apply({ epoch: EPOCH, version, ops: changing.take(step) });
        described.set(version, describeNow(race));
      };
      const bodies = new RaceBodies(race, {
        rowsAtOnce: 1,
        yieldNow: () => {
          change();
          return Promise.resolve();
        },
      });
      for (let nowMs = 0; coming.length > 0; nowMs += LATER_MS) {
        const { serverTime: _at, ...results } = await read(bodies.getResults(nowMs));
        expect(results).toEqual(described.get(results.version)?.results);
        const { serverTime: _made, ...compact } = await read(bodies.getCompactResults(nowMs));
        expect(compact).toEqual(described.get(compact.version)?.compact);
        const { starters, ...list } = await read(bodies.getStartList(nowMs));
        const { starters: count, ...head } = described.get(list.version)?.starters ?? {};
        expect(list).toEqual(head);
        expect(starters).toHaveLength(count ?? Number.NaN);
        change();
      }
    }),
    { numRuns: 100, seed: 20_260_620 },
  );
});

const FIELD = 600;

/** A race in which everybody was read, and a count of the turns that making a body takes. */
function openLargeRace() {
  const race = new LiveRace();
  const content = { config: buildConfig(), runners: buildField(FIELD), scans: buildReads(FIELD) };
  race.load({ epoch: EPOCH, version: 1 }, content);
  let turns = 0;
  const bodies = new RaceBodies(race, {
    rowsAtOnce: 20,
    yieldNow: () => {
      turns += 1;
      return Promise.resolve();
    },
  });
  let nowMs = 0;
  return {
    race,
    scan: (scan: Scan) =>
      race.apply({
        epoch: EPOCH,
        version: race.head.version + 1,
        ops: [{ op: 'add-scan', scan }],
      }),
    /** How many turns it takes to make the body, and what it says. */
    make: async () => {
      turns = 0;
      nowMs += LATER_MS;
      const { serverTime: _made, ...results } = await read(bodies.getResults(nowMs));
      return { turns, results };
    },
  };
}

test('[CL5] after a scan the rows that were written are taken as they are', async () => {
  const { race, scan, make } = openLargeRace();
  const whole = await make();
  expect(whole.turns).toBeGreaterThan(FIELD / 40);
  // The only one at cp1: nobody else has another place.
  scan(buildScan({ bandId: '1', points: ['cp1'], timeMs: GUN_MS + 20 * MINUTE_MS }));
  const afterOne = await make();
  expect(afterOne.turns).toBeLessThan(whole.turns / 2);
  expect(afterOne.results).toEqual(describeNow(race).results);
});

test('[CL5] whatever comes in, what is kept of the rows is what they are', async () => {
  const { race, scan, make } = openLargeRace();
  const reads = fc.record({
    bandId: fc.integer({ min: 1, max: FIELD }).map(String),
    points: fc.constantFrom(['cp1'] as const, ['cp2'] as const, ['finish'] as const),
    timeMs: fc.integer({ min: 1_800, max: 7_200 }).map((seconds) => GUN_MS + seconds * SECOND_MS),
  });
  for (const one of fc.sample(reads.map(buildScan), { seed: 20_260_620, numRuns: 40 })) {
    scan(one);
    expect((await make()).results).toEqual(describeNow(race).results);
  }
});
