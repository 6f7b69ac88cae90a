import { expect, test } from 'vitest';

import type { Correction, CorrectionAction, ReadSelection } from '#shared/model/correction.ts';
import { asScanId } from '#shared/model/ids.ts';
import type { Scan } from '#shared/model/scan.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/model/time.ts';
import { Corrections, isAbout } from '#shared/scoring/correct-reads.ts';
import { scoreRace } from '#shared/scoring/score-race.ts';
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

test.each([
  ['10:30:00 cp1', true],
  ['11:00:00 cp1', true],
  ['10:29:59.999 cp1', false],
  ['11:00:00.001 cp1', false],
])('[CR1] both moments belong to the span: %s', (text, isIn) => {
  const read = scanOf(text);
  expect(correct(read, decide(VOID))).toBe(isIn ? undefined : read);
});

test('[CR1] a source is meant at all its points or at one, of which a mat may have several', () => {
  const atFinish = decide(VOID, { ...HALF_HOUR, point: 'finish' });
  expect(correct(scanOf('10:45:00 start,finish'), atFinish)).toBeUndefined();
  expect(correct(scanOf('10:45:00 cp1'), atFinish)).toBeDefined();
  expect(correct(scanOf('10:45:00 finish', 'mat-2'), atFinish)).toBeDefined();
});

test('[CR1] named reads are those of the ids, whatever else they say', () => {
  const [one, other] = [scanOf('10:45:00 cp1'), scanOf('10:45:00 cp1', 'mat-2')];
  const named = decide(VOID, { kind: 'reads', scanIds: [other.scanId] });
  expect(correct(one, named)).toBe(one);
  expect(correct(other, named)).toBeUndefined();
});

test('[CR1] what a correction is about is what the read said when it came', () => {
  const read = scanOf('10:20:00 cp1');
  const all = { ...HALF_HOUR, fromMs: clock('10:00:00') };
  const moved = [
    decide(later(20 * MINUTE_MS), all),
    decide({ kind: 'point', points: ['cp2'] }, all),
  ];
  // At 10:40:00 and at cp2 by now, neither of which it said.
  expect(correct(read, ...moved, decide(VOID))?.timeMs).toBe(clock('10:40:00'));
  expect(correct(read, ...moved, decide(VOID, { ...all, point: 'cp2' }))).toBeDefined();
  expect(correct(read, ...moved, decide(VOID, { ...all, point: 'cp1' }))).toBeUndefined();
});

test('[CR2] void is void, whatever is decided before or after it', () => {
  const read = scanOf('10:45:00 cp1');
  const band = decide({ kind: 'band', bandId: getBandId('7') });
  expect(correct(read, decide(VOID), band, decide(later(HOUR_MS)))).toBeUndefined();
  expect(correct(read, decide(later(HOUR_MS)), decide(VOID))).toBeUndefined();
});

test('[CR3] clocks add up', () => {
  const read = scanOf('10:45:00 cp1');
  const shifts = [decide(later(HOUR_MS)), decide(later(-5 * MINUTE_MS)), decide(later(250))];
  expect(correct(read, ...shifts)?.timeMs).toBe(clock('11:40:00.250'));
  expect(read.timeMs).toBe(clock('10:45:00'));
});

test('[CR4] of points and of bands the last made counts, of one moment that with the greater id', () => {
  const read = scanOf('10:45:00 cp1');
  const first = decide({ kind: 'point', points: ['cp2'] });
  const band = decide({ kind: 'band', bandId: getBandId('7') });
  const last = decide({ kind: 'point', points: ['start', 'finish'] });
  for (const all of [
    [first, band, last],
    [last, band, first],
  ]) {
    expect(correct(read, ...all)).toEqual({ ...read, points: ['start', 'finish'], bandId: '7' });
  }
  const together = [last, { ...first, atMs: last.atMs }];
  expect(correct(read, ...together)?.points).toEqual(['start', 'finish']);
});

test('[CR5] one that takes the place of another leaves nothing of it, and none leaves the read as it came', () => {
  const read = scanOf('10:45:00 cp1');
  const wrong = decide(later(HOUR_MS));
  const all = new Corrections([wrong]).with({ ...wrong, action: later(MINUTE_MS) });
  expect(all.all).toHaveLength(1);
  expect(all.correct(read).scan?.timeMs).toBe(clock('10:46:00'));
  expect(all.correct(read).scan?.scanId).toBe(read.scanId);
  expect(all.find(wrong.correctionId)?.action).toEqual(later(MINUTE_MS));
  const none = all.without(wrong.correctionId);
  expect(none.correct(read)).toEqual({ scan: read, corrections: [] });
  expect(none.correct(read).scan).toBe(read);
});

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
