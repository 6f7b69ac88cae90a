import { type KomCode, KOM_SEGMENTS } from '#shared/scoring/course.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import type { DurationMs } from '#shared/model/time.ts';
import { sexOf } from '#shared/scoring/group-places.ts';
import { type StagePoint, timeAt } from '#shared/scoring/stage-point.ts';
import type { Standings } from '#shared/scoring/standings.ts';

/** Something that is called out when a runner comes through. */
export type Call =
  /** One of the first three of a sex or a category. */
  | { readonly kind: 'sex' | 'ageGroup'; readonly of: string; readonly place: number }
  /** Nobody took less from the point before. */
  | { readonly kind: 'leg'; readonly of: StagePoint; readonly legMs: DurationMs }
  /** Nobody was faster on a climb. */
  | { readonly kind: 'climb'; readonly of: KomCode; readonly komMs: DurationMs };

/** Places up to this one are called out. */
const CALLED = 3;
/** Of fewer than this nobody is called the fastest. */
const FEW = 5;

/**
 * What is called out of whom at a point of an event (SCREENS.md CO4), by runner. `rows` hold all who
 * are through there, and are gone through once; `points` are those of the course in its order.
 */
export function findCalls(
  rows: Iterable<UnrankedResult>,
  point: StagePoint,
  points: readonly StagePoint[],
): Map<string, Call[]> {
  const podiums = new Map<string, Podium>();
  const before = points[points.indexOf(point) - 1];
  const leg = new FastestLeg();
  for (const row of rows) {
    const timeMs = timeAt(row, point);
    if (timeMs === null) continue;
    const sex = sexOf(row.ageGroup);
    if (sex) {
      podiumOf(podiums, sex, 'sex').offer(row.runnerId, timeMs);
      podiumOf(podiums, row.ageGroup, 'ageGroup').offer(row.runnerId, timeMs);
    }
    const beforeMs = before === undefined ? null : timeAt(row, before);
    if (beforeMs !== null && timeMs > beforeMs) leg.offer(row.runnerId, timeMs - beforeMs);
  }
  const calls = new Map<string, Call[]>();
  for (const [of, podium] of podiums) {
    for (const { runnerId, place } of podium.places()) {
      addCall(calls, runnerId, { kind: podium.kind, of, place });
    }
  }
  if (before !== undefined && leg.count >= FEW) {
    for (const runnerId of leg.holders) {
      addCall(calls, runnerId, { kind: 'leg', of: before, legMs: leg.legMs });
    }
  }
  return calls;
}

/** Adds who has the best time on a climb, of all events. */
export function addClimbCalls(calls: Map<string, Call[]>, standings: Standings): void {
  for (const { code, index } of KOM_SEGMENTS) {
    for (const { runnerId, komsMs } of standings.special(code)) {
      const komMs = komsMs[index] ?? null;
      if (komMs === null || standings.specialPlaceOf(code, runnerId) !== 1) break;
      addCall(calls, runnerId, { kind: 'climb', of: code, komMs });
    }
  }
}

export function isSameCall(a: Call, b: Call): boolean {
  return a.kind === b.kind && a.of === b.of && measureCall(a) === measureCall(b);
}

/** What a call is worth: a place, or a time. */
function measureCall(call: Call): number {
  if (call.kind === 'leg') return call.legMs;
  return call.kind === 'climb' ? call.komMs : call.place;
}

function addCall(calls: Map<string, Call[]>, runnerId: string, call: Call): void {
  const known = calls.get(runnerId);
  if (known) known.push(call);
  else calls.set(runnerId, [call]);
}

function podiumOf(podiums: Map<string, Podium>, group: string, kind: Podium['kind']): Podium {
  let podium = podiums.get(group);
  if (!podium) {
    podium = new Podium(kind);
    podiums.set(group, podium);
  }
  return podium;
}

/** The first three of a group: more where some are level. */
class Podium {
  readonly kind: 'sex' | 'ageGroup';
  #first: { readonly runnerId: string; readonly timeMs: DurationMs }[] = [];

  constructor(kind: Podium['kind']) {
    this.kind = kind;
  }

  offer(runnerId: string, timeMs: DurationMs): void {
    const first = this.#first;
    // Nearly everyone of a large field ends here.
    if (first.length >= CALLED && timeMs > (first.at(-1)?.timeMs ?? 0)) return;
    const at = first.findIndex((other) => other.timeMs > timeMs);
    first.splice(at === -1 ? first.length : at, 0, { runnerId, timeMs });
    const third = first[CALLED - 1];
    if (third) this.#first = first.filter((other) => other.timeMs <= third.timeMs);
  }

  places(): { readonly runnerId: string; readonly place: number }[] {
    return this.#first.map(({ runnerId, timeMs }) => ({
      runnerId,
      place: this.#first.findIndex((other) => other.timeMs === timeMs) + 1,
    }));
  }
}

/** Who took the least time for a leg. */
class FastestLeg {
  legMs: DurationMs = Infinity;
  count = 0;
  holders: string[] = [];

  offer(runnerId: string, legMs: DurationMs): void {
    this.count += 1;
    if (legMs < this.legMs) this.holders = [];
    if (legMs <= this.legMs) this.holders.push(runnerId);
    this.legMs = Math.min(this.legMs, legMs);
  }
}
