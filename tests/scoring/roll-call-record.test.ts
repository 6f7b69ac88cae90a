import { expect, test } from 'vitest';

import { RaceState } from '#server/race/race-state.ts';
import type { ControlEntry, Report } from '#shared/model/decisions.ts';
import { buildConfig, buildRunner } from '#tests/support/builders.ts';
import { GUN_MS } from '#tests/support/live-field.ts';

const MAIR = buildRunner({ runnerId: 'mair' });
const CLAIM: ControlEntry = { kind: 'claim', subject: 'runner:mair', atMs: GUN_MS, by: 'anna' };
const SEEN: Report = {
  reportId: 'r1',
  runnerId: MAIR.runnerId,
  kind: 'seen',
  atMs: GUN_MS,
  enteredMs: GUN_MS,
  by: 'anna',
};
const RECORD = { config: buildConfig(), runners: [MAIR], scans: [] };

test('[RC7] each kind and subject has one entry, the last', () => {
  const state = RaceState.of(RECORD);
  const later = { ...CLAIM, atMs: GUN_MS + 1, by: 'dai' };
  const count: ControlEntry = { ...CLAIM, kind: 'line-count', subject: 'PB', count: 103 };
  state.apply([CLAIM, count, later].map((entry) => ({ op: 'put-control', entry })));
  expect(state.missing.listControl()).toEqual([later, count]);
  state.apply([{ op: 'delete-control', kind: 'claim', subject: 'runner:mair' }]);
  expect(state.missing.listControl()).toEqual([count]);
});

test('[RC8] a replaced record has only its own reports and entries', () => {
  const before = RaceState.of({ ...RECORD, reports: [SEEN], control: [CLAIM] });
  expect(before.reports.of(MAIR.runnerId)).toEqual([SEEN]);
  expect(before.missing.listControl()).toEqual([CLAIM]);
  const after = RaceState.of(RECORD, before.missing);
  expect(after.reports.of(MAIR.runnerId)).toEqual([]);
  expect(after.missing.listControl()).toEqual([]);
});
