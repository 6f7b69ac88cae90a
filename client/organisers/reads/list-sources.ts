import { describeClockError } from '#shared/model/clock-error.ts';
import { THE_DESK } from '#shared/model/decisions.ts';
import type { ReaderConnection } from '#shared/model/scan.ts';
import type { TimePoint } from '#shared/model/time-point.ts';
import { type EpochMs, MINUTE_MS } from '#shared/model/time.ts';
import type { Notice } from '#shared/wire/missing-api.ts';
import { RECENT_READS_MS, type SourceSummary } from '#shared/wire/reads-api.ts';

export interface SourceState {
  readonly source: string;
  readonly points: readonly TimePoint[];
  /** When its last read came in; undefined before the first. */
  readonly lastMs: EpochMs | undefined;
  /** Reads a minute over the last five minutes; undefined where the server does not say. */
  readonly perMinute: number | undefined;
  /**
   * Its clock is wrong (`isSure`) or seems to be, and ahead by this, negative for behind; undefined
   * where nobody knows by how much.
   */
  readonly clock: { readonly isSure: boolean; readonly aheadMs: number | undefined } | undefined;
  /** Its live reads arrive as they should: nobody judged the clock of any other source that nothing complains of. */
  readonly isClockRight: boolean;
  /** Its reads come from a file: the order of points alone says what its clock is. */
  readonly isReplay: boolean;
  readonly battery: { readonly text: string; readonly isLow: boolean } | undefined;
  /** Since when its reader is not connected, or that none has connected yet; empty otherwise. */
  readonly connection: ReaderConnection;
  /** When its scanner was last heard, if it fell silent without ending. */
  readonly silentMs: EpochMs | undefined;
}

/** All sources by name, also those whose scanner was heard and has read nothing. */
export function listSources(
  summaries: readonly SourceSummary[],
  notices: readonly Notice[],
  rightClocks: readonly string[] = [],
): readonly SourceState[] {
  const bySource = new Map<string, SourceState>();
  for (const {
    source,
    points,
    lastMs,
    arrivedMs = lastMs,
    recent,
    isReplay = false,
  } of summaries) {
    // Reads that organisers added: no scanner.
    if (source === THE_DESK) continue;
    const perMinute = recent === undefined ? recent : recent / (RECENT_READS_MS / MINUTE_MS);
    const isClockRight = rightClocks.includes(source);
    const known = { points, lastMs: arrivedMs, perMinute, isClockRight, isReplay };
    bySource.set(source, { ...begin(source), ...known });
  }
  const note = (source: string, known: Partial<SourceState>): void => {
    bySource.set(source, { ...(bySource.get(source) ?? begin(source)), ...known });
  };
  for (const notice of notices) {
    if (notice.kind === 'silent-source') note(notice.source, { silentMs: notice.heardMs });
    else if (notice.kind === 'clock-suspected') {
      const { shiftMs, isSure = false, rival } = notice;
      const isKnown = shiftMs !== undefined && rival === undefined;
      const clock = { isSure, aheadMs: isKnown ? 0 - shiftMs : undefined };
      note(notice.source, { clock });
      if (rival !== undefined) note(rival, { clock });
    }
  }
  // A computer's or reader's own report of its clock is certain; reads only suggest, except by their arrival.
  for (const notice of notices) {
    if (notice.kind !== 'clock' && notice.kind !== 'reader') continue;
    const { source, aheadMs = 0 } = notice;
    if (aheadMs !== 0) note(source, { clock: { isSure: true, aheadMs } });
    if (notice.kind === 'clock') continue;
    const { awaySinceMs, isAwaited } = notice;
    if (awaySinceMs !== undefined || isAwaited)
      note(source, { connection: { awaySinceMs, isAwaited } });
    if (notice.battery === undefined) continue;
    note(source, { battery: { text: notice.battery, isLow: notice.isBatteryLow === true } });
  }
  return [...bySource.values()].toSorted((a, b) => a.source.localeCompare(b.source, 'en-GB'));
}

function begin(source: string): SourceState {
  return {
    source,
    points: [],
    lastMs: undefined,
    perMinute: undefined,
    clock: undefined,
    isClockRight: false,
    isReplay: false,
    battery: undefined,
    connection: {},
    silentMs: undefined,
  };
}

/** The time of the last read at each point, from any source. */
export function findLastReads(
  summaries: readonly SourceSummary[],
): ReadonlyMap<TimePoint, EpochMs> {
  const lastReads = new Map<TimePoint, EpochMs>();
  for (const { lastAt = [] } of summaries) {
    for (const { point, timeMs } of lastAt) {
      lastReads.set(point, Math.max(lastReads.get(point) ?? -Infinity, timeMs));
    }
  }
  return lastReads;
}

/** `14`, `1.4`, `0`: reads a minute. */
export function describePace(perMinute: number | undefined): string {
  if (perMinute === undefined) return '–';
  return perMinute < 10 ? String(Math.round(perMinute * 10) / 10) : String(Math.round(perMinute));
}

/** `20 min behind?`, as a question where only the reads say so; `ok` where it was judged. */
export function describeClock({ clock, isClockRight, isReplay }: SourceState): string {
  if (!clock && isReplay) return 'from a file: order only';
  if (!clock) return isClockRight ? 'ok' : 'not known';
  const { isSure, aheadMs } = clock;
  if (aheadMs === undefined) return 'wrong?';
  return `${describeClockError(aheadMs).replace(/ of$/, '')}${isSure ? '' : '?'}`;
}
