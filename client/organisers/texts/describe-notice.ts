import { describeClockError } from '#shared/model/clock-error.ts';
import type { Notice } from '#shared/wire/missing-api.ts';
import { describeTime, formatDay } from '../runners/describe-last-seen.ts';
import { describeTimeOfDay } from './start-text.ts';

/** Undefined if there is nothing to do. */
export function describeNotice(notice: Notice, timeZone: string): string | undefined {
  switch (notice.kind) {
    case 'clock':
      return (
        `The clock at the scanner ${notice.source} is ${describeClockError(notice.aheadMs)} the right time. ` +
        'Reads that have no time of their own are wrong by as much: set that computer’s clock.'
      );
    case 'clock-suspected': {
      const { source, rival, shiftMs, isSure = false } = notice;
      if (rival !== undefined) return describeRivals(source, rival);
      const fault =
        shiftMs === undefined ? 'wrong' : `${describeClockError(0 - shiftMs)} the right time`;
      return `The clock of ${source} ${isSure ? 'is' : 'seems to be'} ${fault}: see Reads.`;
    }
    case 'sources-swapped':
      return (
        `${notice.source} and ${notice.other} seem to be at each other’s point: ` +
        'runners are read at the later one first. Check both, and correct their points on Reads.'
      );
    case 'silent-source':
      return (
        `${notice.source}: ${describeLastRead(notice, timeZone)}, its scanner stopped without an end ` +
        'or cannot reach Redis. Reads that were not sent wait on its computer: start it there again.'
      );
    case 'reader':
      return describeReader(notice, timeZone);
    case 'unreadable': {
      const what =
        notice.field === '' ? 'What the record holds under' : `${notice.field} among the`;
      return `${what} ${notice.hash} cannot be read (${notice.reason}). The rest of the race goes on without it.`;
    }
    case 'more-unreadable':
      return `${notice.count} more records cannot be read.`;
    case 'problem':
      return notice.text;
    default:
      return notice satisfies never;
  }
}

/** Two sources that contradict each other (RULES.md CR6). */
export function describeRivals(source: string, rival: string): string {
  return (
    `The reads of ${source} and ${rival} do not fit each other: one of their clocks seems to be wrong, ` +
    'and nothing shows which. Compare both with a right clock.'
  );
}

/** Undefined if the reader is all right. */
function describeReader(
  { source, battery, isBatteryLow, aheadMs = 0, awaySinceMs }: Extract<Notice, { kind: 'reader' }>,
  timeZone: string,
): string | undefined {
  const wrong = [
    awaySinceMs !== undefined &&
      `The reader at ${source} has not been connected since ${describeTimeOfDay(awaySinceMs, timeZone).slice(0, 5)}: ` +
        'check its power and cable.',
    isBatteryLow && `The battery of the reader at ${source} is low (${battery}): change it.`,
    aheadMs !== 0 &&
      `The clock of the reader at ${source} is ${describeClockError(aheadMs)} the right time. ` +
        'Its reads are wrong by as much: move the clock of the source on Reads.',
  ];
  return wrong.filter(Boolean).join(' ') || undefined;
}

/** With the day if that differs from the last sign of the scanner, as in a replay. */
function describeLastRead(
  { lastReadMs, heardMs }: Extract<Notice, { kind: 'silent-source' }>,
  timeZone: string,
): string {
  if (lastReadMs === undefined) return 'nothing read yet';
  return `last read ${describeTime(lastReadMs, timeZone, formatDay(heardMs, timeZone))}`;
}
