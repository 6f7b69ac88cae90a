import type { EventCode } from '#shared/model/event.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { type Contest, findFastestWays, judgeContest } from '#shared/forecast/contest.ts';
import { type StagePoint, stagePointsOf, timeAt } from '#shared/scoring/stage-point.ts';
import type { Standings } from '#shared/scoring/standings.ts';
import { type Steps, inSteps } from '#shared/scoring/steps.ts';

/** Where the runners of a race are. */
export interface RaceCounts {
  readonly event: EventCode;
  readonly finished: number;
  readonly onCourse: number;
  readonly out: number;
  /** Registered, and seen nowhere. */
  readonly unseen: number;
  /** How many passed each checkpoint, in the order of the course. */
  readonly passed: readonly { readonly point: StagePoint; readonly count: number }[];
}

export function countRace(standings: Standings, event: EventCode): RaceCounts {
  const points = stagePointsOf(event).slice(0, -1);
  const counts = points.map(() => 0);
  const rows = standings.listed(event);
  // By index: of a large field, after each push, a pair for each would cost more than the count.
  for (const row of rows) {
    for (let index = 0; index < points.length; index += 1) {
      if (timeAt(row, points[index] ?? 'finish') !== null) counts[index] = (counts[index] ?? 0) + 1;
    }
  }
  return {
    event,
    finished: standings.finishers(event).length,
    onCourse: standings.onCourse(event).length,
    out: standings.dnfs(event).length,
    unseen: Math.max(0, standings.totals[event] - rows.length),
    passed: points.map((point, index) => ({ point, count: counts[index] ?? 0 })),
  };
}

/** A part of a race that somebody wins: all of it, a sex (`F`) or an age group. */
export interface NamedContest extends Contest {
  readonly event: EventCode;
  /** Empty for the race itself. */
  readonly group: string;
}

/**
 * The race, its sexes and its age groups, those first that are still open; only where somebody is
 * through. Others can have a turn after each step.
 */
export function* listContests(
  rows: readonly UnrankedResult[],
  event: EventCode,
): Steps<NamedContest[]> {
  const groups = new Map<string, UnrankedResult[]>([['', [...rows]]]);
  yield* inSteps(rows, (row) => {
    if (row.ageGroup === '') return;
    for (const group of [row.ageGroup.slice(0, 1), row.ageGroup]) {
      const members = groups.get(group) ?? [];
      members.push(row);
      groups.set(group, members);
    }
  });
  const ways = yield* findFastestWays(rows, event);
  const contests: NamedContest[] = [];
  for (const [group, members] of groups) {
    yield;
    const contest = yield* judgeContest(members, event, ways);
    if (contest.leaders.length > 0) contests.push({ event, group, ...contest });
  }
  return contests.toSorted(
    (a, b) =>
      Number(a.isDecided) - Number(b.isDecided) ||
      rankGroup(a.group) - rankGroup(b.group) ||
      (a.group < b.group ? -1 : 1),
  );
}

/** The race before its sexes, these before the age groups. */
function rankGroup(group: string): number {
  return Math.min(2, group.length);
}
