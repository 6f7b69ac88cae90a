import { createAccountRoutes } from './features/accounts/account-routes.ts';
import { createSecondFactorRoutes } from './features/accounts/second-factor-routes.ts';
import { createSessionRoutes } from './features/accounts/session-routes.ts';
import { createEntriesRoutes } from './features/exports/entries-file.ts';
import { createExportRoutes } from './features/exports/export-routes.ts';
import type { Health } from './features/health/health.ts';
import { createHealthRoutes, createOperationsRoutes } from './features/health/health-routes.ts';
import { createControlRoutes } from './features/control/control-routes.ts';
import { createMarshalRoutes } from './features/marshals/marshal-routes.ts';
import { createImportRoutes } from './features/import/import-routes.ts';
import { createInstallableRoutes } from './features/installable/installable-routes.ts';
import { createPictureRoutes, createServedPictures } from './features/pictures/picture-routes.ts';
import { createPushRoutes } from './features/push/push-routes.ts';
import type { WebPush } from './features/push/web-push.ts';
import { createChipRoutes } from './features/registration/chip-routes.ts';
import { createRegistrationRoutes } from './features/registration/registration-routes.ts';
import { createReportRoutes } from './features/registration/report-routes.ts';
import { createPastRaceRoutes } from './features/past-races/past-races-routes.ts';
import type { PastRaces } from './features/past-races/past-races.ts';
import { createPlainRoutes } from './features/plain/plain-routes.ts';
import { createPreviewRoutes } from './features/previews/picture-routes.ts';
import { createPublicRoutes } from './features/results/public-routes.ts';
import { createReaderRoutes } from './features/readers/reader-routes.ts';
import type { ReaderProcesses } from './features/readers/reader-processes.ts';
import { createReadsRoutes } from './features/reads/reads-routes.ts';
import { createSettingsRoutes } from './features/settings/settings-routes.ts';
import { createSetupRoutes } from './features/setup/setup-routes.ts';
import type { ClockSuspicions } from './race/clock-suspicions.ts';
import type { ServerConfig } from './config/config.ts';
import type { IdentityParts } from './identity/create-identity.ts';
import type { Logger } from './observe/logger.ts';
import type { Metrics } from './observe/metrics.ts';
import type { PublicCorrections } from './race/public-corrections.ts';
import type { RaceForecasts } from './race/race-forecasts.ts';
import type { OrganiserParts, Route } from './web/routes.ts';
import type { RunnerBodies } from './web/runner-bodies.ts';
import type { StaticFiles } from './web/static-files.ts';
import { UploadedPictures } from './web/uploaded-pictures.ts';

export interface RouteSources extends OrganiserParts {
  readonly config: ServerConfig;
  readonly files: StaticFiles;
  readonly webPush: WebPush;
  readonly pastRaces: PastRaces;
  readonly readers: ReaderProcesses;
  readonly runners: RunnerBodies;
  readonly corrections: PublicCorrections;
  readonly forecasts: RaceForecasts;
  readonly suspicions: ClockSuspicions;
  readonly identity: IdentityParts;
  readonly health: Health;
  readonly metrics: Metrics;
  readonly logger: Logger;
}

/** All calls of a web instance. */
export function listRoutes(sources: RouteSources): Route[] {
  const { store, race, identity, health, metrics, logger } = sources;
  const pictures = new UploadedPictures(store, race);
  return [
    ...createOperationsRoutes(health, metrics),
    ...createHealthRoutes(health),
    ...createPublicRoutes(sources),
    ...createPreviewRoutes({ race, pictures }),
    ...createPlainRoutes(race, sources.config),
    ...createExportRoutes(sources),
    ...createPastRaceRoutes(sources.pastRaces),
    ...createEntriesRoutes(sources),
    ...createSessionRoutes(identity),
    ...createSecondFactorRoutes(identity.accounts),
    ...createAccountRoutes(identity),
    ...createRegistrationRoutes(sources),
    ...createReportRoutes(sources),
    ...createControlRoutes(sources),
    ...createMarshalRoutes(sources),
    ...createChipRoutes(sources),
    ...createReadsRoutes(sources),
    ...createReaderRoutes(sources),
    ...createImportRoutes(sources),
    ...createSettingsRoutes(sources),
    ...createSetupRoutes(sources),
    ...createPictureRoutes(sources),
    ...createServedPictures({ pictures, logger }),
    ...createInstallableRoutes({ ...sources, pictures }),
    ...createPushRoutes(sources),
  ];
}
