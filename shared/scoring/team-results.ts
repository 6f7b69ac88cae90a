import { foldText } from '../format/fold-text.ts';
import type { UnrankedResult } from '../model/result.ts';
import { compareText } from './compare-text.ts';
import type { Courses } from '../model/courses.ts';
import { PlaceCounter } from './place-counter.ts';

/** How many of a club count: the rule of most fell and road races (RULES.md TM1). */
const COUNTERS: Readonly<Record<'F' | 'M', number>> = { F: 3, M: 4 };

/** A finisher who counts for their club. */
export interface Counter {
  readonly result: UnrankedResult;
  /** Among the finishers of their sex. */
  readonly place: number;
}

export interface Team {
  /** As the first of its counters writes it. */
  readonly club: string;
  readonly place: number;
  /** The sum of the places of its counters: the lowest wins. */
  readonly points: number;
  /** In the order of their places. */
  readonly counters: readonly Counter[];
}

/** What people write who run for no club, folded, in English and Welsh (RULES.md TM3). */
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

/** What a club is known by, however its name is written; undefined for none (RULES.md TM2, TM3). */
export function keyOfClub(runClub: string): string | undefined {
  const key = foldText(runClub);
  return NO_CLUB.has(key) ? undefined : key;
}

/** {@link keyOfClub} of a runner, for many of them: a name is folded once, however many write it. */
export function byClub(): (result: UnrankedResult) => string | undefined {
  const keys = new Map<string, string | undefined>();
  return ({ runClub }) => {
    if (!keys.has(runClub)) keys.set(runClub, keyOfClub(runClub));
    return keys.get(runClub);
  };
}

/**
 * The teams of one sex in an event (RULES.md TM1 to TM4), best first.
 * `finishers` are those of the event in the order of their places.
 */
export function rankTeams(
  finishers: Iterable<UnrankedResult>,
  sex: 'F' | 'M',
  courses: Pick<Courses, 'sexOf'>,
): readonly Team[] {
  const clubs = new Map<string, Counter[]>();
  const places = new PlaceCounter();
  const clubOf = byClub();
  for (const result of finishers) {
    if (courses.sexOf(result.ageGroup) !== sex) continue;
    const place = places.next(result.totalMs);
    const key = clubOf(result);
    if (key === undefined) continue;
    const counters = clubs.get(key) ?? [];
    if (counters.length < COUNTERS[sex]) counters.push({ result, place });
    clubs.set(key, counters);
  }
  const teams = [...clubs.values()]
    .filter((counters) => counters.length === COUNTERS[sex])
    .map((counters) => ({
      club: counters[0]?.result.runClub.trim() ?? '',
      points: counters.reduce((sum, counter) => sum + counter.place, 0),
      last: counters.at(-1)?.place ?? 0,
      counters,
    }))
    .toSorted((a, b) => a.points - b.points || a.last - b.last || compareText(a.club, b.club));
  return teams.map(({ club, points, last, counters }) => {
    const better = teams.findIndex((team) => team.points === points && team.last === last);
    return { club, points, counters, place: better + 1 };
  });
}
