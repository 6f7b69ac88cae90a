import type { KomCode } from '#shared/model/courses.ts';
import { append } from '#shared/model/group-by.ts';
import type { DurationMs } from '#shared/model/time.ts';
import { isInKom } from '#shared/scoring/course.ts';
import { legTime, type StagePoint, stagePointsOf } from '#shared/scoring/stages.ts';
import { valueAt } from '#shared/scoring/rank-keys.ts';
import type { Standings } from '#shared/scoring/standings.ts';

/** A remark that the commentator calls out when a runner comes through. */
export type Call =
  /** One of the first three of a sex or category; the value is the place. */
  | { readonly kind: 'sex' | 'ageGroup'; readonly of: string; readonly value: number }
  /** The fastest leg so far, from the point before. */
  | { readonly kind: 'leg'; readonly of: StagePoint; readonly value: DurationMs }
  /** The fastest on a climb so far. */
  | { readonly kind: 'climb'; readonly of: KomCode; readonly value: DurationMs };

/** By runner. */
export type Calls = ReadonlyMap<string, readonly Call[]>;

const PLACES = 3;
/** A fastest leg is only called out among at least this many. */
const LEAST_LEGS = 5;

interface Entry {
  readonly runnerId: string;
  readonly value: number;
  /** The call for a place in the group, if that is called out. */
  readonly call: (place: number) => Call | undefined;
}

/** The calls of each runner at a point; climbs also of runners who have not passed it. */
export function listCalls(standings: Standings, point: StagePoint): Calls {
  const { courses } = standings;
  const groups = new Map<string, Entry[]>();
  for (const event of courses.events) {
    const ranking = courses.rankingOf(event);
    const points = stagePointsOf(event, courses);
    const before = points[points.indexOf(point) - 1];
    for (const row of standings.listed(event)) {
      const { runnerId, ageGroup } = row;
      const add = (group: string, value: number | null | undefined, call: Entry['call']): void => {
        if (value != null) append(groups, group, { runnerId, value, call });
      };
      const addFastest = (call: Exclude<Call, { kind: 'sex' | 'ageGroup' }>, group: string): void =>
        add(group, call.value, (place) => (place === 1 ? call : undefined));
      for (const kom of courses.climbs) {
        const value = isInKom(row, kom) ? row.komsMs[kom.index] : null;
        if (value != null) addFastest({ kind: 'climb', of: kom.code, value }, kom.code);
      }
      const reached = ranking.isRanked && points.includes(point);
      const value = reached ? valueAt(row, point, ranking) : null;
      if (value === null) continue;
      const sex = courses.sexOf(row);
      if (sex) add(`${event} sex ${sex}`, value, callPlace('sex', sex));
      if (ageGroup !== '') {
        const ofCategory = valueAt(row, point, ranking, true) ?? value;
        add(`${event} age ${ageGroup}`, ofCategory, callPlace('ageGroup', ageGroup));
      }
      const legMs = before === undefined ? null : legTime(row, before, point);
      if (before !== undefined && legMs !== null) {
        addFastest({ kind: 'leg', of: before, value: legMs }, `${event} leg`);
      }
    }
  }
  const calls = new Map<string, Call[]>();
  for (const [group, entries] of groups) {
    if (group.endsWith(' leg') && entries.length < LEAST_LEGS) continue;
    for (const [runnerId, call] of callFirst(entries)) append(calls, runnerId, call);
  }
  return calls;
}

function callPlace(kind: 'sex' | 'ageGroup', of: string): Entry['call'] {
  return (place) => (place <= PLACES ? { kind, of, value: place } : undefined);
}

/** The calls for the first of a group; equal values share a place. */
function callFirst(entries: readonly Entry[]): (readonly [runnerId: string, call: Call])[] {
  const limit = Float64Array.from(entries, ({ value }) => value).toSorted()[PLACES - 1] ?? Infinity;
  const first = entries.filter(({ value }) => value <= limit).toSorted((a, b) => a.value - b.value);
  return first.flatMap(({ runnerId, value, call }) => {
    const called = call(1 + first.findIndex((other) => other.value === value));
    return called ? [[runnerId, called] as const] : [];
  });
}
