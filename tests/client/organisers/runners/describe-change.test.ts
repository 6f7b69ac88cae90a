import { describe, expect, test } from 'vitest';

import { createRequestId } from '#client/live/request-id.ts';
import {
  type EditorValues,
  toDataBlob,
  valuesOf,
} from '#client/organisers/runners/editor-values.ts';
import { describeChange, describeSaved } from '#client/organisers/runners/describe-change.ts';
import type { HistoryEntry } from '#shared/wire/runners-api.ts';
import { buildCourse, configOf } from '#tests/support/build-setup.ts';
import { buildConfig } from '#tests/support/builders.ts';
import { buildAdminRunner } from '#tests/client/support/build-admin-runner.ts';
import {
  describeSight,
  describeSince,
  describeSplit,
  formatDay,
} from '#client/organisers/runners/describe-last-seen.ts';

const config = { ...buildConfig(), distances: 'Short,Long' };
const before = buildAdminRunner({ raceNumber: '401', event: 'BB', runClub: 'Cwm Gwaun' });
const entry = (rest: Partial<HistoryEntry>): HistoryEntry => ({
  version: 1,
  at: '2026-06-20T09:00:00.000Z',
  by: 'ann@race.local',
  action: 'edit',
  before,
  after: before,
  ...rest,
});

describe('a change', () => {
  test('names each field that differs, before and after, in the words of the form', () => {
    const after = buildAdminRunner({
      ...before,
      raceNumber: '402',
      event: 'PB',
      runClub: '',
      overrideLime: '00:00:01',
    });
    expect(describeChange(entry({ after }), config)).toEqual([
      'Wristband: 401 → 402',
      'Event: Short → Long',
      'Team: Cwm Gwaun → none',
      'Override time: none → DNF',
    ]);
  });

  test('says who is private, and who no longer is', () => {
    const after = { ...before, isPrivate: true };
    expect(describeChange(entry({ after }), config)).toEqual(['Private: no → yes']);
    expect(describeSaved(valuesOf(before), valuesOf(after), config)).toMatch(/, Private: no$/);
  });

  test.each<[string, Partial<HistoryEntry>]>([
    ['Registered', { action: 'create', before: null }],
    ['Deleted', { action: 'delete', after: null }],
    ['Brought back', { action: 'undo', before: null }],
    // The changed values are withheld from this role.
    ['Nothing shown here', { after: { ...before, rev: before.rev + 1 } }],
  ])('can be %s', (line, given) => expect(describeChange(entry(given), config)).toEqual([line]));
});

test('[CL17] the blob has the nine values in their order', () => {
  const entry = {
    firstName: 'Siân',
    lastName: 'Ap',
    event: 'UB',
    runClub: 'Clwb',
    ageGroup: 'F50',
  };
  const numbers = { runnerId: 'id', raceNumber: '7', bibNumber: 'W1', overrideLime: '1:02:03' };
  const blob = toDataBlob(valuesOf(buildAdminRunner({ ...entry, ...numbers })));
  expect(blob).toEqual(['7', 'F50', 'Siân', 'Ap', 'UB', 'Clwb', 'id', 'W1', '1:02:03']);
});

const names = { firstName: 'Llŷr', lastName: 'Huws', runClub: 'Eryri', ageGroup: 'M40' };
const numbers = { raceNumber: '401', bibNumber: '12', event: 'BB' };
const were = valuesOf(buildAdminRunner({ ...names, ...numbers }));
const saved = (changes: Partial<EditorValues>): string =>
  describeSaved({ ...were, ...changes }, were, config);

test('a save is described with every other change', () => {
  expect(saved({ overrideTime: '00:00:01' })).toBe(
    'Llŷr Huws — band 401, bib 12, Override time: DNF',
  );
  expect(saved({ runClub: 'Sarn Helen', event: 'PB' })).toBe(
    'Llŷr Huws — band 401, bib 12, Event: Long, Team: Sarn Helen',
  );
  expect(saved({ bibNumber: '', ageGroup: '' })).toBe('Llŷr Huws — band 401, Age category: none');
});

test('[CL17] the id of a request is a random UUID in lower case, another one each time', () => {
  const ids = Array.from({ length: 100 }, createRequestId);
  expect(new Set(ids).size).toBe(100);
  for (const id of ids) {
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  }
});

const ZONE = 'Pacific/Auckland';
const SEEN_MS = Date.UTC(2026, 5, 19, 22, 41, 7);
const zoned = buildConfig({ timeZone: ZONE, KOMs: 'Wall of Death,Carn Ingli' });

const seenAt = (lastPoint: string, scans: number) => ({
  bandID: '512',
  scans,
  lastPoint,
  lastTime: SEEN_MS,
});

test('[MS2] a band says where and when it was last seen, on the clock of the race', () => {
  expect(formatDay(SEEN_MS, ZONE)).toBe('20/06/2026');
  const describe = (point: string, scans: number, minutes: number, day = 20, race = zoned) =>
    describeSight(seenAt(point, scans), {
      config: race,
      nowMs: SEEN_MS + minutes * 60_000,
      today: `${day}/06/2026`,
    });
  expect(describe('start,finish', 3, 31)).toBe('31 min ago · Start + Finish, 10:41:07 · 3 scans');
  expect(describe('kom2-end', 1, 1_800, 21)).toBe('Carn Ingli end, 20/06/2026 10:41:07 · 1 scan');
  // The name of the point on every course, since no event is known.
  expect(describe('cp5', 1, 1_440)).toBe('Foel Drygarn, 10:41:07 · 1 scan');
  expect(describe('cp5', 1, 1_440, 20, { ...zoned, wayPoints: 'A' })).toBe(
    'CP5, 10:41:07 · 1 scan',
  );
});

test('[CP4] a lap has its number, and no code', () => {
  const laps = { ...buildConfig(configOf(buildCourse('lap lap'))), wayPoints: 'Cylch' };
  expect([0, 1].map((slot) => describeSplit(slot, laps, 'PB'))).toEqual(['Cylch 1', 'Cylch 2']);
});

const describeSeconds = (seconds: number): string => describeSince(seconds * 1_000);

test('[MS4] how long ago that was, in minutes and hours, as far as it helps', () => {
  expect([-120, 24 * 3_600].map(describeSeconds)).toEqual(['', '']);
  expect([-30, 59].map(describeSeconds)).toEqual(['just now', 'just now']);
  expect([60, 59 * 60].map(describeSeconds)).toEqual(['1 min ago', '59 min ago']);
  expect([61 * 60, 125 * 60].map(describeSeconds)).toEqual(['1 h 01 min ago', '2 h 05 min ago']);
});
