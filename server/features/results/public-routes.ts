import type { LiveRace } from '#server/race/live-race.ts';
import type { Route } from '#server/web/routes.ts';
import { bodyRoute } from '#server/web/routes.ts';

import { RaceBodies } from './race-bodies.ts';

/** What every spectator's page loads and, where sockets are blocked, polls. */
export function createPublicRoutes(race: LiveRace): Route[] {
  const bodies = new RaceBodies(race);
  return [
    bodyRoute('/api', 'shared', () => bodies.getResults(Date.now())),
    bodyRoute('/api/compact', 'shared', () => bodies.getCompactResults(Date.now())),
    bodyRoute('/starters', 'shared', () => bodies.getStartList(Date.now())),
    bodyRoute('/config', 'shared', () => bodies.getConfig(Date.now())),
  ];
}
