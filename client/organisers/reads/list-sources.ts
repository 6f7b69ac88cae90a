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
  /** When its last read arrived; undefined before the first. */
  readonly lastMs?: EpochMs | undefined;
  /** Reads a minute over the last five minutes, if known. */
  readonly perMinute?: number | undefined;
  /** Set if its clock is wrong (`isSure`) or seems to be; negative for behind, undefined for an unknown amount. */
  readonly clock?: { readonly isSure: boolean; readonly aheadMs: number | undefined } | undefined;
  /** Its live reads arrive as they should. A clock without this and without a fault has not been judged. */
  readonly isClockRight: boolean;
  /** Its reads come from a file: only their order can show a wrong clock. */
  readonly isReplay: boolean;
  readonly battery?: { readonly text: string; readonly isLow: boolean } | undefined;
  /** Empty while its reader is connected. */
  readonly connection: ReaderConnection;
  /** The last sign of its scanner, if that stopped without signing off. */
  readonly silentMs?: EpochMs;
}

/** All sources by name, including those without reads yet. */
export function listSources(
  summaries: readonly SourceSummary[],
  notices: readonly Notice[],
  rightClocks: readonly string[] = [],
): readonly SourceState[] {
  const bySource = new Map<string, SourceState>();
  const note = (source: string, known: Partial<SourceState>): void => {
    const before = bySource.get(source) ?? {
      source,
      points: [],
      isClockRight: false,
      isReplay: false,
      connection: {},
    };
    bySource.set(source, { ...before, ...known });
  };
  for (const { source, points, lastMs, arrivedMs, recent, isReplay = false } of summaries) {
    // Reads added by organisers have no scanner.
    if (source === THE_DESK) continue;
    const perMinute = recent === undefined ? recent : recent / (RECENT_READS_MS / MINUTE_MS);
    const isClockRight = rightClocks.includes(source);
    note(source, { points, lastMs: arrivedMs ?? lastMs, perMinute, isClockRight, isReplay });
  }
  for (const notice of notices) {
    if (notice.kind === 'silent-source') note(notice.source, { silentMs: notice.heardMs });
    else if (notice.kind === 'clock-suspected') {
      const { source, rival = source, shiftMs, isSure = false } = notice;
      for (const one of new Set([source, rival])) {
        note(one, { clock: { isSure, aheadMs: shiftMs && 0 - shiftMs } });
      }
    }
  }
  // Second, to override suspicions: the report of a computer or reader on its own clock is certain.
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

/** `20 min behind?`, as a question if only reads suggest it; `ok` if it was judged to be right. */
export function describeClock({ clock, isClockRight, isReplay }: SourceState): string {
  if (!clock && isReplay) return 'from a file: order only';
  if (!clock) return isClockRight ? 'ok' : 'not known';
  const { isSure, aheadMs } = clock;
  if (aheadMs === undefined) return 'wrong?';
  return `${describeClockError(aheadMs).replace(/ of$/, '')}${isSure ? '' : '?'}`;
}
