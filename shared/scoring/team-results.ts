import { foldText } from '../format/fold-text.ts';
import type { Courses } from '../model/courses.ts';
import { append, getOrAdd } from '../model/group-by.ts';
import type { TeamSetup } from '../model/race-setup.ts';
import type { UnrankedResult } from '../model/result.ts';
import type { DurationMs } from '../model/time.ts';
import { compareText } from './order.ts';
import { PlaceCounter, type PlacedFinisher, valueAt } from './rank-keys.ts';

type TeamCourses = Pick<Courses, 'sexOf' | 'rankingOf' | 'events'>;

export interface Team {
  /** The spelling of its first counter. */
  readonly club: string;
  /** `A` for the first team of a club, `B` for the next; empty if only one is allowed. */
  readonly letter: string;
  readonly place: number;
  /** The sum of the places. */
  readonly points: number;
  readonly totalMs: DurationMs;
  /** The finishers who score, by their place among those eligible. */
  readonly counters: readonly PlacedFinisher[];
}

/** Words for no club, folded, in English and Welsh (RULES.md TM3). */
const NO_CLUB: ReadonlySet<string> = new Set([
  '',
  'unattached',
  'un attached',
  'unnattached',
  'unatached',
  'unatt',
  'u a',
  'ua',
  'none',
  'na',
  'n a',
  'no club',
  'no team',
  'individual',
  'independent',
  'digyswllt',
  'di gyswllt',
  'dim clwb',
  'dim',
  'heb glwb',
  'annibynnol',
  'unigol',
]);

/** The key of a club, however its name is written; undefined for none (RULES.md TM2, TM3). */
export function keyOfClub(runClub: string): string | undefined {
  const key = foldText(runClub);
  return NO_CLUB.has(key) ? undefined : key;
}

/** {@link keyOfClub} with a cache: thousands of runners share few names. */
export function byClub(): (result: UnrankedResult) => string | undefined {
  const keys = new Map<string, string | undefined>();
  return ({ runClub }) => {
    if (!keys.has(runClub)) keys.set(runClub, keyOfClub(runClub));
    return keys.get(runClub);
  };
}

/**
 * The teams by one rule, best first (RULES.md TM1 to TM9). `finishers` are in the order of their places; for a relay, leg
 * after leg.
 */
export function rankTeams(
  finishers: Iterable<UnrankedResult>,
  setup: TeamSetup,
  courses: TeamCourses,
): readonly Team[] {
  const isByPlace = setup.by === 'place';
  const teams = [...gatherClubs(finishers, setup, courses).values()]
    .flatMap((members) => fillTeams(members, setup, courses))
    .map(({ counters, letter }) => {
      const last = counters.at(-1);
      const points = counters.reduce((sum, { place }) => sum + place, 0);
      const totalMs = counters.reduce((sum, { result }) => sum + (result.totalMs ?? 0), 0);
      return {
        club: counters[0]?.result.runClub.trim() ?? '',
        letter,
        points,
        totalMs,
        counters,
        key: isByPlace ? points : totalMs,
        lastKey: (isByPlace ? last?.place : last?.result.totalMs) ?? 0,
      };
    })
    .toSorted(
      (a, b) =>
        a.key - b.key ||
        a.lastKey - b.lastKey ||
        compareText(a.club, b.club) ||
        compareText(a.letter, b.letter),
    );
  return teams.map(({ key, lastKey, ...team }) => {
    const better = teams.findIndex((one) => one.key === key && one.lastKey === lastKey);
    return Object.assign(team, { place: better + 1 });
  });
}

/** The eligible members of each club, by place among everyone eligible. */
function gatherClubs(
  finishers: Iterable<UnrankedResult>,
  { sexes }: TeamSetup,
  courses: TeamCourses,
): ReadonlyMap<string, PlacedFinisher[]> {
  const clubs = new Map<string, PlacedFinisher[]>();
  const counters = new Map<string, PlaceCounter>();
  const clubOf = byClub();
  for (const result of finishers) {
    const sex = sexes && courses.sexOf(result);
    if (sexes && !(sex && sexes.includes(sex))) continue;
    const ranking = courses.rankingOf(result.events);
    if (!ranking.isRanked) continue;
    const places = getOrAdd(counters, result.events, () => new PlaceCounter(ranking));
    const place = places.next(valueAt(result, 'finish', ranking));
    const key = clubOf(result);
    if (key === undefined) continue;
    append(clubs, key, { result, place });
  }
  return clubs;
}

/** Forms teams from the members of a club, as many as they fill (RULES.md TM6). */
function fillTeams(
  members: readonly PlacedFinisher[],
  { count, leastWomen = 0, by, distances, perClub = by === 'relay' ? 1 : Infinity }: TeamSetup,
  courses: TeamCourses,
): readonly Pick<Team, 'counters' | 'letter'>[] {
  const teams: Pick<Team, 'counters' | 'letter'>[] = [];
  const legs = by === 'relay' ? (distances ?? courses.events).length : 1;
  let left = members;
  while (teams.length < perClub) {
    const free = legs === 1 ? left : takeOfEach(left, Math.ceil(count / legs));
    const women = free.filter(({ result }) => courses.sexOf(result) === 'F').slice(0, leastWomen);
    const others = free.filter((one) => !women.includes(one)).slice(0, count - leastWomen);
    const chosen = new Set([...women, ...others]);
    if (chosen.size < Math.max(1, count) || women.length < leastWomen) return teams;
    teams.push({
      counters: left.filter((one) => chosen.has(one)),
      letter: perClub === 1 ? '' : letterOf(teams.length),
    });
    left = left.filter((one) => !chosen.has(one));
  }
  return teams;
}

/** The first `most` of each leg of a relay (RULES.md TM9). */
function takeOfEach(members: readonly PlacedFinisher[], most: number): readonly PlacedFinisher[] {
  const taken = new Map<string, number>();
  return members.filter(({ result: { events } }) => {
    const count = (taken.get(events) ?? 0) + 1;
    taken.set(events, count);
    return count <= most;
  });
}

/** `A` to `Z`, then numbers. */
function letterOf(index: number): string {
  return index < 26 ? String.fromCodePoint(65 + index) : String(index + 1);
}
