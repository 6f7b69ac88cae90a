import type { EventCode } from '../model/event.ts';
import type { Sex } from '../model/race-setup.ts';
import type { UnrankedResult } from '../model/result.ts';
import { PlaceCounter } from './place-counter.ts';
import { valueAt } from './rank-keys.ts';
import type { Standings } from './standings.ts';

/** A finisher with the place among those of their sex. */
export interface PlacedFinisher {
  readonly result: UnrankedResult;
  readonly place: number;
}

/** The first finishers of a sex; nobody in an unranked distance (RULES.md GP1, GP3, RK15). */
export function rankSex(
  standings: Standings,
  event: EventCode,
  sex: Sex,
  most = Infinity,
): readonly PlacedFinisher[] {
  const { courses } = standings;
  const ranking = courses.rankingOf(event);
  const placed: PlacedFinisher[] = [];
  if (!ranking.isRanked) return placed;
  const places = new PlaceCounter(ranking);
  for (const result of standings.finishers(event)) {
    if (placed.length >= most) break;
    if (courses.sexOf(result) !== sex) continue;
    placed.push({ result, place: places.next(valueAt(result, 'finish', ranking)) });
  }
  return placed;
}

export interface SexLeaders {
  readonly sex: 'F' | 'M';
  readonly leaders: readonly PlacedFinisher[];
}

const LEADERS = 3;

/** The first three women and the first three men, once there are three of each; before that nothing (RULES.md GP9). */
export function listSexLeaders(standings: Standings, event: EventCode): readonly SexLeaders[] {
  const sexes = (['F', 'M'] as const).map((sex) => ({
    sex,
    leaders: rankSex(standings, event, sex, LEADERS),
  }));
  return sexes.every(({ leaders }) => leaders.length === LEADERS) ? sexes : [];
}
