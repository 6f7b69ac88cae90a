import { EVENTS, type EventCode } from '#shared/model/event.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import type { DurationMs } from '#shared/model/time.ts';
import {
  type KomCode,
  type KomSegment,
  KOM_SEGMENTS,
  byKomCode,
  isInKom,
} from '#shared/scoring/course.ts';
import { sexOf } from '#shared/scoring/group-places.ts';
import type { Follower, RowChange } from '#shared/scoring/in-step.ts';
import { legTime } from '#shared/scoring/legs.ts';
import { type StagePoint, stagePointsOf, timeAt } from '#shared/scoring/stage-point.ts';
import type { Standings } from '#shared/scoring/standings.ts';

/** Something that is called out when a runner comes through. */
export type Call =
  /** One of the first three of a sex or a category. */
  | { readonly kind: 'sex' | 'ageGroup'; readonly of: string; readonly place: number }
  /** Nobody took less from the point before. */
  | { readonly kind: 'leg'; readonly of: StagePoint; readonly legMs: DurationMs }
  /** Nobody was faster on a climb. */
  | { readonly kind: 'climb'; readonly of: KomCode; readonly komMs: DurationMs };

/** What is called out of whom. */
export type Called = ReadonlyMap<string, readonly Call[]>;

/** Places up to this one are called out. */
const CALLED = 3;
/** Of fewer than this nobody is called the fastest. */
const FEW = 5;

/** What is called out of whom at a point of the course (SCREENS.md CO4). */
export class PointCalls implements Follower {
  readonly #courses = new Map<EventCode, CourseCalls>();
  readonly #climbs = byKomCode(() => new Fastest());

  constructor(standings: Standings, point: StagePoint) {
    for (const event of EVENTS) {
      const points = stagePointsOf(event);
      if (points.includes(point)) this.#courses.set(event, new CourseCalls(point, points));
      for (const row of standings.listed(event)) this.replace(undefined, row);
    }
  }

  replace(before: UnrankedResult | undefined, after: UnrankedResult | undefined): boolean {
    const runnerId = (after ?? before)?.runnerId ?? '';
    for (const kom of KOM_SEGMENTS) {
      const fastest = this.#climbs[kom.code];
      if (!fastest.replace(runnerId, timeOn(before, kom), timeOn(after, kom))) return false;
    }
    if (before && before.events === after?.events)
      return this.#replaceIn(after.events, before, after);
    const isOut = !before || this.#replaceIn(before.events, before, undefined);
    return isOut && (!after || this.#replaceIn(after.events, undefined, after));
  }

  /** By runner; some may not be through here. */
  list(): Called {
    const calls = new Map<string, Call[]>();
    const add = (runnerId: string, call: Call): void => {
      const known = calls.get(runnerId);
      if (known) known.push(call);
      else calls.set(runnerId, [call]);
    };
    for (const course of this.#courses.values()) course.tell(add);
    for (const { code } of KOM_SEGMENTS) {
      const { holders, timeMs } = this.#climbs[code];
      for (const runnerId of holders) add(runnerId, { kind: 'climb', of: code, komMs: timeMs });
    }
    return calls;
  }

  #replaceIn(
    event: EventCode,
    before: UnrankedResult | undefined,
    after: UnrankedResult | undefined,
  ): boolean {
    return this.#courses.get(event)?.replace(before, after) ?? true;
  }
}

/** Of whom a row changed, or what is called out. */
export function listTouched(
  changes: readonly RowChange[],
  was: Called,
  is: Called,
): readonly string[] {
  const changed = changes.flatMap(({ before, after }) => (after ?? before)?.runnerId ?? []);
  return [...new Set([...changed, ...listCalledElse(was, is)])];
}

/** Who is called out otherwise than before. */
function listCalledElse(was: Called, is: Called): readonly string[] {
  return [...new Set([...was.keys(), ...is.keys()])].filter(
    (id) => !areSameCalls(was.get(id) ?? [], is.get(id) ?? []),
  );
}

export function areSameCalls(before: readonly Call[], after: readonly Call[]): boolean {
  return (
    before === after ||
    (before.length === after.length &&
      before.every((call, index) => {
        const other = after[index];
        return other !== undefined && isSameCall(call, other);
      }))
  );
}

export function isSameCall(a: Call, b: Call): boolean {
  return a.kind === b.kind && a.of === b.of && measureCall(a) === measureCall(b);
}

/** What a call is worth: a place, or a time. */
function measureCall(call: Call): number {
  if (call.kind === 'leg') return call.legMs;
  return call.kind === 'climb' ? call.komMs : call.place;
}

function timeOn(row: UnrankedResult | undefined, kom: KomSegment): DurationMs | null {
  return row && isInKom(row, kom) ? (row.komsMs[kom.index] ?? null) : null;
}

/** What is called out at a point of one course. Of its climbs others know. */
class CourseCalls implements Follower {
  readonly #point: StagePoint;
  readonly #before: StagePoint | undefined;
  readonly #podiums = new Map<string, Podium>();
  readonly #leg = new Fastest();

  constructor(point: StagePoint, points: readonly StagePoint[]) {
    this.#point = point;
    this.#before = points[points.indexOf(point) - 1];
  }

  replace(before: UnrankedResult | undefined, after: UnrankedResult | undefined): boolean {
    const wasMs = this.#timeOf(before);
    const isMs = this.#timeOf(after);
    if (wasMs === null && isMs === null) return true;
    const runnerId = (after ?? before)?.runnerId ?? '';
    if (!this.#leg.replace(runnerId, this.#legOf(before), this.#legOf(after))) return false;
    if (wasMs === isMs && before?.ageGroup === after?.ageGroup) return true;
    if (before && wasMs !== null) {
      for (const podium of this.#podiumsOf(before)) if (podium.has(runnerId)) return false;
    }
    if (after && isMs !== null) {
      for (const podium of this.#podiumsOf(after)) podium.offer(runnerId, isMs);
    }
    return true;
  }

  tell(add: (runnerId: string, call: Call) => void): void {
    for (const [of, podium] of this.#podiums) {
      for (const { runnerId, place } of podium.places()) {
        add(runnerId, { kind: podium.kind, of, place });
      }
    }
    if (this.#before === undefined || this.#leg.count < FEW) return;
    for (const runnerId of this.#leg.holders) {
      add(runnerId, { kind: 'leg', of: this.#before, legMs: this.#leg.timeMs });
    }
  }

  #timeOf(row: UnrankedResult | undefined): DurationMs | null {
    return row ? timeAt(row, this.#point) : null;
  }

  #legOf(row: UnrankedResult | undefined): DurationMs | null {
    return row && this.#before !== undefined ? legTime(row, this.#before, this.#point) : null;
  }

  #podiumsOf({ ageGroup }: UnrankedResult): readonly Podium[] {
    const sex = sexOf(ageGroup);
    return sex ? [this.#podiumOf(sex, 'sex'), this.#podiumOf(ageGroup, 'ageGroup')] : [];
  }

  #podiumOf(group: string, kind: Podium['kind']): Podium {
    let podium = this.#podiums.get(group);
    if (!podium) {
      podium = new Podium(kind);
      this.#podiums.set(group, podium);
    }
    return podium;
  }
}

/** The first three of a group: more where some are level. */
class Podium {
  readonly kind: 'sex' | 'ageGroup';
  #first: { readonly runnerId: string; readonly timeMs: DurationMs }[] = [];

  constructor(kind: Podium['kind']) {
    this.kind = kind;
  }

  has(runnerId: string): boolean {
    return this.#first.some((one) => one.runnerId === runnerId);
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

/** Who took the least time for something. */
class Fastest {
  timeMs: DurationMs = Infinity;
  count = 0;
  holders: string[] = [];

  /** False when one of the fastest is no more: nobody knows who comes in their place. */
  replace(runnerId: string, wasMs: DurationMs | null, isMs: DurationMs | null): boolean {
    if (wasMs === isMs) return true;
    if (wasMs !== null && wasMs === this.timeMs) return false;
    this.count += Number(isMs !== null) - Number(wasMs !== null);
    if (isMs === null || isMs > this.timeMs) return true;
    if (isMs < this.timeMs) this.holders = [];
    this.holders.push(runnerId);
    this.timeMs = isMs;
    return true;
  }
}
