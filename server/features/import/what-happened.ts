import type { LiveRace } from '#server/race/live-race.ts';
import { formatClock } from '#shared/format/format-time.ts';
import { parseOverride } from '#shared/model/typed-words.ts';
import type { FindHappened } from './merge-runners.ts';

/** What the race knows of an entry beyond the entry itself (IMPORT.md IM48). */
export function happenedIn(
  race: Pick<LiveRace, 'findScored' | 'isSeen' | 'reports'>,
): FindHappened {
  return (runner) => {
    const score = race.findScored(runner.runnerId)?.score;
    const isDecided = parseOverride(runner.overrideTime) !== undefined;
    if (score?.totalMs !== undefined && score.totalMs !== null) {
      return `finished in ${formatClock(score.totalMs)}`;
    }
    if (score?.hasFinish) return 'read at the finish';
    const reports = race.reports.of(runner.runnerId);
    if (reports.some(({ kind }) => kind === 'stopped')) return 'reported as stopped';
    if (race.isSeen(runner)) return isDecided ? 'seen, and out' : 'on the course';
    return reports.length > 0 ? 'reported' : '';
  };
}
