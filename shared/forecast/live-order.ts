import type { EventCode } from '../model/ids.ts';
import type { UnrankedResult } from '../model/result.ts';
import type { DurationMs, EpochMs } from '../model/time.ts';
import { countWhile } from '../scoring/ordered-sequence.ts';
import { type StagePoint, stagePointsOf, timeAt } from '../scoring/stages.ts';
import type { Standings } from '../scoring/standings.ts';
import { type Forecast, lookAhead } from './forecast.ts';

/** A runner on course in the live order. */
export interface LiveRunner {
  readonly runnerId: string;
  /** The expected time of one who would have finished by now with the first start of the distance; else null. */
  readonly totalMs: DurationMs | null;
}

/** Runners on course as expected now, the furthest first (RULES.md XP13). */
export interface LiveField {
  readonly rows: readonly UnrankedResult[];
  /** What the rows follow; it may be seconds old. */
  readonly order: readonly LiveRunner[];
  /** Among finishers and those ahead; null without a place. */
  placeOf(runnerId: string): number | null;
}

/** An expected position: ahead with more `stages`, then with a smaller `sinceMs`. */
interface Position {
  readonly result: UnrankedResult;
  /** Completed stages, and the share of the current one. */
  readonly stages: number;
  /** When the last stage was completed, by the runner's time. */
  readonly sinceMs: DurationMs;
}

/** Runners between two yields. */
const AT_A_TIME = 100;

/** The runners on course by expected position, the furthest first. Yields, since a field of 10,000 takes a second. */
export function* makeLiveOrder(
  standings: Standings,
  event: EventCode,
  forecast: Forecast,
  nowMs: EpochMs,
): Generator<undefined, readonly LiveRunner[]> {
  const racing = standings.onCourse(event).list();
  const points = stagePointsOf(event, standings.courses);
  const firstMs = standings
    .listed(event)
    .reduce((ms, { startedAtMs }) => Math.min(ms, startedAtMs ?? ms), Infinity);
  const walk = { forecast, points, firstMs, nowMs };
  const positions: Position[] = [];
  for (const [index, result] of racing.entries()) {
    const stages = countStages(result, points);
    const seen = { stages, sinceMs: timeAt(result, points[stages - 1] ?? 'finish') ?? 0 };
    positions.push({ result, ...(stages === 0 ? seen : walkOn(result, seen, walk)) });
    if (index % AT_A_TIME === 0) yield;
  }
  return positions
    .toSorted((a, b) => b.stages - a.stages || a.sinceMs - b.sinceMs)
    .map(({ result: { runnerId }, stages, sinceMs }) => {
      return { runnerId, totalMs: stages === points.length ? sinceMs : null };
    });
}

/** In stages: an unread runner is behind everyone read there. */
const JUST_SHORT = 1e-9;

interface Walk {
  readonly forecast: Forecast;
  readonly points: readonly StagePoint[];
  readonly firstMs: EpochMs;
  readonly nowMs: EpochMs;
}

/** The position of a runner now, as if they had started with the first of the distance. */
function walkOn(
  result: UnrankedResult,
  seen: Omit<Position, 'result'>,
  { forecast, points, firstMs, nowMs }: Walk,
): Omit<Position, 'result'> {
  const { startedAtMs } = result;
  if (startedAtMs === null) return seen;
  const outMs = nowMs - startedAtMs;
  const alikeMs = nowMs - firstMs;
  let before = seen;
  for (const expected of forecast.expect(result, alikeMs > outMs ? Infinity : 1)) {
    const { stage, elapsedMs, latestMs, isOverdue } = lookAhead(expected, outMs);
    const stages = points.indexOf(stage) + 1;
    // By now they have more likely stopped than are late.
    if (outMs > latestMs + (latestMs - expected.elapsedMs)) return seen;
    if (isOverdue) return { ...before, stages: stages - JUST_SHORT };
    if (alikeMs < elapsedMs) {
      const part = Math.max(0, alikeMs - before.sinceMs) / (elapsedMs - before.sinceMs);
      return { ...before, stages: before.stages + part * (stages - before.stages) };
    }
    before = { stages, sinceMs: elapsedMs };
  }
  return before;
}

/** The number of the last completed stage; 0 for none. */
function countStages(result: UnrankedResult, points: readonly StagePoint[]): number {
  return points.findLastIndex((point) => timeAt(result, point) !== null) + 1;
}

/**
 * Runners on course by an order that may be seconds old: finishers since are left out, new runners come last. Without an
 * order they are as last seen (RULES.md RK8).
 */
export function createLiveField(
  standings: Standings,
  event: EventCode,
  order: readonly LiveRunner[] = [],
): LiveField {
  const onCourse = standings.onCourse(event);
  const rows: UnrankedResult[] = [];
  const totals: (DurationMs | null)[] = [];
  for (const { runnerId, totalMs } of order) {
    const row = standings.find(runnerId);
    if (row?.status !== 'racing' || row.events !== event) continue;
    rows.push(row);
    totals.push(totalMs);
  }
  if (rows.length < onCourse.length) {
    const known = new Set(order.map(({ runnerId }) => runnerId));
    rows.push(...onCourse.list().filter(({ runnerId }) => !known.has(runnerId)));
  }
  const finishers = standings.finishers(event);
  const { isRanked, isByLaps, valueOf } = standings.courses.rankingOf(event);
  const countFaster = (ms: DurationMs): number =>
    countWhile(
      finishers.length,
      (at) => valueOf(finishers.at(at)?.totalMs ?? Infinity) < valueOf(ms),
    );
  const points = stagePointsOf(event, standings.courses);
  let indexes: ReadonlyMap<string, number> | undefined;
  return {
    rows,
    order,
    placeOf(runnerId) {
      // Each row of a long list asks for its own.
      indexes ??= new Map(rows.map((row, index) => [row.runnerId, index]));
      const index = indexes.get(runnerId) ?? -1;
      const row = rows[index];
      if (!row || !isRanked || countStages(row, points) === 0) return null;
      const totalMs = isByLaps ? null : (totals[index] ?? null);
      return index + 1 + (totalMs === null ? finishers.length : countFaster(totalMs));
    },
  };
}
