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
  { outcome, splits }: Texts,
): readonly SplitLine[] {
  const { status, runnerId, events, splitsMs } = result;
  const isRacing = status === 'racing';
  const places = standings.checkpointPlacesOf(runnerId);
  const stages = standings.courses.stagesOf(events);
  const ranking = standings.courses.rankingOf(events);
  const lastSeen = stages.findLastIndex(({ slot }) => typeof splitsMs[slot] === 'number');
  const lines = stages.map(({ slot }, index) => {
    const splitMs = splitsMs[slot];
    // Points still ahead do not count as missed (RULES.md CP5).
    const isAhead = isRacing && index > lastSeen;
    return {
      key: String(slot),
      name: labelCheckpoint(slot, config, events),
      time: isAhead ? AHEAD : describeSplit(splitMs, outcome, ranking.rounding),
      position: isAhead ? AHEAD : describePosition(places[slot] ?? null, splitMs),
      isOverall: false,
    };
  });
  const place = standings.placeOf(runnerId);
  const unplaced = isRacing ? AHEAD : NO_POSITION;
  const overall = {
    key: 'overall',
    name: splits.overall,
    time: isRacing ? outcome.racing : describeTotal(result, outcome, ranking),
    position: place === null ? unplaced : `${place}/${standings.totals[events] ?? 0}`,
    isOverall: true,
  };
  return [...lines, overall];
}
