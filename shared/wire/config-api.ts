import type { EventCode } from '#shared/model/ids.ts';
import type { RunnerStatus } from '#shared/model/result.ts';

import type { FieldError } from '../model/outcome.ts';
import type { SetupError } from '../model/race-setup-schema.ts';
import type { RaceSetup } from '../model/race-setup.ts';
import type { SettingName } from '../model/settings.ts';

import type { ErrorBody } from './auth-api.ts';
import type { ConfigBody } from './http-api.ts';

/** How many of those listed in an event have each status. */
type StatusCounts = Readonly<Record<RunnerStatus, number>>;

export interface EventImpact {
  readonly before: StatusCounts;
  readonly after: StatusCounts;
  /** Finishers before and after whose total would change. */
  readonly moved: number;
  /** Runners on course before and after whose start would change; absent without any. */
  readonly restarted?: number;
  /** Others read since their gun, which would change; absent without any. */
  readonly regunned?: number;
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
  readonly current: ConfigBody;
}

/** GET /setup, and the answer to PUT /setup. */
export interface SetupBody {
  readonly setup: RaceSetup;
  /** Nobody has saved a setup yet: this is the template of three distances. */
  readonly isTemplate: boolean;
}

/** PUT /setup, and POST /setup/preview, where `was` is optional. */
export interface SetupInput {
  readonly setup: RaceSetup;
  /** The document as the sender knew it. */
  readonly was: RaceSetup;
}

/** 400 to either: the faults. Nothing was saved. */
export interface InvalidSetupBody extends Omit<ErrorBody, 'errors'> {
  readonly errors: readonly SetupError[];
}

/** PUT /setup, status 409: somebody else saved another one since. Nothing was saved. */
export interface SetupConflictBody extends ErrorBody {
  readonly current: RaceSetup;
}

/** A runner, named for organisers. */
export interface NamedRunner {
  readonly bibNumber: string;
  readonly name: string;
}

/** Their number, and the first 20 of them. */
export interface SomeRunners {
  readonly count: number;
  readonly first: readonly NamedRunner[];
}

/** The answer to POST /setup/preview, which changes nothing: what the document would do to the race. */
export interface SetupImpact {
  readonly events: SettingsImpact;
  /** Runners with a category that the document does not have. */
  readonly loseCategory: SomeRunners;
  /** Runners whose category follows from sex and birth date, and would change. */
  readonly newCategories: SomeRunners;
  /** Entries of removed distances: with any, it cannot be saved. */
  readonly withoutDistance: SomeRunners;
}
