import { describe, expect, test } from 'vitest';

import { USUAL_COURSES } from '#shared/model/courses.ts';
import { chooseTab, findGunMs, listTabs } from '#shared/scoring/tabs.ts';
import { buildConfig } from '#tests/support/builders.ts';

const DISTANCES = ['', 'Half', 'Half,Full', 'Half,Full,Ultra'];
const KOMS = ['', 'Wall of Death', 'Wall of Death,Carn Ingli'];
const EVENT_TABS = ['BB', 'PB', 'UB'] as const;

describe('which tabs there are', () => {
  for (const [distanceCount, distances] of DISTANCES.entries()) {
    for (const [komCount, KOMs] of KOMS.entries()) {
      test(`${distanceCount} distances and ${komCount} KOMs`, () => {
        const tabs = listTabs(buildConfig({ distances, KOMs }));
        expect(tabs.map((tab) => tab.code)).toEqual([
          ...EVENT_TABS.slice(0, distanceCount),
          ...(komCount > 1 ? ['WOD', 'CarnIngli'] : []),
        ]);
        const names = [distances, komCount > 1 ? KOMs : ''].join(',').split(',').filter(Boolean);
        expect(tabs.map((tab) => tab.label)).toEqual(names);
      });
    }
  }

  test('more names than events give no more tabs, and a blank name gives the default', () => {
    const tabs = listTabs(
      buildConfig({ distances: ['Half', '', ...USUAL_COURSES.events].join(','), KOMs: ',' }),
    );
    expect(tabs.map((tab) => tab.label)).toEqual([
      'Half',
      'Full',
      ...USUAL_COURSES.events.slice(0, -2),
      'WOD',
      'Carn Ingli',
    ]);
  });
});

describe('which tab is shown', () => {
  test('PB opens first, unless another existing tab is asked for', () => {
    const tabs = listTabs(buildConfig());
    expect(chooseTab(tabs, null, USUAL_COURSES)?.code).toBe('PB');
    expect(chooseTab(tabs, 'UB', USUAL_COURSES)?.code).toBe('UB');
    expect(chooseTab(tabs, 'CarnIngli', USUAL_COURSES)?.code).toBe('CarnIngli');
    expect(chooseTab(tabs, 'pb<script>', USUAL_COURSES)?.code).toBe('PB');
  });

  test('the first tab opens without PB, none when there is none', () => {
    expect(chooseTab(listTabs(buildConfig({ distances: 'Half' })), null, USUAL_COURSES)?.code).toBe(
      'BB',
    );
    expect(chooseTab(listTabs(buildConfig({ distances: '' })), 'PB', USUAL_COURSES)?.code).toBe(
      'WOD',
    );
    expect(chooseTab([], 'PB', USUAL_COURSES)).toBeUndefined();
  });
});

describe('which gun its clock runs on', () => {
  const config = buildConfig({
    raceStart: '2026-06-20-10-00-00',
    starts: {
      ...USUAL_COURSES.byEvent(() => ''),
      BB: '2026-06-20-11-00-00',
      UB: '2026-06-20-08-00-00',
    },
  });
  const gunOf = (code: string): number | undefined =>
    findGunMs(chooseTab(listTabs(config), code, USUAL_COURSES), config);

  test('a special tab runs on the event it ranks', () => {
    expect(gunOf('WOD')).toBe(gunOf('UB'));
    expect(gunOf('CarnIngli')).toBe(gunOf('PB'));
    const onlyUltra = { ...config, raceStart: '' };
    expect(findGunMs(chooseTab(listTabs(onlyUltra), 'CarnIngli', USUAL_COURSES), onlyUltra)).toBe(
      gunOf('UB'),
    );
  });
});
