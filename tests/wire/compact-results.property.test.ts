import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

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
  fc.constantFrom('', 'Siân', '|', 'a|b', '\n', '"', '\u{1F3C3}', '\uD800'),
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

function send(packed: CompactResults): Record<string, unknown> {
  return JSON.parse(Buffer.from(JSON.stringify(packed)).toString()) as Record<string, unknown>;
}

test('[CL35] what was packed is read as it was, whatever is in the rows', () => {
  fc.assert(
    fc.property(lists, (list) => {
      expect(unpackResults(send(packResults(list, USUAL_COURSES)), USUAL_COURSES)).toEqual({
        results: list,
        leftOut: 0,
      });
    }),
    { seed: 20_260_620, numRuns: 500 },
  );
});

test('[CL35] columns stand as they are written down', () => {
  const row = {
    runnerId: '0f8fad5b-d9cb-469f-a165-70867728950e',
    firstName: 'Siân',
    lastName: 'Llŷr',
    runClub: 'Rhedwyr',
    ageGroup: 'F40',
    bibNumber: '7',
    events: 'PB',
    status: 'finished',
    totalMs: 16,
    startedAtMs: null,
    splitsMs: [null, null, null, null, null, null],
    komsMs: [null, null],
  } as const;
  const list = [
    row,
    { ...row, totalMs: 15, lastName: 'ap Rhys' },
    { ...row, totalMs: null, runClub: '' },
  ];
  expect(
    packResults(
      list.map((known) => completeResult(known)),
      USUAL_COURSES,
    ),
  ).toEqual({
    count: 3,
    runnerId: { uuids: '0f8fad5bd9cb469fa16570867728950e'.repeat(3) },
    texts: { firstName: 'Siân|Siân|Siân', lastName: 'Llŷr|ap Rhys|Llŷr', bibNumber: '7|7|7' },
    words: {
      runClub: { count: 2, words: 'Rhedwyr|', at: 'BBD' },
      ageGroup: { count: 1, words: 'F40', at: 'BBB' },
      events: { count: 1, words: 'PB', at: 'BBB' },
      status: { count: 1, words: 'finished', at: 'BBB' },
    },
    times: { total: 'hBCA' },
  });
});

describe('of another release, or broken', () => {
  const sample = fc.sample(rows, { seed: 20_260_620, numRuns: 20 });

  test('[RL5] columns that nobody knows here are passed over', () => {
    const { texts, words, times, ...packed } = packResults(sample, USUAL_COURSES);
    const later = {
      ...packed,
      texts: { ...texts, homeTown: 'Trefdraeth' },
      words: { ...words, team: 7 },
      times: { ...times, cp7: 'not of this release' },
      photos: ['later'],
    };
    expect(unpackResults(later, USUAL_COURSES)).toEqual({ results: sample, leftOut: 0 });
  });

  test('[RL5 CL2] a reader that does not know of disqualifications has them as DNF, all else as it is', () => {
    const { times, ...packed } = packResults(sample, USUAL_COURSES);
    const { disqualified, ...known } = times;
    expect(disqualified).toBeDefined();
    const read = unpackResults({ ...packed, times: known }, USUAL_COURSES);
    expect(read?.results).toEqual(sample.map((row) => ({ ...row, isDisqualified: false })));
  });

  test('[RL5] a column of times that is absent is one in which nobody has a time', () => {
    const { times, ...packed } = packResults(sample, USUAL_COURSES);
    const { cp6: gone, ...others } = times;
    expect(gone).toBeDefined();
    const read = unpackResults({ ...packed, times: others }, USUAL_COURSES);
    expect(read?.results.map(({ checkPointSix }) => checkPointSix)).toEqual(sample.map(() => ''));
  });

  test('[RL5] a row with a status that is not known here is left out, the others stay', () => {
    const { words, ...packed } = packResults(sample, USUAL_COURSES);
    const asleep = words.status.words.toString().replace('racing', 'asleep');
    const read = unpackResults(
      {
        ...packed,
        words: { ...words, status: { ...words.status, words: asleep } },
      },
      USUAL_COURSES,
    );
    const others = sample.filter(({ status }) => status !== 'racing');
    expect(read).toEqual({ results: others, leftOut: sample.length - others.length });
  });

  test('[RL5] one column that does not fit makes all of it unfit, and nothing throws', () => {
    const packed = packResults(sample, USUAL_COURSES);
    expect(unpackResults({ ...packed, count: packed.count + 1 }, USUAL_COURSES)).toBeUndefined();
    expect(unpackResults({ ...packed, times: { total: 'é' } }, USUAL_COURSES)).toBeUndefined();
    expect(unpackResults({ ...packed, times: { total: 'g' } }, USUAL_COURSES)).toBeUndefined();
    expect(unpackResults({ ...packed, times: [] }, USUAL_COURSES)).toBeUndefined();
    fc.assert(
      fc.property(
        fc.constantFrom('count', 'runnerId', 'texts', 'words'),
        fc.anything(),
        (name, rubbish) => {
          expect(unpackResults({ ...packed, [name]: rubbish }, USUAL_COURSES)).toBeUndefined();
        },
      ),
      { seed: 20_260_620, numRuns: 500 },
    );
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true }), (rubbish) => {
        expect(unpackResults(rubbish, USUAL_COURSES)).toBeUndefined();
      }),
      { seed: 20_260_620, numRuns: 500 },
    );
  });
});
