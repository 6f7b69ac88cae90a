import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { LiveRace } from '#server/race/live-race.ts';
import type { ResultsBody } from '#shared/wire/http-api.ts';
import type { ResultsDelta } from '#shared/wire/socket-events.ts';
import { presentAll } from '#shared/scoring/present-result.ts';
import { ChangingRace, scripts } from '#tests/support/random-changes.ts';
import { Replica } from '#tests/support/viewer.ts';

const EPOCH = 'epoch';

/** The answer to GET /api. */
function snapshotOf({ head, standings }: LiveRace): ResultsBody {
  return {
    runners: { data: presentAll(standings) },
    ...head,
    serverTime: 0,
    totals: standings.totals,
  };
}

/** The delta as received. */
function send(delta: ResultsDelta | undefined): ResultsDelta {
  if (!delta) throw new Error('There is no delta from this version.');
  return JSON.parse(JSON.stringify(delta)) as ResultsDelta;
}

function openRace(): { changing: ChangingRace; race: LiveRace } {
  const changing = new ChangingRace();
  const race = new LiveRace();
  race.load(
    { epoch: EPOCH, version: 0 },
    { config: changing.config, runners: changing.runners, scans: [] },
  );
  return { changing, race };
}

test('[PR8 PR14] from any version one delta leads to the state of GET /api', () => {
  fc.assert(
    fc.property(scripts, (script) => {
      const { changing, race } = openRace();
      const snapshots: ResultsBody[] = [snapshotOf(race)];
      for (const step of script) {
        race.apply({ epoch: EPOCH, version: race.head.version + 1, ops: changing.take(step) });
        snapshots.push(snapshotOf(race));
      }
      const now = snapshotOf(race);
      for (const snapshot of snapshots) {
        const replica = new Replica(snapshot);
        const delta = send(race.findDelta(snapshot));
        replica.take(delta);
        expect({ ...replica.present(), serverTime: 0 }).toEqual(now);
        // The same delta again, and one from further back, change nothing.
        replica.take(delta);
        replica.take(send(race.findDelta({ epoch: EPOCH, version: 0 })));
        expect({ ...replica.present(), serverTime: 0 }).toEqual(now);
      }
    }),
    { numRuns: 150, seed: 20_260_621 },
  );
});
