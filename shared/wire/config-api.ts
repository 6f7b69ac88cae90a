import type { EventCode } from '#shared/model/event.ts';
import type { RunnerStatus } from '#shared/model/result.ts';

import type { FieldError } from '../model/outcome.ts';
import type { RaceConfig } from '../model/race-config.ts';
import type { SettingName } from '../model/settings.ts';
import type { ErrorBody } from './errors.ts';
import type { ConfigBody, PublicConfig } from './http-api.ts';

/** How many of those listed in an event have each status. */
type StatusCounts = Readonly<Record<RunnerStatus, number>>;

/** What settings would make of the results of one event. */
export interface EventImpact {
  readonly before: StatusCounts;
  readonly after: StatusCounts;
  /** Finishers before and after whose total would be another. */
  readonly moved: number;
  /** On course before and after, with a time that would run from another moment; absent where nobody is. */
  readonly restarted?: number;
}

/** The answer to POST /webconfig/preview: nothing of it is done. */
export type SettingsImpact = Readonly<Record<EventCode, EventImpact>>;

/** The settings that PUT /webconfig always carries. */
export const SPEC_SETTINGS = [
  'pageTitle',
  'distances',
  'wayPoints',
  'KOMs',
] as const satisfies readonly SettingName[];

/** GET /webconfig, and the answer to PUT /webconfig. */
export interface OrganisersConfigBody extends RaceConfig, Omit<ConfigBody, keyof PublicConfig> {}

/** PUT /webconfig, status 400: nothing was saved. */
export interface InvalidConfigBody extends ErrorBody {
  /** A `field` that is empty means the settings as a whole. */
  readonly errors: readonly FieldError[];
}

/**
 * PUT /webconfig, status 409: `was` was sent, the settings as the sender knew
 * them, and somebody else changed the same differently since. Nothing was saved.
 */
export interface ConfigConflictBody extends InvalidConfigBody {
  /** Where: `pageTitle`, `starts.` and an event. */
  readonly clashes: readonly string[];
  /** The settings as they are now. */
  readonly current: OrganisersConfigBody;
}
