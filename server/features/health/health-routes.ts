import { type Route, route } from '#server/web/routes.ts';

import { collectDiagnostics, type DiagnosticsParts } from './diagnostics.ts';

/** For organisers on race day: whether all is well, and the data for a bug report (PROTOCOL.md HC). */
export function createHealthRoutes(parts: DiagnosticsParts): Route[] {
  const { health } = parts;
  const who = 'race:run';
  return [
    route({
      method: 'GET',
      path: '/health/state',
      who,
      answer: async ({ res }) => {
        await health.check();
        res.json(health.describeInFull());
      },
    }),
    route({
      method: 'GET',
      path: '/health/diagnostics',
      who,
      answer: async ({ res }) => {
        await health.check();
        const file = await collectDiagnostics(parts);
        res.set('Content-Disposition', 'attachment; filename="splitcast-diagnostics.json"');
        res.type('json').send(JSON.stringify(file, null, 2));
      },
    }),
  ];
}
