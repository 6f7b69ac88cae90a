import { describe, expect, test } from 'vitest';

import type { ChangeEntry } from '#shared/wire/runners-api.ts';
import { asRunnerId } from '#shared/model/ids.ts';
import { buildConfig } from '#tests/support/builders.ts';

import { describeEntry } from '#client/features/changes/describe-entry.ts';

import { buildAdminRunner } from '#tests/client/support/build-admin-runner.ts';

const sian = buildAdminRunner({
  firstName: 'Siân',
  lastName: 'Prydderch',
  bibNumber: '88',
  raceNumber: '402',
});

let versions = 0;

function buildEntry(given: Partial<ChangeEntry>): ChangeEntry {
  versions += 1;
  return {
    version: versions,
    at: '2026-06-20T09:12:40.000Z',
    by: 'mari@race.local',
    action: 'edit',
    runnerId: null,
    before: null,
    after: null,
    values: [],
    isLast: false,
    ...given,
  };
}

/** What an entry that is not about a runner shows, from its values before and after. */
function describeOther(
  action: string,
  given: Readonly<Record<string, readonly [before: string, after: string]>>,
): string[] {
  const values = Object.entries(given).map(([name, [before, after]]) => ({ name, before, after }));
  const { subject, lines } = describeEntry(buildEntry({ action, values }), buildConfig());
  return [subject, ...lines];
}

const RUNNERS = { runners: ['', '1203'], scans: ['', '0'] } as const;
const EMAIL = { email: ['', 'llai@race.local'] } as const;

describe('a change in words', () => {
  test.each([
    ['create', null, sian, 'Registered'],
    ['edit', { ...sian, raceNumber: '401' }, sian, 'Wristband: 401 → 402'],
    ['undo', null, sian, 'Brought back'],
  ])('%s of a runner', (action, before, after, line) => {
    const entry = buildEntry({ action, runnerId: sian.runnerId, before, after });
    expect(describeEntry(entry, buildConfig())).toEqual({
      subject: 'Siân Prydderch (bib 88)',
      lines: [line],
    });
  });

  test.each([
    ['reader', { source: ['', 'finish'], isOn: ['', 'true'] }, 'Reader finish: Added: Started'],
    ['reader', { source: ['finish', ''], isOn: ['false', ''] }, 'Reader finish: Removed'],
    ['restore', RUNNERS, 'All runners and scans: Restored from a backup: 1,203 runners, no scans'],
    [
      'config',
      { 'starts.BB': ['', '2026-06-20-10-30-00'] },
      'Settings: Half start: none → 2026-06-20 10:30:00',
    ],
    ['config', { wayPoints: ['A,B', 'A,C'] }, 'Settings: Waypoints: A, B → A, C'],
    ['logo', {}, 'Logo: Picture replaced'],
    [
      'organiser-role',
      { ...EMAIL, role: ['registration', 'admin'] },
      'llai@race.local: Rights: Registration → All rights',
    ],
    ['organiser-disable', EMAIL, 'llai@race.local: Disabled'],
    ['undo-did-not-start', { runners: ['', '1'] }, 'Start line: 1 runner: DNS taken back'],
    [
      'uncorrect-reads',
      { 'reads.source': ['hill', ''], 'action.kind': ['clock', ''], reason: ['an hour slow', ''] },
      'Reads of hill: Taken back, clock moved: an hour slow',
    ],
  ] as const)('%s %o: %s', (action, values, expected) =>
    expect(describeOther(action, values).join(': ')).toBe(expected),
  );

  test('an entry of race control, made and removed', () => {
    const made = { kind: ['', 'sweep'], subject: ['', 'cp2'], runners: ['', '2'] } as const;
    const gone = { kind: ['sweep', ''], subject: ['cp2', ''], runners: ['2', ''] } as const;
    expect([describeOther('control', made), describeOther('control-remove', gone)]).toEqual([
      ['Race control: Carn Ingli', 'The last sweeper has left, 2 runners named'],
      ['Race control: Carn Ingli', 'Sweep taken back, 2 runners named'],
    ]);
  });

  test('reports of a runner, and their consequences', () => {
    const report = {
      reportId: 'one',
      runnerId: asRunnerId(sian.runnerId),
      kind: 'stopped' as const,
      atMs: Date.UTC(2026, 5, 20, 14, 2),
      enteredMs: Date.UTC(2026, 5, 20, 14, 5),
      point: 'cp2' as const,
      reason: 'injured' as const,
      isSafe: true as const,
      saidBy: 'Anna',
      text: 'ankle',
      by: 'mari@race.local',
    };
    const out = { ...sian, overrideLime: '00:00:01' };
    const describeLines = (given: Partial<ChangeEntry>): readonly string[] =>
      describeEntry(buildEntry({ runnerId: sian.runnerId, ...given }), buildConfig()).lines;
    const said = 'stopped injured at Carn Ingli, accounted for, “ankle”';
    expect(
      describeLines({ action: 'report', before: sian, after: out, reports: { made: [report] } }),
    ).toEqual([`Reported at 15:02 by Anna: ${said}`, 'Override time: none → DNF']);
    expect(
      describeLines({ action: 'unreport', before: out, after: sian, reports: { gone: [report] } }),
    ).toEqual([`Taken back: report of 15:02 by Anna, ${said}`, 'Override time: DNF → none']);
    // Typed by hand: no address of an organiser.
    const byRadio = { ...report, saidBy: 'radio@CP2' };
    expect(
      describeLines({ action: 'report', before: sian, after: sian, reports: { made: [byRadio] } }),
    ).toEqual([`Reported at 15:02 by radio@CP2: ${said}`]);
    // The override stays while another report still says that they stopped.
    const reports = { gone: [report], made: [{ ...report, reportId: 'two' }] };
    expect(describeLines({ action: 'unreport', before: out, after: out, reports })).toEqual([
      `Taken back: report of 15:02 by Anna, ${said}`,
    ]);
  });
});
