import { expect, test } from 'vitest';

import type { Correction, CorrectionAction, ReadSelection } from '#shared/model/decisions.ts';
import { asScanId } from '#shared/model/ids.ts';
import { HOUR_MS } from '#shared/model/time.ts';
import { Corrections, isAbout } from '#shared/scoring/correct-reads.ts';
import { getBandId } from '#tests/support/builders.ts';

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

test('[CR7] a list adds a read for each of its times, which other corrections may correct', () => {
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

test('[CR5] the corrections of a read are listed in the order in which they were made', () => {
  const read = scanOf('10:45:00 cp1');
  const named = decide(VOID, { kind: 'reads', scanIds: [read.scanId, read.scanId] });
  const span = decide(later(HOUR_MS));
  const elsewhere = decide(VOID, { ...HALF_HOUR, source: 'mat-2' });
  const { corrections } = new Corrections([elsewhere, span, named]).correct(read);
  expect(corrections).toEqual([named, span]);
});
