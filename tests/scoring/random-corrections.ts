import * as fc from 'fast-check';

import { USUAL_COURSES } from '#shared/model/courses.ts';
import type { Correction, CorrectionAction, ReadSelection } from '#shared/model/decisions.ts';
import { asScanId, type ScanId } from '#shared/model/ids.ts';
import type { Scan } from '#shared/model/scan.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/model/time.ts';
import { getBandId } from '#tests/support/builders.ts';
import { GUN_MS } from '#tests/support/live-field.ts';

/** Whole minutes, like those of random races, so that both ends of a span meet reads. */
const moments = fc.integer({ min: -20, max: 60 }).map((minutes) => GUN_MS + minutes * MINUTE_MS);

const spans: fc.Arbitrary<ReadSelection> = fc
  .record(
    {
      kind: fc.constant('source' as const),
      source: fc.constantFrom('mat-a', 'mat-b', 'mat-1', 'mat-c', 'Siân, marshal at finish'),
      point: fc.constantFrom(...USUAL_COURSES.points),
      fromMs: moments,
      untilMs: moments,
    },
    { requiredKeys: ['kind', 'source', 'fromMs', 'untilMs'] },
  )
  .filter(({ fromMs, untilMs }) => fromMs <= untilMs);

/** Known reads, reads that may be added, and one that does not exist. */
function namedReads(known: readonly ScanId[]): fc.Arbitrary<ReadSelection> {
  const came = fc.constantFrom(...known, asScanId('nobody:1:finish:0'));
  const addition = ids.map((correctionId) => asScanId(`the desk:${correctionId}`));
  const scanIds = fc.array(fc.oneof({ weight: 2, arbitrary: came }, addition), {
    minLength: 1,
    maxLength: 4,
  });
  return scanIds.map((named) => ({ kind: 'reads', scanIds: named }));
}

const ids = fc.integer({ min: 1, max: 9 }).map((at) => `0000000${at}-0000-4000-8000-000000000000`);

const actions: fc.Arbitrary<CorrectionAction> = fc.oneof(
  fc.constant({ kind: 'void' as const }),
  fc.record({
    kind: fc.constant('clock' as const),
    shiftMs: fc.constantFrom(-20 * MINUTE_MS, -MINUTE_MS, SECOND_MS, MINUTE_MS, 60 * MINUTE_MS),
  }),
  fc.record({
    kind: fc.constant('point' as const),
    points: fc.subarray([...USUAL_COURSES.points], { minLength: 1, maxLength: 2 }),
  }),
  fc.record({
    kind: fc.constant('band' as const),
    bandId: fc.integer({ min: 1, max: 10 }).map((band) => getBandId(String(band))),
  }),
);

const additions: fc.Arbitrary<CorrectionAction> = fc.record({
  kind: fc.constant('add' as const),
  bandId: fc.integer({ min: 1, max: 10 }).map((band) => getBandId(String(band))),
  point: fc.constantFrom(...USUAL_COURSES.points),
  timeMs: moments,
});

/** Of few ids and moments, so that some take the place of others and some are of one moment. */
export function corrections(scans: readonly Scan[]): fc.Arbitrary<Correction> {
  const rest = {
    correctionId: ids,
    reason: fc.constant('Roedd y cloc ar ei hôl hi'),
    atMs: fc.integer({ min: 0, max: 3 }),
    by: fc.constantFrom('siân@example.org', 'ifan@example.org'),
  };
  const reads = fc.oneof(spans, namedReads(scans.map(({ scanId }) => scanId)));
  const addition = fc.constant<ReadSelection>({ kind: 'added' });
  return fc.oneof(
    { weight: 3, arbitrary: fc.record({ ...rest, reads, action: actions }) },
    fc.record({ ...rest, reads: addition, action: additions }),
  );
}

/** Something that organisers do about reads. */
export type CorrectionStep =
  | { readonly kind: 'correct'; readonly correction: Correction }
  | { readonly kind: 'undo'; readonly correctionId: string };

export function correctionSteps(scans: readonly Scan[]): fc.Arbitrary<CorrectionStep> {
  return fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('correct' as const),
        correction: corrections(scans),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('undo' as const), correctionId: ids }),
    },
  );
}

/**
 * The reads as they would have come if all had been right at once, those that nobody read among them: written from
 * RULES.md CR alone, a read and a rule at a time.
 */
export function makeRight(scans: readonly Scan[], decided: readonly Correction[]): Scan[] {
  return rightReads([...scans, ...decided.flatMap(addedBy)], decided);
}

function addedBy({ correctionId, action, atMs }: Correction): Scan[] {
  if (action.kind !== 'add') return [];
  const { bandId, point, timeMs } = action;
  const scanId = asScanId(`the desk:${correctionId}`);
  const read = { scanId, bandId, points: [point], timeMs, source: 'the desk', arrivedMs: atMs };
  return [read];
}

/** The same of these reads alone. */
export function rightReads(scans: readonly Scan[], decided: readonly Correction[]): Scan[] {
  const right: Scan[] = [];
  for (const scan of scans) {
    const about = decided.filter(({ correctionId, reads }) => {
      if (reads.kind === 'added') return scan.scanId === `the desk:${correctionId}`;
      if (reads.kind === 'reads') return reads.scanIds.some((scanId) => scanId === scan.scanId);
      if (reads.source !== scan.source) return false;
      if (scan.timeMs < reads.fromMs || reads.untilMs < scan.timeMs) return false;
      return reads.point === undefined || scan.points.some((point) => point === reads.point);
    });
    let { timeMs, points, bandId } = scan;
    let [pointsBy, bandBy]: (Correction | undefined)[] = [];
    let isGone = false;
    for (const one of about) {
      const { action } = one;
      if (action.kind === 'void') isGone = true;
      if (action.kind === 'clock') timeMs += action.shiftMs;
      if (action.kind === 'point' && isLater(one, pointsBy))
        [points, pointsBy] = [action.points, one];
      if (action.kind === 'band' && isLater(one, bandBy)) [bandId, bandBy] = [action.bandId, one];
    }
    if (!isGone) right.push({ ...scan, timeMs, points, bandId });
  }
  return right;
}

function isLater(one: Correction, other: Correction | undefined): boolean {
  if (!other) return true;
  return one.atMs === other.atMs ? one.correctionId > other.correctionId : one.atMs > other.atMs;
}
