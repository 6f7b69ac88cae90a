import type { AgeGroup, BandId, EventCode, RunnerId } from './ids.ts';
import type { EpochMs } from './time.ts';
import { parseOverride } from './typed-words.ts';

/** RULES.md OV9. The public never sees the rule. */
export interface Disqualification {
  /** As written by an organiser. */
  readonly rule: string;
  readonly atMs: EpochMs;
  /** The organiser's e-mail address. */
  readonly by: string;
}

export interface Runner {
  readonly runnerId: RunnerId;
  /** Worn now. */
  readonly bandId?: BandId;
  /** Worn before, the last one last; their scans are still the runner's. */
  readonly earlierBandIds?: readonly BandId[];
  /** Free text such as `W1`; empty for none. */
  readonly bibNumber: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly event: EventCode;
  /** Empty for none. */
  readonly ageGroup: AgeGroup;
  readonly runClub: string;
  /** `H:MM:SS` or `HH:MM:SS` in place of the total, `00:00:01` for DNF, `DNS`, or empty. */
  readonly overrideTime: string;
  /** Only valid with the override for DNF. */
  readonly disqualified?: Disqualification;
  readonly mobileNumber: string;
  /** The id of the wave in the entry. */
  readonly wave?: string;
  /** An individual start: an offset from the gun `+0:30`, or a moment (RULES.md ST12). */
  readonly ownStart?: string;
  /** `F`, `M`, or the word in the entry. Public only as `sex` of a `Starter`; nothing below is public. */
  readonly sex?: string;
  /** `1984-02-29`. */
  readonly birthDate?: string;
  readonly nationality?: string;
  /** Name and number, as free text. */
  readonly emergencyContact?: string;
  readonly medicalNote?: string;
  /** `ageGroup` was derived, and follows the day of the race (RULES.md AG1). */
  readonly isAgeGroupDerived?: true;
  /** The public sees only the bib (RULES.md PV1). */
  readonly isPrivate?: boolean;
  /** Counts edits from 1; an edit based on an older one is a conflict. */
  readonly rev: number;
}

/** Details for organisers only. */
export const RUNNER_DETAILS = [
  'mobileNumber',
  'emergencyContact',
  'medicalNote',
  'sex',
  'birthDate',
  'nationality',
] as const satisfies readonly (keyof Runner)[];
export type RunnerDetail = (typeof RUNNER_DETAILS)[number];

/** The start in an entry (RULES.md ST12), which stays when personal data are deleted. */
const START_DETAILS = ['wave', 'ownStart'] as const satisfies readonly (keyof Runner)[];
/** All fields of a form other than the nine values of an entry. */
export const ENTRY_DETAILS = [...RUNNER_DETAILS, ...START_DETAILS] as const;
export type EntryDetail = (typeof ENTRY_DETAILS)[number];

export const MAX_EARLIER_BANDS = 20;

/** The wristband worn now, then the earlier ones. */
export function bandsOf({
  bandId,
  earlierBandIds = [],
}: Pick<Runner, 'bandId' | 'earlierBandIds'>): readonly BandId[] {
  return bandId === undefined ? earlierBandIds : [bandId, ...earlierBandIds];
}

/** Whether the runner holds a wristband, worn or earlier (RULES.md MS3). */
export function isWristbanded(runner: Runner): boolean {
  return bandsOf(runner).length > 0;
}

/** RULES.md OV9. */
export function findDisqualification({
  overrideTime,
  disqualified,
}: Pick<Runner, 'overrideTime' | 'disqualified'>): Disqualification | undefined {
  return parseOverride(overrideTime)?.kind === 'dnf' ? disqualified : undefined;
}

/** Disqualifies a runner by a rule, or no longer if it is empty; undefined changes nothing (RULES.md OV9). */
export function withRule<Entry extends Pick<Runner, 'overrideTime' | 'disqualified'>>(
  { disqualified: current, ...entry }: Entry,
  rule: string | undefined,
  by: string,
  nowMs: EpochMs = Date.now(),
): Omit<Entry, 'disqualified'> & Pick<Runner, 'disqualified'> {
  if (parseOverride(entry.overrideTime)?.kind !== 'dnf' || rule === '') return entry;
  const isAsWas = rule === undefined || rule === current?.rule;
  const disqualified = isAsWas ? current : { rule, atMs: nowMs, by };
  return disqualified ? { ...entry, disqualified } : entry;
}

/** Whether a runner takes part: with a wristband or an override, and not DNS (RULES.md MS3). */
export function takesPart(runner: Runner): boolean {
  const override = parseOverride(runner.overrideTime);
  return override === undefined ? isWristbanded(runner) : override.kind !== 'dns';
}
