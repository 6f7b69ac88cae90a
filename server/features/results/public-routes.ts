import type { LiveRace } from '#server/race/live-race.ts';
import type { PublicCorrections } from '#server/race/public-corrections.ts';
import { Refusal } from '#server/web/refusal.ts';
import { bodyRoute, type Route, route } from '#server/web/routes.ts';
import type { RunnerBodies } from '#server/web/runner-bodies.ts';
import { sendBody } from '#server/web/send-body.ts';

import { createCorrectionsBody } from './corrections-body.ts';
import { RaceBodies } from './race-bodies.ts';

/** What every spectator's page loads and, where sockets are blocked, polls. */
export function createPublicRoutes({
  race,
  runners,
  corrections,
}: {
  readonly race: LiveRace;
  readonly runners: RunnerBodies;
  readonly corrections: PublicCorrections;
}): Route[] {
  const bodies = new RaceBodies(race);
  const corrected = createCorrectionsBody(race, corrections);
  return [
    bodyRoute('/api', 'shared', () => bodies.getResults(Date.now())),
    bodyRoute('/api/compact', 'shared', () => bodies.getCompactResults(Date.now())),
    bodyRoute('/starters', 'shared', () => bodies.getStartList(Date.now())),
    route({
      method: 'GET',
      path: '/api/runner/:id',
      who: 'everyone',
      needsRace: true,
      answer: async ({ req, res }) => {
        const made = await runners.find(String(req.params['id']), req.ip ?? '');
        if (!made) throw new Refusal(404, 'No runner has this id, and no runner alone this bib.');
        await sendBody(req, res, made.body, 'shared');
      },
    }),
    bodyRoute('/api/corrections', 'shared', corrected),
    bodyRoute('/config', 'shared', () => bodies.getConfig(Date.now())),
  ];
}
