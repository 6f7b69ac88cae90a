import type { ReportKind, StopReason } from '#shared/model/decisions.ts';
import { isTimePoint, type TimePoint } from '#shared/model/time-point.ts';
import { type EpochMs, HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/model/time.ts';
import type { NewReport } from '#client/organisers/rollcall/use-control.ts';
import type { Checked } from '#client/kit/form-fields.tsx';
import { type CalledRunner, findNext, findPlace } from '#shared/control/roll-call.ts';
import { parseMoment } from '#client/organisers/texts/moment-text.ts';
import { describeTimeOfDay } from '#client/organisers/texts/start-text.ts';

export const SAFE_WAYS = {
  seen: 'Seen here',
  driven: 'Driven back',
  phone: 'By phone',
} as const;

export const ACCOUNTED = { no: 'Not known yet', yes: 'Yes' } as const;

export const PARTS = {
  'checked-in': ['text'],
  withdrawn: ['time', 'saidBy', 'text'],
  seen: ['point', 'time', 'saidBy'],
  stopped: ['point', 'time', 'reason', 'saidBy', 'accounted', 'text'],
  safe: ['way', 'saidBy', 'text'],
  note: ['text'],
} as const satisfies Readonly<Record<ReportKind, readonly string[]>>;
export type ReportPart = (typeof PARTS)[ReportKind][number];

export interface ReportDraft {
  readonly kind: ReportKind;
  /** Empty where nobody said. */
  readonly point: TimePoint;
  readonly time: string;
  readonly reason: StopReason;
  readonly accounted: keyof typeof ACCOUNTED;
  readonly way: keyof typeof SAFE_WAYS;
  readonly saidBy: string;
  readonly text: string;
}

export type ReportedRunner = Pick<CalledRunner, 'runner' | 'lastSighting' | 'route' | 'after'>;

export interface ReportMoment {
  readonly openedMs: EpochMs;
  readonly timeZone: string;
}

/**
 * The initial values: now, at the next point of the course for a runner who was seen. For one who stopped the last point
 * they passed: further on they would be looked for in the wrong place.
 */
export function beginReport(
  kind: ReportKind,
  called: ReportedRunner,
  { openedMs, timeZone }: ReportMoment,
): ReportDraft {
  const next = findNext(called);
  const point = kind === 'stopped' || next === 'finish' ? findPlace(called) : next;
  return {
    kind,
    point: (kind === 'seen' || kind === 'stopped') && point ? point : '',
    time: showTime(openedMs, timeZone),
    reason: 'retired',
    accounted: 'no',
    way: 'seen',
    saidBy: '',
    text: '',
  };
}

export function readReport(
  draft: ReportDraft,
  { runner: { runnerId }, lastSighting }: ReportedRunner,
  moment: ReportMoment,
): Checked<NewReport> {
  const { kind, point, reason, way } = draft;
  const isSafe = kind === 'stopped' && draft.accounted === 'yes';
  const [saidBy, typed] = [draft.saidBy.trim(), draft.text.trim()];
  const atMs = readTime(draft.time, moment);
  const missing =
    kind === 'note'
      ? 'Enter the note.'
      : isSafe
        ? 'Say where they are: we stop looking for anyone accounted for.'
        : undefined;
  const faults = {
    time: atMs === undefined ? 'Enter a time of day such as 15:02.' : undefined,
    text: typed === '' ? missing : undefined,
  };
  if (atMs === undefined || faults.text !== undefined) return { faults };
  const text =
    kind === 'safe' ? [SAFE_WAYS[way].toLowerCase(), typed].filter(Boolean).join(', ') : typed;
  const isPlaced = kind === 'seen' || kind === 'stopped';
  const body: NewReport = {
    runnerId,
    kind,
    atMs: isSafe || kind === 'safe' ? afterLastWord(atMs, lastSighting, draft, moment) : atMs,
    ...(isPlaced && isTimePoint(point) ? { point } : {}),
    ...(kind === 'stopped'
      ? {
          reason,
          ...(isSafe ? { isSafe } : {}),
        }
      : {}),
    ...(saidBy === '' ? {} : { saidBy }),
    ...(text === '' ? {} : { text }),
  };
  return { body, faults };
}

/** A clock further ahead is wrong, and the server accepts nothing later. */
const MOST_AHEAD_MS = 30 * SECOND_MS;

/** Puts a report that a runner is safe now after their last read, even if its clock is slightly ahead (RULES.md RC4). */
function afterLastWord(
  atMs: EpochMs,
  lastSighting: CalledRunner['lastSighting'],
  { time }: ReportDraft,
  moment: ReportMoment,
): EpochMs {
  if (!lastSighting || !isNow(time, moment) || lastSighting.atMs > atMs + MOST_AHEAD_MS)
    return atMs;
  return Math.max(atMs, lastSighting.atMs);
}

function showTime(atMs: EpochMs, timeZone: string): string {
  return describeTimeOfDay(atMs, timeZone).slice(0, 5);
}

function isNow(text: string, { openedMs, timeZone }: ReportMoment): boolean {
  return text.trim() === showTime(openedMs, timeZone);
}

/** A time of day is the last such time: at ten past midnight 23:50 was yesterday. */
function readTime(text: string, moment: ReportMoment): EpochMs | undefined {
  const { openedMs, timeZone } = moment;
  if (isNow(text, moment)) return openedMs;
  const typed = text.trim().replace(/^(\d{1,2})(\d\d)$/, '$1:$2');
  const today = parseMoment(typed, openedMs, timeZone, 0);
  if (today === undefined || today <= openedMs + 5 * MINUTE_MS) return today;
  // From noon, since a day may have 23 or 25 hours.
  const noonMs = parseMoment('12:00', openedMs, timeZone, 0) ?? openedMs;
  return parseMoment(typed, noonMs - 24 * HOUR_MS, timeZone, 0);
}
