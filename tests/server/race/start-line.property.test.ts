import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { RaceState } from '#server/race/race-state.ts';
import { presentAll } from '#shared/scoring/present-result.ts';
import { scoreRace } from '#tests/support/score-race.ts';
import { twoMatRaces } from '#tests/support/two-mats.ts';

test('[ST10 FN6] in whatever order reads arrive and runners are deleted, results are those of the whole race', () => {
  const orders = twoMatRaces.chain((race) =>
    fc.tuple(
      fc.constant(race),
      fc.shuffledSubarray([...race.scans], {
        minLength: race.scans.length,
        maxLength: race.scans.length,
      }),
      fc.nat({ max: race.runners.length - 1 }),
    ),
  );
  fc.assert(
    fc.property(orders, ([{ runners, scans, config }, shuffled, gone]) => {
      const state = RaceState.of({ config, runners, scans: [] });
      for (const scan of shuffled) state.apply([{ op: 'add-scan', scan }]);
      expect(presentAll(state.standings)).toEqual(scoreRace(runners, scans, config));
      const out = runners[gone];
      if (!out) throw new Error('There is no runner to delete.');
      state.apply([{ op: 'delete-runner', runnerId: out.runnerId }]);
      const others = runners.filter((runner) => runner !== out);
      expect(presentAll(state.standings)).toEqual(scoreRace(others, scans, config));
    }),
    { numRuns: 40 },
  );
});
