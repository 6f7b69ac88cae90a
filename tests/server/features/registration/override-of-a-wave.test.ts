import { expect, test } from 'vitest';

import { checkOverride } from '#server/features/registration/registration-routes.ts';
import { parseSaveInput } from '#server/features/registration/runner-input.ts';
import { LiveRace } from '#server/race/live-race.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/model/time.ts';
import { buildCourse, configOf } from '#tests/support/build-setup.ts';
import { buildConfig, buildRunner } from '#tests/support/builders.ts';
import { GUN_MS } from '#tests/support/live-field.ts';
import { fillForm } from '#tests/support/runner-forms.ts';

test('[OV8 ST12] an override in the future is recognised by the gun of the wave or the own start', () => {
  const waves = [
    { id: 'late', name: 'Hwyr', distance: 'PB', who: { bibs: [[900, 999]] as [number, number][] } },
  ];
  const race = new LiveRace();
  const own = buildRunner({ runnerId: 'own', ownStart: '2026-06-20-11-50-00' });
  race.load(
    { epoch: 'e', version: 1 },
    {
      runners: [own],
      config: buildConfig({
        ...configOf(buildCourse('cwm', { waves })),
        starts: { late: '2026-06-20-11-30-00' },
      }),
      scans: [],
    },
  );
  const nowMs = GUN_MS + 2 * HOUR_MS;
  const check = (values: object, afterMs: number) => {
    const override = new Date(afterMs).toISOString().slice(11, 19);
    const form = fillForm({ ageGroup: '', overrideTime: override, ...values });
    const reading = parseSaveInput({ dataBlob: form }, race.config, nowMs);
    if (!reading.ok) throw new Error(JSON.stringify(reading.error));
    return checkOverride(race, reading.value, nowMs)?.field;
  };
  expect(check({ bibNumber: '12' }, 100 * MINUTE_MS)).toBeUndefined();
  expect(check({ bibNumber: '912' }, 100 * MINUTE_MS)).toBe('overrideTime');
  expect(check({ bibNumber: '912' }, 20 * MINUTE_MS)).toBeUndefined();
  expect(check({ runnerId: 'own', bibNumber: '12' }, 20 * MINUTE_MS)).toBe('overrideTime');
});
