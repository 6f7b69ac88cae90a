import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { SEXES } from '#shared/model/race-setup.ts';
import { USUAL_COURSES } from '#shared/model/courses.ts';
import {
  CHECKPOINT_FIELDS,
  KOM_FIELDS,
  RUNNER_STATUSES,
  type UnrankedResult,
} from '#shared/model/result.ts';
import { completeResult } from '#shared/scoring/present-result.ts';
import { type CompactResults, packResults, unpackResults } from '#shared/wire/compact-results.ts';

const texts = fc.oneof(
  fc.constantFrom('', 'Siân', '\n', '"', '\u{1F3C3}', '\uD800'),
  fc.string({ unit: 'binary' }),
);
/** Spans as they are, and those of a reader whose clock was years out. */
const spans = fc.option(
  fc.oneof(fc.integer({ min: 0, max: 360_000_000 }), fc.integer({ min: -1e14, max: 1e14 })),
);
const rowsWith = (ids: fc.Arbitrary<string>): fc.Arbitrary<UnrankedResult> =>
  fc
    .record({
      runnerId: ids,
      firstName: texts,
      lastName: texts,
      runClub: texts,
      ageGroup: fc.constantFrom('', 'M40', 'F-SNR'),
      sex: fc.constantFrom(undefined, ...SEXES),
      bibNumber: texts,
      events: fc.constantFrom(...USUAL_COURSES.events),
      status: fc.constantFrom(...RUNNER_STATUSES),
      isDisqualified: fc.boolean(),
      totalMs: spans,
      startedAtMs: spans,
      laps: fc.option(fc.nat({ max: 90 }), { nil: undefined }),
      categoryMs: fc.option(fc.nat({ max: 360_000_000 }), { nil: undefined }),
      splitsMs: fc.tuple(...CHECKPOINT_FIELDS.map(() => spans)),
      komsMs: fc.tuple(...KOM_FIELDS.map(() => spans)),
    })
    .map((known) => completeResult(known));
const rows = rowsWith(fc.oneof(fc.uuid(), fc.string({ minLength: 1 })));
/** All ids of one form too, which are packed in another way. */
const lists = fc.oneof(
  fc.array(rows, { maxLength: 12 }),
  fc.array(rowsWith(fc.uuid()), { maxLength: 12 }),
);

function send(packed: CompactResults): CompactResults {
  return JSON.parse(Buffer.from(JSON.stringify(packed)).toString()) as CompactResults;
}

test('[CL35] packed rows are read back unchanged, whatever is in them', () => {
  fc.assert(
    fc.property(lists, (list) => {
      expect(unpackResults(send(packResults(list, USUAL_COURSES)), USUAL_COURSES)).toEqual(list);
    }),
    { seed: 20_260_620, numRuns: 500 },
  );
});

test('[CL35] columns have the documented form', () => {
  const row = {
    runnerId: '0f8fad5b-d9cb-469f-a165-70867728950e',
    firstName: 'Siân',
    lastName: 'Llŷr',
    runClub: '',
    ageGroup: 'F40',
    bibNumber: '7',
    events: 'PB',
    status: 'finished',
    startedAtMs: null,
    komsMs: [null, null],
  } as const;
  const list = [
    { totalMs: 16, splitsMs: [null, null, null, null, null, null] },
    { totalMs: 15, splitsMs: [null, null, 900, null, null, null] },
    { totalMs: null, splitsMs: [null, null, 900, null, null, null] },
  ].map((its) => completeResult({ ...row, ...its }));
  const { runnerId, lastName, numbers } = packResults(list, USUAL_COURSES);
  expect({ runnerId, lastName, numbers }).toEqual({
    runnerId: '0f8fad5bd9cb469fa16570867728950e'.repeat(3),
    lastName: ['Llŷr', 'Llŷr', 'Llŷr'],
    numbers: { total: [16, 15, null], cp3: [null, 900, 900] },
  });
});
