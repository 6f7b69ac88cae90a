import { describeTimeOfDay } from '#client/organisers/texts/start-text.ts';
import { foldBib } from '#shared/format/fold-text.ts';
import { matchBib } from '#shared/format/match-bib.ts';
import { formatWallClock } from '#shared/model/wall-clock.ts';
import { type EpochMs, HOUR_MS, MINUTE_MS } from '#shared/model/time.ts';
import type { DueRunner, MarshalBody } from '#shared/wire/marshal-api.ts';

import type { JournalState } from './journal.ts';
import type { SeenPoint } from './marshal-line.ts';
import { isUnsent, type KeptTap, lacksBib } from './marshal-tap.ts';

const SHOWN_MS = 12 * HOUR_MS;
const MOST_NAMED = 4;

/** A tap of this phone, and the last tap that undoes it, if any. */
export interface OwnTap {
  readonly tap: KeptTap;
  readonly undo: KeptTap | undefined;
  /** Undone, or will be once the undo is sent. */
  readonly isUndone: boolean;
  /** The tap or its undo was refused by the server. */
  readonly isRefused: boolean;
}

/**
 * The rows of the phone's own taps, the latest first. Those without a number precede all others: first the times by hand,
 * oldest first as they get their numbers. `phoneMs` is by the phone's clock.
 */
export function listOwn(taps: readonly KeptTap[], phoneMs: EpochMs): OwnTap[] {
  const undos = new Map(taps.map((tap) => [tap.of, tap]));
  const shown = taps.filter(
    ({ kind, outcome, answeredMs = 0 }) =>
      kind !== 'undo' &&
      outcome !== 'dropped' &&
      (outcome === undefined || answeredMs > phoneMs - SHOWN_MS),
  );
  return shown
    .toReversed()
    .toSorted((a, b) => rank(a) - rank(b) || (rank(a) === 0 ? a.order - b.order : 0))
    .map((tap) => {
      const undo = undos.get(tap.reportId);
      const isUndone = undo !== undefined && undo.outcome !== 'refused';
      const isRefused = tap.outcome === 'refused' || undo?.outcome === 'refused';
      return { tap, undo, isUndone, isRefused };
    });
}

function rank(tap: KeptTap): number {
  if (!lacksBib(tap)) return 2;
  return tap.kind === 'timed' ? 0 : 1;
}

export interface DueView {
  readonly rows: readonly DueRunner[];
  readonly dueCount: number;
  readonly passedCount: number;
  readonly outCount: number;
}

/** The runners due, without those tapped since the request. */
export function viewDue({ body, askedMs }: SeenPoint, taps: readonly KeptTap[]): DueView {
  const { due, dueCount, passedCount, outCount } = body;
  const gone = new Set(
    listOwn(taps, askedMs).flatMap(({ tap, isUndone }) => {
      const isNews = tap.outcome === undefined || (tap.answeredMs ?? 0) > askedMs;
      const isHere = tap.point === undefined || tap.point === body.point;
      const isPast = tap.kind !== 'helped';
      const counts = isPast && isNews && isHere && !isUndone && tap.outcome !== 'refused';
      return counts && tap.bib !== '' ? [foldBib(tap.bib)] : [];
    }),
  );
  const isGone = (bib: string): boolean => gone.has(foldBib(bib));
  const count = gone.size === 0 ? 0 : body.bibs.filter(isGone).length;
  return {
    rows: due.filter(({ bib }) => !isGone(bib)),
    dueCount: dueCount - count,
    passedCount: passedCount + count,
    outCount,
  };
}

/** The bibs that match the typed number, `177 or 377`, or the name if there is only one. */
export function describeFit(typed: string, body: MarshalBody | undefined): string {
  if (!body) return '';
  const fits = matchBib(typed);
  const found = body.bibs.filter((bib) => fits(foldBib(bib)));
  const [first] = found;
  if (first === undefined) return 'Not among those due';
  if (found.length === 1)
    return body.due.find(({ bib }) => bib === first)?.name ?? `${first} is due`;
  if (found.length <= MOST_NAMED) return `${found.slice(0, -1).join(', ')} or ${found.at(-1)}`;
  return `${found.slice(0, MOST_NAMED - 1).join(', ')} and ${found.length - MOST_NAMED + 1} more`;
}

/** `about 15:12`, to the nearest minute, or `115 min late` once nine in ten would have arrived (RULES.md XP7). */
export function describeDue(
  { expectedMs, latestMs = expectedMs }: DueRunner,
  nowMs: EpochMs,
  timeZone: string,
): { readonly text: string; readonly isLate: boolean } {
  if (expectedMs === undefined || latestMs === undefined) return { text: '', isLate: false };
  if (nowMs <= latestMs) {
    const clock = describeTimeOfDay(expectedMs + MINUTE_MS / 2, timeZone).slice(0, 5);
    return { text: `about ${clock}`, isLate: false };
  }
  return { text: `${Math.floor((nowMs - expectedMs) / MINUTE_MS)} min late`, isLate: true };
}

/** `311 seen 15:01:12`, or the time alone while there is no number. */
export function describeTap({ kind, bib, atMs }: KeptTap, timeZone: string): string {
  const clock = describeTimeOfDay(atMs, timeZone);
  return bib === '' ? clock : `${bib} ${kind} ${clock}`;
}

/** The state of the last tap; empty before the first. */
export function describeLast({ taps, unkept }: JournalState, timeZone: string): string {
  const last = taps.at(-1);
  if (!last || last.outcome === 'dropped') return '';
  const about = last.kind === 'undo' ? 'Taken back' : describeTap(last, timeZone);
  return `${about}${lacksBib(last) ? ',' : ':'} ${describeState(last, unkept)}`;
}

/** Whether a tap is stored, and where. */
export function describeState(tap: KeptTap, unkept: JournalState['unkept']): string {
  switch (tap.outcome) {
    case 'reported':
      return 'sent ✓';
    case 'to-check':
      return 'sent ✓, race control will check it';
    case 'refused':
      return `refused: ${tap.why ?? 'ask race control'}`;
    case 'dropped':
      return 'removed';
    case undefined: {
      const left = lacksBib(tap) ? 'no number yet' : 'not sent';
      const keeping = unkept.get(tap.reportId);
      if (keeping === 'keeping') return 'saving…';
      return keeping === 'failed' ? `not saved on this phone, ${left}` : left;
    }
    default:
      return tap.outcome satisfies never;
  }
}

export interface TapCounts {
  readonly unsent: number;
  readonly lacking: number;
  /** Stored nowhere but in this page. */
  readonly atRisk: number;
}

export function countTaps({ taps, unkept }: JournalState): TapCounts {
  return {
    unsent: taps.filter(isUnsent).length,
    lacking: taps.filter(lacksBib).length,
    atRisk: taps.filter(
      ({ outcome, reportId }) => outcome === undefined && unkept.get(reportId) === 'failed',
    ).length,
  };
}

/** `17:00`, or `Sun 17:00` on another day. */
export function describeEnd(untilMs: EpochMs, nowMs: EpochMs, timeZone: string): string {
  const [day, today] = [untilMs, nowMs].map((ms) => formatWallClock(ms, timeZone).slice(0, 10));
  const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone }).format(untilMs);
  return `${day === today ? '' : `${weekday} `}${describeTimeOfDay(untilMs, timeZone).slice(0, 5)}`;
}
