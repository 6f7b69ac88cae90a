import { groupBy } from '#shared/model/group-by.ts';
import { HOUR_MS } from '#shared/model/time.ts';

import { estimateSlope, median, type Point, type Slope } from './slope.ts';
import { type Bound, BOUNDS, type Reading } from './vitals.ts';

/**
 * `over`: most certainly beyond its bound, the only one that is a finding. `open`: nobody can say yet, since the race was too
 * short or the vital too restless.
 */
export type Judgement = 'held' | 'open' | 'over';

/** What became of one vital in the longest life of a process. */
export interface Judged {
  readonly bound: Bound;
  readonly process: string;
  readonly lives: number;
  readonly begin: number;
  readonly end: number;
  /** An hour; undefined where the life was too short. */
  readonly slope: Slope | undefined;
  /** What the slope may be, with all that the bound allows. */
  readonly limit: number;
  readonly judgement: Judgement;
}

/** Of each life: in it the process comes to work, and the crowd comes. */
const WARM_UP = 0.2;
/** A vital is looked at as the medians of so many spans, which a garbage collection or a fault does not move. */
const MOST_SPANS = 60;
/** The beginning and the end of a life are its first and last tenth. */
const EDGE = 0.1;

/** Judges each vital of each process; `changesPerHour`: reads, saves and taps. */
export function judgeVitals(
  readings: readonly Reading[],
  changesPerHour: number,
): readonly Judged[] {
  return BOUNDS.flatMap((bound) => {
    const its = readings.filter(({ of, vital }) => of === bound.of && vital === bound.vital);
    const names = [...new Set(its.map(({ process }) => process))];
    return names.flatMap((name) => {
      const own = its.filter(({ process }) => process === name);
      return judgeProcess(bound, name, own, changesPerHour) ?? [];
    });
  });
}

function judgeProcess(
  bound: Bound,
  process: string,
  readings: readonly Reading[],
  changesPerHour: number,
): Judged | undefined {
  const lives = [...new Set(readings.map(({ life }) => life))].map((life) =>
    readings
      .filter((one) => one.life === life)
      .map(({ atMs, value }) => ({ x: atMs / HOUR_MS, y: value }))
      .toSorted((a, b) => a.x - b.x),
  );
  const [longest] = lives.toSorted((a, b) => spanOf(b) - spanOf(a));
  const warm = longest && leaveWarmUp(longest);
  if (!warm || warm.length === 0) return undefined;
  const { hour, change = 0, once, atMost = Number.POSITIVE_INFINITY } = bound;
  const spans = joinSpans(warm);
  const slope = estimateSlope(spans);
  const limit = hour + change * changesPerHour + once / spanOf(warm);
  const edge = Math.max(1, Math.round(spans.length * EDGE));
  const [begin, end] = [spans.slice(0, edge), spans.slice(-edge)].map((few) =>
    median(few.map(({ y }) => y)),
  ) as [number, number];
  const level = median(spans.slice(-Math.ceil(spans.length / 3)).map(({ y }) => y));
  const judgement = judge(slope, limit, level > atMost);
  return { bound, process, lives: lives.length, begin, end, slope, limit, judgement };
}

function judge(slope: Slope | undefined, limit: number, isTooHigh: boolean): Judgement {
  if (!slope) return 'open';
  if (slope.lower > limit || isTooHigh) return 'over';
  return slope.upper > limit ? 'open' : 'held';
}

/** In hours. */
function spanOf(points: readonly Point[]): number {
  return (points.at(-1)?.x ?? 0) - (points[0]?.x ?? 0);
}

function leaveWarmUp(life: readonly Point[]): readonly Point[] {
  const fromX = (life[0]?.x ?? 0) + spanOf(life) * WARM_UP;
  return life.filter(({ x }) => x >= fromX);
}

/** The medians of spans of equal length, as far as there is something in them. */
function joinSpans(points: readonly Point[]): readonly Point[] {
  const fromX = points[0]?.x ?? 0;
  const width = spanOf(points) / Math.min(MOST_SPANS, points.length) || 1;
  const parts = groupBy(points, ({ x }) => Math.floor((x - fromX) / width));
  return [...parts.values()].map((part) => ({
    x: median(part.map(({ x }) => x)),
    y: median(part.map(({ y }) => y)),
  }));
}
