import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { PLAIN_LINE, createParser } from '#server/scanner/formats/formats.ts';
import type { ReadSink } from '#server/scanner/inputs/read-sink.ts';
import { createReplayInput, createSchedule } from '#server/scanner/inputs/stream-input.ts';
import { type DecodedRead, ReadDecoder } from '#server/scanner/read-decoder.ts';
import { getBandId } from '#tests/support/builders.ts';
import { createTempFolder } from '#tests/support/temp-folder.ts';

import { createParts } from '../formats/parse-format.ts';

function read(band: string, timeMs: number | undefined): DecodedRead {
  return { bandId: getBandId(band), points: ['finish'], timeMs };
}

/** Which band is due when. */
function plan(reads: readonly DecodedRead[], speed: number): [string, number][] {
  return createSchedule(reads, speed).map(({ read: { bandId }, dueMs }) => [bandId, dueMs]);
}

test('[SN10] a replay emits reads in the order of their times, those without one after the read before them', () => {
  const reads = [read('9', undefined), read('1', 61_000), read('8', undefined), read('2', 1_000)];
  expect(plan(reads, 30)).toEqual([
    ['2', 0],
    ['9', 2_000],
    ['1', 2_000],
    ['8', 2_000],
  ]);
  expect(plan([read('9', undefined)], 1)).toEqual([['9', 0]]);
  expect(plan([], 1)).toEqual([]);
});

test('[SN10] a replay gives no read before it is due', async () => {
  const path = join(createTempFolder(), 'reads');
  writeFileSync(
    path,
    '106,2026-06-20T09:00:40Z\n104,2026-06-20T09:00:00Z\n105,2026-06-20T09:00:20Z\n',
  );
  const given: (readonly [band: string, afterMs: number])[] = [];
  const startedMs = performance.now();
  const sink: Pick<ReadSink, 'reportBad' | 'takeReads'> = {
    reportBad: () => undefined,
    takeReads: (reads) => {
      for (const { bandId } of reads) given.push([bandId, performance.now() - startedMs]);
      return Promise.resolve();
    },
  };
  const parser = createParser(PLAIN_LINE, createParts());
  const decoder = new ReadDecoder({ parser, points: ['finish'], offsetMs: 0 });
  const input = createReplayInput(path, 200, decoder, sink as ReadSink);
  expect(await input.run(new AbortController().signal)).toBe(true);
  expect(given.map(([band]) => band)).toEqual(['104', '105', '106']);
  const [, second, third] = given.map(([, afterMs]) => afterMs);
  expect(second).toBeGreaterThanOrEqual(100);
  expect(third).toBeGreaterThanOrEqual(200);
});
