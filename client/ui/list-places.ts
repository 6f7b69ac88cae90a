import type { Courses } from '#shared/model/courses.ts';
import type { SexSource } from '#shared/model/result.ts';
import { countAmong, type GroupPlace, type GroupPlaces } from '#shared/scoring/stages.ts';
import type { AllTexts } from '#shared/texts/en-screens.ts';
import { keepWhole } from '#client/ui/keep-whole.ts';

/** A runner's place in a group, with the text for the group: `of 40 women`. */
export interface PlaceAmong {
  readonly place: number;
  readonly of: string;
}

export interface PlacesContext {
  readonly texts: AllTexts;
  readonly runner: SexSource;
  readonly courses: Pick<Courses, 'sexOf'>;
  readonly ofAll: (count: number) => string;
  /** Whether nobody else can finish. */
  readonly isClosed: boolean;
}

/** A runner's places overall, in their sex and in their age group, where they have one. */
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
