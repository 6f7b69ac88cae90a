import { expect, test } from 'vitest';

import { createRaceBodies } from '#server/features/results/public-routes.ts';
import { LiveRace } from '#server/race/live-race.ts';
import type { Head } from '#shared/wire/http-api.ts';
import { buildConfig } from '#tests/support/builders.ts';

const NOW_MS = Date.UTC(2026, 5, 20, 9);

function openBodies() {
  const race = new LiveRace();
  const bodies = createRaceBodies(race);
  return {
    bodies,
    load: (head: Head) => race.load(head, { config: buildConfig(), runners: [], scans: [] }),
  };
}

test('[PR3] the body is never of an older epoch', () => {
  const { bodies, load } = openBodies();
  load({ epoch: 'first', version: 7 });
  bodies.results.get(NOW_MS);
  load({ epoch: 'second', version: 1 });
  expect(bodies.results.get(NOW_MS).etag).toBe('W/"second-1"');
  // A reloaded record is serialised again, even at the same version.
  const before = bodies.results.get(NOW_MS);
  load({ epoch: 'second', version: 1 });
  expect(bodies.results.get(NOW_MS)).not.toBe(before);
});
