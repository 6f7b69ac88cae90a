import type { Metrics } from '#server/observe/metrics.ts';
import type { Route } from '#server/web/routes.ts';
import { route } from '#server/web/routes.ts';

import type { Health } from './health.ts';

/** For whoever runs the service: is it alive, can it serve, how is it doing. */
export function createOperationsRoutes(health: Health, metrics: Metrics): Route[] {
  const role = 'everyone';
  return [
    route({
      method: 'GET',
      path: '/healthz',
      role,
      answer: ({ res }) => {
        res.json({ alive: true });
      },
    }),
    route({
      method: 'GET',
      path: '/readyz',
      role,
      answer: async ({ res }) => {
        const state = await health.check();
        res.status(state.ready ? 200 : 503).json(state);
      },
    }),
    route({
      method: 'GET',
      path: '/metrics',
      role,
      answer: async ({ res }) => {
        res.type(metrics.contentType).send(await metrics.render());
      },
    }),
  ];
}
