import { expect, test } from 'vitest';

import { listReads } from '#server/features/reads/list-reads.ts';
import { LiveRace } from '#server/race/live-race.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/model/time.ts';
import { buildCourse, configOf } from '#tests/support/build-setup.ts';
import { buildConfig, buildRunner, buildScan } from '#tests/support/builders.ts';
import { GUN_MS } from '#tests/support/live-field.ts';

const at = (ms: number, point = 'lap') =>
  buildScan({ bandId: '7', points: [point], timeMs: GUN_MS + ms });

test('[CL44 VS1] a read that does not count names the one of its visit that it loses to', async () => {
  const [first, second, third] = [20, 40, 60].map((minutes) => at(minutes * MINUTE_MS));
  const [again, finish] = [at(40 * MINUTE_MS + 9 * SECOND_MS), at(80 * MINUTE_MS, 'finish')];
  if (!first || !second || !third) throw new Error('no reads');
  const race = new LiveRace();
  const scans = [first, second, again, third, finish];
  const config = buildConfig(configOf(buildCourse('lap lap lap')));
  race.load({ epoch: 'e', version: 1 }, { runners: [buildRunner({ bandId: '7' })], config, scans });
  const { reads } = await listReads(race, {});
  expect(reads.map(({ scanId }) => scanId)).toEqual(
    [finish, third, again, second, first].map(({ scanId }) => scanId),
  );
  const { timeMs, source, scanId } = second;
  expect(reads[2]).toMatchObject({
    verdict: 'duplicate',
    countedAt: [],
    instead: [{ point: 'lap', timeMs, source }],
    rivals: [scanId],
  });
  for (const read of reads.filter((one) => one !== reads[2])) {
    expect(read).toMatchObject({ verdict: 'counted', countedAt: read.points, instead: [] });
    expect(read).not.toHaveProperty('rivals');
  }
});
