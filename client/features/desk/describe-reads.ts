import { formatElapsed } from '#shared/format/format-time.ts';
import type { EventCode } from '#shared/model/event.ts';
import { coursesOf } from '#shared/model/courses.ts';
import type { RunnerScan, RunnerScansBody } from '#shared/wire/runners-api.ts';
import {
  formatMoment,
  formatSecond,
  type RaceClock,
} from '#client/organisers/reads/describe-read.ts';
import { describePoint } from '#client/organisers/runners/describe-last-seen.ts';

type Read = Pick<RunnerScansBody, 'scans' | 'outcome'>;

function findCounted({ scans }: Read, code: string): RunnerScan | undefined {
  return scans.find(({ countedAt }) => countedAt.includes(code));
}

/** `17:35:45.120, read by startB`, and what the time runs from where that is another moment. */
export function describeStart(read: Read, clock: RaceClock): string {
  const own = findCounted(read, 'start');
  const startMs = read.outcome?.startMs ?? undefined;
  if (!own)
    return startMs === undefined ? 'None is known' : `${formatSecond(startMs, clock)}, the gun`;
  const told = `${formatMoment(own.timeMs, clock)}, read by ${own.source}`;
  return startMs === undefined || startMs === own.timeMs
    ? told
    : `${told}; counted from ${formatMoment(startMs, clock)}`;
}

export function describeFinish(read: Read, clock: RaceClock): string {
  const finish = findCounted(read, 'finish');
  return finish ? `${formatMoment(finish.timeMs, clock)}, read by ${finish.source}` : 'Not read';
}

/** The checkpoints of the course with the time there since the start. */
export function listSplits(
  read: Read,
  event: EventCode,
  { config }: RaceClock,
): readonly { readonly name: string; readonly time: string }[] {
  const startMs = read.outcome?.startMs ?? undefined;
  return coursesOf(config)
    .visitsOf(event)
    .map(({ code }) => {
      const scan = findCounted(read, code);
      const isTimed = scan !== undefined && startMs !== undefined;
      return {
        name: describePoint(code, config, event),
        time: isTimed ? formatElapsed(scan.timeMs - startMs) : '–',
      };
    });
}
