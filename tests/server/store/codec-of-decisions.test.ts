import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { RECORDS } from '#server/store/records.ts';
import { USUAL_COURSES } from '#shared/model/courses.ts';
import {
  type ControlEntry,
  keyOfEntry,
  MAX_REPORT_TEXT,
  MAX_SUBJECT,
  type Report,
  REPORT_KINDS,
  STOP_REASONS,
} from '#shared/model/decisions.ts';
import { asRunnerId } from '#shared/model/ids.ts';

const note = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
  .filter((text) => text.length <= MAX_REPORT_TEXT && !/\p{Cc}/u.test(text));
const moment = fc.integer({ min: -8.64e15, max: 8.64e15 });
const runnerId = fc.stringMatching(/^[\w-]{1,64}$/).map(asRunnerId);

const report: fc.Arbitrary<Report> = fc
  .record(
    {
      reportId: fc.uuid(),
      runnerId,
      kind: fc.constantFrom(...REPORT_KINDS),
      atMs: moment,
      point: fc.constantFrom(...USUAL_COURSES.points),
      reason: fc.constantFrom(...STOP_REASONS),
      isSafe: fc.constant(true as const),
      saidBy: note,
      text: note,
      overrideBefore: fc.constantFrom('', 'DNS'),
      enteredMs: moment,
      by: fc.string(),
    },
    { requiredKeys: ['reportId', 'runnerId', 'kind', 'atMs', 'enteredMs', 'by'] },
  )
  .map((made) => {
    const { reason: _reason, isSafe: _isSafe, overrideBefore: _before, ...other } = made;
    return made.kind === 'stopped' ? made : other;
  });

const entered = { text: note, atMs: moment, by: fc.string() };
const subject = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
  .filter((text) => text.length <= MAX_SUBJECT && !/\p{Cc}/u.test(text));
const requiredKeys = ['kind', 'subject', 'atMs', 'by'] as const;
const entry: fc.Arbitrary<ControlEntry> = fc.oneof(
  fc.record(
    { kind: fc.constantFrom('claim' as const, 'left' as const), subject, ...entered },
    { requiredKeys: [...requiredKeys] },
  ),
  fc.record(
    {
      kind: fc.constant('line-count' as const),
      subject: fc.constantFrom(...USUAL_COURSES.events),
      count: fc.nat({ max: 1_000_000 }),
      ...entered,
    },
    { requiredKeys: [...requiredKeys, 'count'] },
  ),
  fc.record(
    {
      kind: fc.constant('sweep' as const),
      subject: fc.constantFrom(...USUAL_COURSES.points),
      runnerIds: fc.array(runnerId, { maxLength: 5 }),
      ...entered,
    },
    { requiredKeys: [...requiredKeys] },
  ),
  fc.record({
    kind: fc.constant('marshal' as const),
    subject: fc.constant('ab'.repeat(32)),
    point: fc.constantFrom(...USUAL_COURSES.points),
    untilMs: moment,
    ...entered,
  }),
  fc.record(
    {
      kind: fc.constant('sighting' as const),
      subject: fc.uuid(),
      point: fc.constantFrom(...USUAL_COURSES.points),
      sighting: fc.record({
        kind: fc.constantFrom('seen' as const, 'stopped' as const, 'helped' as const),
        bib: fc.constantFrom('?77', 'W1', '12-3'),
        seenMs: moment,
      }),
      ...entered,
    },
    { requiredKeys: [...requiredKeys, 'point', 'sighting'] },
  ),
);

const { reports: decodeReport, control: decodeControlEntry } = RECORDS;

describe('[CF19] what organisers write down is read as it was written, and nothing else is taken for it', () => {
  test('a report, whatever it says', () => {
    fc.assert(
      fc.property(report, (made) => {
        const text = JSON.stringify(made);
        expect(decodeReport(made.reportId, text)).toEqual({ ok: true, value: made });
        expect(decodeReport('another', text)).toEqual({ ok: false, error: 'has another id' });
      }),
    );
  });

  test('a note of race control, whatever it says', () => {
    fc.assert(
      fc.property(entry, (made) => {
        const text = JSON.stringify(made);
        expect(decodeControlEntry(keyOfEntry(made), text)).toEqual({ ok: true, value: made });
        expect(decodeControlEntry('another', text)).toEqual({
          ok: false,
          error: 'has another subject',
        });
      }),
    );
  });

  test('any other text is refused with a reason, and never thrown', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(decodeReport('one', text).ok).toBe(false);
        expect(decodeControlEntry('claim:one', text).ok).toBe(false);
      }),
    );
  });
});
