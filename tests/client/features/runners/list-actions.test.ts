import { expect, test } from 'vitest';

import type { CalledRunner } from '#shared/control/roll-call.ts';
import { listActions } from '#client/features/runners/use-actions.ts';
import { buildAdminRunner } from '#tests/client/support/build-admin-runner.ts';

const ON_COURSE = {
  runner: buildAdminRunner({}),
  state: 'on-course',
  isCheckedIn: false,
  isInByLaps: false,
  reports: [],
} as unknown as CalledRunner;
const DNS = buildAdminRunner({ overrideLime: 'DNS' });

test.for<readonly [Partial<CalledRunner>, string]>([
  [{ state: 'never-seen' }, 'csrdwqtonep'],
  [{ state: 'never-seen', isCheckedIn: true }, 'usrdwqtonep'],
  [{}, 'srdqtonep'],
  [{ state: 'finished' }, 'srdqtonep'],
  [{ state: 'finished', isInByLaps: true }, 'sxrdqtonep'],
  [{ state: 'out-not-safe', runner: DNS }, 'sxrdqtobnep'],
  [{ state: 'did-not-start', runner: DNS }, 'srdwqtobnep'],
])('[RC1] who was seen can neither withdraw nor be checked in: %j', ([given, keys]) => {
  expect(listActions({ ...ON_COURSE, ...given }, () => true).join('')).toBe(keys);
});
