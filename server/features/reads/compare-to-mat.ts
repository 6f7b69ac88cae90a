import type { ScoredRunner } from '#server/race/present-runner.ts';
import type { Scan } from '#shared/model/scan.ts';
import { type DurationMs, MINUTE_MS, SECOND_MS } from '#shared/model/time.ts';
import { findNearestMat } from '#shared/scoring/replaced-reads.ts';

/** A hand time and a mat's read this close agree. */
const SAME_MS: DurationMs = SECOND_MS;
/** A read further from a hand time is another passing, such as a start over the finish mat. */
const PASSING_MS: DurationMs = 10 * MINUTE_MS;

/** The mat's read nearest to a hand time, and whether they differ (RULES.md HT5). */
export function compareToMat(
  hand: Scan,
  { runner, scans, rules }: ScoredRunner,
): { readonly mat: Scan | undefined; readonly isOther: boolean } {
  const near = scans.filter(({ timeMs }) => Math.abs(timeMs - hand.timeMs) <= PASSING_MS);
  const mat = findNearestMat(hand, near, rules.courses.pointsOf(runner.event));
  return { mat, isOther: !mat || Math.abs(mat.timeMs - hand.timeMs) > SAME_MS };
}
