import type { Courses } from '#shared/model/courses.ts';
import type { EventCode } from '#shared/model/ids.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { type Contest, findFastestToFinish, judgeContest } from '#shared/scoring/contest.ts';

/** A competition that somebody wins: a race, a sex (`F`) or an age group of it. */
export interface NamedContest extends Contest {
  readonly event: EventCode;
  /** Empty for the race itself. */
  readonly group: string;
}

/** The race, its sexes and its age groups, if somebody has finished; open ones first. */
export function listContests(
  rows: readonly UnrankedResult[],
  event: EventCode,
  courses: Courses,
): NamedContest[] {
  const { isRanked, isByLaps } = courses.rankingOf(event);
  if (!isRanked || isByLaps) return []; // RK12, RK15
  const groups = new Map<string, UnrankedResult[]>([['', [...rows]]]);
  for (const row of rows) {
    // A category may comprise a whole sex, with the same code.
    for (const group of new Set([courses.sexOf(row) ?? row.ageGroup, row.ageGroup])) {
      if (group === '') continue;
      const members = groups.get(group) ?? [];
      members.push(row);
      groups.set(group, members);
    }
  }
  const fastest = findFastestToFinish(rows, event, courses);
  const contests: NamedContest[] = [];
  for (const [group, members] of groups) {
    const contest = judgeContest(members, event, fastest, courses.hasCategory(group));
    if (contest.leaders.length > 0) contests.push({ event, group, ...contest });
  }
  return contests.toSorted(
    (a, b) =>
      Number(a.isDecided) - Number(b.isDecided) ||
      rankGroup(a.group) - rankGroup(b.group) ||
      (a.group < b.group ? -1 : 1),
  );
}

/** The race before its sexes, and these before the age groups. */
function rankGroup(group: string): number {
  return Math.min(2, group.length);
}
