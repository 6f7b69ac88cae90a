import type { TimePoint } from '#shared/model/time-point.ts';
import type { EpochMs } from '#shared/model/time.ts';
import type { MarshalTap, TapOutcome } from '#shared/wire/marshal-api.ts';

/** A tap as this phone has it: what is sent, and what is known of it here. */
export interface KeptTap extends MarshalTap {
  /** The taps in their order, also of several tabs. */
  readonly order: number;
  /** Under which it was made, and goes; and the point of it, where that was known. */
  readonly pass: string;
  readonly point?: TimePoint;
  /** What the server answered; `dropped`: a time without a number that was put away here. */
  readonly outcome?: TapOutcome['outcome'] | 'dropped';
  readonly why?: string;
  /** When that was, by the phone's clock. */
  readonly answeredMs?: EpochMs;
}

/** A time that still lacks its number, and is not sent before it has one. */
export function lacksBib({ kind, bib, outcome }: KeptTap): boolean {
  return kind !== 'undo' && bib === '' && outcome === undefined;
}

/** Whether the server has yet to name it. */
export function isUnsent(tap: KeptTap): boolean {
  return tap.outcome === undefined && !lacksBib(tap);
}

export function inOrder(taps: Iterable<KeptTap>): KeptTap[] {
  return [...taps].toSorted(
    (a, b) => a.order - b.order || (a.reportId < b.reportId ? -1 : Number(a.reportId > b.reportId)),
  );
}
