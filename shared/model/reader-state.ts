import type { DurationMs } from './time.ts';

/** The state of a reader's battery and clock; an absent field was not reported. */
export interface ReaderState {
  /** As the reader writes it: `64 %`, `24.1 V`. */
  readonly battery?: string;
  readonly isBatteryLow?: boolean;
  /** How far its clock is ahead, behind if negative; 0 when it is right to a second. */
  readonly aheadMs?: DurationMs;
}
