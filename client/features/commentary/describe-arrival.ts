import { describeName } from '#shared/format/describe-name.ts';
import { formatElapsed, formatShort } from '#shared/format/format-time.ts';
import { roundUpToSeconds } from '#shared/model/time.ts';
import { labelEvent } from '#shared/format/label-event.ts';
import { joinParts } from '#shared/format/isolate-text.ts';
import { coursesOf } from '#shared/model/courses.ts';
import { type RaceConfig, splitNames } from '#shared/model/race-config.ts';
import type { Sex } from '#shared/model/race-setup.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import type { AllTexts } from '#shared/texts/en-screens.ts';
import { labelPoint } from '#shared/scoring/course.ts';

import type { Arrival } from '#client/spectators/arrivals.ts';
import type { PointPlaces } from './arrival-places.ts';
import type { Call } from './calls.ts';
import { keepWhole } from '#client/ui/keep-whole.ts';

/** The texts of an arrival. */
export interface DescribedArrival {
  readonly place: string;
  readonly name: string;
  /** Remarks to call out: first woman, a category, a fastest leg. */
  readonly calls: readonly string[];
  readonly details: string;
  readonly time: string;
}

export interface Surroundings {
  readonly config: RaceConfig;
  readonly texts: AllTexts;
  /** More than one race is listed. */
  readonly isMixed: boolean;
}

export function describeArrival(
  { result, elapsedMs }: Arrival,
  places: PointPlaces | undefined,
  calls: readonly Call[],
  { config, texts, isMixed }: Surroundings,
): DescribedArrival {
  const { common, commentary } = texts;
  const { gained = 0 } = places ?? {};
  const { rounding } = coursesOf(config).rankingOf(result.events);
  const details = joinParts([
    isMixed ? labelEvent(result.events, config) : '',
    result.bibNumber === '' ? '' : common.bibOf(result.bibNumber),
    keepWhole(result.ageGroup),
    result.runClub,
    gained > 0 ? commentary.passed(gained) : '',
    gained < 0 ? commentary.lost(-gained) : '',
  ]);
  return {
    place: places ? String(places.overall) : '–',
    name: describeName(result, common),
    calls: calls.map((call) => describeCall(call, result, config, texts)),
    details,
    time: formatElapsed(elapsedMs, rounding),
  };
}

/** `1st woman`, `2nd F40`, `Fastest so far from Carn Ingli` */
function describeCall(
  call: Call,
  result: UnrankedResult,
  config: RaceConfig,
  texts: AllTexts,
): string {
  const { commentary, common } = texts;
  const courses = coursesOf(config);
  if (call.kind === 'leg')
    return commentary.fastestFrom(labelPoint(call.of, texts.runner.finish, config, result.events));
  if (call.kind === 'climb') {
    const { index = -1 } = courses.findClimb(call.of) ?? {};
    const name = splitNames(config.KOMs)[index] ?? call.of;
    return commentary.bestClimb(name, formatShort(roundUpToSeconds(call.value)));
  }
  const nth = common.ordinal(call.value, courses.sexOf(result));
  if (call.kind === 'ageGroup') return commentary.inGroup(nth, keepWhole(call.of));
  const ofSex = { F: commentary.woman, M: commentary.man, X: commentary.nonBinary };
  return ofSex[call.of as Sex](nth);
}
