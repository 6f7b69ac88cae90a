import { expect, test } from 'vitest';

import type { RaceConfig } from '#shared/model/race-config.ts';
import { explainStart } from '#shared/scoring/own-start.ts';
import { scoringRulesOf } from '#shared/scoring/scoring-rules.ts';
import { findFirstGun } from '#shared/scoring/tabs.ts';
import { buildSetup, configOf } from '#tests/support/build-setup.ts';
import { buildConfig, buildRunner, type RunnerOverrides } from '#tests/support/builders.ts';

import { clock, score } from './run-scoring.ts';

const SETUP = buildSetup({
  waves: [
    { id: 'glas', name: 'Ton las', distance: 'PB', who: { bibs: [[1, 20]] } },
    { id: 'coch', name: 'Ton goch', distance: 'PB' },
  ],
});
const GUN = '2026-06-20-10-00-00';
const CONFIG = buildConfig({
  ...configOf(SETUP),
  raceStart: GUN,
  starts: { BB: '2026-06-20-11-00-00', glas: '2026-06-20-09-50-00' },
});

function explain(given: RunnerOverrides, other: Partial<RaceConfig> = {}) {
  const config = { ...CONFIG, ...other };
  const runner = { bibNumber: '500', ...given };
  const { startMs } = score({ config, runner, scans: [] });
  return explainStart(buildRunner(runner), startMs, scoringRulesOf(config), config);
}

test('[ST14] a wave without a gun has the start of its distance, if any', () => {
  expect(explain({ event: 'BB' })).toEqual({ kind: 'distance', ms: clock('11:00:00') });
  expect(explain({ wave: 'coch' })).toEqual({ kind: 'race', ms: clock('10:00:00') });
  const noGun = { raceStart: '', starts: {} };
  expect(explain({ ownStart: '+0:30' }, noGun)).toEqual({ kind: 'none', ms: null });
});

const guns = (raceStart: string, starts: RaceConfig['starts']) =>
  findFirstGun('PB', { ...CONFIG, raceStart, starts });

test('[ST12] the clock of a distance without a gun runs from its first wave', () => {
  const waves = { coch: '2026-06-20-10-20-00', glas: '2026-06-20-10-30-00' };
  expect(guns('', waves)).toBe(clock('10:20:00'));
  expect(guns('', { ...waves, PB: GUN })).toBe(clock('10:00:00'));
  expect(guns(GUN, waves)).toBe(clock('10:00:00'));
  expect(guns('', {})).toBeUndefined();
});
