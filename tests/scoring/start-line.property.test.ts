import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { THE_DESK } from '#shared/model/decisions.ts';
import { scoreRace } from '#tests/support/score-race.ts';
import { twoMatRaces } from '#tests/support/two-mats.ts';

import { scoreSlowly } from './slow-scorer.ts';

test('[ST10 FN6 CR7] starts and finishes at several mats equal the slow scorer’s, and added reads have no mat', () => {
  fc.assert(
    fc.property(twoMatRaces, fc.boolean(), ({ runners, scans: read, config }, isAdded) => {
      const scans = read.map((scan) =>
        isAdded && scan.source === 'second' ? { ...scan, source: THE_DESK } : scan,
      );
      const results = scoreRace(runners, scans, config);
      expect(results).toEqual(scoreSlowly(runners, scans, config).results);
    }),
    { numRuns: 100 },
  );
});
