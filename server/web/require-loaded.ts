import type { RequestHandler } from 'express';

import type { LiveRace } from '#server/race/live-race.ts';

/** Holds requests off until the record was read for the first time. */
export function requireLoaded(race: LiveRace): RequestHandler {
  return (_req, res, next) => {
    if (race.isLoaded) next();
    else {
      res.set('Retry-After', '1').status(503);
      res.json({ error: 'The race is not loaded yet. Try again in a moment.' });
    }
  };
}
