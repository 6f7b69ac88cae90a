import type { Router } from 'express';

import type { Logger } from '#server/logger.ts';

import { createDismissalRoutes } from './dismissal-routes.ts';
import { createImportRoutes } from './import-routes.ts';
import type { OrganiserParts } from './organiser-parts.ts';
import { createPictureRoutes } from './picture-routes.ts';
import { createRegistrationRoutes } from './registration-routes.ts';
import { createServedPictures } from './served-pictures.ts';
import { createSettingsRoutes } from './settings-routes.ts';

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
