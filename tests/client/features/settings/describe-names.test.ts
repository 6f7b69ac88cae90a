import { expect, test } from 'vitest';

import {
  describeSpecials,
  describeStages,
  describeTabs,
} from '#client/features/settings/NamesSection.tsx';
import { buildConfig } from '#tests/support/builders.ts';

test('which distances get a tab', () => {
  expect(describeTabs(buildConfig())[0]).toBe('Tabs: Half (BB), Full (PB), Ultra (UB).');
  expect(describeTabs(buildConfig({ distances: '10K,Marathon' }))).toEqual([
    'Tabs: 10K (BB), Marathon (PB).',
    expect.stringContaining('No tab for UB'),
  ]);
  expect(describeTabs(buildConfig({ distances: '' }))).toEqual(['No distance has a tab.']);
});

test('[CP1] the name of each checkpoint, event by event', () => {
  expect(describeStages(buildConfig())).toEqual([
    'Half: CP1 Bedd Morris',
    'Full: CP1 Bedd Morris · CP2 Carn Ingli · CP3 Foel Eryr · CP4 Foel Cwmcerwyn',
    'Ultra: CP2 Carn Ingli · CP3 Foel Eryr · CP4 Foel Cwmcerwyn · CP5 Foel Drygarn · CP6 Foel Feddau',
  ]);
  expect(describeStages(buildConfig({ distances: 'Half', wayPoints: 'A,B' }))).toEqual([
    'Half: CP1 A',
  ]);
});

test('that results open to splits from two names on, and the special tabs show', () => {
  expect(describeStages(buildConfig({ wayPoints: 'A' }))[0]).toContain('have no splits');
  expect(describeSpecials(buildConfig({ KOMs: 'Wall' }))[0]).toContain('No extra tabs');
  expect(describeSpecials(buildConfig())).toEqual([
    'Special tab Wall of Death: Ultra, from kom1-start to kom1-end.',
    expect.stringMatching(
      /^Special tab Carn Ingli: Full and Ultra.*, from kom2-start to kom2-end\.$/,
    ),
  ]);
});
