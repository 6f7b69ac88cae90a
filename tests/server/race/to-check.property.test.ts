import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { RaceState } from '#server/race/race-state.ts';
import { shuffledRaces } from '#tests/scoring/random-race.ts';
import { buildRunner, buildScan } from '#tests/support/builders.ts';
import { GUN_MS } from '#tests/support/live-field.ts';
import { ChangingRace } from '#tests/support/random-changes.ts';

test('[MS7] runners to check are the same in any order of reads and runners', () => {
  let found = 0;
  fc.assert(
    fc.property(shuffledRaces, ([{ runners, scans, config }, shuffled]) => {
      const { toCheck } = RaceState.of({ config, runners, scans });
      const grown = RaceState.of({ config, runners: runners.toReversed(), scans: [] });
      for (const scan of shuffled) grown.apply([{ op: 'add-scan', scan }]);
      expect(grown.toCheck).toEqual(toCheck);
      found += toCheck.count;
    }),
  );
  expect(found).toBeGreaterThan(0);
});

test('[MS7 AD9] it is another object only if its content changed', () => {
  const runners = [buildRunner({ runnerId: 'x', bandId: '1', event: 'BB' })];
  const state = RaceState.of({ config: new ChangingRace().config, runners, scans: [] });
  const nobody = state.toCheck;
  const read = (point: 'cp1' | 'cp2', seconds: number) => {
    const timeMs = GUN_MS + 1_800_000 + seconds * 1_000;
    state.apply([{ op: 'add-scan', scan: buildScan({ bandId: '1', points: [point], timeMs }) }]);
    return state.toCheck;
  };
  expect(read('cp1', 0)).toBe(nobody);
  const one = read('cp2', 60);
  expect(one).not.toBe(nobody);
  expect(one.count).toBe(1);
  expect(read('cp2', 90)).toBe(one);
});
