import type { EventCode } from '../model/event.ts';
import type { PictureName } from '../model/picture.ts';
import type { RaceConfig } from '../model/race-config.ts';
import type { RunnerStatus } from '../model/result.ts';
import type { SettingName } from '../model/settings.ts';
import type { TimePoint } from '../model/time-point.ts';
import type { DurationMs, EpochMs } from '../model/time.ts';
import type { Verdict } from '#shared/scoring/judge-scan.ts';
import type { ConfigBody, Head, PublicConfig } from './http-api.ts';
import type { CategoryValue, EventValue, ImportSample } from './import-mapping.ts';

/** On the answer to POST /api: the version of the change that was made, unless everything was so already. */
export const VERSION_HEADER = 'x-race-version';

/** How often the organisers' lists are fetched while they cannot be pushed (PROTOCOL.md AD7). */
export const ADMIN_POLL_MS = 5_000;

/**
 * Closed list of what the page may have to act on beyond showing the sentence:
 * ask for a new password, or have Firebase mail the link that verifies the address.
 */
export type ErrorCode = 'password-change' | 'email-verification';

/** An error answer of every admin call. */
export interface ErrorBody {
  readonly error: string;
  readonly code?: ErrorCode;
  /** The fields that are to blame, where a form was sent. */
  readonly errors?: readonly FieldError[];
}

/** A runner as the organisers see them; `overrideLime` is spelled as the callers expect. */
export interface AdminRunner {
  readonly runnerId: string;
  /** The wristband number, empty when none; also as `bandID`. */
  readonly raceNumber: string;
  readonly bandID: string;
  /** The age group; also as `ageGroup`. */
  readonly category: string;
  readonly ageGroup: string;
  readonly bibNumber: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly event: EventCode;
  readonly runClub: string;
  readonly overrideLime: string;
  readonly mobileNumber: string;
  readonly rev: number;
  /** Wristband numbers worn before, whose scans are the runner's; absent when there is none. */
  readonly earlierBands?: readonly string[];
}

/** GET /apiadmin. */
export interface AdminBody extends Head {
  readonly resultData: readonly AdminRunner[];
}

/** Where and when a wristband was seen last, and how often in all. */
export interface SightBody {
  readonly scans: number;
  /** Points of the mat that read it last, joined by commas. */
  readonly lastPoint: string;
  readonly lastTime: EpochMs;
}

/** A wristband that was scanned although nobody holds it. */
export interface UnassignedBandBody extends SightBody {
  readonly bandID: string;
  /** Absent for one that nobody ever put aside, and from when a runner wears it. */
  readonly dismissal?: DismissalBody;
}

/** Who put a wristband aside, and when. */
export interface DismissalBody {
  readonly at: EpochMs;
  readonly by: string;
  /** It was scanned again since: it asks for attention like one never put aside. */
  readonly isOver: boolean;
}

/** The answer to POST /mia/:bandID/dismiss and /undismiss. */
export interface DismissReply {
  readonly result: 'Success';
}

/** A runner who is DNF and came in all the same. */
export interface FinishedDnf {
  readonly runnerId: string;
  readonly finishTime: EpochMs;
}

/** Something about the service itself that organisers have to know; it is gone when it is no longer so. */
export type Notice =
  /** The clock of the machine at which a scanner runs is wrong: ahead of that of Redis, behind if negative. */
  | { readonly kind: 'clock'; readonly source: string; readonly aheadMs: DurationMs }
  /** A record is set apart because it cannot be read; `field` is empty for a hash as a whole. */
  | {
      readonly kind: 'unreadable';
      readonly hash: string;
      readonly field: string;
      readonly reason: string;
    }
  /** More of these than are named. */
  | { readonly kind: 'more-unreadable'; readonly count: number }
  /** What `/readyz` names, in a sentence. */
  | { readonly kind: 'problem'; readonly text: string };

/** What is told of the missing beside who they are. */
export interface MissingDetails {
  readonly scannedNumberNoRunners: readonly UnassignedBandBody[];
  /**
   * Of each in `resultData`, in its order, where they were seen last; null for
   * one never scanned. Absent from a message when what was told of it stands.
   */
  readonly lastSeen?: readonly (SightBody | null)[];
  /** By the time they came in; absent when there is nobody. */
  readonly finishedDnfs?: readonly FinishedDnf[];
  /** Absent when there is none. */
  readonly notices?: readonly Notice[];
}

/** GET /mia: runners with a wristband and without a finish, and bands without a runner. */
export interface MissingBody extends AdminBody, MissingDetails {}

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

/** Typed into the team field, this deletes the runner. */
export const DELETE_WORD = 'DELETE';

/** Whether this in the place of a club deletes the runner. */
export function isDeleteWord(runClub: string): boolean {
  return runClub.trim() === DELETE_WORD;
}

/** POST /api. Without `rev` the save overwrites whatever is there. */
export interface SaveRunnerBody {
  readonly dataBlob: readonly string[];
  readonly rev?: number;
  /**
   * A UUID the page makes once for each new-runner form, in lower case: sent
   * again with it after an answer was lost, the form makes no second runner.
   */
  readonly requestId?: string;
  /**
   * The earlier wristband numbers the runner holds afterwards. The number worn
   * until now among them: it was lost, and its scans stay the runner's. Absent:
   * the earlier ones as they are, and the scans of the one worn until now are left.
   */
  readonly earlierBands?: readonly string[];
  /** How a number that somebody else holds changes hands. */
  readonly exchange?: BandExchange;
}

/**
 * `swap`: each gets what the other wears. `take`: the other is left without it.
 * The other is named as the sender knows them: it is refused as `Taken` when
 * that is not how they stand.
 */
export interface BandExchange {
  readonly kind: 'swap' | 'take';
  readonly runnerId: string;
  readonly rev: number;
}

export interface FieldError<Field extends string = string> {
  readonly field: Field;
  readonly message: string;
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
}

/** One scan of a runner's wristbands and what became of it. */
export interface RunnerScan {
  /** The earlier wristband that was read; absent for the one worn now. */
  readonly bandID?: string | undefined;
  /** ISO 8601 in UTC, and the same in milliseconds since 1970. */
  readonly time: string;
  readonly timeMs: EpochMs;
  /** The points of the mat. */
  readonly points: readonly TimePoint[];
  /** The scanner that read it. */
  readonly source: string;
  readonly verdict: Verdict;
  /** The points at which it is the scan that counts; empty unless the verdict is `counted`. */
  readonly countedAt: readonly TimePoint[];
}

/** GET /apiadmin/:runnerId/scans: all scans of the wristbands the runner holds, as of this head. */
export interface RunnerScansBody extends Head {
  /** Null when there is no such runner. */
  readonly status: RunnerStatus | null;
  /** In the order of their time. */
  readonly scans: readonly RunnerScan[];
}

/** How many changes GET /apiadmin/changes goes back. */
export const CHANGES_LISTED = 1_000;

/** A value that took the place of another, both as text; empty for none. */
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
  /** What changed where it was no runner; the account is named by its `email` even if that stayed. */
  readonly values: readonly ChangedValue[];
  /** The last change of a runner since the last import or restore: the one an undo takes back. */
  readonly isLast: boolean;
}

/** GET /backups, newest first. */
export interface BackupEntry {
  readonly backupId: string;
  readonly at: string;
  readonly by: string;
  readonly reason: string;
  /** The version of the change that made it: the newer backup has the higher one. */
  readonly version: number;
  /** Whether it holds the settings too; those of an earlier release do not. */
  readonly hasSettings: boolean;
  readonly runners: number;
  readonly scans: number;
}

/** How much there is: GET /backups/present, what an import would replace. */
export interface RecordCounts {
  readonly runners: number;
  readonly scans: number;
}

/** POST /upload/preview: what an import would do, before anything is written. */
export interface ImportPreview {
  readonly runners: number;
  /** The runners of each distance. */
  readonly events: Readonly<Record<EventCode, number>>;
  /**
   * Each column of the file and what it is taken for; empty for one that is
   * ignored. `asks` are the fields of which somebody has to say which it is.
   */
  readonly columns: readonly {
    readonly header: string;
    readonly field: string;
    readonly asks?: readonly string[];
  }[];
  /** What the event column holds that is no name of an event, the most frequent first. */
  readonly eventValues: readonly EventValue[];
  /** Such values beyond those listed. */
  readonly moreEventValues: number;
  /** What the column of the age categories holds that is not spelled as ours are. */
  readonly categoryValues: readonly CategoryValue[];
  readonly moreCategoryValues: number;
  readonly notes: readonly string[];
  /** Some runners as they would be entered; none while there are faults. */
  readonly samples: readonly ImportSample[];
  /** What is wrong on many lines in the same way is told once, with their number. */
  readonly faults: readonly { readonly line: number; readonly message: string }[];
  /** How many lines are wrong, a line with two faults twice. */
  readonly faultCount: number;
  /** Faults that `faults` does not tell. */
  readonly moreFaults: number;
  /**
   * What is there now, and how many wristbands that are handed out the file gives
   * to nobody. POST /upload takes the number of scans as `confirm` and refuses
   * (409) when there are more.
   */
  readonly overwrites: RecordCounts & { readonly bands: number };
}

/** GET /backups/:backupId: what a restore of it would do. */
export interface RestorePreview {
  readonly now: RecordCounts;
  /** How many there would be. */
  readonly after: RecordCounts;
  /** Those of `after.scans` that came in since the backup was made. */
  readonly scansKept: number;
  /** The settings that are otherwise now, each as it is and as it was; null if the backup has none. */
  readonly settings: readonly ChangedValue[] | null;
}

/** POST /backups/:backupId/restore. */
export interface RestoreBody {
  /** Bring the settings back too. */
  readonly settings?: boolean;
}

/** The answer to POST /backups/:backupId/restore. */
export interface RestoreReply {
  readonly restored: BackupEntry;
  /** The scans there are now: those of the backup and those that came in since. */
  readonly scans: number;
  /** The backup that was made of what was there before. */
  readonly backupId: string;
}

/** POST /upload-image and /upload-background, status 200. */
export interface PictureReply {
  readonly picture: PictureName;
  /** As `pictures` of GET /config names it. */
  readonly version: string;
}

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
  /** Where: `pageTitle`, `starts.PB`. */
  readonly clashes: readonly string[];
  /** The settings as they are now. */
  readonly current: OrganisersConfigBody;
}

/** The runners that changed after `from` up to `version`; applying one twice is harmless. */
export interface RunnersDelta extends Head {
  readonly from: number;
  readonly upsert: readonly AdminRunner[];
  readonly remove: readonly string[];
}

/** All of GET /mia, with ids in place of the runners. */
export interface MissingMessage extends Head, MissingDetails {
  /** Ids of the runners without a finish. */
  readonly resultData: readonly string[];
}

/** An open editor and who sits at it. */
export interface Editing {
  readonly runnerId: string;
  readonly email: string;
}

/** The last import or restore: what took the place of all runners, and at whose hand. */
export interface ReplacedMessage {
  /** Of the record with it. */
  readonly version: number;
  readonly action: 'import' | 'restore';
  readonly by: string;
  /** ISO 8601 in UTC. */
  readonly at: string;
  readonly runners: number;
}

/** Namespace `/admin`, server to browser. */
export interface AdminServerEvents {
  hello: (hello: Head & { readonly serverTime: EpochMs }) => void;
  /** Its `from` is at most the version of any `hello`, or of any list fetched after it. */
  runners: (delta: RunnersDelta) => void;
  missing: (missing: MissingMessage) => void;
  /** Every open editor, the receiver's own too; one person at two machines stands there twice. */
  presence: (editing: readonly Editing[]) => void;
  /** Fetch GET /apiadmin and GET /mia again. */
  resync: (head: Head) => void;
  /** After `hello` if there was one, and whenever one was made. */
  replaced: (replaced: ReplacedMessage) => void;
  /** The account was disabled or its session ended: sign in again. */
  signedOut: () => void;
}

/** Namespace `/admin`, browser to server. */
export interface AdminClientEvents {
  /** The runner whose editor is open, or null when it is closed. */
  editing: (runnerId: string | null) => void;
}
