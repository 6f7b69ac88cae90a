import { expect, test } from 'vitest';

import { RaceState } from '#server/race/race-state.ts';
import { presentConfig } from '#server/race/present-config.ts';
import { presentMissingDetails } from '#server/race/present-missing.ts';
import { DEFAULT_PICTURES } from '#shared/model/picture.ts';
import { asRunnerId } from '#shared/model/ids.ts';
import { buildConfig, buildRunner, buildScan } from '#tests/support/builders.ts';

const GUN = '2026-06-20-10-00-00';

test('[CL6 ST11] events without reads at the start are sent, and changes of that', () => {
  const runners = [
    buildRunner({ runnerId: 'full', bandId: '1', event: 'PB' }),
    buildRunner({ runnerId: 'half', bandId: '2', event: 'BB' }),
  ];
  const config = buildConfig({ raceStart: GUN });
  const state = RaceState.of({ config, runners, scans: [] });
  const listMassStarts = () => {
    const { massStarts } = state;
    const shown = presentConfig({ config, pictures: DEFAULT_PICTURES, massStarts }, 0);
    expect(presentMissingDetails(state.missing).massStarts).toEqual(shown.massStarts);
    return shown.massStarts;
  };
  expect(listMassStarts()).toEqual(['BB', 'PB']);
  // Reads at other points change nothing.
  const other = buildScan({ bandId: '2', points: ['cp1'] });
  expect(state.apply([{ op: 'add-scan', scan: other }]).isConfigChanged).toBe(false);
  const { revision } = state.missing;
  const start = buildScan({ bandId: '1', points: ['start'] });
  expect(state.apply([{ op: 'add-scan', scan: start }]).isConfigChanged).toBe(true);
  expect(listMassStarts()).toEqual(['BB']);
  expect(state.missing.revision).toBeGreaterThan(revision);
  // Who was read there is gone, and with them the event.
  state.apply([{ op: 'delete-runner', runnerId: asRunnerId('full') }]);
  expect(listMassStarts()).toEqual(['BB']);
  state.apply([{ op: 'put-config', config: buildConfig({ raceStart: '' }) }]);
  expect(listMassStarts()).toBeUndefined();
});
