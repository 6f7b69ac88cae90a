import { expect, test } from 'vitest';

import type { Correction, CorrectionAction, ReadSelection } from '#shared/model/decisions.ts';
import { asScanId } from '#shared/model/ids.ts';
import type { Scan } from '#shared/model/scan.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/model/time.ts';
import { Corrections, isAbout } from '#shared/scoring/correct-reads.ts';
import { scoreRace } from '#tests/support/score-race.ts';
import { buildConfig, buildRunner, getBandId } from '#tests/support/builders.ts';

import { clock, scanOf } from './run-scoring.ts';

/** Every read of the mat from 10:30:00 to 11:00:00. */
const HALF_HOUR: ReadSelection = {
  kind: 'source',
  source: 'mat-1',
  fromMs: clock('10:30:00'),
  untilMs: clock('11:00:00'),
};
const VOID: CorrectionAction = { kind: 'void' };
const later = (shiftMs: number): CorrectionAction => ({ kind: 'clock', shiftMs });

let made = 0;

/** Each later than the one before, unless told otherwise. */
function decide(
  action: CorrectionAction,
  reads: ReadSelection = HALF_HOUR,
  given: Partial<Correction> = {},
): Correction {
  made += 1;
  const correctionId = `00000000-0000-4000-8000-${String(made).padStart(12, '0')}`;
  return {
    correctionId,
    reads,
    action,
    reason: 'cloc',
    atMs: made,
    by: 'siân@example.org',
    ...given,
  };
}

function correct(read: Scan, ...all: readonly Correction[]): Scan | undefined {
  return new Corrections(all).correct(read).scan;
}

test('[CR7] a read that was added is one at its point and moment, of an id of its own, which others may correct by that', () => {
  const action: CorrectionAction = {
    kind: 'add',
    bandId: getBandId('7'),
    point: 'cp1',
    timeMs: clock('10:45:00'),
  };
  const addition = decide(action, { kind: 'added' });
  const [added] = new Corrections([addition]).added;
  const scanId = `the desk:${addition.correctionId}`;
  expect(added).toMatchObject({ scanId, bandId: '7', points: ['cp1'], source: 'the desk' });
  if (!added) return;
  const later60 = decide(later(MINUTE_MS), { kind: 'reads', scanIds: [added.scanId] });
  const all = new Corrections([addition, later60]);
  expect(all.correct(added)).toMatchObject({ scan: { timeMs: clock('10:46:00') } });
  expect(all.correct(added).corrections).toEqual([addition, later60]);
  // Taken back, the other one is about nothing.
  expect(all.without(addition.correctionId).added).toEqual([]);
  const back = { ...HALF_HOUR, source: 'the desk' };
  expect(correct(added, addition, decide(VOID, back))).toBeUndefined();
});

test('[CR7] a start that was added measures no gap between mats, and gets none', () => {
  const scans: Scan[] = [];
  const runners = Array.from({ length: 12 }, (_, at) => {
    const bandId = getBandId(String(at + 1));
    const read = { ...scanOf('10:00:00 start', 'front'), bandId };
    scans.push(
      { ...read, scanId: asScanId(`front ${at}`) },
      ...(at === 0 ? [] : [{ ...addedAt(bandId, read.timeMs + 5_000), scanId: asScanId(`${at}`) }]),
    );
    return buildRunner({ runnerId: `r${at}`, bandId, event: 'BB' });
  });
  const config = buildConfig({ timing: 'chip' });
  const own = clock('10:00:00');
  for (const { runnerId, startedAtMs } of scoreRace(runners, scans, config)) {
    expect(startedAtMs).toBe(runnerId === 'r0' ? own : own + 5_000);
  }
});

test('[CR7] a list adds a read for each of its times, which the correction is about and others may correct', () => {
  const reads = ['7', '8'].map((band, index) => ({
    bandId: getBandId(band),
    timeMs: clock('10:45:00') + index,
  }));
  const list = decide({ kind: 'list', point: 'cp1', reads }, { kind: 'added' });
  const { added } = new Corrections([list]);
  const first = `the desk:${list.correctionId}`;
  expect(added.map(({ scanId, bandId }) => [scanId, bandId])).toEqual([
    [first, '7'],
    [`${first}:2`, '8'],
  ]);
  expect(added.map((read) => isAbout(list, read))).toEqual([true, true]);
  const voided = decide(VOID, { kind: 'reads', scanIds: [asScanId(`${first}:2`)] });
  const all = new Corrections([list, voided]);
  expect(added.map((read) => all.correct(read).scan?.bandId)).toEqual(['7', undefined]);
});

function addedAt(bandId: Scan['bandId'], timeMs: number): Scan {
  const [added] = new Corrections([
    decide({ kind: 'add', bandId, point: 'start', timeMs }, { kind: 'added' }),
  ]).added;
  if (!added) throw new Error('Nothing is added.');
  return added;
}

test('[CR5] with a read go the corrections that are about it, in the order in which they were made', () => {
  const read = scanOf('10:45:00 cp1');
  const named = decide(VOID, { kind: 'reads', scanIds: [read.scanId, read.scanId] });
  const span = decide(later(HOUR_MS));
  const elsewhere = decide(VOID, { ...HALF_HOUR, source: 'mat-2' });
  const { corrections } = new Corrections([elsewhere, span, named]).correct(read);
  expect(corrections).toEqual([named, span]);
});
