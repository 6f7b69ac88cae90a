import {
  type GroupPlace,
  type GroupPlaces,
  countAmong,
  sexOf,
} from '#shared/scoring/group-places.ts';
import type { Texts } from '#shared/texts/en.ts';

/** A place of a runner, and among whom: `of 40 women`. */
export interface PlaceAmong {
  readonly place: number;
  readonly of: string;
}

export interface PlacesContext {
  readonly texts: Texts;
  readonly ageGroup: string;
  readonly ofAll: (count: number) => string;
  /** Nobody is to come any more. */
  readonly isClosed: boolean;
}

/** The places of a runner among all, their sex and their age group, as far as they have any. */
export function listPlaces(
  { overall, sex: amongSex, ageGroup: amongAge }: GroupPlaces,
  { texts: { runner }, ageGroup, ofAll, isClosed }: PlacesContext,
): readonly PlaceAmong[] {
  const sex = sexOf(ageGroup);
  const count = (found: GroupPlace): number => countAmong(found, isClosed);
  return [
    overall && { place: overall.place, of: ofAll(count(overall)) },
    amongSex && sex && { place: amongSex.place, of: runner.ofSex[sex](count(amongSex)) },
    amongAge && { place: amongAge.place, of: runner.ofGroup(ageGroup, count(amongAge)) },
  ].filter((place) => place !== null && place !== undefined);
}
