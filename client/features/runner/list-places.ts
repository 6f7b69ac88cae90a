import { type GroupPlace, type GroupPlaces, sexOf } from '#shared/scoring/group-places.ts';
import type { Texts } from '#shared/texts/en.ts';

/** A place of a runner, and among whom: `of 40 women`. */
export interface PlaceAmong {
  readonly place: number;
  readonly of: string;
}

export interface PlacesContext {
  readonly texts: Texts;
  readonly ageGroup: string;
  /** How all are counted, in words. */
  readonly ofAll: (place: GroupPlace) => string;
  /** How many of a sex or an age group are counted. */
  readonly count: 'placed' | 'listed';
}

/** The places of a runner among all, their sex and their age group, as far as they have any. */
export function listPlaces(
  { overall, sex: amongSex, ageGroup: amongAge }: GroupPlaces,
  { texts: { runner }, ageGroup, ofAll, count }: PlacesContext,
): readonly PlaceAmong[] {
  const sex = sexOf(ageGroup);
  return [
    overall && { place: overall.place, of: ofAll(overall) },
    amongSex && sex && { place: amongSex.place, of: runner.ofSex[sex](amongSex[count]) },
    amongAge && { place: amongAge.place, of: runner.ofGroup(ageGroup, amongAge[count]) },
  ].filter((place) => place !== null && place !== undefined);
}
