import type { RaceConfig } from '#shared/model/race-config.ts';
import { labelCheckpoint } from '#shared/scoring/course.ts';
import type { StagePoint } from '#shared/scoring/stages.ts';
import type { Texts } from '#shared/texts/en.ts';
import type { ResultsTab } from '#shared/scoring/tabs.ts';
import type { ResultsQuery } from './results-query.ts';

/** The active filters in words, the shortest first. */
export function describeFilter(
  { category, sex, club, stage }: ResultsQuery,
  config: RaceConfig,
  tab: ResultsTab,
  words: Texts['finding'],
): string[] {
  return [
    category,
    sex === '' ? '' : words.sexes[sex],
    club,
    stage === '' ? '' : words.from(labelStage(stage, config, tab, words)),
  ].filter((part) => part !== '');
}

export function labelStage(
  stage: StagePoint,
  config: Pick<RaceConfig, 'wayPoints' | 'setup'>,
  tab: ResultsTab,
  words: Texts['finding'],
): string {
  if (stage === 'finish') return words.finish;
  return labelCheckpoint(stage, config, tab.kind === 'event' ? tab.code : undefined);
}
