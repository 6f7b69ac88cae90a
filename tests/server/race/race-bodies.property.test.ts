import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { takesPart } from '#shared/model/runner.ts';
import { createRaceBodies } from '#server/features/results/public-routes.ts';
import type { CachedBody } from '#server/web/cached-body.ts';
import { LiveRace } from '#server/race/live-race.ts';
import { packResults } from '#shared/wire/compact-results.ts';
import { presentAll } from '#shared/scoring/present-result.ts';
import { ChangingRace, scripts } from '#tests/support/random-changes.ts';

const EPOCH = 'epoch';
/** Past any age and any rest, so that each body is made again. */
const LATER_MS = 60_000;

/** The answers of the three calls now. */
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

async function read(body: CachedBody): Promise<{ version: number } & Record<string, unknown>> {
  const sent = JSON.parse(String(await body.encode('identity'))) as { version: number };
  expect(body.etag).toBe(`W/"${EPOCH}-${sent.version}"`);
  return { ...sent };
}

test('[CL5 PR1 CL35] whatever changes, a body is of one version, whole', async () => {
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
      const bodies = createRaceBodies(race);
      for (let nowMs = 0; coming.length > 0; nowMs += LATER_MS) {
        const { serverTime: _at, ...results } = await read(bodies.results.get(nowMs));
        expect(results).toEqual(described.get(results.version)?.results);
        const { serverTime: _made, ...compact } = await read(bodies.compact.get(nowMs));
        expect(compact).toEqual(described.get(compact.version)?.compact);
        const { starters, ...list } = await read(bodies.startList.get(nowMs));
        const { starters: count, ...head } = described.get(list.version)?.starters ?? {};
        expect(list).toEqual(head);
        expect(starters).toHaveLength(count ?? Number.NaN);
        change();
      }
    }),
    { numRuns: 100, seed: 20_260_620 },
  );
});
