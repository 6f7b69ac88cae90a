import { type Soonest, findSoonest } from './soonest-finish.ts';
import type { Courses } from '../model/courses.ts';
import { getOrAdd, groupBy } from '../model/group-by.ts';
import {
  type DistanceSetup,
  type PrizeSetup,
  type RaceSetup,
  type Sex,
  SEXES,
} from '../model/race-setup.ts';
import type { UnrankedResult } from '../model/result.ts';
import type { DurationMs } from '../model/time.ts';
import { compareNames, PlaceCounter, valueAt } from './rank-keys.ts';
import { type Ranking, USUAL_RANKING } from '../model/ranking.ts';
import type { RankedTime } from './result-tables.ts';
import { byClub, keyOfClub } from './team-results.ts';

/** The winners of a prize, on one course of it (RULES.md PZ). */
export interface Award {
  readonly prize: PrizeSetup;
  /** The codes of the distances it is for. */
  readonly distances: readonly string[];
  /** Winners by place; longer than the number of places if the last place is tied. */
  readonly winners: readonly RankedTime[];
  /** The number of places not taken yet. */
  readonly open: number;
  /** Runners on course who could still change it, the most likely first (RULES.md PZ6). */
  readonly contenders: readonly UnrankedResult[];
  /** A runner with a time is left out because of an earlier prize (RULES.md PZ4). */
  readonly isPassedOn: boolean;
}

/** A runner with a time. */
interface Timed extends Omit<RankedTime, 'place'> {
  readonly value: number;
}

interface Field {
  readonly ranking: Ranking;
  /** Everybody with a time, best first. */
  readonly timed: readonly Timed[];
  /**
   * Runners on course without a time, the most likely first; by segment, laps or two clocks their chances are unknown.
   */
  readonly out: readonly Soonest[];
}

/**
 * The prizes of a race in the order of their announcement, each for each of its courses (RULES.md PZ1 to PZ6). `listed`
 * gives the results of a distance, in any order.
 */
export function awardPrizes(
  prizes: readonly PrizeSetup[],
  courses: Courses,
  listed: (distance: string) => readonly UnrankedResult[],
): readonly Award[] {
  const fields = new Map<string, Field>();
  const taken = new Set<string>();
  const awards: Award[] = [];
  for (const prize of prizes) {
    const isFor = createFilter(prize, courses);
    for (const distances of listCourses(prize, courses.setup)) {
      const isByCategory = prize.categories !== undefined; // RK14
      const key = [prize.segment, isByCategory, ...distances].join();
      const field = getOrAdd(fields, key, () =>
        openField(distances, { ...prize, isByCategory }, courses, listed),
      );
      const isFree = ({ runnerId }: UnrankedResult): boolean =>
        !(prize.isExclusive && taken.has(runnerId));
      const winners = takePlaces(field, prize.places, (row) => isFor(row) && isFree(row));
      const isPassedOn = field.timed.some(({ result }) => isFor(result) && !isFree(result));
      const open = Math.max(0, prize.places - winners.length);
      const lastMs = open > 0 ? Infinity : (winners.at(-1)?.timeMs ?? -Infinity);
      const contenders = new Set(
        field.out
          .filter(({ row, soonestMs }) => soonestMs <= lastMs && isFor(row) && isFree(row))
          .map(({ row }) => row),
      );
      if (prize.isExclusive) {
        const own = { distances, isFor, winners };
        for (const row of listPushers(awards, own)) contenders.add(row);
        for (const { result } of winners) taken.add(result.runnerId);
      }
      awards.push({ prize, distances, winners, open, contenders: [...contenders], isPassedOn });
    }
  }
  return awards;
}

/**
 * The default prizes: the first three of each sex and the first of each category, per ranked distance (RULES.md PZ7).
 */
export function defaultPrizes({ distances, categories }: RaceSetup): readonly PrizeSetup[] {
  const { table } = categories;
  const sexes = SEXES.filter((sex) =>
    table.some((row) => row.sexes.length === 1 && row.sexes.includes(sex)),
  );
  const overall = sexes.length > 0 ? sexes : [undefined];
  return distances.filter(isRanked).flatMap(({ code }) => {
    const prize = (name: string, places: number, who: Partial<PrizeSetup>): PrizeSetup =>
      Object.assign({ name, distances: [code], places, isExclusive: false }, who);
    const first = overall.map((sex) =>
      sex ? prize(SEX_NAMES[sex], 3, { sexes: [sex] }) : prize('Overall', 3, {}),
    );
    return first.concat(
      table.map((row) => prize(row.name ?? row.code, 1, { categories: [row.code] })),
    );
  });
}

const SEX_NAMES: Readonly<Record<Sex, string>> = { F: 'Women', M: 'Men', X: 'Non-binary' };

const isRanked = ({ isRanked: has = true }: DistanceSetup): boolean => has;

/** The distances of a prize, grouped as comparable: all with its segment, else those of one course (RULES.md PZ1). */
function listCourses(
  { distances: codes, segment }: PrizeSetup,
  race: RaceSetup,
): readonly (readonly string[])[] {
  const meant = race.distances.filter(
    (one) => isRanked(one) && (codes?.includes(one.code) ?? true),
  );
  const courses = groupBy(meant, ({ course, segments }) => {
    if (segment === undefined) return course;
    return segments.includes(segment) ? '' : undefined;
  });
  return Array.from(courses.values(), (all) => all.map(({ code }) => code));
}

/** Whether a prize is open to a runner (RULES.md PZ2). */
function createFilter(
  { sexes, categories, clubs }: PrizeSetup,
  courses: Courses,
): (row: UnrankedResult) => boolean {
  const clubOf = byClub();
  const wanted = clubs && new Set(clubs.map(keyOfClub));
  return (row) => {
    const sex = sexes && courses.sexOf(row);
    if (sexes && !(sex && sexes.includes(sex))) return false;
    if (categories && !categories.includes(row.ageGroup)) return false;
    const club = wanted && clubOf(row);
    return !wanted || (club !== undefined && wanted.has(club));
  };
}

function openField(
  distances: readonly string[],
  { segment, isByCategory }: Pick<PrizeSetup, 'segment'> & { readonly isByCategory: boolean },
  courses: Courses,
  listed: (distance: string) => readonly UnrankedResult[],
): Field {
  const index = courses.findClimb(segment ?? '')?.index ?? -1;
  const timeOf = ({ status, totalMs, komsMs }: UnrankedResult): DurationMs | null => {
    if (segment === undefined) return status === 'finished' ? totalMs : null;
    return status === 'dnf' ? null : (komsMs[index] ?? null);
  };
  // If distances of one course rank differently, the first decides.
  const ranking = segment === undefined ? courses.rankingOf(distances[0] ?? '') : USUAL_RANKING;
  const parts = distances.map((code) => ({ event: code, rows: listed(code) }));
  const out: Soonest[] = [];
  for (const { event, rows } of parts) {
    if (
      segment === undefined &&
      !ranking.isByLaps &&
      courses.categoryClockOf(event) === undefined
    ) {
      out.push(...findSoonest(rows, event, courses));
    } else {
      const racing = rows.filter((row) => row.status === 'racing' && timeOf(row) === null);
      out.push(...racing.map((row) => ({ row, soonestMs: 0 })));
    }
  }
  const timed = parts
    .flatMap(({ rows }) => rows)
    .flatMap((result) => {
      const timeMs = timeOf(result);
      if (timeMs === null) return [];
      if (segment !== undefined) return [{ result, timeMs, value: timeMs }];
      const value = valueAt(result, 'finish', ranking, isByCategory) ?? timeMs;
      return [{ result, timeMs: (isByCategory ? result.categoryMs : null) ?? timeMs, value }];
    })
    .toSorted((a, b) => a.value - b.value || compareNames(a.result, b.result));
  return { ranking, timed, out: out.toSorted((a, b) => a.soonestMs - b.soonestMs) };
}

/** Awards the places (RULES.md PZ3, PZ4). */
function takePlaces(
  { timed, ranking }: Field,
  places: number,
  canTake: (row: UnrankedResult) => boolean,
): readonly RankedTime[] {
  const counter = new PlaceCounter(ranking);
  const winners: RankedTime[] = [];
  for (const { result, timeMs, value } of timed) {
    if (!canTake(result)) continue;
    const place = counter.next(value);
    if (place > places) break;
    winners.push({ result, timeMs, place });
  }
  return winners;
}

/**
 * Runners who could change an exclusive prize through an earlier one (RULES.md PZ6): by pushing its winner on to this
 * prize, by leaving it to the next runner, or by taking it instead of this prize.
 */
function listPushers(
  earlier: readonly Award[],
  own: Pick<Award, 'distances' | 'winners'> & {
    readonly isFor: (row: UnrankedResult) => boolean;
  },
): readonly UnrankedResult[] {
  const ownWinners = new Set(own.winners.map(({ result }) => result));
  const isEligible = ({ result }: RankedTime): boolean =>
    own.distances.includes(result.events) && own.isFor(result);
  return earlier
    .filter(({ prize }) => prize.isExclusive)
    .flatMap(({ winners, open, contenders }) => {
      const isPushed = contenders.length > open && winners.some(isEligible);
      const isLeft = winners.some(({ result }) => contenders.includes(result));
      return isPushed || isLeft ? contenders : contenders.filter((row) => ownWinners.has(row));
    });
}
