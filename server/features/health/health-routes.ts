import { type Route, route } from '#server/web/routes.ts';
import { collectDiagnostics, type DiagnosticsParts } from './diagnostics.ts';
import type { Metrics } from '#server/observe/metrics.ts';
import type { Health } from './health.ts';

/** Health for organisers (PROTOCOL.md HC). */
export function createHealthRoutes(parts: DiagnosticsParts): Route[] {
  const { health } = parts;
  const who = 'race:run';
  return [
    route('GET /health/state', { who }, async ({ res }) => {
      await health.check();
      res.json(health.describeInFull());
    }),
    route('GET /health/diagnostics', { who }, async ({ res }) => {
      await health.check();
      const file = await collectDiagnostics(parts);
      res.set('Content-Disposition', 'attachment; filename="splitcast-diagnostics.json"');
      res.type('json').send(JSON.stringify(file, null, 2));
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
