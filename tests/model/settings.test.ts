import { describe, expect, test } from 'vitest';

import { USUAL_COURSES } from '#shared/model/courses.ts';
import { DEFAULT_CONFIG, findSettings } from '#shared/model/race-config.ts';
import { readSetting } from '#shared/model/read-setting.ts';
import {
  changesOf,
  mergeValue,
  partsOf,
  textPartsOf,
  valueOf,
  withValues,
} from '#shared/model/setting-parts.ts';
import { SETTING_NAMES } from '#shared/model/settings.ts';

test.each(SETTING_NAMES)('the default of %s is valid', (name) => {
  const value = DEFAULT_CONFIG[name];
  expect(findSettings({ [name]: value })).toEqual({ settings: { [name]: value }, unfit: [] });
  expect(readSetting(name, value, DEFAULT_CONFIG)).toEqual({ ok: true, value });
});

describe('[RL1] settings of the record', () => {
  test('absent settings are left out, unusable ones are named', () => {
    const given = { pageTitle: 'Ras', timing: 'sundial', closed: 'no' };
    expect(findSettings(given)).toEqual({
      settings: { pageTitle: 'Ras' },
      unfit: ['timing', 'closed'],
    });
  });

  test('an event that is not named has the default', () => {
    const given = { closedEvents: { BB: true } };
    expect(findSettings(given).settings).toEqual({
      closedEvents: { ...USUAL_COURSES.byEvent(() => false), BB: true },
    });
  });
});

const SETTING_PARTS = partsOf(USUAL_COURSES);

describe('the parts of the settings', () => {
  test('are the settings, and of those per event each event', () => {
    expect(SETTING_PARTS).toHaveLength(new Set(SETTING_PARTS).size);
    expect(SETTING_PARTS).toEqual(expect.arrayContaining(['pageTitle', 'starts.PB', 'closed']));
    expect(textPartsOf(USUAL_COURSES)).toEqual(
      SETTING_PARTS.filter(
        (part) =>
          typeof valueOf(DEFAULT_CONFIG, part) === 'string' &&
          !/official|protests|setup/.test(part),
      ),
    );
  });

  test('change one by one', () => {
    const values = new Map([
      ['pageTitle', 'Ras'],
      ['starts.PB', '2026-06-20-10-00-00'],
    ] as const);
    const changed = withValues(DEFAULT_CONFIG, values);
    expect(changed.starts).toEqual({
      ...USUAL_COURSES.byEvent(() => ''),
      PB: '2026-06-20-10-00-00',
    });
    expect(valueOf(changed, 'pageTitle')).toBe('Ras');
    expect(changesOf(values)).toEqual({
      pageTitle: 'Ras',
      starts: { PB: '2026-06-20-10-00-00' },
    });
  });
});

test.each([
  ['left alone by both', 'a', 'a', 'a', 'theirs'],
  ['changed by them', 'a', 'a', 'b', 'theirs'],
  ['changed by me', 'a', 'b', 'a', 'mine'],
  ['changed to the same by both', 'a', 'b', 'b', 'mine'],
  ['changed differently', 'a', 'b', 'c', 'clash'],
  ['not to be read, and left alone by them', 'a', undefined, 'a', 'mine'],
  ['not to be read, and changed by them', 'a', undefined, 'b', 'clash'],
])('[CL26] a value %s', (_name, was, mine, theirs, merged) =>
  expect(mergeValue(was, mine, theirs)).toBe(merged),
);
