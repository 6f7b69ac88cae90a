import { expect, test } from 'vitest';

import { findStartPhases, isStartedByGun } from '#shared/scoring/start-phase.ts';
import { scoringRulesOf } from '#shared/scoring/scoring-rules.ts';
import { buildSetup, configOf } from '#tests/support/build-setup.ts';
import { buildConfig, buildRunner } from '#tests/support/builders.ts';

const GUN_MS = Date.UTC(2026, 5, 20, 9);
const config = {
  ...buildConfig({ raceStart: '2026-06-20-10-00-00', timeZone: 'Europe/London' }),
  massStarts: ['PB'] as const,
};

test('[ST11] an event without a start mat starts with the gun, until it is closed', () => {
  expect(isStartedByGun('PB', config, GUN_MS - 1)).toBe(false);
  expect(isStartedByGun('PB', config, GUN_MS)).toBe(true);
  expect(isStartedByGun('BB', config, GUN_MS)).toBe(false);
  const others = [
    { closed: true },
    { closedEvents: { PB: true } },
    // Its own gun, which is later.
    { starts: { PB: '2026-06-20-11-00-00' } },
    { massStarts: [] },
    { raceStart: '' },
  ];
  expect(others.filter((other) => isStartedByGun('PB', { ...config, ...other }, GUN_MS))).toEqual(
    [],
  );
});

const WAVES = buildSetup({
  waves: [
    { id: 'cynnar', name: 'Cynnar', distance: 'PB', who: { bibs: [[1, 9]] } },
    { id: 'hwyr', name: 'Hwyr', distance: 'PB' },
  ],
});
const waved = {
  ...buildConfig({ timeZone: 'Europe/London', ...configOf(WAVES) }),
  raceStart: '',
  starts: { cynnar: '2026-06-20-10-00-00', hwyr: '2026-06-20-10-30-00' },
  massStarts: ['PB'],
};
const HALF_HOUR_MS = 1_800_000;

test('[ST11 ST12] an unread runner starts with the gun of their wave, or their own start', () => {
  const phases = (nowMs: number, config = waved) =>
    [
      { bibNumber: '7' },
      { bibNumber: '12', wave: 'hwyr' },
      { bibNumber: '8', ownStart: '+0:05:00' },
      { bibNumber: '99' },
    ].map((entry) =>
      findStartPhases(
        config,
        scoringRulesOf(config),
        nowMs,
      )(buildRunner({ event: 'PB', ...entry })),
    );
  expect(phases(GUN_MS - 1)).toEqual(['later', 'later', 'later', undefined]);
  expect(phases(GUN_MS)).toEqual(['by-gun', 'later', 'later', undefined]);
  expect(phases(GUN_MS + HALF_HOUR_MS)).toEqual(['by-gun', 'by-gun', 'by-gun', undefined]);
  const withMat = { ...waved, massStarts: [] };
  expect(phases(GUN_MS, withMat)).toEqual([undefined, 'later', 'later', undefined]);
});

test('[RC2 ST12] an early starter does not start later than the event', () => {
  const early = { ...waved, starts: { ...waved.starts, PB: '2026-06-20-10-15-00' } };
  const phases = (nowMs: number) => {
    const phaseOf = findStartPhases(early, scoringRulesOf(early), nowMs);
    return [{ bibNumber: '7' }, { bibNumber: '99' }, { bibNumber: '12', wave: 'hwyr' }].map((one) =>
      phaseOf(buildRunner({ event: 'PB', ...one })),
    );
  };
  expect(phases(GUN_MS - 1)).toEqual([undefined, undefined, 'later']);
  expect(phases(GUN_MS)).toEqual(['by-gun', undefined, 'later']);
});

test('[ST11] public counts begin at the last of several guns, and never with individual starts', () => {
  expect(isStartedByGun('PB', waved, GUN_MS + HALF_HOUR_MS - 1)).toBe(false);
  expect(isStartedByGun('PB', waved, GUN_MS + HALF_HOUR_MS)).toBe(true);
  const distances = WAVES.distances.map((one) => ({ ...one, hasOwnStarts: true }));
  const alone = { ...waved, ...configOf({ ...WAVES, distances }) };
  expect(isStartedByGun('PB', alone, GUN_MS + HALF_HOUR_MS)).toBe(false);
});
