import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import type { Correction, CorrectionAction, ReadSelection } from '#shared/model/decisions.ts';
import { asScanId } from '#shared/model/ids.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/model/time.ts';
import { Corrections, findFutureReads, isAbout } from '#shared/scoring/correct-reads.ts';
import { buildScan, getBandId } from '#tests/support/builders.ts';

import { corrections, rightReads } from './random-corrections.ts';
import { type RandomRace, races } from './random-race.ts';
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

/** Each later than the one before. */
function decide(action: CorrectionAction, reads: ReadSelection = HALF_HOUR): Correction {
  made += 1;
  const correctionId = `00000000-0000-4000-8000-${String(made).padStart(12, '0')}`;
  return { correctionId, reads, action, reason: 'cloc', atMs: made, by: 'siân@example.org' };
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

const decided: fc.Arbitrary<readonly [RandomRace, readonly Correction[]]> = races.chain((race) =>
  fc.tuple(
    fc.constant(race),
    fc.uniqueArray(corrections(race.scans), { selector: (one) => one.correctionId }),
  ),
);

test('[CR1 CR2] each read is corrected by the rules, and one without a correction stays the same object', () => {
  fc.assert(
    fc.property(decided, ([{ scans }, list]) => {
      const all = new Corrections(list);
      for (const scan of scans) {
        const { scan: counted, corrections: about } = all.correct(scan);
        expect(counted === undefined ? [] : [counted]).toEqual(rightReads([scan], list));
        expect(counted === scan).toBe(about.length === 0);
      }
    }),
    { numRuns: 1_000 },
  );
});

const NOW_MS = Date.UTC(2026, 5, 20, 12);
const READS = [-60, -30, -10].map((minutes, at) =>
  buildScan({ bandId: String(at + 1), source: 'hill', timeMs: NOW_MS + minutes * MINUTE_MS }),
);

/** Moves the clock of all of them. */
const move = (minutes: number, action = later(minutes * MINUTE_MS)): Correction => ({
  ...decide(action, { kind: 'source', source: 'hill', fromMs: 0, untilMs: NOW_MS }),
  atMs: NOW_MS,
});

test.each([
  [12, 0],
  [13, 1],
  [60, 2],
])(
  '[CR9] a clock correction of %i minutes moves %i of three reads into the future',
  (minutes, count) => {
    const found = findFutureReads(READS, new Corrections(), move(minutes));
    expect(found.count).toBe(count);
    expect(found.lastMs).toBe(count === 0 ? -Infinity : NOW_MS + (minutes - 10) * MINUTE_MS);
  },
);

test('[CR9] future reads include other corrections, and exclude void reads', () => {
  const first = move(12);
  const ahead = new Corrections([first]);
  expect(findFutureReads(READS, ahead, move(12)).count).toBe(1);
  // Sent again it is the same one.
  expect(findFutureReads(READS, ahead, first).count).toBe(0);
  expect(findFutureReads(READS, new Corrections([move(0, VOID)]), move(300)).count).toBe(0);
});
