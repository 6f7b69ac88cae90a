import type { LiveRace } from '#server/race/live-race.ts';
import type { ResultsBody } from '#shared/wire/http-api.ts';

import { RaceBodySource } from './race-body.ts';

/** The `serverTime` of a body is never older than this. */
const MAX_AGE_MS = 10_000;

/** Gives the body of GET /api. */
export function createResultsBodies(race: LiveRace): RaceBodySource {
  return new RaceBodySource(race, {
    findVersion: () => race.head.version,
    maxAgeMs: MAX_AGE_MS,
    render: (nowMs) => {
      const { head, standings } = race;
      const body: ResultsBody = {
        runners: { data: standings.presentAll() },
        ...head,
        serverTime: nowMs,
        totals: standings.totals,
      };
      return JSON.stringify(body);
    },
  });
}
