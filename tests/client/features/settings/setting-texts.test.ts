import { expect, test } from 'vitest';

import {
  readTyped,
  type SettingTexts,
  showValue,
  textsBy,
  textsOf,
  valuesTyped,
} from '#client/features/settings/setting-texts.ts';
import { parseConfigInput } from '#server/features/settings/save-config.ts';
import { USUAL_COURSES } from '#shared/model/courses.ts';
import {
  changesOf,
  type SettingChanges,
  type TextPart,
  textPartsOf,
} from '#shared/model/setting-parts.ts';
import { buildConfig } from '#tests/support/builders.ts';

const config = buildConfig({
  starts: {
    ...USUAL_COURSES.byEvent(() => ''),
    BB: '2026-06-20-11-00-00',
    UB: '2026-06-20-08-00-00',
  },
  startText: '10K start: 11:00',
  timing: 'chip',
});
const TEXT_PARTS = textPartsOf(USUAL_COURSES);
const base = textsOf(config);
const typed = textsBy(TEXT_PARTS, (field) => showValue(field, base[field] ?? ''));

/** The typed fields as the page sends them. */
function present(texts: SettingTexts, fields: readonly TextPart[]): SettingChanges {
  return changesOf(valuesTyped({ typed: texts, base }, fields));
}

test('the fields together are the settings, except setup, closing and official results', () => {
  const { closed, closedEvents, officialAt, officialBy, protestsUntil, setup, ...settings } =
    config;
  expect([officialAt, officialBy, protestsUntil, setup].join('')).toBe('');
  expect([closed, ...Object.values(closedEvents)]).not.toContain(true);
  expect(present(typed, TEXT_PARTS)).toEqual(settings);
});

test.each<[TextPart, string]>([
  ['pageTitle', 'x'.repeat(201)],
  ['startText', 'a\u0007b'],
  ['distances', 'Half,half'],
  ['timeZone', 'Mars/Base'],
  ['raceStart', 'soon'],
  ['starts.BB', '2026-02-30 10:00:00'],
  ['earliestFinish', '10 minutes'],
])('the page and the server refuse %s %j alike', (field, text) => {
  const reading = readTyped(field, text);
  expect(reading.ok).toBe(false);
  const outcome = parseConfigInput(present({ ...typed, [field]: text }, [field]), config);
  if (outcome.ok) throw new Error('the server takes it');
  expect(outcome.error.map((error) => error.field)).toEqual([field.split('.')[0]]);
});
