import { Router } from 'express';

import type { Health } from './health.ts';
import type { Metrics } from '#server/observe/metrics.ts';

/** For whoever runs the service: is it alive, can it serve, how is it doing. */
export function createOperationsRoutes(health: Health, metrics: Metrics): Router {
  const routes = Router();
  routes.use((_req, res, next) => {
    res.set('Cache-Control', 'no-store');
    next();
  });
  routes.get('/healthz', (_req, res) => {
    res.json({ alive: true });
  });
  routes.get('/readyz', async (_req, res) => {
    const state = await health.check();
    res.status(state.ready ? 200 : 503).json(state);
  });
  routes.get('/metrics', async (_req, res) => {
    res.type(metrics.contentType).send(await metrics.render());
  });
  return routes;
}
