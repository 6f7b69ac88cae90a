import { Router } from 'express';

import type { LiveRace } from '#server/race/live-race.ts';
import { sendBody } from '#server/web/cached-body.ts';
import { requireLoaded } from '#server/web/require-loaded.ts';

import { RaceBodies } from './race-bodies.ts';

/** What every spectator's page loads and, where sockets are blocked, polls. */
export function createPublicRoutes(race: LiveRace): Router {
  const routes = Router();
  const bodies = new RaceBodies(race);

  routes.use(['/api', '/config', '/starters'], requireLoaded(race));
  routes.get('/api', (req, res) => sendBody(req, res, bodies.getResults(Date.now()), 'shared'));
  routes.get('/starters', (req, res) =>
    sendBody(req, res, bodies.getStartList(Date.now()), 'shared'),
  );
  routes.get('/config', (req, res) => sendBody(req, res, bodies.getConfig(Date.now()), 'shared'));

  return routes;
}
