import { expect, test } from 'vitest';

import { RunnerSummaries } from '#server/features/previews/runner-summary.ts';
import { LiveRace } from '#server/race/live-race.ts';
import { SERVER_TEXTS } from '#server/web/page-request.ts';
import { buildSetup, configOf } from '#tests/support/build-setup.ts';
import { buildConfig, buildRunner } from '#tests/support/builders.ts';

test('[PV1 ST12] the day of a private runner is that of the distance, since a wave would identify them', () => {
  const race = new LiveRace();
  const config = buildConfig({
    ...configOf(buildSetup({ waves: [{ id: 'sunday', name: 'Sunday', distance: 'PB' }] })),
    starts: {
      BB: '',
      PB: '2026-06-20-10-00-00',
      UB: '',
      sunday: '2026-06-21-10-00-00',
    },
  });
  const runners = [false, true].map((isPrivate) =>
    buildRunner({
      runnerId: isPrivate ? 'private' : 'public',
      bandId: isPrivate ? '2' : '1',
      event: 'PB',
      wave: 'sunday',
      isPrivate,
    }),
  );
  race.load({ epoch: 'e', version: 1 }, { config, runners, scans: [] });
  const summaries = new RunnerSummaries(race);
  const dayOf = (runnerId: string) => summaries.summarise(runnerId, SERVER_TEXTS.en)?.day;
  expect([dayOf('public'), dayOf('private')]).toEqual(['Sun 21 Jun 2026', 'Sat 20 Jun 2026']);
});
