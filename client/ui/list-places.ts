import type { Courses } from '#shared/model/courses.ts';
import type { SexSource } from '#shared/model/result.ts';
import { countAmong, type GroupPlace, type GroupPlaces } from '#shared/scoring/stages.ts';
import type { AllTexts } from '#shared/texts/en-screens.ts';
import { keepWhole } from '#client/ui/keep-whole.ts';

/** A place of a runner, and its group: `of 40 women`. */
export interface PlaceAmong {
  readonly place: number;
  readonly of: string;
}

export interface PlacesContext {
  readonly texts: AllTexts;
  readonly runner: SexSource;
  /** The courses of the race, which know the sex of a category. */
  readonly courses: Pick<Courses, 'sexOf'>;
  readonly ofAll: (count: number) => string;
  /** Nobody else can finish. */
  readonly isClosed: boolean;
}

/** The places of a runner among all, their sex and their age group, as far as they have any. */
export function listPlaces(
  { overall, sex: amongSex, ageGroup: amongAge }: GroupPlaces,
  { texts, runner, courses, ofAll, isClosed }: PlacesContext,
): readonly PlaceAmong[] {
  const sex = courses.sexOf(runner);
  const count = (found: GroupPlace): number => countAmong(found, isClosed);
  return [
    overall && { place: overall.place, of: ofAll(count(overall)) },
    amongSex && sex && { place: amongSex.place, of: texts.runner.ofSex[sex](count(amongSex)) },
    amongAge && {
      place: amongAge.place,
      of: texts.runner.ofGroup(keepWhole(runner.ageGroup), count(amongAge)),
    },
  ].filter((place) => place !== null && place !== undefined);
}
