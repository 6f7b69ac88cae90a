import type { BandId } from './ids.ts';
import type { EpochMs } from './time.ts';

/** An organiser's dismissal of a spare or a test wristband (RULES.md MS6). */
export interface Dismissal {
  readonly bandId: BandId;
  /** How many scans of it the organiser had seen. */
  readonly scans: number;
  readonly atMs: EpochMs;
  /** The organiser's e-mail address. */
  readonly by: string;
}

/** Whether an unassigned wristband with this many scans is still dismissed: a further scan ends it (RULES.md MS6). */
export function isDismissed(dismissal: Pick<Dismissal, 'scans'>, scans: number): boolean {
  return scans <= dismissal.scans;
}
