import {
  AHEAD,
  NO_POSITION,
  describePosition,
  describeSplit,
  describeTotal,
} from '#shared/format/describe-result.ts';
import { coursesOf } from '#shared/model/courses.ts';
import { type RaceConfig, splitNames } from '#shared/model/race-config.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { labelCheckpoint } from '#shared/scoring/course.ts';
import type { Texts } from '#shared/texts/en.ts';
import type { Standings } from '#shared/scoring/standings.ts';

/** A stage, or the whole race. */
export interface SplitLine {
  /** Two stages may have the same name. */
  readonly key: string;
  readonly name: string;
  readonly time: string;
  readonly position: string;
  readonly isOverall: boolean;
}

/** Whether rows open to splits: with more than one named stage, or in a race with a setup with any stage. */
export function hasSplits(config: RaceConfig): boolean {
  if (config.setup === '') return splitNames(config.wayPoints).length > 1;
  const courses = coursesOf(config);
  return courses.events.some((event) => courses.stagesOf(event).length > 0);
}

/** The stages of the runner's event in order, then the overall line. */
export function listSplits(
  result: UnrankedResult,
  standings: Standings,
  config: RaceConfig,
  texts: Texts,
): readonly SplitLine[] {
  const places = standings.checkpointPlacesOf(result.runnerId);
  const stages = standings.courses.stagesOf(result.events);
  const { rounding } = standings.courses.rankingOf(result.events);
  const lastSeen = stages.findLastIndex(({ slot }) => typeof result.splitsMs[slot] === 'number');
  const lines = stages.map(({ slot }, index) => {
    const splitMs = result.splitsMs[slot];
    // Points still ahead do not count as missed (RULES.md CP5).
    const isAhead = result.status === 'racing' && index > lastSeen;
    return {
      key: String(slot),
      name: labelCheckpoint(slot, config, result.events),
      time: isAhead ? AHEAD : describeSplit(splitMs, texts.outcome, rounding),
      position: isAhead ? AHEAD : describePosition(places[slot] ?? null, splitMs),
      isOverall: false,
    };
  });
  return [...lines, describeOverall(result, standings, texts)];
}

function describeOverall(
  result: UnrankedResult,
  standings: Standings,
  { outcome, splits }: Texts,
): SplitLine {
  const place = standings.placeOf(result.runnerId);
  const total = standings.totals[result.events] ?? 0;
  const isRacing = result.status === 'racing';
  const without = isRacing ? AHEAD : NO_POSITION;
  return {
    key: 'overall',
    name: splits.overall,
    time: isRacing
      ? outcome.racing
      : describeTotal(result, outcome, standings.courses.rankingOf(result.events)),
    position: place === null ? without : `${place}/${total}`,
    isOverall: true,
  };
}
