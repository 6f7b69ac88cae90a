import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { USUAL_COURSES } from '#shared/model/courses.ts';
import { formatElapsed } from '#shared/format/format-time.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/model/time.ts';
import {
  CORRECTION_REASONS,
  type CorrectionReason,
  findCorrection,
  listCorrectionNews,
  MOST_LINES,
  type PublicCorrection,
} from '#shared/news/corrections.ts';
import { describeCorrection } from '#shared/news/describe-correction.ts';
import { stagePointsOf } from '#shared/scoring/stages.ts';
import { Standings } from '#shared/scoring/standings.ts';
import { allEn } from '#shared/texts/en-screens.ts';
import { buildResult } from '#tests/client/support/build-result.ts';
import { buildConfig } from '#tests/support/builders.ts';

const span = fc.oneof(
  fc.integer({ min: 30, max: 36 }).map((minutes) => minutes * MINUTE_MS),
  // Less than a second is no other time as times are shown.
  fc.constantFrom(30 * MINUTE_MS - 200, 30 * MINUTE_MS + SECOND_MS),
);
const state = fc
  .record({
    events: fc.constantFrom(...USUAL_COURSES.events),
    status: fc.constantFrom('racing' as const, 'finished' as const, 'dnf' as const),
    total: span,
    cp1: fc.option(span, { nil: null }),
    cp2: fc.option(span, { nil: null }),
  })
  .map(({ events, status, total, cp1, cp2 }) => ({
    events,
    status,
    totalMs: status === 'finished' ? total : null,
    splitsMs: [cp1, cp2, null, null, null, null],
  }));
/** Half of a field is left alone, and some all move by the same. */
const after = fc.oneof(
  { weight: 3, arbitrary: fc.constant('same' as const) },
  { weight: 3, arbitrary: fc.constant('later' as const) },
  { weight: 1, arbitrary: fc.constant('gone' as const) },
  { weight: 3, arbitrary: state },
);
const field = fc.array(fc.record({ was: state, is: after }), { maxLength: 30 });

function rank(rows: readonly UnrankedResult[]): Standings {
  const standings = new Standings(USUAL_COURSES);
  standings.replaceAll(
    rows,
    USUAL_COURSES.byEvent(() => 0),
  );
  return standings;
}

/** What of a row was shown, in words, by the point. */
function show(row: UnrankedResult): Map<string, string> {
  const times = stagePointsOf(row.events, USUAL_COURSES).flatMap((slot) => {
    if (slot === 'finish') return [];
    const splitMs = row.splitsMs[slot] ?? null;
    return splitMs === null ? [] : [[`${slot}`, formatElapsed(splitMs)] as const];
  });
  const { status, totalMs } = row;
  const isThrough = status === 'finished' && totalMs !== null;
  return new Map([...times, ...(isThrough ? [['finish', formatElapsed(totalMs)] as const] : [])]);
}

function isCorrected(
  was: UnrankedResult,
  is: UnrankedResult | undefined,
  reason: CorrectionReason,
) {
  if (!is || was.events !== is.events) return true;
  const shown = show(is);
  if ([...show(was)].some(([point, time]) => shown.get(point) !== time)) return true;
  const isOfAll = reason === 'start' || reason === 'settings';
  return !isOfAll && was.status === 'dnf' && is.status !== 'dnf';
}

test('[PC1 PC2] a correction lists exactly the changed published results', () => {
  fc.assert(
    fc.property(field, fc.constantFrom(...CORRECTION_REASONS), (runners, reason) => {
      const rows = runners.map(({ was }, at) => buildResult({ runnerId: `r${at}`, ...was }));
      const now = runners.flatMap(({ was, is }, at) => {
        if (is === 'gone') return [];
        const later = {
          ...was,
          totalMs: was.totalMs === null ? null : was.totalMs + 297 * SECOND_MS,
          splitsMs: was.splitsMs.map((ms) => (ms === null ? null : ms + 297 * SECOND_MS)),
        };
        const given = is === 'same' ? was : is === 'later' ? later : is;
        return [buildResult({ runnerId: `r${at}`, ...given })];
      });
      const [before, standings] = [rank(rows), rank(now)];
      const found = findCorrection(reason, rows, standings, () => before);
      const corrected = rows.filter((row) =>
        isCorrected(row, standings.find(row.runnerId), reason),
      );
      const { lines = [], more = 0 } = found ?? {};
      expect(lines.length + more).toBe(corrected.length);
      expect(lines.length).toBeLessThanOrEqual(MOST_LINES);
      expect(corrected.map(({ runnerId }) => runnerId)).toEqual(
        expect.arrayContaining(lines.map(({ runnerId }) => runnerId)),
      );
      for (const { runnerId, was, is } of lines) {
        expect(was.place).toBe(before.placeOf(runnerId));
        expect(is?.place ?? null).toBe(standings.placeOf(runnerId));
        expect(is?.status).toBe(standings.find(runnerId)?.status);
      }
    }),
  );
});

/** A correction in words, as everybody reads it. */
function tell(
  reason: CorrectionReason,
  rows: readonly UnrankedResult[],
  now: readonly UnrankedResult[],
): string[] {
  const standings = rank(now);
  const found = findCorrection(reason, rows, standings, () => rank(rows));
  if (!found) return [];
  const correction: PublicCorrection = { ...found, id: '1:epoch', atMs: 0 };
  const context = { standings, config: buildConfig(), texts: allEn };
  return correction.lines.map((line) => describeCorrection(line, correction, context));
}

const person = (runnerId: string, totalMs: number | null, given: Partial<UnrankedResult> = {}) =>
  buildResult({ runnerId, firstName: runnerId, lastName: '', totalMs, ...given });
const hour = 60 * MINUTE_MS;
const split = (ms: number | null) => ({ splitsMs: [ms, null, null, null, null, null] });

const list = (byMs: number) =>
  Array.from({ length: 52 }, (_, at) => person(`r${at}`, hour + at * MINUTE_MS + byMs));

test('[PC1] a first time by hand is no correction, a replaced time is', () => {
  const [racing, timed] = [person('Ann', null), person('Ann', hour)];
  for (const reason of ['hand', 'registration', 'read'] as const) {
    expect(tell(reason, [racing], [timed])).toEqual([]);
    expect(tell(reason, [person('Ann', hour + MINUTE_MS)], [timed])).toHaveLength(1);
  }
});

test('[PC2 PV7] a line has the new and old result and the reason, and private runners as bibs', () => {
  const [ann, bob] = [person('Ann', hour), person('Bob', hour + MINUTE_MS)];
  const hidden = { firstName: '', lastName: '', runClub: '', ageGroup: '', bibNumber: '214' };
  const cel = person('cel', hour + 2 * MINUTE_MS, hidden);
  const quick = person('cel', hour - MINUTE_MS, hidden);
  const out = person('Ann', null, { status: 'dnf' });
  const read = person('Bob', hour, split(20 * MINUTE_MS));
  expect([
    ...tell('hand', [ann, bob, cel], [ann, bob, quick]),
    ...tell('status', [out, bob], [ann, bob]),
    ...tell('status', [ann, bob], [{ ...out, isDisqualified: true }, bob]),
    ...tell('registration', [ann, bob], [bob]),
    ...tell('read', [read], [{ ...read, ...split(null) }]),
  ]).toEqual([
    'bib\u00A0214: 0:59:00 (was 1:02:00), 1st (was 3rd); a time was entered by hand',
    'Ann: 1:00:00 (was DNF), 1st; the status was corrected',
    'Ann: DSQ (was 1:00:00); the status was corrected',
    'bib\u00A088: no longer in the results; the registration was corrected',
    'Bob: Bedd Morris NO SCAN (was 0:20:00); a read at Bedd Morris was corrected',
  ]);
});

test('[PC2] the best places come first, former ones too, ten in all; the rest is counted', () => {
  const out = person('r0', null, { status: 'dnf' });
  // The second stays as it was.
  const standings = rank([out, ...list(0).slice(1, 2), ...list(-SECOND_MS).slice(2)]);
  const was = list(0).toReversed();
  const { lines = [], more } = findCorrection('clock', was, standings, () => rank(list(0))) ?? {};
  expect(lines.map(({ was }) => was.place)).toEqual([1, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  expect(more).toBe(41);
});

function countNews(runners: number): number {
  const was = list(0).slice(0, runners);
  const is = list(-SECOND_MS).slice(0, runners);
  const found = findCorrection('clock', was, rank(is), () => rank(was));
  return found ? listCorrectionNews({ ...found, id: '1:epoch', atMs: 0 }).length : 0;
}

test('[WP5] a correction of ten results is news of each, one of eleven of nobody', () =>
  expect([10, 11].map(countNews)).toEqual([10, 0]));
