import { contradictTotal, isHandMade } from '#shared/checks/contradictions.ts';
import type { Contradiction } from '#shared/wire/missing-api.ts';
import { coursesOf } from '#shared/model/courses.ts';
import type { EventCode } from '#shared/model/ids.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { RunnerScansBody } from '#shared/wire/runners-api.ts';
import { describePoint } from '#client/organisers/runners/describe-last-seen.ts';
import { describeTimeOfDay } from './start-text.ts';

/** `the time by hand puts them at the finish at 12:03:00, but they were read at CP6 at 12:13:05`. */
export function describeTimeConflict(
  { point, atMs, readAt, readMs }: Contradiction,
  event: EventCode,
  config: RaceConfig,
): string {
  const place = (at: Contradiction['point']): string =>
    at === 'finish' ? 'the finish' : describePoint(at, config, event);
  const time = (ms: number): string => describeTimeOfDay(ms, config.timeZone);
  return `the time by hand puts them at ${place(point)} at ${time(atMs)}, but they were read at ${place(readAt)} at ${time(readMs)}`;
}

/** The objection to a total by hand from the runner's reads; undefined for none (RULES.md OV11). */
export function doubtTotal(
  overrideTime: string,
  { scans, outcome }: Pick<RunnerScansBody, 'scans' | 'outcome'>,
  event: EventCode,
  config: RaceConfig,
): string | undefined {
  const finish = scans.find((scan) => !isHandMade(scan) && scan.countedAt.includes('finish'));
  const own = {
    event,
    startMs: outcome?.startMs ?? undefined,
    scans,
    finishMs: finish?.timeMs,
  };
  const found = contradictTotal(overrideTime, own, coursesOf(config));
  if (!found) return undefined;
  const text = describeTimeConflict(found, event, config);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
