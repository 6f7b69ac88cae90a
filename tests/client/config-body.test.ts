import { byEvent } from '#shared/model/event.ts';
import { expect, test } from 'vitest';

import {
  placeErrors,
  presentChanges,
  presentStart,
} from '#client/features/settings/config-body.ts';
import {
  CONFIG_FIELDS,
  readTyped,
  showValue,
  valuesOf,
} from '#client/organisers/texts/config-texts.ts';
import type { ConfigField } from '#client/organisers/texts/config-texts.ts';
import { pick } from '#client/features/settings/merge-config.ts';
import { parseConfigInput } from '#server/features/settings/config-input.ts';
import { buildConfig } from '#tests/support/builders.ts';

const config = buildConfig({
  starts: { ...byEvent(() => ''), BB: '2026-06-20-11-00-00', UB: '2026-06-20-08-00-00' },
  startText: '10K start: 11:00',
  timing: 'chip',
});
const typed = pick((field) => showValue(field, valuesOf(config)[field]));

test('[SF3] all fields together are the settings, but for the closing', () => {
  const { closed, closedEvents, ...settings } = config;
  expect([closed, ...Object.values(closedEvents)]).not.toContain(true);
  expect(presentChanges(typed, CONFIG_FIELDS)).toEqual(settings);
});

test('[SF3] fields that are not named are not in it', () => {
  expect(presentChanges(typed, [])).toEqual({});
  expect(presentChanges(typed, ['startUB'])).toEqual({ starts: { UB: config.starts.UB } });
  expect(presentChanges({ ...typed, timing: 'gun' }, ['timing'])).toEqual({ timing: 'gun' });
});

test('[SF7] a start off the clock goes to the race or to its distance', () => {
  expect(presentStart('raceStart', 'x')).toEqual({ raceStart: 'x' });
  expect(presentStart('startPB', 'x')).toEqual({ starts: { PB: 'x' } });
});

test.each<[ConfigField, string]>([
  ['pageTitle', 'x'.repeat(201)],
  ['startText', 'a\u0007b'],
  ['distances', 'Half,half'],
  ['distances', 'A,B,C,D'],
  ['wayPoints', 'A,,B'],
  ['wayPoints', 'A,B,C,D,E,F,G'],
  ['KOMs', 'A,B,C'],
  ['timeZone', 'Mars/Base'],
  ['raceStart', 'soon'],
  ['startBB', '2026-02-30 10:00:00'],
  ['startUB', '2026-06-20 24:00:00'],
  ['earliestFinish', '10 minutes'],
])('[SF4] the page and the server refuse %s %j alike', (field, text) => {
  const reading = readTyped(field, text);
  expect(reading.ok).toBe(false);
  const outcome = parseConfigInput(presentChanges({ ...typed, [field]: text }, [field]), config);
  if (outcome.ok) throw new Error('the server takes it');
  expect(placeErrors(outcome.errors)?.map((error) => error.field)).toEqual([field]);
});

test('[SF4] an error at no field of the form is not given to one', () => {
  expect(
    placeErrors([{ field: 'closed', message: 'This must be true or false.' }]),
  ).toBeUndefined();
  expect(
    placeErrors([{ field: '', message: 'The settings must be a JSON object.' }]),
  ).toBeUndefined();
});
