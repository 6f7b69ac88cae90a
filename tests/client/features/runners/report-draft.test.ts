import { expect, test } from 'vitest';

import {
  beginReport,
  type ReportDraft,
  type ReportedRunner,
  readReport,
} from '#client/features/runners/report-draft.ts';
import { buildRunner } from '#tests/support/builders.ts';
import type { CalledRunner } from '#shared/control/roll-call.ts';
import { listActions } from '#client/features/runners/use-actions.ts';
import { buildAdminRunner } from '#tests/client/support/build-admin-runner.ts';

const CALLED: ReportedRunner = {
  runner: buildRunner(),
  lastSighting: undefined,
  route: [],
  after: undefined,
} as unknown as ReportedRunner;

/** The moment of a report that was opened then, at which this time is typed. */
function read(opened: string, time: string): string {
  const moment = { openedMs: Date.parse(opened), timeZone: 'Europe/London' };
  const draft = { ...beginReport('note', CALLED, moment), time, text: 'x' };
  return new Date(readReport(draft, CALLED, moment).body?.atMs ?? NaN).toISOString();
}

test('a time of day is the last one in the past, also when clocks change', () => {
  // At ten past midnight after a Sunday of 23 hours.
  expect(read('2026-03-29T23:10:00Z', '23:50')).toBe('2026-03-29T22:50:00.000Z');
  // In the last half hour of one of 25 hours.
  expect(read('2026-10-25T23:30:00Z', '23:50')).toBe('2026-10-24T22:50:00.000Z');
  expect(read('2026-10-25T23:30:00Z', '23:20')).toBe('2026-10-25T23:20:00.000Z');
});

test.each([
  ['seen', 'cp2', 'cp3'],
  ['stopped', 'cp2', 'cp2'],
  ['note', 'cp2', ''],
] as const)(
  '[RC6] a report that somebody %s, last at %s, begins with the point %j',
  (kind, last, point) => {
    const route = ['start', 'cp2', 'cp3', 'finish'];
    const moment = { openedMs: Date.UTC(2026, 5, 20, 14), timeZone: 'UTC' };
    const called = { ...CALLED, route, after: route.indexOf(last) };
    expect(beginReport(kind, called, moment).point).toBe(point);
  },
);

const SAID = { accounted: 'yes', text: 'In the car with Gwyn' } as const;

test.for<readonly [Partial<ReportDraft>, object]>([
  [{ kind: 'note', text: ' ' }, { faults: { text: 'Enter the note.' } }],
  [
    { ...SAID, reason: 'injured' },
    { report: { kind: 'stopped', reason: 'injured', isSafe: true, text: SAID.text } },
  ],
])('[RC4] a report of a stop needs what makes it one: %j', ([typed, expected]) => {
  const moment = { openedMs: Date.UTC(2026, 5, 20, 14), timeZone: 'UTC' };
  const draft = { ...beginReport('stopped', CALLED, moment), ...typed };
  const { body: report, faults } = readReport(draft, CALLED, moment);
  expect({ report, faults }).toMatchObject(expected);
  expect(report === undefined).toBe(faults.text !== undefined);
});

test.each([
  [20, 20],
  [31, 0],
])(
  '[RC4] who is safe now is safe after a read %i s ahead of the clock, but for a wrong clock: %i s',
  (aheadS, laterS) => {
    const openedMs = Date.UTC(2026, 5, 20, 14, 5);
    const called = {
      ...CALLED,
      lastSighting: { atMs: openedMs + aheadS * 1_000 },
    } as ReportedRunner;
    const moment = { openedMs, timeZone: 'UTC' };
    const draft: ReportDraft = { ...beginReport('safe', called, moment), way: 'driven' };
    expect(readReport({ ...draft, text: 'at the school' }, called, moment).body).toMatchObject({
      kind: 'safe',
      atMs: openedMs + laterS * 1_000,
      text: 'driven back, at the school',
    });
  },
);

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
