import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { RECORDS } from '#server/store/records.ts';
import { type ControlEntry, keyOfEntry, type Report } from '#shared/model/decisions.ts';
import { asRunnerId } from '#shared/model/ids.ts';

const { reports: decodeReport, control: decodeControlEntry } = RECORDS;

const UUID = '7d2a1c3e-0b4f-4a5d-9c6e-1f2a3b4c5d6e';
const ENTERED = { atMs: 8.64e15, by: 'Siân' };
const REPORT: Report = {
  ...ENTERED,
  reportId: UUID,
  runnerId: asRunnerId('any text'),
  kind: 'stopped',
  point: 'cp2',
  reason: 'injured',
  isSafe: true,
  saidBy: 'Llŷr \u{1F3C3}',
  overrideBefore: 'DNS',
  enteredMs: -8.64e15,
};
const ENTRIES: readonly ControlEntry[] = [
  { ...ENTERED, kind: 'claim', subject: 'runner:ann', text: 'I ask' },
  { ...ENTERED, kind: 'left', subject: 'runner:ann' },
  { ...ENTERED, kind: 'sweep', subject: 'cp1', runnerIds: [asRunnerId('ann')] },
  { ...ENTERED, kind: 'marshal', subject: 'a7', point: 'cp1', untilMs: 1, text: 'Llŷr' },
  {
    ...ENTERED,
    kind: 'sighting',
    subject: UUID,
    point: 'finish',
    sighting: { kind: 'helped', bib: '?77', seenMs: 0 },
  },
];

test('[CF19] reports and notes are read as written, under their own fields only', () => {
  expect(decodeReport(UUID, JSON.stringify(REPORT))).toEqual({ ok: true, value: REPORT });
  expect(decodeReport('another', JSON.stringify(REPORT))).toMatchObject({
    error: 'is under the field of another',
  });
  for (const entry of ENTRIES) {
    const text = JSON.stringify(entry);
    expect(decodeControlEntry(keyOfEntry(entry), text)).toEqual({ ok: true, value: entry });
    expect(decodeControlEntry('another', text)).toMatchObject({
      error: 'is under the field of another',
    });
  }
});

test('[CF19] any other text is refused with a reason, without throwing', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      expect(decodeReport('one', text).ok).toBe(false);
      expect(decodeControlEntry('claim:one', text).ok).toBe(false);
    }),
  );
});
