import type { EventCode } from '#shared/model/event.ts';
import type { RunnerStatus } from '#shared/model/result.ts';

import type { FieldError } from '../model/outcome.ts';
import type { RaceConfig } from '../model/race-config.ts';
import type { SettingName } from '../model/settings.ts';
import type { ErrorBody } from './errors.ts';
import type { ConfigBody, PublicConfig } from './http-api.ts';

/** How many of those listed in an event have each status. */
type StatusCounts = Readonly<Record<RunnerStatus, number>>;

export interface EventImpact {
  readonly before: StatusCounts;
  readonly after: StatusCounts;
  /** Finishers before and after whose total would change. */
  readonly moved: number;
  /** Runners on course before and after whose start would change; absent without any. */
  readonly restarted?: number;
}

/** The answer to POST /webconfig/preview, which changes nothing. */
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
  /** An empty `field` means the settings as a whole. */
  readonly errors: readonly FieldError[];
}

/**
 * PUT /webconfig, status 409: `was` was sent, the settings as the sender knew them, and somebody else has made another
 * change to the same since. Nothing was saved.
 */
export interface ConfigConflictBody extends InvalidConfigBody {
  /** The parts: `pageTitle`, `starts.` and an event. */
  readonly clashes: readonly string[];
  readonly current: OrganisersConfigBody;
}
