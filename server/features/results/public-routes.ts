import { Router } from 'express';

import type { LiveRace } from '#server/race/live-race.ts';
import { presentConfig } from '#server/race/present-config.ts';
import { presentStartList } from '#server/race/present-start-list.ts';

import { requireLoaded } from '#server/web/require-loaded.ts';
import { RaceBodySource } from './race-body.ts';
import { createResultsBodies } from './results-body.ts';
import { sendBody } from '#server/web/send-body.ts';
import { VersionedBody } from '#server/web/versioned-body.ts';

/** What every spectator's page loads and, where sockets are blocked, polls. */
export function createPublicRoutes(race: LiveRace): Router {
  const routes = Router();
  const startList = new RaceBodySource(race, {
    findVersion: () => race.runnersVersion,
    render: () => JSON.stringify(presentStartList(race)),
  });
  const results = createResultsBodies(race);

  routes.use(['/api', '/config', '/starters'], requireLoaded(race));

  routes.get('/api', (req, res) => sendBody(req, res, results.getBody(Date.now())));

  routes.get('/starters', (req, res) => sendBody(req, res, startList.getBody(Date.now())));

  routes.get('/config', (req, res) => {
    // Made for each request: a kept one would tell a time long past.
    const text = JSON.stringify(presentConfig(race, Date.now()));
    const { epoch, version } = race.head;
    return sendBody(req, res, new VersionedBody(`W/"${epoch}-${version}"`, text));
  });

  return routes;
}
