import type { DurationMs } from './time.ts';

/** What a reader tells of its battery and its clock; a field that is absent was not told. */
export interface ReaderState {
  /** As it writes it: `64 %`, `24.1 V`. */
  readonly battery?: string;
  readonly isBatteryLow?: boolean;
  /** How far its clock is ahead, behind if negative; 0 when it is right to a second. */
  readonly aheadMs?: DurationMs;
}
