import { open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { type JournalFolder, openJournalFolder } from '#server/scanner/journal/journal.ts';
import { JournalReader } from '#server/scanner/journal/journal-lines.ts';
import {
  type EarlierJournal,
  findEarlierJournals,
  markEarlierComplete,
} from '#server/scanner/journal/journal-recovery.ts';
import { createTempFolder } from '#tests/support/temp-folder.ts';

import { buildReads, createTestJournal, HEADER } from './journal-fixture.ts';

/** The bytes of a journal with this number of reads. */
async function writeJournal(folder: JournalFolder, count: number): Promise<Buffer> {
  const journal = await createTestJournal(folder);
  await journal.append(buildReads(count));
  await journal.close();
  return readFile(journal.path);
}

interface Found {
  readonly left: EarlierJournal[];
  readonly damage: string[];
}

/** The findings of a start in a folder with one journal of these bytes. */
async function recover(folder: JournalFolder, bytes: Uint8Array): Promise<Found> {
  await writeFile(folder.pathOf(HEADER.session), bytes);
  const damage: string[] = [];
  const left = await findEarlierJournals(folder, HEADER.raceKey, (text) => damage.push(text));
  return { left, damage };
}

/** The reads that a sender gets from it. */
async function readSent(journal: EarlierJournal | undefined): Promise<number[]> {
  if (!journal) return [];
  const file = await open(journal.path, 'r+');
  const reader = new JournalReader({ ...journal, file }, true);
  const seqs: number[] = [];
  try {
    while ((seqs.at(-1) ?? 0) < journal.lastSeq) {
      seqs.push(...(await reader.read((seqs.at(-1) ?? 0) + 1, 2)).map(({ seq }) => seq));
    }
  } finally {
    await file.close();
  }
  return seqs;
}

test('[SN17] a journal cut at any byte keeps exactly the complete reads, and is not changed', async () => {
  const folder = await openJournalFolder(createTempFolder(), 'mat');
  const bytes = await writeJournal(folder, 2);
  for (let cut = 0; cut <= bytes.length; cut += 1) {
    const rest = bytes.subarray(0, cut);
    const { left, damage } = await recover(folder, rest);
    const lines = rest.filter((byte) => byte === 0x0a).length;
    expect(left.map(({ lastSeq }) => lastSeq)).toEqual(lines > 1 ? [lines - 1] : []);
    expect(await readFile(folder.pathOf(HEADER.session))).toEqual(rest);
    const isTorn = rest.length > 0 && rest.at(-1) !== 0x0a;
    expect(damage).toHaveLength(isTorn ? 1 : 0);
    expect(damage.join('')).toContain(isTorn ? `line ${lines + 1} cannot be read` : '');
  }
});

test('[SN17] whatever bytes of a journal are others, every other line of it is sent, and the damaged ones are named', async () => {
  const folder = await openJournalFolder(createTempFolder(), 'mat');
  const bytes = await writeJournal(folder, 8);
  const starts = [...bytes.keys()].filter((at) => at === 0 || bytes[at - 1] === 0x0a);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 })), {
        minLength: 1,
        maxLength: 4,
      }),
      async (changes) => {
        const spoilt = Buffer.from(bytes);
        for (const [at, change] of changes) spoilt[at] = (spoilt[at] ?? 0) ^ change;
        const whole = starts.flatMap((start, seq) => {
          const end = starts[seq + 1] ?? bytes.length;
          const isWhole = spoilt.subarray(start, end).equals(bytes.subarray(start, end));
          // A line that lost its end took this one with it.
          return isWhole && (start === 0 || spoilt[start - 1] === 0x0a) ? [seq] : [];
        });
        const { left, damage } = await recover(folder, spoilt);
        if (spoilt.equals(bytes)) return;
        expect(damage).toHaveLength(1);
        const seqs = whole.filter((seq) => seq > 0);
        const isNamed = whole.includes(0);
        expect(await readSent(left[0])).toEqual(isNamed ? seqs : []);
        expect(damage.join()).toContain(
          isNamed
            ? `The other ${seqs.length} reads are kept.`
            : `--file ${folder.pathOf(HEADER.session)} --format ndjson`,
        );
        expect(await readFile(folder.pathOf(HEADER.session))).toEqual(spoilt);
      },
    ),
  );
});

test('[SN17] a stretch of zeros that is longer than any line hides nothing behind it', async () => {
  const folder = await openJournalFolder(createTempFolder(), 'mat');
  const lines = (await writeJournal(folder, 3)).toString().split('\n');
  const zeros = '\0'.repeat(200_000);
  for (const [index, sent] of [
    [1, [2, 3]],
    [2, [1, 3]],
    [3, [1, 2]],
  ] as const) {
    const { left, damage } = await recover(
      folder,
      Buffer.from(lines.with(index, zeros).join('\n')),
    );
    expect(await readSent(left[0])).toEqual(sent);
    expect(damage.join()).toContain(`line ${index + 1} cannot be read`);
  }
});

test('[SN17] a misplaced read is left out', async () => {
  const folder = await openJournalFolder(createTempFolder(), 'mat');
  const [header, first, second, third] = (await writeJournal(folder, 3)).toString().split('\n');
  const lines = [header, first, third, second, first, ''];
  const { left, damage } = await recover(folder, Buffer.from(lines.join('\n')));
  expect(await readSent(left[0])).toEqual([1, 3]);
  expect(damage.join()).toContain('line 4, 5 cannot be read');
});

test('[SN17] a journal with half a line at its end is marked as sent behind it', async () => {
  const folder = await openJournalFolder(createTempFolder(), 'mat');
  const bytes = (await writeJournal(folder, 3)).subarray(0, -20);
  const { left } = await recover(folder, bytes);
  expect(left).toMatchObject([{ lastSeq: 2, isComplete: false }]);
  const file = await open(folder.pathOf(HEADER.session), 'r+');
  for (const journal of left) await markEarlierComplete(file, journal);
  await file.close();
  const again = await findEarlierJournals(folder, 'race', () => undefined);
  expect(again).toMatchObject([{ lastSeq: 2, isComplete: true }]);
  expect(await readSent(again[0])).toEqual([1, 2]);
  expect((await readFile(folder.pathOf(HEADER.session))).subarray(0, bytes.length)).toEqual(bytes);
});

test('[SN17] journals of the race are found oldest first; other files and races do not matter', async () => {
  const folder = await openJournalFolder(createTempFolder(), 'mat');
  for (const [session, raceKey] of [
    ['20260620T120000-b', 'race'],
    ['20260620T080000-c', 'race'],
    ['20260620T090000-d', 'last-year'],
  ] as const) {
    const journal = await createTestJournal(folder, { ...HEADER, session, raceKey });
    await journal.append(buildReads(1));
    await journal.close();
  }
  await writeFile(join(folder.path, 'notes.txt'), 'Siân holds the spare mat');
  const left = await findEarlierJournals(folder, 'race', (text) => expect.fail(text));
  const sessions = left.map(({ header }) => header.session);
  expect(sessions).toEqual(['20260620T080000-c', '20260620T120000-b']);
});
