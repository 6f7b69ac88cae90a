import type { Router } from 'express';

import type { Logger } from './observe/logger.ts';

import { createDismissalRoutes } from './features/registration/dismissal-routes.ts';
import { createImportRoutes } from './features/import/import-routes.ts';
import type { OrganiserParts } from './web/organiser-parts.ts';
import { createPictureRoutes } from './features/pictures/picture-routes.ts';
import { createRegistrationRoutes } from './features/registration/registration-routes.ts';
import { createServedPictures } from './features/pictures/served-pictures.ts';
import { createSettingsRoutes } from './features/settings/settings-routes.ts';

/** All that organisers do with the race, and the pictures they put on it. */
export function createOrganiserRoutes(parts: OrganiserParts, logger: Logger): Router[] {
  return [
    createRegistrationRoutes(parts),
    createDismissalRoutes(parts),
    createImportRoutes(parts),
    createSettingsRoutes(parts),
    createPictureRoutes(parts),
    createServedPictures(parts.store, parts.race, logger),
  ];
}
