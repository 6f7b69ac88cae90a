import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { LiveRace } from '#server/race/live-race.ts';
import { presentAdminRunner } from '#server/race/present-admin-runner.ts';
import type { AdminRunner } from '#shared/wire/runners-api.ts';
import { buildRunner } from '#tests/support/builders.ts';
import { ChangingRace, scripts } from '#tests/support/random-changes.ts';

const EPOCH = 'epoch';

function list(runners: Iterable<AdminRunner>): Map<string, AdminRunner> {
  return new Map(Array.from(runners, (runner) => [runner.runnerId, runner]));
}

test('[AD2] the list of runners and its deltas, taken at any moments, equal the runners', () => {
  fc.assert(
    fc.property(scripts, fc.infiniteStream(fc.boolean()), (script, isAsked) => {
      const changing = new ChangingRace();
      const race = new LiveRace();
      const content = { config: changing.config, runners: changing.runners, scans: [] };
      race.load({ epoch: EPOCH, version: 1 }, content);
      const known = list(changing.runners.map(presentAdminRunner));
      let told = race.head;
      const catchUp = (): void => {
        const delta = race.findRunnersDelta(told);
        if (!delta) throw new Error('a delta is missing');
        expect(delta).toMatchObject({ from: told.version, ...race.head });
        for (const runner of delta.upsert) known.set(runner.runnerId, runner);
        for (const runnerId of delta.remove) known.delete(runnerId);
        told = race.head;
        expect(known).toEqual(list(Array.from(race.listRunners(), presentAdminRunner)));
      };
      for (const [index, step] of script.entries()) {
        race.apply({ epoch: EPOCH, version: index + 2, ops: changing.take(step) });
        if (isAsked.next().value) catchUp();
      }
      catchUp();
      expect(known).toEqual(list(changing.runners.map(presentAdminRunner)));
    }),
  );
});

test('[AD2] there is no delta from another epoch, from before a load, or from long ago', () => {
  const race = new LiveRace();
  const runners = [buildRunner({ runnerId: 'ann' })];
  race.load({ epoch: EPOCH, version: 10 }, { config: race.config, runners, scans: [] });
  expect(race.findRunnersDelta({ epoch: 'other', version: 10 })).toBeUndefined();
  expect(race.findRunnersDelta({ epoch: EPOCH, version: 9 })).toBeUndefined();
  expect(race.findRunnersDelta(race.head)).toMatchObject({ upsert: [], remove: [] });
  for (let version = 11; version <= 9_000; version += 1) {
    const runner = buildRunner({ runnerId: 'ann', rev: version });
    race.apply({ epoch: EPOCH, version, ops: [{ op: 'put-runner', runner }] });
  }
  expect(race.findRunnersDelta({ epoch: EPOCH, version: 10 })).toBeUndefined();
  expect(race.findRunnersDelta({ epoch: EPOCH, version: 8_000 })).toMatchObject({
    upsert: [{ runnerId: 'ann', rev: 9_000 }],
  });
});
