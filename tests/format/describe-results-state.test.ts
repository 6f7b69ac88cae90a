import { expect, test } from 'vitest';

import { USUAL_COURSES } from '#shared/model/courses.ts';
import {
  describeResultsState,
  describeStateBriefly,
} from '#shared/format/describe-results-state.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import { cy } from '#shared/texts/cy.ts';
import { en } from '#shared/texts/en.ts';
import { buildConfig } from '#tests/support/builders.ts';

/** 16:45 in London. */
const NOW_MS = Date.UTC(2026, 5, 20, 15, 45);
const PROTESTS: Partial<RaceConfig> = { protestsUntil: '2026-06-20-16-30-00' };
const OFFICIAL: Partial<RaceConfig> = {
  officialAt: '2026-06-20-16-40-00',
  officialBy: 'A. Rees',
};

test.each<[Partial<RaceConfig>, string, string]>([
  [{}, '', ''],
  [PROTESTS, '', ''],
  [OFFICIAL, '', ''],
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
  [
    { closed: true, ...OFFICIAL, officialBy: '' },
    'Official results since 16:40',
    'Official since 16:40',
  ],
])('[OF1 OF2] with %j the results are: %s', (config, words, brief) => {
  expect(describeStateBriefly(USUAL_COURSES.events, buildConfig(config), NOW_MS, en)).toBe(brief);
  expect(describeResultsState(USUAL_COURSES.events, buildConfig(config), NOW_MS, en)).toBe(words);
  expect(describeResultsState(USUAL_COURSES.events, buildConfig(config), NOW_MS, cy) === '').toBe(
    words === '',
  );
});

test('[OF1] a distance that is closed by itself has results of its own', () => {
  const config = buildConfig({
    ...OFFICIAL,
    closedEvents: USUAL_COURSES.byEvent((event) => event === 'BB'),
  });
  const describe = (events: typeof USUAL_COURSES.events): string =>
    describeResultsState(events, config, NOW_MS, en);
  expect(describe(['BB'])).toBe('Official results since 16:40, A. Rees');
  expect(describe(['PB'])).toBe('');
  expect(describe(USUAL_COURSES.events)).toBe('');
});
