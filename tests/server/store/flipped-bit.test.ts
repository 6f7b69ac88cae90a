import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { decodeRunner, decodeScan, encodeRunner, encodeScan } from '#server/store/codec.ts';
import { correctFlippedBit } from '#server/store/flipped-bit.ts';
import { createScanId } from '#shared/model/scan.ts';
import { buildRunner, getBandId } from '#tests/support/builders.ts';

const SCAN = {
  bandId: getBandId('104'),
  points: ['start', 'cp2'],
  timeMs: 1_781_947_800_123,
  source: 'hill-2',
};
const ID = createScanId(SCAN);
const RUNNER = buildRunner({ firstName: 'Siân', lastName: 'O’Brien', runClub: 'Rhedwyr' });

const RECORDS = [
  {
    id: ID,
    text: encodeScan({
      scanId: ID,
      ...SCAN,
      session: 's-1',
      seq: 7,
      receivedMs: 1_781_947_800_456,
    }),
    isWhole: (text: string): boolean => decodeScan(ID, text).ok,
  },
  {
    id: RUNNER.runnerId,
    text: encodeRunner(RUNNER),
    isWhole: (text: string): boolean => decodeRunner(RUNNER.runnerId, text).ok,
  },
];

/** The text that is read where this bit of it has flipped. */
function flip(text: string, at: number, bit: number): string {
  const bytes = Buffer.from(text);
  bytes[at % bytes.length] = (bytes[at % bytes.length] ?? 0) ^ (1 << bit);
  return bytes.toString();
}

test.for(RECORDS)(
  '[CF33] where one bit of a record flips it is corrected, set apart or whole, and never corrected wrongly',
  ({ id, text, isWhole }) => {
    let corrected = 0;
    let damaged = 0;
    for (let at = 0; at < Buffer.byteLength(text); at += 3) {
      for (let bit = 0; bit < 8; bit += 1) {
        const read = flip(text, at, bit);
        // Which of two ids is damaged the text alone does not tell.
        if (isWhole(read) || !read.includes(id)) continue;
        damaged += 1;
        const found = correctFlippedBit(read, isWhole);
        if (!found) continue;
        corrected += 1;
        expect(found.before + found.byte + found.after).toBe(text);
      }
    }
    expect(damaged).toBeGreaterThan(150);
    // Of a digit of a moment several might have been meant.
    expect(corrected).toBeGreaterThan(0.75 * damaged);
  },
);

test('[CF33] what is no record, whichever bit flips, stays set apart', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), (text) => {
      for (const { isWhole } of RECORDS) expect(correctFlippedBit(text, isWhole)).toBeUndefined();
    }),
    { numRuns: 50 },
  );
  expect(correctFlippedBit('{}', () => true)).toBeUndefined();
});
