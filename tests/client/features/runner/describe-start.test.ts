import { expect, test } from 'vitest';

import { describeFinishClock } from '#client/features/runner/describe-runner.ts';
import { describeStart } from '#client/features/runner/StartOfRunner.tsx';
import type { StartReason } from '#shared/scoring/own-start.ts';
import { allEn } from '#shared/texts/en-screens.ts';
import { buildResult } from '#tests/client/support/build-result.ts';
import { buildConfig } from '#tests/support/builders.ts';
import { buildSetup, configOf } from '#tests/support/build-setup.ts';

const SETUP = buildSetup({ waves: [{ id: 'blue', name: 'Blue wave', distance: 'PB' }] });
const ms = Date.UTC(2026, 10, 29, 22);

const describeIt = (start: StartReason) =>
  describeStart(start, buildConfig(configOf(SETUP)), allEn);

test('[ST14] the start that counts is worded alike before it and after it', () => {
  expect(describeIt({ kind: 'wave', ms, wave: 'blue' })).toBe('Gun start 22:00:00, Blue wave');
  expect(describeIt({ kind: 'distance', ms })).toBe('Gun start 22:00:00');
  expect(describeIt({ kind: 'own', ms })).toBe('Own start 22:00:00');
  expect(describeIt({ kind: 'chip', ms })).toBe('Crossed the start 22:00:00');
});

test('[AR5] a finish more than two minutes ahead has no time of day', () => {
  const result = buildResult({ startedAtMs: ms, totalMs: 3_600_000 });
  const config = buildConfig({ timeZone: 'UTC' });
  const describeAt = (aheadMs: number) =>
    describeFinishClock(result, { texts: allEn, config, nowMs: ms + 3_600_000 - aheadMs });
  expect([120_000, 120_001].map(describeAt)).toEqual(['at 23:00', '']);
});
