import { formatElapsed } from '#shared/format/format-time.ts';
import type { EventCode } from '#shared/model/ids.ts';
import { coursesOf } from '#shared/model/courses.ts';
import type { RunnerScan, RunnerScansBody } from '#shared/wire/runners-api.ts';
import { formatMoment, formatSecond } from '#client/organisers/reads/describe-read.ts';
import { nameReason } from '#client/organisers/texts/describe-start.ts';
import { describePoint } from '#client/organisers/runners/describe-last-seen.ts';
import type { RaceDay } from '#client/organisers/lists/race-clock.tsx';

type Read = Pick<RunnerScansBody, 'scans' | 'outcome'>;

function findCounted({ scans }: Read, code: string): RunnerScan | undefined {
  return scans.find(({ countedAt }) => countedAt.includes(code));
}

/** `17:35:45.120, read by startB`, and the moment that the time counts from if that is another. */
export function describeStart(read: Read, event: EventCode, clock: RaceDay): string {
  const own = findCounted(read, 'start');
  const startMs = read.outcome?.startMs ?? undefined;
  const { start } = read.outcome ?? {};
  const isOwn = start?.kind === 'own' || start?.kind === 'wave';
  const why = isOwn ? nameReason(start, event, clock.config) : 'the gun';
  if (!own) return startMs === undefined ? 'Not known' : `${formatSecond(startMs, clock)}, ${why}`;
  const text = `${formatMoment(own.timeMs, clock)}, read by ${own.source}`;
  if (startMs === undefined || startMs === own.timeMs) return text;
  return `${text}; counted from ${formatMoment(startMs, clock)}${isOwn ? `, ${why}` : ''}`;
}

export function describeFinish(read: Read, clock: RaceDay): string {
  const finish = findCounted(read, 'finish');
  return finish ? `${formatMoment(finish.timeMs, clock)}, read by ${finish.source}` : 'Not read';
}

/** The checkpoints of the course, with the time since the start. */
export function listSplits(
  read: Read,
  event: EventCode,
  { config }: RaceDay,
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
