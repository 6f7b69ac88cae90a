import { labelEvent } from '#shared/format/label-event.ts';
import { coursesOf } from '#shared/model/courses.ts';
import type { EventCode } from '#shared/model/ids.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import { listOf } from '#client/organisers/texts/count-words.ts';

/** What becomes of the runners still out when some distances close (RULES.md RK12). */
export function describeClosing(events: readonly EventCode[], config: RaceConfig): string {
  const courses = coursesOf(config);
  const byLaps = events.filter((event) => courses.rankingOf(event).isByLaps);
  if (byLaps.length === events.length) return 'everyone with a lap finishes';
  const dnf = 'anyone still out becomes DNF';
  if (byLaps.length === 0) return dnf;
  const names = listOf(byLaps.map((event) => labelEvent(event, config)));
  return `${dnf}, but in ${names} everyone with a lap finishes`;
}
