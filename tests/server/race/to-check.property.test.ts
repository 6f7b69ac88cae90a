import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { RaceState } from '#server/race/race-state.ts';
import { shuffledRaces } from '#tests/scoring/random-race.ts';

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
