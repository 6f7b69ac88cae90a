import { describe, expect, test } from 'vitest';

import type { ChangedValue, ChangeEntry } from '#shared/wire/runners-api.ts';
import { asRunnerId } from '#shared/model/ids.ts';
import { HOUR_MS } from '#shared/model/time.ts';
import { buildConfig } from '#tests/support/builders.ts';

import { describeEntry } from '#client/features/changes/describe-entry.ts';
import { describeUndo, listChanges } from '#client/features/changes/find-changes.ts';

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

function describeOther(action: string, ...values: ChangedValue[]) {
  const { subject, lines } = describeEntry(buildEntry({ action, values }), buildConfig());
  return [subject, ...lines];
}

describe('a change in words', () => {
  test.each([
    ['create', null, sian, 'Registered'],
    ['edit', { ...sian, raceNumber: '401' }, sian, 'Wristband: 401 → 402'],
    ['delete', sian, null, 'Deleted'],
    ['undo', null, sian, 'Brought back'],
  ])('%s of a runner', (action, before, after, line) => {
    const entry = buildEntry({ action, runnerId: sian.runnerId, before, after });
    expect(describeEntry(entry, buildConfig())).toEqual({
      subject: 'Siân Prydderch (bib 88)',
      lines: [line],
    });
  });

  test.each([
    [['', 'finish'], ['', 'true'], 'Added and started'],
    [['finish', 'finish'], ['true', 'false'], 'Stopped'],
    [['finish', ''], ['false', ''], 'Removed'],
  ])('a reader: %j %j is %s', ([before = '', after = ''], [was = '', is = ''], line) => {
    const source = { name: 'source', before, after };
    const isOn = { name: 'isOn', before: was, after: is };
    expect(describeOther('reader', source, isOn)).toEqual(['Reader finish', line]);
  });

  test('an import and a restore with how many there are now', () => {
    const runners = { name: 'runners', before: '', after: '1203' };
    const scans = { name: 'scans', before: '', after: '0' };
    expect(describeOther('import', runners, scans)).toEqual([
      'All runners and scans',
      'Imported: 1,203 runners, no scans',
    ]);
    expect(describeOther('restore', { ...runners, after: '1' }, scans)).toEqual([
      'All runners and scans',
      'Restored from a backup: 1 runner, no scans',
    ]);
    const settings = { name: 'settings', before: '', after: 'true' };
    expect(describeOther('restore', runners, scans, settings)).toEqual([
      'All runners and scans',
      'Restored from a backup: 1,203 runners, no scans, and the settings',
    ]);
  });

  test('settings by their names on the screen, before and after', () => {
    expect(
      describeOther(
        'config',
        { name: 'starts.BB', before: '', after: '2026-06-20-10-30-00' },
        { name: 'closed', before: 'false', after: 'true' },
        { name: 'wayPoints', before: 'Bedd Morris,Carn Ingli', after: 'Bedd Morris,Carn Edward' },
      ),
    ).toEqual([
      'Settings',
      'Start of the first distance: none → 2026-06-20 10:30:00',
      'Race closed: no → yes',
      'Waypoints: Bedd Morris, Carn Ingli → Bedd Morris, Carn Edward',
    ]);
  });

  test('pictures and accounts', () => {
    const email = { name: 'email', before: '', after: 'llai@race.local' };
    const role = { name: 'role', before: 'registration', after: 'admin' };
    expect(describeOther('logo')).toEqual(['Logo', 'Picture replaced']);
    expect(describeOther('organiser-add', email, { ...role, before: '' })).toEqual([
      'llai@race.local',
      'Added as an organiser: All rights',
    ]);
    expect(describeOther('organiser-role', email, role)).toEqual([
      'llai@race.local',
      'Rights: Registration → All rights',
    ]);
    expect(describeOther('organiser-disable', email)).toEqual(['llai@race.local', 'Disabled']);
    expect(describeOther('organiser-codes-on', email)).toEqual([
      'llai@race.local',
      'Turned on sign-in codes',
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
    const said = '15:02 from Anna, stopped injured at Carn Ingli, accounted for: ankle';
    expect(
      describeLines({ action: 'report', before: sian, after: out, reports: { made: [report] } }),
    ).toEqual([`Reported ${said}`, 'Override time: none → DNF']);
    expect(
      describeLines({ action: 'unreport', before: out, after: sian, reports: { gone: [report] } }),
    ).toEqual([`Taken back: reported ${said}`, 'Override time: DNF → none']);
    // Another report that they stopped puts back what stood before, when it is taken back in its turn.
    const reports = { gone: [report], made: [{ ...report, reportId: 'two' }] };
    expect(describeLines({ action: 'unreport', before: out, after: out, reports })).toEqual([
      `Taken back: reported ${said}`,
    ]);
    const { point: _, reason: _reason, isSafe: _isSafe, saidBy: _by, ...note } = report;
    const yesterday = { ...note, kind: 'note' as const, atMs: report.atMs - 24 * HOUR_MS };
    expect(
      describeLines({
        action: 'report',
        before: sian,
        after: sian,
        reports: { made: [yesterday] },
      }),
    ).toEqual(['Reported 19/06/2026 15:02, ankle']);
  });

  test('non-starters, and notes of race control', () => {
    const count = { name: 'runners', before: '', after: '25' };
    expect(describeOther('did-not-start', count)).toEqual(['Start line', '25 runners set to DNS']);
    expect(describeOther('undo-did-not-start', { ...count, after: '1' })).toEqual([
      'Start line',
      '1 runner: DNS taken back',
    ]);
    const writeDown = (action: string, given: Readonly<Record<string, string>>) => {
      const values = Object.entries(given).map(([name, value]) =>
        action === 'control'
          ? { name, before: '', after: value }
          : { name, before: value, after: '' },
      );
      return describeOther(action, ...values);
    };
    const claim = { kind: 'claim', subject: 'runner:x', label: 'Siân Prydderch (bib 88)' };
    expect(writeDown('control', { ...claim, text: 'rings' })).toEqual([
      'Race control: Siân Prydderch (bib 88)',
      'Took this on: rings',
    ]);
    expect(writeDown('control-remove', claim)).toEqual([
      'Race control: Siân Prydderch (bib 88)',
      'Released this',
    ]);
    expect(writeDown('control', { kind: 'line-count', subject: 'PB', count: '312' })).toEqual([
      'Race control: Full',
      'Counted at the start line: 312',
    ]);
    expect(writeDown('control', { kind: 'sweep', subject: 'cp2', runners: '2' })).toEqual([
      'Race control: Carn Ingli',
      'The last sweeper has left, 2 runners named',
    ]);
    const pass = { kind: 'marshal', subject: 'a1b2', label: 'Dai, marshal at CP3', text: 'Dai' };
    expect(writeDown('control', pass)).toEqual(['Race control: Dai, marshal at CP3', 'Pass made']);
    expect(writeDown('control-remove', pass)).toEqual([
      'Race control: Dai, marshal at CP3',
      'Pass ended',
    ]);
    const sighting = { kind: 'sighting', subject: 'a1b2', label: '?77 stopped at CP3' };
    expect(writeDown('control', sighting)).toEqual([
      'Race control: ?77 stopped at CP3',
      'Reported, runner not known yet',
    ]);
  });
});

test.each([
  [sian, null, 'Bring back Siân Prydderch (bib 88)?', 'main'],
  [null, sian, 'Take Siân Prydderch (bib 88) off the list?', 'danger'],
  [sian, sian, 'Undo the last change to Siân Prydderch (bib 88)?', 'main'],
] as const)('an undo names the runner and says what it does: %#', (before, after, title, kind) => {
  const [change] = listChanges([buildEntry({ before, after, isLast: true })], undefined);
  if (!change) throw new Error('A change that is listed is there.');
  expect(describeUndo(change)).toMatchObject({ title, kind });
});
