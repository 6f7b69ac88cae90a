import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { askAboutFile } from '#server/scanner/inputs/stream-input.ts';
import { createParser } from '#server/scanner/formats/formats.ts';
import { ReadDecoder } from '#server/scanner/read-decoder.ts';
import { createTempFolder } from '#tests/support/temp-folder.ts';

import { createTestClock } from '../test-clock.ts';
import { createParts } from '../formats/parse-format.ts';

/** The order of its dates, or the question before anything of the file counts. */
async function ask(lines: readonly string[], start: string, now?: string): Promise<string> {
  const path = join(createTempFolder(), 'reads.csv');
  writeFileSync(path, lines.join('\n'));
  const clock = createTestClock({ start, ...(now === undefined ? {} : { now }) });
  const parser = createParser(undefined, createParts({ clock }));
  const decoder = new ReadDecoder({ parser, points: ['finish'], offsetMs: 0 });
  return await askAboutFile(path, clock, decoder).then(
    (order) => order ?? 'nothing',
    (error: Error) => error.message,
  );
}

const MORNING = '2026-06-20T08:00:00Z';

test('[SN41] a list of times since the start is asked about before it is taken for times of day', async () => {
  const list = ['101,0:17:53', '102,17:58', '103,00:18:02.5'];
  expect(await ask(list, MORNING)).toBe(
    'Most times in reads.csv are before the start, 2026-06-20-09-00-00. Are they times since the start? Then give --elapsed. Are they times of day? Then give the day of the first of them, as in --date 2026-06-21. Nothing was stored.',
  );
  expect(await ask(['101,0:17:53', '102,0:18:01'], '2026-06-20T14:00:00Z')).toContain('--elapsed');
});

test.each([
  ['into the night', ['1,14:00:00', '2,20:00:00', '3,23:59:59', '4,04:00:00'], MORNING],
  ['without seconds', ['101,05:44'], '2026-06-20T14:45:00Z'],
  ['of a while ago', ['101,05:44:10'], '2026-06-20T14:45:00Z', '2026-06-21T04:45:00Z'],
])('[SN41] times of day %s are not asked about', async (_name, lines, start, now?: string) =>
  expect(await ask(lines, start, now)).toBe('nothing'),
);

test('[SN42] one certain date decides the order of all; without one the operator is asked', async () => {
  const open = '101,03/04/2026 10:00:00';
  expect(await ask([open, '102,20/06/2026 10:00:00'], MORNING)).toBe('dmy');
  expect(await ask([open, '102,6/20/2026 10:00:00'], MORNING)).toBe('mdy');
  expect(await ask(['101,06/06/2026 10:00:00'], MORNING)).toBe('nothing');
  const both = ['102,20/06/2026 10:00:00', '103,06/20/2026 10:00:00'];
  expect(await ask(both, MORNING)).toBe('nothing');
  for (const lines of [[open], [...both, open]]) {
    expect(await ask(lines, MORNING)).toBe(
      '"03/04/2026 10:00:00" in reads.csv may have the day or the month first, and no other date says which: give --dates dmy or --dates mdy. Nothing was stored.',
    );
  }
});
