import type { EventCode } from '#shared/model/ids.ts';
import type { RunnerStatus } from '#shared/model/result.ts';

import type { FieldError } from '../model/outcome.ts';
import type { SetupError } from '../model/race-setup-schema.ts';
import type { RaceSetup } from '../model/race-setup.ts';
import type { SettingName } from '../model/settings.ts';

import type { ErrorBody } from './auth-api.ts';
import type { ConfigBody } from './http-api.ts';

type StatusCounts = Readonly<Record<RunnerStatus, number>>;

export interface EventImpact {
  readonly before: StatusCounts;
  readonly after: StatusCounts;
  /** Others whose total, start on course, or gun since which they were read would change. */
  readonly moved: number;
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
  /** An empty `field` stands for the settings as a whole. */
  readonly errors: readonly FieldError[];
}

/** PUT /webconfig, status 409: somebody else has changed a setting since `was`. Nothing was saved. */
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

/** Status 400 of either. Nothing was saved. */
export interface InvalidSetupBody extends Omit<ErrorBody, 'errors'> {
  readonly errors: readonly SetupError[];
}

/** The number of runners, and the first 20. */
export interface SomeRunners {
  readonly count: number;
  readonly first: readonly { readonly bibNumber: string; readonly name: string }[];
}

/** The answer to POST /setup/preview, which changes nothing. */
export interface SetupImpact {
  readonly events: SettingsImpact;
  /** Runners whose category the document lacks. */
  readonly loseCategory: SomeRunners;
  /** Runners whose derived category would change. */
  readonly newCategories: SomeRunners;
  /** Entries of removed distances, which prevent saving. */
  readonly withoutDistance: SomeRunners;
}
