import { formatElapsed } from '#shared/format/format-time.ts';
import type { EventCode } from '#shared/model/ids.ts';
import { coursesOf } from '#shared/model/courses.ts';
import type { RunnerScansBody } from '#shared/wire/runners-api.ts';
import { describePoint } from '#client/organisers/runners/describe-last-seen.ts';
import type { RaceDay } from '#client/organisers/lists/race-clock.tsx';

/** The checkpoints of the course, with the time since the start. */
export function listSplits(
  read: Pick<RunnerScansBody, 'scans' | 'outcome'>,
  event: EventCode,
  { config }: RaceDay,
): readonly { readonly name: string; readonly time: string }[] {
  const startMs = read.outcome?.startMs ?? undefined;
  return coursesOf(config)
    .visitsOf(event)
    .map(({ code }) => {
      const scan = read.scans.find(({ countedAt }) => countedAt.includes(code));
      const isTimed = scan !== undefined && startMs !== undefined;
      return {
        name: describePoint(code, config, event),
        time: isTimed ? formatElapsed(scan.timeMs - startMs) : '–',
      };
    });
}
