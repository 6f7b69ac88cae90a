import type { LiveRace } from '#server/race/live-race.ts';
import type { CachedBody } from '#server/web/cached-body.ts';
import type { Route } from '#server/web/routes.ts';
import { route } from '#server/web/routes.ts';
import { sendBody } from '#server/web/send-body.ts';

import { RaceBodies } from './race-bodies.ts';

/** What every spectator's page loads and, where sockets are blocked, polls. */
export function createPublicRoutes(race: LiveRace): Route[] {
  const bodies = new RaceBodies(race);
  return [
    serve('/api', () => bodies.getResults(Date.now())),
    serve('/api/compact', () => bodies.getCompactResults(Date.now())),
    serve('/starters', () => bodies.getStartList(Date.now())),
    serve('/config', () => bodies.getConfig(Date.now())),
  ];
}

function serve(path: string, getBody: () => CachedBody): Route {
  return route({
    method: 'GET',
    path,
    role: 'everyone',
    needsRace: true,
    answer: ({ req, res }) => sendBody(req, res, getBody(), 'shared'),
  });
}
