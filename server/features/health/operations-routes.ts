import type { IdentityProvider } from '#server/identity/identity.ts';
import type { Metrics } from '#server/observe/metrics.ts';
import { type Route, isOrganiser, route } from '#server/web/routes.ts';

import type { Health } from './health.ts';

/** For the people who run the service: is it alive, can it serve, how is it doing. */
export function createOperationsRoutes(
  health: Health,
  metrics: Metrics,
  provider: IdentityProvider,
): Route[] {
  const who = 'everyone';
  return [
    route({
      method: 'GET',
      path: '/healthz',
      who,
      answer: ({ res }) => {
        res.json({ alive: true });
      },
    }),
    route({
      method: 'GET',
      path: '/readyz',
      who,
      answer: async ({ req, res }) => {
        await health.check();
        const isByOrganiser = await isOrganiser(provider, req);
        const state = isByOrganiser ? health.describe() : health.describeInPublic();
        res.status(state.ready ? 200 : 503).json(state);
      },
    }),
    route({
      method: 'GET',
      path: '/metrics',
      who,
      answer: async ({ res }) => {
        res.type(metrics.contentType).send(await metrics.render());
      },
    }),
  ];
}
