import type { ControlEntry, Correction, Dismissal, Report } from '../model/decisions.ts';
import type { BandId, RunnerId } from '../model/ids.ts';
import type { PictureName, RaceConfig } from '../model/race-config.ts';
import type { Runner } from '../model/runner.ts';
import type { Scan } from '../model/scan.ts';

/** The wristband of each chip code; null if it has none any more. */
export type ChipChanges = Readonly<Record<string, BandId | null>>;

/** One effect of a change on the record. Values are absolute: applying one twice is harmless. */
export type ChangeOp =
  | { readonly op: 'add-scan'; readonly scan: Scan }
  | { readonly op: 'put-runner'; readonly runner: Runner }
  | { readonly op: 'delete-runner'; readonly runnerId: RunnerId }
  | { readonly op: 'put-config'; readonly config: RaceConfig }
  | { readonly op: 'put-asset'; readonly name: PictureName; readonly version: string }
  | { readonly op: 'put-chips'; readonly chips: ChipChanges }
  /** Assigning a dismissed wristband ends the dismissal without an operation. */
  | { readonly op: 'put-dismissal'; readonly dismissal: Dismissal }
  | { readonly op: 'delete-dismissal'; readonly bandId: BandId }
  | { readonly op: 'put-correction'; readonly correction: Correction }
  | { readonly op: 'delete-correction'; readonly correctionId: string }
  | { readonly op: 'put-report'; readonly report: Report }
  | { readonly op: 'delete-report'; readonly runnerId: RunnerId; readonly reportId: string }
  | { readonly op: 'put-control'; readonly entry: ControlEntry }
  | {
      readonly op: 'delete-control';
      readonly kind: ControlEntry['kind'];
      readonly subject: string;
    }
  /** An account changed or a session ended: open connections are verified again. */
  | { readonly op: 'accounts' }
  /** A reader was changed: the instance on its computer starts or stops its scanner. */
  | { readonly op: 'readers' }
  /** Everything was replaced (import, restore): load the record again. */
  | { readonly op: 'reload' };

/** A step of the record from `version - 1` to `version`, stored in `changes` and published. */
export interface Change {
  readonly epoch: string;
  readonly version: number;
  readonly ops: readonly ChangeOp[];
}
