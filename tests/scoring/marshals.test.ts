import { expect, test } from 'vitest';

import { findBib } from '#server/features/marshals/take-taps.ts';
import { MarshalBodies } from '#server/features/marshals/marshal-bodies.ts';
import { LiveRace } from '#server/race/live-race.ts';
import {
  isReportedBy,
  type MarshalPass,
  reportOf,
  type ReportTap,
  sightingOf,
} from '#server/race/marshal-pass.ts';
import type { Report } from '#shared/model/decisions.ts';
import { RaceForecasts } from '#server/race/race-forecasts.ts';
import type { Runner } from '#shared/model/runner.ts';
import type { Scan } from '#shared/model/scan.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/model/time.ts';
import type { MarshalBody } from '#shared/wire/marshal-api.ts';
import type { TimePoint } from '#shared/model/time-point.ts';
import {
  buildConfig,
  buildRunner,
  buildScan,
  type RunnerOverrides,
} from '#tests/support/builders.ts';
import { GUN_MS } from '#tests/support/live-field.ts';

const NOW_MS = GUN_MS + HOUR_MS;
const PASS: MarshalPass = {
  passId: 'p1',
  point: 'cp3',
  name: 'Dai',
  untilMs: GUN_MS + 8 * HOUR_MS,
  madeMs: GUN_MS - HOUR_MS,
};
const TAP: ReportTap = { reportId: 'r1', kind: 'seen', bib: '77', atMs: GUN_MS };

function openRace(given: { runners: Runner[]; scans?: Scan[]; reports?: Report[] }): LiveRace {
  const race = new LiveRace();
  race.load({ epoch: 'e', version: 1 }, { config: buildConfig(), scans: [], ...given });
  return race;
}

async function lookAt(race: LiveRace, pass: Partial<MarshalPass> = {}): Promise<MarshalBody> {
  const bodies = new MarshalBodies(race, new RaceForecasts(race), () => NOW_MS);
  const body = await bodies.get({ ...PASS, ...pass });
  return JSON.parse((await body.encode('identity')).toString('utf8')) as MarshalBody;
}

test('[MA2] a tap keeps its moment, but a future one counts as now', () => {
  const { runnerId } = buildRunner();
  const late = { ...TAP, atMs: NOW_MS + 1 };
  expect(reportOf(TAP, runnerId, PASS, NOW_MS).atMs).toBe(GUN_MS);
  expect(reportOf(late, runnerId, PASS, NOW_MS).atMs).toBe(NOW_MS);
  expect(sightingOf(late, PASS, NOW_MS, undefined).sighting?.seenMs).toBe(NOW_MS);
});

function enter(runnerId: string, bibNumber: string, event: 'PB' | 'BB' = 'PB'): Runner {
  return buildRunner({ runnerId, bibNumber, event });
}

test.each([
  ['77', 'full'],
  ['077', 'full'],
  ['w1', 'letter'],
  ['?77', undefined],
  ['?', undefined],
  ['1?7', 'far'],
  ['0?7', 'full'],
  ['W?', 'letter'],
  ['h?', 'away'],
  ['5', 'both'],
  ['9', undefined],
  ['78', undefined],
  ['-', undefined],
])('[MA3] a bib read as %s finds: %s', (read, who) => {
  const race = openRace({
    runners: [
      enter('full', '77'),
      enter('far', '177'),
      enter('other', '377'),
      enter('letter', 'W1'),
      enter('away', 'H5', 'BB'),
      enter('both', '5'),
      enter('half', '5', 'BB'),
      enter('first', '9'),
      enter('second', '09'),
      enter('none', ''),
    ],
  });
  expect(findBib(race, read, 'cp3')).toBe(who);
});

const AT_CP2 = GUN_MS + 30 * MINUTE_MS;

function runner(bibNumber: string, given: RunnerOverrides = {}): Runner {
  const bandId = String(1_000 + Number(bibNumber));
  return buildRunner({ runnerId: `r${bibNumber}`, bibNumber, bandId, ...given });
}

function read(bib: number, point: TimePoint): Scan {
  return buildScan({ bandId: String(1_000 + bib), points: [point], timeMs: AT_CP2 });
}

test('[MA5] due, passed and out runners are told apart by reads and reports', async () => {
  const report = (bib: number, kind: Report['kind'], point?: 'cp2' | 'cp3' | 'cp4'): Report => ({
    reportId: `${bib}${kind}`,
    runnerId: runner(String(bib)).runnerId,
    kind,
    atMs: AT_CP2 + 1,
    enteredMs: AT_CP2 + 1,
    by: 'anna',
    ...(point && { point }),
  });
  const race = openRace({
    runners: [
      runner('1'), // read before it
      runner('2'), // read there
      runner('3'), // read further on
      runner('4'), // seen there
      runner('5'), // seen further on
      runner('6', { overrideTime: '00:00:01' }), // DNF before it
      runner('7', { overrideTime: '00:00:01' }), // DNF after it
      runner('8', { overrideTime: 'DNS' }), // never there
      runner('9', { event: 'BB' }), // of a course without it
      runner('10', { overrideTime: '2:00:00' }), // a typed time
      runner('11'), // helped there
      runner('12', { bandId: undefined }), // no band
      runner('13'), // finished
      runner('14'), // stood at the start
      runner('15'), // safe before it
      runner('16', { bibNumber: '' }), // no bib
    ],
    scans: [
      read(1, 'cp2'),
      read(2, 'cp3'),
      read(3, 'cp4'),
      read(4, 'cp2'),
      read(5, 'cp2'),
      read(6, 'cp2'),
      read(7, 'cp4'),
      read(9, 'start'),
      read(11, 'cp2'),
      read(13, 'finish'),
      read(14, 'start'),
      read(15, 'cp2'),
      read(16, 'cp2'),
    ],
    reports: [
      report(4, 'seen', 'cp3'),
      report(5, 'seen', 'cp4'),
      { ...report(11, 'note', 'cp3'), text: 'First aid' },
      report(15, 'safe'),
    ],
  });
  const { due, dueCount, passedCount, outCount, bibs } = await lookAt(race);
  expect(due.map(({ bib }) => bib)).toEqual(['1', '14']);
  expect(bibs).toEqual(['1', '14']);
  expect({ dueCount, passedCount, outCount }).toEqual({ dueCount: 3, passedCount: 8, outCount: 2 });
  const finish = await lookAt(race, { point: 'finish' });
  expect(finish.pointName).toBe('Finish');
  expect(finish.passedCount).toBe(2);
});

test('[MA5] a runner started by the gun is due without a read, but not before the gun', async () => {
  const runners = [buildRunner({ bibNumber: '3' }), buildRunner({ bibNumber: '4' })];
  expect((await lookAt(openRace({ runners }))).bibs).toEqual(['3', '4']);
  const race = new LiveRace();
  const later = buildConfig({ raceStart: '2026-06-20-18-00-00' });
  race.load({ epoch: 'e', version: 1 }, { config: later, runners, scans: [] });
  expect((await lookAt(race)).bibs).toEqual([]);
});

test('[MA6] a marshal can take back only reports under their name and point', () => {
  const said = reportOf(TAP, buildRunner().runnerId, PASS, NOW_MS);
  expect(isReportedBy({ ...PASS, passId: 'p2', madeMs: NOW_MS }, said)).toBe(true);
  expect(isReportedBy({ ...PASS, name: 'Mair' }, said)).toBe(false);
  expect(isReportedBy({ ...PASS, point: 'cp4' }, said)).toBe(false);
});
