import { expect, test } from 'vitest';

import { USUAL_COURSES } from '#shared/model/courses.ts';
import { chooseTab, findGunMs, listTabs } from '#shared/scoring/tabs.ts';
import { buildConfig } from '#tests/support/builders.ts';

test.each([
  ['', '', ''],
  ['Half', 'Wall of Death', 'BB Half'],
  ['Half,Full', 'Wall,Ingli', 'BB Half, PB Full, WOD Wall, CarnIngli Ingli'],
  // No more than there are, and the default for a blank.
  ['Half,,Ultra,More', ',', 'BB Half, PB Full, UB Ultra, WOD WOD, CarnIngli Carn Ingli'],
])('with the distances "%s" and KOMs "%s" the tabs are: %s', (distances, KOMs, tabs) => {
  const listed = listTabs(buildConfig({ distances, KOMs }));
  expect(listed.map(({ code, label }) => `${code} ${label}`).join(', ')).toBe(tabs);
});

const choose = (asked: string | null, given: Parameters<typeof buildConfig>[0] = {}) =>
  chooseTab(listTabs(buildConfig(given)), asked, USUAL_COURSES)?.code;

test('the tab of PB opens first, unless another existing one is asked for, and the first without PB', () => {
  expect([null, 'UB', 'CarnIngli', 'pb<script>'].map((asked) => choose(asked))).toEqual([
    'PB',
    'UB',
    'CarnIngli',
    'PB',
  ]);
  expect(choose(null, { distances: 'Half' })).toBe('BB');
  expect(choose('PB', { distances: '' })).toBe('WOD');
  expect(chooseTab([], 'PB', USUAL_COURSES)).toBeUndefined();
});

test('the clock of a special tab runs on the gun of the first event that has one', () => {
  const starts = { BB: '2026-06-20-11-00-00', PB: '', UB: '2026-06-20-08-00-00' };
  const config = buildConfig({ raceStart: '2026-06-20-10-00-00', starts });
  const gunOf = (code: string, its = config) =>
    findGunMs(chooseTab(listTabs(its), code, USUAL_COURSES), its);
  expect(gunOf('WOD')).toBe(gunOf('UB'));
  expect(gunOf('CarnIngli')).toBe(gunOf('PB'));
  expect(gunOf('CarnIngli', { ...config, raceStart: '' })).toBe(gunOf('UB'));
});
