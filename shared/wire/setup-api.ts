import type { RaceSetup } from '../model/race-setup.ts';
import type { SetupError } from '../model/race-setup-schema.ts';
import type { ErrorBody } from './errors.ts';

/** A race to begin from. */
export interface TemplateEntry {
  readonly name: string;
  readonly title: string;
  readonly description: string;
}

/** GET /setup, and the answer to PUT /setup. */
export interface SetupBody {
  readonly setup: RaceSetup;
  /** Nobody has saved one yet: it is that of the template of three distances. */
  readonly isTemplate: boolean;
  readonly templates: readonly TemplateEntry[];
}

/** PUT /setup, and POST /setup/preview, where `was` may be left out. */
export interface SetupInput {
  readonly setup: RaceSetup;
  /** The document as the sender knew it. */
  readonly was: RaceSetup;
}

/** 400 to either: what cannot stand. Nothing was saved. */
export interface InvalidSetupBody extends Omit<ErrorBody, 'errors'> {
  readonly errors: readonly SetupError[];
}

/** PUT /setup, status 409: somebody else saved another one since. Nothing was saved. */
export interface SetupConflictBody extends ErrorBody {
  readonly current: RaceSetup;
}

/** Those listed of a distance, and how many of them finished. */
export interface DistanceCount {
  readonly listed: number;
  readonly finished: number;
}

/** What becomes of a distance; one that comes has nothing before, one that goes nothing after. */
export interface DistanceImpact {
  readonly code: string;
  readonly name: string;
  readonly before: DistanceCount;
  readonly after: DistanceCount;
}

/** An organiser is told who it is. */
export interface NamedRunner {
  readonly bibNumber: string;
  readonly name: string;
}

/** How many, and the first 20 of them. */
export interface SomeRunners {
  readonly count: number;
  readonly first: readonly NamedRunner[];
}

/** The answer to POST /setup/preview: what the document would make of the race; nothing of it is done. */
export interface SetupImpact {
  /** Runners to whom anything that follows happens. */
  readonly affected: number;
  readonly distances: readonly DistanceImpact[];
  /** Runners with a category that the document does not have. */
  readonly loseCategory: SomeRunners;
  /** Those whose category follows from sex and birth date, and would be another. */
  readonly newCategories: SomeRunners;
  /** Entries of distances that go: with any, it cannot be saved. */
  readonly withoutDistance: SomeRunners;
  /** Finishers before and after whose total would be another. */
  readonly moved: number;
}
