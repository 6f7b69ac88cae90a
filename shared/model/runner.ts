import type { AgeGroup, BandId, EventCode, RunnerId } from './ids.ts';
import type { EpochMs } from './time.ts';
import { parseOverride } from './typed-words.ts';

/** The judges' decision that a runner is out (RULES.md OV9). The public sees DSQ, without the rule. */
export interface Disqualification {
  /** The rule that was broken, as an organiser wrote it. */
  readonly rule: string;
  readonly atMs: EpochMs;
  /** The organiser's e-mail address. */
  readonly by: string;
}

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
  readonly ageGroup: AgeGroup;
  readonly runClub: string;
  /** `H:MM:SS` or `HH:MM:SS` replacing the total, `00:00:01` for DNF, `DNS` for did not start, empty for none. */
  readonly overrideTime: string;
  /** Counts only with the override for DNF. */
  readonly disqualified?: Disqualification;
  readonly mobileNumber: string;
  /** The id of the wave in the entry. */
  readonly wave?: string;
  /** When they start, if alone: `+0:30` after the gun, or a moment in the form of a gun (RULES.md ST12). */
  readonly ownStart?: string;
  /** `F`, `M`, or the word in the entry; absent when it has none. Public only as `sex` of a `Starter`; nothing below ever is. */
  readonly sex?: string;
  /** `1984-02-29`. */
  readonly birthDate?: string;
  readonly nationality?: string;
  /** Whom to call, with the number: free text. */
  readonly emergencyContact?: string;
  readonly medicalNote?: string;
  /**
   * `ageGroup` was derived, not given: on the day of the entry, then by the day of the race once that is known (RULES.md
   * AG1).
   */
  readonly isAgeGroupDerived?: true;
  /** The public sees the bib alone (RULES.md PV1); absent when not. */
  readonly isPrivate?: boolean;
  /** Counts the edits of this record, from 1; an edit based on an older one is a conflict. */
  readonly rev: number;
}

/** Details of a runner in addition to the entry, for organisers only. Each is a text. */
export const RUNNER_DETAILS = [
  'mobileNumber',
  'emergencyContact',
  'medicalNote',
  'sex',
  'birthDate',
  'nationality',
] as const satisfies readonly (keyof Runner)[];
export type RunnerDetail = (typeof RUNNER_DETAILS)[number];

/** The start in an entry (RULES.md ST12), which stays when the person is forgotten. Each is a text. */
const START_DETAILS = ['wave', 'ownStart'] as const satisfies readonly (keyof Runner)[];
/** All fields of a form other than the nine values of an entry. */
export const ENTRY_DETAILS = [...RUNNER_DETAILS, ...START_DETAILS] as const;
export type EntryDetail = (typeof ENTRY_DETAILS)[number];

export const MAX_EARLIER_BANDS = 20;

/** Every wristband number the runner holds: the one worn now, then the earlier ones. */
export function bandsOf({
  bandId,
  earlierBandIds = [],
}: Pick<Runner, 'bandId' | 'earlierBandIds'>): readonly BandId[] {
  return bandId === undefined ? earlierBandIds : [bandId, ...earlierBandIds];
}

/** Whether the runner holds any wristband number: a runner who lost theirs may be on course too (RULES.md MS3). */
export function isWristbanded(runner: Runner): boolean {
  return bandsOf(runner).length > 0;
}

/** Why a runner is disqualified; undefined for others (RULES.md OV9). */
export function findDisqualification({
  overrideTime,
  disqualified,
}: Pick<Runner, 'overrideTime' | 'disqualified'>): Disqualification | undefined {
  return parseOverride(overrideTime)?.kind === 'dnf' ? disqualified : undefined;
}

/**
 * The runner disqualified by this rule, or no longer if it is empty; undefined changes nothing. A disqualification needs
 * the override for DNF (RULES.md OV9).
 */
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

/**
 * Whether a runner takes part, as the public knows it (RULES.md MS3): they hold a wristband or have an override, and
 * are not known not to have started.
 */
export function takesPart(runner: Runner): boolean {
  const override = parseOverride(runner.overrideTime);
  return override === undefined ? isWristbanded(runner) : override.kind !== 'dns';
}
