import type { Router } from 'express';

import type { IdentityProvider } from '#server/identity/identity.ts';
import type { Logger } from '#server/logger.ts';
import type { LiveRace } from '#server/race/live-race.ts';
import type { RaceStore } from '#server/store/race-store.ts';

import { createImportRoutes } from './import-routes.ts';
import { createPictureRoutes } from './picture-routes.ts';
import { createRegistrationRoutes } from './registration-routes.ts';
import { createServedPictures } from './served-pictures.ts';
import { createSettingsRoutes } from './settings-routes.ts';

/** All that organisers do with the race, and the pictures they put on it. */
export function createOrganiserRoutes(
  provider: IdentityProvider,
  store: RaceStore,
  race: LiveRace,
  logger: Logger,
): Router[] {
  return [
    createRegistrationRoutes(provider, store, race),
    createImportRoutes(provider, store, race),
    createSettingsRoutes(provider, store, race),
    createPictureRoutes(provider, store, race),
    createServedPictures(store, race, logger),
  ];
}
