import { describeName } from '#shared/format/describe-name.ts';
import { formatElapsed, formatShort, roundUpToSeconds } from '#shared/format/format-time.ts';
import { labelEvent } from '#shared/format/label-event.ts';
import { type RaceConfig, splitNames } from '#shared/model/race-config.ts';
import { KOM_SEGMENTS } from '#shared/scoring/course.ts';
import type { Standings } from '#shared/scoring/standings.ts';
import type { Texts } from '#shared/texts/en.ts';

import type { LoggedArrival } from './arrival-log.ts';
import { labelPoint } from './choice.ts';
import type { PointPlaces } from './field-places.ts';

/** An arrival in words, as a commentator says it. */
export interface DescribedArrival {
  readonly place: string;
  readonly name: string;
  /** What is called out: the first woman, a category, a fastest leg. */
  readonly calls: readonly string[];
  readonly details: string;
  readonly time: string;
  /** What was corrected. */
  readonly correction: string;
}

interface Surroundings {
  readonly config: RaceConfig;
  readonly texts: Texts;
  readonly standings: Standings;
  /** More than one race is listed. */
  readonly isMixed: boolean;
}

/** Places up to this one are called out. */
const CALLED = 3;

export function describeArrival(
  { result, elapsedMs, wasMs, isTakenBack }: LoggedArrival,
  places: PointPlaces | undefined,
  { config, texts, standings, isMixed }: Surroundings,
): DescribedArrival {
  const { common, commentary } = texts;
  const { gained = 0 } = places ?? {};
  const details = [
    isMixed ? labelEvent(result.events, config) : '',
    result.bibNumber === '' ? '' : common.bibOf(result.bibNumber),
    result.ageGroup,
    result.runClub,
    gained > 0 ? commentary.passed(gained) : '',
    gained < 0 ? commentary.lost(-gained) : '',
  ];
  const correction = isTakenBack
    ? commentary.takenBack
    : wasMs === undefined
      ? ''
      : commentary.was(formatElapsed(wasMs));
  return {
    place: places && !isTakenBack ? String(places.overall) : '–',
    name: describeName(result, common),
    calls: places && !isTakenBack ? listCalls(result, places, config, texts, standings) : [],
    details: details.filter(Boolean).join(' · '),
    time: formatElapsed(elapsedMs),
    correction,
  };
}

function listCalls(
  result: LoggedArrival['result'],
  { sex, ageGroup, fastestFrom }: PointPlaces,
  config: RaceConfig,
  texts: Texts,
  standings: Standings,
): string[] {
  const { commentary, common } = texts;
  const calls: string[] = [];
  const isWoman = result.ageGroup.startsWith('F');
  if (sex === 1) calls.push(isWoman ? commentary.firstWoman : commentary.firstMan);
  else if (sex !== undefined && sex <= CALLED) {
    calls.push((isWoman ? commentary.woman : commentary.man)(common.ordinal(sex)));
  }
  if (ageGroup !== undefined && ageGroup <= CALLED) {
    calls.push(commentary.inGroup(common.ordinal(ageGroup), result.ageGroup));
  }
  if (fastestFrom !== undefined) {
    calls.push(commentary.fastestFrom(labelPoint(fastestFrom, config, texts, result.events)));
  }
  const climbs = splitNames(config.KOMs);
  for (const { code, index } of KOM_SEGMENTS) {
    const komMs = result.komsMs[index] ?? null;
    if (komMs === null || standings.specialPlaceOf(code, result.runnerId) !== 1) continue;
    const time = formatShort(roundUpToSeconds(komMs));
    calls.push(commentary.bestClimb(climbs[index] ?? code, time));
  }
  return calls;
}
