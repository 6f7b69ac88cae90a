import type { AgeGroup } from './age-group.ts';
import type { EventCode } from './event.ts';
import type { BandId, RunnerId } from './ids.ts';
import { parseOverride } from './typed-words.ts';

/** A person entered in the race, as kept in the record. */
export interface Runner {
  readonly runnerId: RunnerId;
  /** The wristband worn now, or undefined before one is handed out. */
  readonly bandId?: BandId;
  /** Wristbands worn before, the last one last, whose scans are still the runner's; absent when there is none. */
  readonly earlierBandIds?: readonly BandId[];
  /** The number on the chest: free text, since `W1` and `F6` exist. Empty when none. */
  readonly bibNumber: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly event: EventCode;
  /** Empty when the entry gives none. */
  readonly ageGroup: AgeGroup | '';
  readonly runClub: string;
  /** `H:MM:SS` or `HH:MM:SS` replacing the total, `00:00:01` for DNF, `DNS` for did not start, empty for none. */
  readonly overrideTime: string;
  readonly mobileNumber: string;
  /** `F`, `M`, or what the entry says; absent when it says nothing. Never public, as all below. */
  readonly sex?: string;
  /** `1984-02-29`. */
  readonly birthDate?: string;
  readonly nationality?: string;
  /** Whom to call, with the number: free text. */
  readonly emergencyContact?: string;
  readonly medicalNote?: string;
  /**
   * Nobody gave `ageGroup`: it was worked out on the day of the entry, and follows the day of the
   * race once that is known (RULES.md AG1).
   */
  readonly isAgeGroupDerived?: true;
  /** The public sees the bib alone (RULES.md PV1); absent when not, as in records of older releases. */
  readonly isPrivate?: boolean;
  /** Counts the edits of this record, from 1; an edit of an older one is a conflict. */
  readonly rev: number;
}

/** What is kept of a runner beside the entry, for organisers alone. Each is a text. */
export const RUNNER_DETAILS = [
  'mobileNumber',
  'emergencyContact',
  'medicalNote',
  'sex',
  'birthDate',
  'nationality',
] as const satisfies readonly (keyof Runner)[];
export type RunnerDetail = (typeof RUNNER_DETAILS)[number];

/** The most wristbands that one runner may have lost. */
export const MAX_EARLIER_BANDS = 20;

/** Every wristband number the runner holds: the one worn now, then the earlier ones. */
export function bandsOf({
  bandId,
  earlierBandIds = [],
}: Pick<Runner, 'bandId' | 'earlierBandIds'>): readonly BandId[] {
  return bandId === undefined ? earlierBandIds : [bandId, ...earlierBandIds];
}

/** Whether the runner holds any wristband number: also who lost theirs is out there (RULES.md MS3). */
export function isWristbanded(runner: Runner): boolean {
  return bandsOf(runner).length > 0;
}

/**
 * Whether a runner takes part, as the public knows it (RULES.md MS3): who holds a wristband or has an
 * override, and is not known not to have started.
 */
export function takesPart(runner: Runner): boolean {
  const override = parseOverride(runner.overrideTime);
  return override === undefined ? isWristbanded(runner) : override.kind !== 'dns';
}
