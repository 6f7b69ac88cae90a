import type { Override } from '../model/typed-words.ts';
import type { FieldError } from '../model/outcome.ts';
import type { Report } from '../model/decisions.ts';
import type { EntryDetail, Runner } from '../model/runner.ts';
import type { RunnerStatus } from '../model/result.ts';
import type { TimePoint } from '../model/time-point.ts';
import type { DurationMs, EpochMs } from '../model/time.ts';
import type { GroupPlaces } from '../scoring/stages.ts';
import type { GunAndChip } from '../scoring/score-runner.ts';
import type { StartReason } from '../scoring/own-start.ts';
import type { Verdict } from '../scoring/count-scans.ts';
import type { Head } from './http-api.ts';

/** On the answer to POST /api: the version of the change, absent when nothing had to be changed. */
export const VERSION_HEADER = 'x-race-version';

type SharedField =
  | 'bibNumber'
  | 'firstName'
  | 'lastName'
  | 'event'
  | 'ageGroup'
  | 'runClub'
  | 'disqualified'
  | EntryDetail
  | 'isPrivate'
  | 'rev';

/** A runner as organisers see them; optional fields are absent if unknown, `overrideLime` is spelled as in the contract. */
export interface AdminRunner extends Pick<Runner, SharedField> {
  readonly runnerId: string;
  /** The wristband number, empty if none; also as `bandID`. */
  readonly raceNumber: string;
  readonly bandID: string;
  /** The age group; also as `ageGroup`. */
  readonly category: string;
  readonly overrideLime: string;
  /** See `Runner`; absent if the age group was given. */
  readonly isAgeGroupDerived?: boolean;
  /** Wristband numbers worn before. */
  readonly earlierBands?: readonly string[];
  /** In no order. */
  readonly reports?: readonly Report[];
}

/** GET /apiadmin. */
export interface AdminBody extends Head {
  readonly resultData: readonly AdminRunner[];
}

/** The nine values of POST /api, in their order, all text. */
export const DATA_BLOB_FIELDS = [
  'raceNumber',
  'ageGroup',
  'firstName',
  'lastName',
  'event',
  'runClub',
  'runnerId',
  'bibNumber',
  'overrideTime',
] as const;
export type DataBlobField = (typeof DATA_BLOB_FIELDS)[number];

/** POST /api. Without `rev` the save overwrites whatever is there. */
export interface SaveRunnerBody {
  readonly dataBlob: readonly string[];
  readonly rev?: number;
  /**
   * A UUID in lower case that the page makes once for each new-runner form: if the form is resent after a lost answer,
   * it makes no second runner.
   */
  readonly requestId?: string;
  /** Whether the public sees the bib alone. Absent: unchanged, and false for a new runner. */
  readonly isPrivate?: boolean;
  /** Details in addition to the entry; absent ones are unchanged, and an empty text removes one. */
  readonly details?: Partial<Readonly<Record<EntryDetail, string>>>;
  /**
   * The earlier wristband numbers the runner then holds. If the number worn until now is among them it was lost, and
   * its scans stay the runner's. Absent: the earlier ones are unchanged, and the runner loses the scans of the one worn
   * until now.
   */
  readonly earlierBands?: readonly string[];
  readonly exchange?: BandExchange;
  /** The reason, for people who look at the changes later: a line of at most {@link MAX_SAVE_REASON} characters. */
  readonly reason?: string;
}

export const MAX_SAVE_REASON = 200;

/**
 * `swap`: each gets what the other wears. `take`: the other is left without it. The other runner is given as the sender
 * knows them: it is refused as `Taken` if that has changed.
 */
export interface BandExchange {
  readonly kind: 'swap' | 'take';
  readonly runnerId: string;
  readonly rev: number;
}

/** The answer to POST /api, status 200. */
export type SaveRunnerReply =
  | { readonly result: 'Success'; readonly runnerId: string }
  | {
      readonly result: 'Taken';
      readonly holder: AdminRunner;
      /** The number that they hold, worn or earlier. */
      readonly bandID: string;
    }
  | { readonly result: 'Conflict'; readonly current: AdminRunner }
  | { readonly result: 'Invalid'; readonly errors: readonly FieldError[] }
  | { readonly result: 'Missing' };

/** One change of a runner: GET /apiadmin/:runnerId/history, newest first. */
export interface HistoryEntry {
  readonly version: number;
  readonly at: string;
  readonly by: string;
  readonly action: string;
  readonly before: AdminRunner | null;
  readonly after: AdminRunner | null;
  readonly reason?: string;
  /** The reports of the runner that were made or taken back with it; absent without any. */
  readonly reports?: { readonly made?: readonly Report[]; readonly gone?: readonly Report[] };
}

/** One scan of a runner's wristbands and its verdict. */
export interface RunnerScan {
  /** The earlier wristband that was read; absent for the one worn now. */
  readonly bandID?: string | undefined;
  /** ISO 8601 in UTC, and the same in milliseconds since 1970. */
  readonly time: string;
  readonly timeMs: EpochMs;
  readonly points: readonly TimePoint[];
  readonly source: string;
  /** It is a time by hand, and `source` its author (RULES.md HT1). */
  readonly isByHand?: true | undefined;
  readonly verdict: Verdict;
  /** The points at which it is the scan that counts; empty unless the verdict is `counted`. */
  readonly countedAt: readonly TimePoint[];
}

/** The outcome of a runner in the results; also of a private one. */
export interface RunnerOutcome extends GunAndChip {
  /** Whether the results show the runner (RULES.md SC5). */
  readonly isListed: boolean;
  /** They were not read yet, and started with the gun of an event without a start mat (RULES.md ST11). */
  readonly isOnCourseByGun: boolean;
  readonly status: RunnerStatus;
  /** An organiser's decision that overrides the scans; null without one. */
  readonly override: Override['kind'] | null;
  /** The start of times (RULES.md ST9); null where none is known. */
  readonly startMs?: EpochMs | null;
  /** The reason for that start (RULES.md ST14). */
  readonly start?: StartReason;
  /** The time that counts, in milliseconds; null while racing and for a runner who is out. */
  readonly totalMs: DurationMs | null;
  /** Whether a finish scan counts, even without a start to time it from. */
  readonly hasFinish: boolean;
  /** The last checkpoint, counted from 0, at which the runner was read, and the time there. */
  readonly seen: { readonly slot: number; readonly elapsedMs: DurationMs } | null;
  /** The places at the finish, before it where they were last seen (RULES.md GP1); null without any. */
  readonly places: GroupPlaces | null;
}

/** GET /apiadmin/:runnerId/scans: all scans of the wristbands the runner holds, as of this head. */
export interface RunnerScansBody extends Head {
  /** Null for an unknown runner. */
  readonly status: RunnerStatus | null;
  /** In the order of their time. */
  readonly scans: readonly RunnerScan[];
  /** Null for an unknown runner. */
  readonly outcome: RunnerOutcome | null;
}

/** How many changes GET /apiadmin/changes lists. */
export const CHANGES_LISTED = 1_000;

/** A replaced value and its replacement, both as text; empty for none. */
export interface ChangedValue {
  /** A setting (`raceStart`, `starts.` and an event), `runners`, `scans`, or a part of an account. */
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

/** One change of anything: GET /apiadmin/changes, newest first. */
export interface ChangeEntry extends HistoryEntry {
  /** Null for a change of anything but a runner. */
  readonly runnerId: string | null;
  /** The changed values of anything but a runner; the account is named by its `email` even if that did not change. */
  readonly values: readonly ChangedValue[];
  /** The last change to a runner since the last import or restore, or of its chips: the one an undo takes back. */
  readonly isLast: boolean;
}

/** The runners that changed after `from` up to `version`; applying one twice is harmless. */
export interface RunnersDelta extends Head {
  readonly from: number;
  readonly upsert: readonly AdminRunner[];
  readonly remove: readonly string[];
}
