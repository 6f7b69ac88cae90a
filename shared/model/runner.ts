import type { AgeGroup } from './age-group.ts';
import type { EventCode } from './event.ts';
import type { BandId, RunnerId } from './ids.ts';

/** A person entered in the race, as kept in the record. */
export interface Runner {
  readonly runnerId: RunnerId;
  /** The wristband worn now, or undefined before one is handed out. */
  readonly bandId?: BandId;
  /** The number on the chest: free text, since `W1` and `F6` exist. Empty when none. */
  readonly bibNumber: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly event: EventCode;
  /** Empty when the entry gives none. */
  readonly ageGroup: AgeGroup | '';
  readonly runClub: string;
  /** `H:MM:SS` or `HH:MM:SS` replacing the total, `00:00:01` for DNF, empty for none. */
  readonly overrideTime: string;
  readonly mobileNumber: string;
  /** Counts the edits of this record, from 1; an edit of an older one is a conflict. */
  readonly rev: number;
}
