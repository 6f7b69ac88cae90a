import type { EventCode } from '#shared/model/ids.ts';
import type { Courses } from '#shared/model/courses.ts';
import type { CourseProfile } from '#shared/model/race-setup.ts';
import { stageLengthsOf } from '#shared/scoring/course.ts';
import { type StagePoint, stagePointsOf } from '#shared/scoring/stages.ts';

export interface CoursePoint {
  readonly point: StagePoint | 'start';
  /** From 0, the start, to 1, the finish. */
  readonly at: number;
  /** From the start; undefined if unknown. */
  readonly atM: number | undefined;
}

/** The course of an event as a line from 0 to 1. */
export interface CourseScale {
  /** From the start to the end of the last stage, in order. */
  readonly points: readonly CoursePoint[];
  /** Undefined if the distance of a point is unknown: points are then evenly spaced. */
  readonly lengthM: number | undefined;
  /** From 0, the lowest, to 1, the highest; 0 everywhere without a profile. */
  heightAt(at: number): number;
  /** In metres above sea level; undefined without a profile. */
  readonly heightsM: readonly [lowest: number, highest: number] | undefined;
}

/** Profiles with less difference in height are drawn at this scale, not stretched. */
const MOST_FLAT_M = 60;

export function layOutScale(event: EventCode, courses: Courses): CourseScale {
  const stages = stagePointsOf(event, courses);
  const lengths = stageLengthsOf(event, courses).slice(0, stages.length);
  const metres = stages.map((_, index) => lengths[index]?.atM);
  const isMeasured = metres.every((atM, index) => (atM ?? 0) > (metres[index - 1] ?? 0));
  const lengthM = isMeasured ? metres.at(-1) : undefined;
  const points = stages.map((point, index): CoursePoint => {
    const atM = metres[index];
    const at = lengthM === undefined ? (index + 1) / stages.length : (atM ?? 0) / lengthM;
    return { point, at, atM };
  });
  const heights = lengthM === undefined ? undefined : courses.findCourse(event)?.profile?.heights;
  return { points: [{ point: 'start', at: 0, atM: 0 }, ...points], lengthM, ...measure(heights) };
}

type Heights = CourseProfile['heights'];

function measure(heights: Heights = []): Pick<CourseScale, 'heightAt' | 'heightsM'> {
  if (heights.length < 2) return { heightAt: () => 0, heightsM: undefined };
  const all = heights.map(([, heightM]) => heightM);
  const lowest = Math.min(...all);
  const highest = Math.max(...all);
  const span = Math.max(MOST_FLAT_M, highest - lowest);
  const wholeM = heights.at(-1)?.[0] || 1;
  return {
    heightsM: [lowest, highest],
    heightAt(at) {
      const toM = at * wholeM;
      const index = Math.max(
        1,
        heights.findIndex(([atM]) => atM >= toM),
      );
      const [fromM, low] = heights[index - 1] ?? [0, lowest];
      const [nextM, high] = heights[index] ?? [fromM, low];
      const share = nextM > fromM ? (toM - fromM) / (nextM - fromM) : 0;
      return (low + (high - low) * Math.min(1, Math.max(0, share)) - lowest) / span;
    },
  };
}

/** The index of the point before a position on the line. */
export function findStretch({ points }: Pick<CourseScale, 'points'>, at: number): number {
  const after = points.findIndex((one) => one.at > at);
  return after === -1 ? points.length - 1 : Math.max(0, after - 1);
}
