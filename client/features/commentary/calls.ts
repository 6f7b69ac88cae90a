import type { Courses, KomCode } from '#shared/model/courses.ts';
import type { EventCode } from '#shared/model/ids.ts';
import { append } from '#shared/model/group-by.ts';
import type { Ranking } from '#shared/model/ranking.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import type { DurationMs } from '#shared/model/time.ts';
import { isInKom } from '#shared/scoring/course.ts';
import { legTime, type StagePoint, stagePointsOf } from '#shared/scoring/stages.ts';
import { valueAt } from '#shared/scoring/rank-keys.ts';
import type { Standings } from '#shared/scoring/standings.ts';

/** Something that is called out when a runner comes through. */
export type Call =
  /** One of the first three of a sex or a category: the value is the place. */
  | { readonly kind: 'sex' | 'ageGroup'; readonly of: string; readonly value: number }
  /** Nobody took less from the point before. */
  | { readonly kind: 'leg'; readonly of: StagePoint; readonly value: DurationMs }
  /** Nobody was faster on a climb. */
  | { readonly kind: 'climb'; readonly of: KomCode; readonly value: DurationMs };

/** By runner, what to call out about them. */
export type Calls = ReadonlyMap<string, readonly Call[]>;

const PLACES = 3;
/** Of fewer than this nobody is called the fastest from the point before. */
const FEW = 5;

/** By runner, what to call out about them at a point of the course; some may not be through here. */
export function listCalls(standings: Standings, point: StagePoint): Calls {
  const { courses } = standings;
  const climbs = courses.climbs.map((kom) => {
    const { code: of } = kom;
    return { kom, leaders: new Leaders(1, (_, value) => ({ kind: 'climb', of, value })) };
  });
  const groups: Leaders[] = [];
  for (const event of courses.events) {
    const points = stagePointsOf(event, courses);
    const at = points.indexOf(point);
    const course = at === -1 ? undefined : new CourseLeaders(courses, event, points[at - 1]);
    for (const row of standings.listed(event)) {
      for (const { kom, leaders } of climbs) {
        const komMs = isInKom(row, kom) ? (row.komsMs[kom.index] ?? null) : null;
        if (komMs !== null) leaders.add(row.runnerId, komMs);
      }
      course?.add(row, point);
    }
    if (course) groups.push(...course.list());
  }
  const calls = new Map<string, Call[]>();
  for (const leaders of [...groups, ...climbs.map((climb) => climb.leaders)]) {
    for (const [runnerId, call] of leaders.list()) append(calls, runnerId, call);
  }
  return calls;
}

class CourseLeaders {
  readonly #courses: Courses;
  readonly #ranking: Ranking;
  /** The point before it; the first one has none, and no leg. */
  readonly #before: StagePoint | undefined;
  readonly #leg: Leaders | undefined;
  /** By sex or category: `sex F`, `ageGroup F40`. */
  readonly #all = new Map<string, Leaders>();
  /** The leaders of a sex and of a category, keyed by both. */
  readonly #groups = new Map<string, readonly Leaders[]>();

  constructor(courses: Courses, event: EventCode, before: StagePoint | undefined) {
    this.#courses = courses;
    this.#ranking = courses.rankingOf(event);
    this.#before = before;
    if (before === undefined) return;
    this.#leg = new Leaders(1, (_, value) => ({ kind: 'leg', of: before, value }), FEW);
  }

  add(row: UnrankedResult, point: StagePoint): void {
    const { runnerId } = row;
    const value = this.#ranking.isRanked ? valueAt(row, point, this.#ranking) : null;
    if (value === null) return;
    const ofCategory = valueAt(row, point, this.#ranking, true) ?? value;
    for (const leaders of this.#groupsOf(row)) {
      leaders.add(runnerId, leaders.isOfCategory ? ofCategory : value);
    }
    const legMs = this.#leg ? legTime(row, this.#before, point) : null;
    if (legMs !== null) this.#leg?.add(runnerId, legMs);
  }

  #groupsOf(row: UnrankedResult): readonly Leaders[] {
    const { ageGroup } = row;
    const sex = this.#courses.sexOf(row);
    const key = `${sex} ${ageGroup}`;
    const known = this.#groups.get(key);
    if (known) return known;
    const ofSex = sex ? [this.#open('sex', sex)] : [];
    const groups = ageGroup === '' ? ofSex : [...ofSex, this.#open('ageGroup', ageGroup)];
    this.#groups.set(key, groups);
    return groups;
  }

  list(): readonly Leaders[] {
    return [...this.#all.values(), ...(this.#leg ? [this.#leg] : [])];
  }

  #open(kind: 'sex' | 'ageGroup', of: string): Leaders {
    const key = `${kind} ${of}`;
    const leaders = this.#all.get(key) ?? new Leaders(PLACES, (value) => ({ kind, of, value }));
    leaders.isOfCategory = kind === 'ageGroup';
    this.#all.set(key, leaders);
    return leaders;
  }
}

/** The least times of a group, up to a place: of more people where some are level. */
class Leaders {
  readonly #places: number;
  readonly #call: (place: number, timeMs: DurationMs) => Call;
  readonly #least: number;
  /** Ranked by the clock of categories (RULES.md RK14). */
  isOfCategory = false;
  #count = 0;
  #first: { readonly runnerId: string; readonly timeMs: DurationMs }[] = [];
  /** A slower runner is not among the first. */
  #limitMs: DurationMs = Infinity;

  /** With fewer than `least` times nobody is called out. */
  constructor(places: number, call: (place: number, timeMs: DurationMs) => Call, least = 1) {
    this.#places = places;
    this.#call = call;
    this.#least = least;
  }

  add(runnerId: string, timeMs: DurationMs): void {
    this.#count += 1;
    // Nearly everyone of a large field ends here.
    if (timeMs > this.#limitMs) return;
    const first = this.#first;
    const at = first.findIndex((other) => other.timeMs > timeMs);
    first.splice(at === -1 ? first.length : at, 0, { runnerId, timeMs });
    this.#limitMs = first[this.#places - 1]?.timeMs ?? Infinity;
    this.#first = first.filter((other) => other.timeMs <= this.#limitMs);
  }

  list(): readonly (readonly [runnerId: string, call: Call])[] {
    if (this.#count < this.#least) return [];
    return this.#first.map(({ runnerId, timeMs }) => {
      const place = this.#first.findIndex((other) => other.timeMs === timeMs) + 1;
      return [runnerId, this.#call(place, timeMs)] as const;
    });
  }
}
