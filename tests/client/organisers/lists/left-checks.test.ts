import { expect, test } from 'vitest';

import { MAX_SUBJECT } from '#shared/model/decisions.ts';
import type { CheckReason } from '#shared/wire/missing-api.ts';
import { nameCheck, splitChecks } from '#client/organisers/lists/left-checks.ts';

const MISSED: CheckReason = { kind: 'missed', points: ['cp1'], later: 'cp2' };
const FAST: CheckReason = {
  kind: 'fast-leg',
  from: 'cp1',
  to: 'cp2',
  legMs: 250_000,
  othersMs: 1_140_000,
  asFast: 1,
};

const left = (...subjects: readonly string[]) =>
  subjects.map((subject) => ({ kind: 'left' as const, subject, atMs: 7, by: 'dai@race.local' }));

test('a dismissed runner stays away for the same reasons, and comes back for another', () => {
  const ellis = { runnerId: 'ellis', reasons: [FAST, MISSED] };
  const rees = { runnerId: 'rees', reasons: [MISSED] };
  const toCheck = { count: 13, runners: [ellis, rees] };
  const control = left(nameCheck(ellis));
  expect(splitChecks(toCheck, control)).toEqual({
    open: { count: 12, runners: [rees] },
    left: [ellis],
  });
  const claim = control.map((entry) => ({ ...entry, kind: 'claim' as const }));
  expect(splitChecks(toCheck, claim).open).toBe(toCheck);
  // Changes by the race itself are no other reason, nor is another order.
  const later = { ...FAST, othersMs: 1_100_000, asFast: 2 };
  const same = { ...ellis, reasons: [{ ...MISSED, later: 'finish' as const }, later] };
  expect(nameCheck(same)).toBe(nameCheck(ellis));
  const more = { ...ellis, reasons: [FAST, MISSED, { kind: 'no-start' } as const] };
  expect(splitChecks({ count: 1, runners: [more] }, control).open.count).toBe(1);
});

test('a subject never exceeds its limit', () => {
  const points = Array.from({ length: 60 }, () => 'cp1' as const);
  const reasons: readonly CheckReason[] = [{ kind: 'other-course', points }];
  expect(nameCheck({ runnerId: 'x', reasons: [...reasons] })).toHaveLength(MAX_SUBJECT);
});
