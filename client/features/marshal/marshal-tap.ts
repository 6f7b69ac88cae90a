import type { TimePoint } from '#shared/model/time-point.ts';
import type { EpochMs } from '#shared/model/time.ts';
import type { MarshalTap, TapOutcome } from '#shared/wire/marshal-api.ts';

/** A tap on this phone: the report, and its state. */
export interface KeptTap extends MarshalTap {
  /** Orders the taps, across tabs. */
  readonly order: number;
  /** The pass in use at the tap, and its point if known. */
  readonly pass: string;
  readonly point?: TimePoint;
  /** The server's answer; `dropped`: a time without a number that was discarded here. */
  readonly outcome?: TapOutcome['outcome'] | 'dropped';
  readonly why?: string;
  /** When it was answered, by the phone's clock. */
  readonly answeredMs?: EpochMs;
}

/** Without a number, which the tap needs before it is sent. */
export function lacksBib({ kind, bib, outcome }: KeptTap): boolean {
  return kind !== 'undo' && bib === '' && outcome === undefined;
}

/** Ready to be sent, and not answered yet. */
export function isUnsent(tap: KeptTap): boolean {
  return tap.outcome === undefined && !lacksBib(tap);
}

export function inOrder(taps: Iterable<KeptTap>): KeptTap[] {
  return [...taps].toSorted(
    (a, b) => a.order - b.order || (a.reportId < b.reportId ? -1 : Number(a.reportId > b.reportId)),
  );
}
