import { expect, test } from 'vitest';

import { USUAL_COURSES } from '#shared/model/courses.ts';
import {
  describeResultsState,
  describeStateBriefly,
  findOpenProtests,
} from '#shared/format/describe-results-state.ts';
import { findResultsState, type RaceConfig } from '#shared/model/race-config.ts';
import { en } from '#shared/texts/en.ts';
import { buildConfig } from '#tests/support/builders.ts';

/** 16:45 in London. */
const NOW_MS = Date.UTC(2026, 5, 20, 15, 45);
const PROTESTS: Partial<RaceConfig> = { protestsUntil: '2026-06-20-16-30-00' };
const OFFICIAL: Partial<RaceConfig> = {
  officialAt: '2026-06-20-16-40-00',
  officialBy: 'A. Rees',
};

const describeState = (events: readonly string[], config: RaceConfig): string =>
  describeResultsState(events, config, NOW_MS, en);

test.each<[Partial<RaceConfig>, string, string]>([
  [{}, '', ''],
  [PROTESTS, '', ''],
  [{ closed: true }, 'Provisional results', 'The race is closed'],
  [
    { closed: true, ...PROTESTS },
    'Provisional results, protests until 16:30',
    'Protests until 16:30',
  ],
  [
    { closed: true, ...PROTESTS, ...OFFICIAL },
    'Official results since 16:40, A. Rees',
    'Official since 16:40',
  ],
])('[OF1 OF2] with %j the results are: %s', (config, words, brief) => {
  const given = buildConfig(config);
  expect(describeStateBriefly(USUAL_COURSES.events, given, NOW_MS, en)).toBe(brief);
  expect(describeState(USUAL_COURSES.events, given)).toBe(words);
});

const only = <Value>(event: string, value: Value, other: Value) =>
  USUAL_COURSES.byEvent((each) => (each === event ? value : other));

test.each<[Partial<RaceConfig>, number, string]>([
  [{ closed: true, ...PROTESTS }, 16, '16:30'],
  [{ closed: true, ...PROTESTS }, 15, ''],
  [{ closed: true }, 16, ''],
])('[OF2] with %j, %i minutes before 16:45, open protests end: %s', (config, ago, until) => {
  const nowMs = NOW_MS - ago * 60_000;
  expect(findOpenProtests(buildConfig(config), nowMs, en)).toBe(until);
});

test('[OF1 OF2] a distance that is closed before the others is provisional, and named', () => {
  const config = buildConfig({ closedEvents: only('BB', true, false) });
  expect(describeState(['BB'], config)).toBe('Provisional results');
  expect(describeState(USUAL_COURSES.events, config)).toBe('Half: Provisional results');
  expect(findResultsState(['BB'], config)).toBe('provisional');
  expect(findResultsState(USUAL_COURSES.events, config)).toBe('open');
});
