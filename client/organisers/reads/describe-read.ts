import { describeTimeConflict } from '../texts/describe-time-conflict.ts';
import { formatShort } from '#shared/format/format-time.ts';
import { labelEvent } from '#shared/format/label-event.ts';
import type { Correction, CorrectionAction, ReadSelection } from '#shared/model/decisions.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import { type EpochMs, SECOND_MS, MINUTE_MS, roundUpToSeconds } from '#shared/model/time.ts';
import type { TimePoint } from '#shared/model/time-point.ts';
import type {
  ClockSuspicion,
  CorrectionImpact,
  ListedRead,
  ReadVerdict,
  SwappedSources,
  TimedRead,
} from '#shared/wire/reads-api.ts';
import { describePoint, describeTime } from '../runners/describe-last-seen.ts';
import { countOf, formatCount } from '../texts/count-words.ts';
import { describeRivals } from '../texts/describe-notice.ts';
import { formatShift } from '../texts/moment-text.ts';
import { isolateText } from '#shared/format/isolate-text.ts';
import type { RaceDay } from '../lists/race-clock.tsx';

/** `18:02:12.114` on the clocks of the race, with the date unless it is today's. */
export function formatMoment(atMs: EpochMs, { config, today }: RaceDay): string {
  const thousandths = String(((atMs % SECOND_MS) + SECOND_MS) % SECOND_MS).padStart(3, '0');
  return `${describeTime(atMs, config.timeZone, today)}.${thousandths}`;
}

/** `18:02:12`. */
export function formatSecond(atMs: EpochMs, { config, today }: RaceDay): string {
  return describeTime(atMs, config.timeZone, today);
}

export function namePoints(points: readonly TimePoint[], config: RaceConfig): string {
  return points.map((point) => describePoint(point, config)).join(' + ');
}

export const VERDICT_NAMES: Readonly<Record<ReadVerdict, string>> = {
  counted: 'Counts',
  duplicate: 'Another read counts',
  'before-start': 'Before the start',
  'too-early': 'Too early for a finish',
  'after-finish': 'After the finish',
  'wrong-course': 'Not on their course',
  unassigned: 'Unassigned band',
  void: 'Void',
};

export function shortVerdict(verdict: ReadVerdict): string {
  if (verdict === 'counted') return 'counts';
  return verdict === 'void' || verdict === 'unassigned' ? verdict : 'not counted';
}

export const TIMED_NAMES: Readonly<Record<TimedRead, string>> = {
  'by-hand': 'By hand',
  'hand-differs': 'By hand: differences',
};

/** Why a read counts or not, in a line; empty if its verdict is explanation enough. */
export function explainVerdict(read: ListedRead, clock: RaceDay): string {
  const byHand = explainHand(read, clock);
  return [explainCount(read, clock), ...(byHand === undefined ? [] : [byHand])]
    .filter((part) => part !== '')
    .join('; ');
}

/** Compares a time by hand with the mat's: `by hand, 0.4 s after finish-mat, 16:42:18.600`. */
function explainHand({ hand, timeMs }: ListedRead, clock: RaceDay): string | undefined {
  if (!hand) return undefined;
  if (!hand.mat) return 'by hand, no mat';
  const { timeMs: matMs, source } = hand.mat;
  const apartMs = Math.abs(timeMs - matMs);
  const apart =
    apartMs < MINUTE_MS
      ? `${(apartMs / SECOND_MS).toFixed(apartMs % SECOND_MS === 0 ? 0 : 1)} s`
      : formatShift(apartMs).slice(1).replace(/\..+/, '');
  return `by hand, ${apart} ${timeMs < matMs ? 'before' : 'after'} ${source}, ${formatMoment(matMs, clock)}`;
}

function explainCount(read: ListedRead, clock: RaceDay): string {
  const { verdict, points, countedAt, instead } = read;
  if (verdict === 'counted') {
    return points.length > 1 ? `as ${namePoints(countedAt, clock.config)}` : '';
  }
  const others = instead.map(({ point, timeMs, source }) => {
    const at = points.length > 1 ? ` at ${describePoint(point, clock.config)}` : '';
    return `${formatSecond(timeMs, clock)} of ${source} counts${at}`;
  });
  if (verdict === 'void' || verdict === 'unassigned') return others.join('; ');
  const isPlain = verdict === 'duplicate' && others.length > 0;
  return [...(isPlain ? [] : [VERDICT_NAMES[verdict].toLowerCase()]), ...others].join('; ');
}

/** `1234 Nia Rees · 10K`. */
export function nameHolder(
  { bibNumber, firstName, lastName, event }: NonNullable<ListedRead['runner']>,
  config: RaceConfig,
): string {
  const name = isolateText(`${firstName} ${lastName}`.trim());
  return `${`${bibNumber} ${name}`.trim()} · ${labelEvent(event, config)}`;
}

/** The effect of a correction: `Clock moved +20:00`. */
export function describeAction(action: CorrectionAction, config: RaceConfig): string {
  switch (action.kind) {
    case 'void':
      return 'Made void';
    case 'clock':
      return `Clock moved ${formatShift(action.shiftMs)}`;
    case 'point':
      return `Moved to ${namePoints(action.points, config)}`;
    case 'band':
      return `Given to band ${action.bandId}`;
    case 'add':
      return `Band ${action.bandId} added at ${describePoint(action.point, config)}`;
    case 'list':
      return `${countOf(action.reads.length, 'time')} added at ${describePoint(action.point, config)}`;
    default:
      return action satisfies never;
  }
}

/** Stands for no end of a correction: later than any read. */
export const NO_END_MS = Date.UTC(9999, 11, 31);

/** The reads of a correction: `finish-2 at Finish, 18:00:00 to 19:05:12`; empty if they were chosen or added. */
export function describeSelection(reads: ReadSelection, clock: RaceDay): string {
  if (reads.kind !== 'source') return '';
  const { source, point, fromMs, untilMs } = reads;
  const at = point === undefined ? '' : ` at ${describePoint(point, clock.config)}`;
  const from = formatSecond(fromMs, clock);
  return untilMs >= NO_END_MS
    ? `${source}${at}, from ${from} on`
    : `${source}${at}, ${from} to ${formatSecond(untilMs, clock)}`;
}

/** `dai@race.local, 18:31:07: “wrong bib”`; without the reason for roles from which it is withheld (ACCOUNTS.md AC20). */
export function describeDecision({ by, atMs, reason }: Correction, clock: RaceDay): string {
  const why = reason === '' ? '' : `: “${reason}”`;
  return `${by}, ${formatSecond(atMs, clock)}${why}`;
}

/** The suspected fault of a source, in a sentence. */
export function describeSuspicion(suspicion: ClockSuspicion, config: RaceConfig): string {
  const { source, point, everywhere, by, rightSource, wrong, of, shiftMs, rival } = suspicion;
  const where = everywhere ? 'wherever it reads' : `at ${describePoint(point, config)}`;
  if (by === 'arrival' && shiftMs !== null) {
    const far = formatShift(Math.abs(shiftMs)).slice(1);
    const shown = `${formatCount(wrong)} of ${formatCount(of)} live reads`;
    return shiftMs < 0
      ? `${source} ${where}: its clock is at least ${far} ahead. ${shown} arrived before the time they carry.`
      : `${source} ${where}: its clock is ${far} behind. All ${formatCount(wrong)} live reads arrived at least that long after their time.`;
  }
  if (rival !== undefined) {
    return `${describeRivals(source, rival)} Then choose the wrong one as the source, and correct its reads.`;
  }
  const lead = `${source} ${where}: ${formatCount(wrong)} of ${countOf(of, 'read')} do not fit`;
  if (shiftMs === null) {
    const why =
      by === 'order'
        ? 'they come before or after reads that they cannot'
        : 'other sources read the same bands there at another time';
    return `${lead}: ${why}.`;
  }
  const far = formatShift(Math.abs(shiftMs)).slice(1);
  const sureness =
    rightSource === undefined
      ? 'No arrival of live reads confirms this: the others may be wrong instead.'
      : `The live reads of ${rightSource}, at the same point, arrive as they should.`;
  return `${lead}: its clock seems to be ${far} ${shiftMs > 0 ? 'behind' : 'ahead'}. ${sureness}`;
}

/** Two sources that seem to be at each other's point, in a few sentences. */
export function describeSwap(
  { source, point, other, otherPoint, wrong, of }: SwappedSources,
  config: RaceConfig,
): string {
  const [here, there] = [point, otherPoint].map((at) => describePoint(at, config));
  return (
    `${source} and ${other} seem to be at each other’s point, or the course has ${here} and ${there} in the wrong order: ` +
    `of ${countOf(of, 'runner')} read by both, ${formatCount(wrong)} were at ${there} before ${here}. ` +
    'If a point is wrong, correct the point of each source from its reads.'
  );
}

type Winner = CorrectionImpact['winners'][number];
type Leader = NonNullable<Winner['before']>;

function timeOf({ totalMs }: Leader): string {
  return formatShort(roundUpToSeconds(totalMs));
}

/** `1218 Ceri Lloyd 25:01 → 2402 Tomos Price 30:56`; a winner who stays is named once. */
function nameWinners({ before, after }: Winner): string {
  const [was, is] = [before, after].map((leader) =>
    leader ? `${leader.bibNumber} ${isolateText(leader.name)} ${timeOf(leader)}`.trim() : 'nobody',
  );
  return `${was} → ${after && before?.runnerId === after.runnerId ? timeOf(after) : is}`;
}

/** The effect of a correction on the results, line by line. */
export function describeImpact(impact: CorrectionImpact, config: RaceConfig): string[] {
  const { contradiction: against } = impact;
  return [
    ...(against ? [describeTimeConflict(against, against.event, config)] : []),
    ...impact.winners.map(
      (winner) => `${labelEvent(winner.event, config)}: winner ${nameWinners(winner)}`,
    ),
    ...countLine(impact.moved, 'total changes', 'totals change'),
    ...countLine(impact.finishesLost, 'finish is lost', 'finishes are lost'),
    ...countLine(impact.finishesGained, 'finish is gained', 'finishes are gained'),
    ...countLine(impact.others, 'other result changes', 'other results change'),
  ];
}

function countLine(many: number, one: string, others: string): string[] {
  return many === 0 ? [] : [`${formatCount(many)} ${many === 1 ? one : others}`];
}
