import { describe, expect, test } from 'vitest';

import type { ChangedValue, ChangeEntry } from '#shared/wire/runners-api.ts';
import { buildConfig } from '#tests/support/builders.ts';

import { describeEntry, formatWhen } from '#client/features/changes/describe-entry.ts';
import { describeUndo, findChanges, listChanges } from '#client/features/changes/find-changes.ts';

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

describe('[SH1] what a change did, in words', () => {
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
      ),
    ).toEqual([
      'Settings',
      'Start of the first distance: none → 2026-06-20 10:30:00',
      'Race closed: no → yes',
    ]);
  });

  test('pictures and accounts', () => {
    const email = { name: 'email', before: '', after: 'llai@race.local' };
    const role = { name: 'role', before: 'registration', after: 'admin' };
    expect(describeOther('logo')).toEqual(['Logo', 'Another picture']);
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
      'Asks for a code at sign-in',
    ]);
  });

  test('when it was: the time, and the day before it unless that is today', () => {
    const at = new Date(2026, 5, 20, 9, 5, 3);
    expect(formatWhen(at.toISOString(), at.toDateString())).toBe('09:05:03');
    const tomorrow = new Date(2026, 5, 21).toDateString();
    expect(formatWhen(at.toISOString(), tomorrow)).toBe('20 Jun, 09:05:03');
  });
});

describe('[SH1] finding a change', () => {
  const moved = buildEntry({
    runnerId: sian.runnerId,
    before: { ...sian, raceNumber: '401' },
    after: sian,
  });
  const deleted = buildEntry({
    action: 'delete',
    by: 'dewi@race.local',
    runnerId: 'other',
    before: { ...sian, firstName: 'Aoife', lastName: 'O’Brien', bibNumber: 'W1' },
  });
  const renamed = buildEntry({ action: 'config', by: 'boss@race.local' });
  const all = listChanges([moved, deleted, renamed], buildConfig());

  test.each([
    ['', [moved, deleted, renamed]],
    ['sian', [moved]],
    ['PRYDD siân', [moved]],
    ['rydderch', []],
    ['obrien', [deleted]],
    ['w1', [deleted]],
    ['401', [moved]],
    ['402', [moved, deleted]],
    ['dewi@race.local', [deleted]],
    ['mari wristband', [moved]],
    ['deleted', [deleted]],
    ['settings', [renamed]],
    ['nobody', []],
  ])('by “%s”', (text, found) => {
    expect(findChanges(all, text).map(({ entry }) => entry)).toEqual(found);
  });
});

test.each([
  [sian, null, 'Bring back Siân Prydderch (bib 88)?', 'main'],
  [null, sian, 'Take Siân Prydderch (bib 88) off the list?', 'danger'],
  [sian, sian, 'Undo the last change of Siân Prydderch (bib 88)?', 'main'],
] as const)(
  '[SH2] an undo names the runner and says what it does: %#',
  (before, after, title, kind) => {
    const [change] = listChanges([buildEntry({ before, after, isLast: true })], undefined);
    if (!change) throw new Error('A change that is listed is there.');
    expect(describeUndo(change)).toMatchObject({ title, kind });
  },
);
