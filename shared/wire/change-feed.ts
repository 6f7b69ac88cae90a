import type { ControlEntry, Correction, Dismissal, Report } from '../model/decisions.ts';
import type { BandId, RunnerId } from '../model/ids.ts';
import type { PictureName, RaceConfig } from '../model/race-config.ts';
import type { Runner } from '../model/runner.ts';
import type { Scan } from '../model/scan.ts';

/** By chip code, the wristband it belongs to from now on. */
export type ChipChanges = Readonly<Record<string, BandId | null>>;

/** One effect of a change on the record. Values are absolute: applying one twice is harmless. */
export type ChangeOp =
  | { readonly op: 'add-scan'; readonly scan: Scan }
  | { readonly op: 'put-runner'; readonly runner: Runner }
  | { readonly op: 'delete-runner'; readonly runnerId: RunnerId }
  | { readonly op: 'put-config'; readonly config: RaceConfig }
  | { readonly op: 'put-asset'; readonly name: PictureName; readonly version: string }
  /** The wristbands of chips; null where a code has none any more. */
  | { readonly op: 'put-chips'; readonly chips: ChipChanges }
  /** An unassigned wristband was dismissed; assigning it to a runner ends that without an operation of its own. */
  | { readonly op: 'put-dismissal'; readonly dismissal: Dismissal }
  | { readonly op: 'delete-dismissal'; readonly bandId: BandId }
  /** An organiser made a correction of reads, or took it back (RULES.md CR). */
  | { readonly op: 'put-correction'; readonly correction: Correction }
  | { readonly op: 'delete-correction'; readonly correctionId: string }
  /** A report of a runner was made, or taken back (RULES.md RC1). */
  | { readonly op: 'put-report'; readonly report: Report }
  | { readonly op: 'delete-report'; readonly runnerId: RunnerId; readonly reportId: string }
  /** An entry of race control was written, or removed (RULES.md RC7). */
  | { readonly op: 'put-control'; readonly entry: ControlEntry }
  | {
      readonly op: 'delete-control';
      readonly kind: ControlEntry['kind'];
      readonly subject: string;
    }
  /** An account changed or a session ended: open connections are verified again. */
  | { readonly op: 'accounts' }
  /** A reader was added, changed or removed: the instance on its computer starts or stops its scanner. */
  | { readonly op: 'readers' }
  /** Everything was replaced (import, restore): load the record again. */
  | { readonly op: 'reload' };

/** A step of the record from `version - 1` to `version`, as kept in `changes` and published. */
export interface Change {
  readonly epoch: string;
  readonly version: number;
  readonly ops: readonly ChangeOp[];
}
