import { expect, test } from 'vitest';

import { USUAL_COURSES } from '#shared/model/courses.ts';
import {
  describeResultsState,
  describeStateBriefly,
  findOpenProtests,
} from '#shared/format/describe-results-state.ts';
import { findResultsState, type RaceConfig } from '#shared/model/race-config.ts';
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

const describe = (events: typeof USUAL_COURSES.events, config: RaceConfig): string =>
  describeResultsState(events, config, NOW_MS, en);
const only = <Value>(event: string, value: Value, other: Value) =>
  USUAL_COURSES.byEvent((each) => (each === event ? value : other));

test.each<[Partial<RaceConfig>, number, string]>([
  [{ closed: true, ...PROTESTS }, 16, '16:30'],
  [{ closed: true, ...PROTESTS }, 15, ''],
  [{ closed: true, ...PROTESTS, ...OFFICIAL }, 16, ''],
  [PROTESTS, 16, ''],
  [{ closed: true }, 16, ''],
])('[OF2] with %j, %i minutes before 16:45, open protests end: %s', (config, ago, until) => {
  const nowMs = NOW_MS - ago * 60_000;
  expect(findOpenProtests(USUAL_COURSES.events, buildConfig(config), nowMs, en)).toBe(until);
});

test('[OF1] a distance is official before the others, and provisional once reopened', () => {
  const own: Partial<RaceConfig> = {
    officialAtEvents: only('BB', '2026-06-20-15-00-00', ''),
    officialByEvents: only('BB', 'Siân Ŵyn', ''),
    protestsUntilEvents: only('PB', '2026-06-20-17-00-00', ''),
  };
  const config = buildConfig({ closed: true, ...PROTESTS, ...own });
  expect(describe(['BB'], config)).toBe('Official results since 15:00, Siân Ŵyn');
  expect(describe(['PB'], config)).toBe('Provisional results, protests until 17:00');
  expect(describe(['UB'], config)).toBe('Provisional results, protests until 16:30');
  expect(findResultsState(['BB'], config)).toBe('official');
  expect(findResultsState(USUAL_COURSES.events, config)).toBe('provisional');
  const reopened = buildConfig({ ...own, closedEvents: only('PB', true, false) });
  expect(findResultsState(['BB'], reopened)).toBe('open');
  expect(describe(['BB'], reopened)).toBe('');
});

test('[OF2] distances in different states are listed each', () => {
  const own = { officialAtEvents: only('BB', '2026-06-20-15-00-00', '') };
  const config = buildConfig({ closed: true, ...PROTESTS, ...own });
  expect(describe(USUAL_COURSES.events, config)).toBe(
    'Half: Official results since 15:00 · Full, Ultra: Provisional results, protests until 16:30',
  );
  expect(describeStateBriefly(USUAL_COURSES.events, config, NOW_MS, en)).toBe(
    'Protests until 16:30',
  );
});
