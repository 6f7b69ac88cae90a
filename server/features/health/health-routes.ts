import { type Route, route } from '#server/web/routes.ts';
import type { Metrics } from '#server/observe/metrics.ts';
import type { Health } from './health.ts';

/** Health for organisers (PROTOCOL.md HC). */
export function createHealthRoutes(health: Health): Route[] {
  const who = 'race:run';
  return [
    route('GET /health/state', { who }, async ({ res }) => {
      await health.check();
      res.json(health.describeInFull());
    }),
  ];
}

/** Health for operators (PROTOCOL.md CL8). */
export function createOperationsRoutes(health: Health, metrics: Metrics): Route[] {
  const who = 'everyone';
  return [
    route('GET /healthz', { who }, ({ res }) => {
      res.json({ alive: true });
    }),
    route('GET /readyz', { who }, async ({ res }) => {
      await health.check();
      const state = health.describe();
      res.status(state.ready ? 200 : 503).json(state);
    }),
    route('GET /metrics', { who }, async ({ res }) => {
      res.type(metrics.contentType).send(await metrics.render());
    }),
  ];
}
