import { type FileHandle, open, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import * as fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';

import { type JournalFolder, openJournalFolder } from '#server/scanner/journal/journal-folder.ts';
import {
  type EarlierJournal,
  findEarlierJournals,
  markEarlierComplete,
} from '#server/scanner/journal/journal-recovery.ts';
import { createTempFolder } from '#tests/support/temp-folder.ts';

import { buildReads, createTestJournal, HEADER } from './journal-fixture.ts';

/** The bytes of a journal with so many reads. */
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

/** What a start finds in a folder that holds one journal of these bytes. */
async function recover(folder: JournalFolder, bytes: Uint8Array): Promise<Found> {
  await writeFile(folder.pathOf(HEADER.session), bytes);
  const damage: string[] = [];
  const left = await findEarlierJournals(folder, HEADER.raceKey, (text) => damage.push(text));
  return { left, damage };
}

/** The file that the operator is told of. */
function asideOf([line = '']: readonly string[]): string {
  return / are now in (.+), the reads before are kept/.exec(line)?.[1] ?? '';
}

/** The reads that stand whole in `bytes`: one fewer than lines, the first being the header. */
function countWholeReads(bytes: Uint8Array): number {
  return Math.max(0, bytes.filter((byte) => byte === 0x0a).length - 1);
}

test('[SN17] a journal cut at any byte keeps exactly the reads that stand whole', async () => {
  const folder = await openJournalFolder(createTempFolder(), 'mat');
  const bytes = await writeJournal(folder, 2);
  for (let cut = 0; cut <= bytes.length; cut += 1) {
    const rest = bytes.subarray(0, cut);
    const wholeBytes = rest.lastIndexOf(0x0a) + 1;
    const { left, damage } = await recover(folder, rest);
    const reads = countWholeReads(rest);
    expect(left.map(({ lastSeq }) => lastSeq)).toEqual(reads > 0 ? [reads] : []);
    const journal = folder.pathOf(HEADER.session);
    expect(await readFile(journal)).toEqual(rest.subarray(0, wholeBytes));
    const isTorn = wholeBytes < cut;
    expect(damage).toHaveLength(isTorn ? 1 : 0);
    expect(damage.join('')).toContain(isTorn ? `after its read ${reads}: ` : '');
    expect(damage.join('')).toContain(isTorn ? `${journal}.damaged-${wholeBytes}` : '');
    const kept = isTorn ? await readFile(asideOf(damage)) : Buffer.alloc(0);
    expect(kept).toEqual(rest.subarray(wholeBytes));
  }
});

test('[SN17] a bit that flipped is put right, in whatever line', async () => {
  const folder = await openJournalFolder(createTempFolder(), 'mat');
  const bytes = await writeJournal(folder, 4);
  for (let bit = 0; bit < 8 * bytes.length; bit += 13) {
    const at = bit >> 3;
    const spoilt = Buffer.from(bytes);
    spoilt[at] = (spoilt[at] ?? 0) ^ (1 << (bit & 7));
    // Two lines of one, or one of two, are no lines that are one bit away.
    if (spoilt[at] === 0x0a || bytes[at] === 0x0a) continue;
    const { left, damage } = await recover(folder, spoilt);
    expect(left.map(({ lastSeq }) => lastSeq)).toEqual([4]);
    expect(damage.join()).toMatch(/^One bit of the journal .+ had flipped behind its read [0-4]: /);
    expect(await readFile(folder.pathOf(HEADER.session))).toEqual(bytes);
  }
});

test('[SN17] bits that flipped in several lines are all put right', async () => {
  const folder = await openJournalFolder(createTempFolder(), 'mat');
  const bytes = await writeJournal(folder, 4);
  const spoilt = Buffer.from(bytes);
  for (let at = 5; at > 4; at = bytes.indexOf(0x0a, at) + 5) spoilt[at] = (spoilt[at] ?? 0) ^ 1;
  const { damage } = await recover(folder, spoilt);
  expect(damage).toHaveLength(5);
  expect(await readFile(folder.pathOf(HEADER.session))).toEqual(bytes);
});

test('[SN17] a journal in which many lines have a flipped bit is read once', async () => {
  const folder = await openJournalFolder(createTempFolder(), 'mat');
  const bytes = await writeJournal(folder, 400);
  const spoilt = Buffer.from(bytes);
  for (let at = 5; at > 4; at = bytes.indexOf(0x0a, at) + 5) spoilt[at] = (spoilt[at] ?? 0) ^ 1;
  const file = await open(folder.pathOf(HEADER.session));
  const reading = vi.spyOn(Object.getPrototypeOf(file) as FileHandle, 'read');
  onTestFinished(async () => {
    reading.mockRestore();
    await file.close();
  });
  const { left, damage } = await recover(folder, spoilt);
  const readings = await Promise.all(reading.mock.results.map(({ value }) => value));
  const bytesRead = readings.reduce((sum, one) => sum + one.bytesRead, 0);
  expect(damage).toHaveLength(401);
  expect(left.map(({ lastSeq }) => lastSeq)).toEqual([400]);
  // A line that ends in the next piece is read with both.
  expect(bytesRead).toBeLessThan(1.1 * bytes.length);
  expect(await readFile(folder.pathOf(HEADER.session))).toEqual(bytes);
});

test('[SN17] a journal with several bits of a byte changed keeps the reads before it and the bytes after it', async () => {
  const folder = await openJournalFolder(createTempFolder(), 'mat');
  const bytes = await writeJournal(folder, 4);
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: bytes.length - 1 }),
      fc.integer({ min: 1, max: 255 }).filter((change) => (change & (change - 1)) !== 0),
      async (position, change) => {
        const spoilt = Buffer.from(bytes);
        spoilt[position] = (spoilt[position] ?? 0) ^ change;
        const before = bytes.lastIndexOf(0x0a, position - 1) + 1;
        const { left, damage } = await recover(folder, spoilt);
        const reads = countWholeReads(bytes.subarray(0, position === 0 ? 0 : before));
        expect(left.map(({ lastSeq }) => lastSeq)).toEqual(reads > 0 ? [reads] : []);
        const journal = folder.pathOf(HEADER.session);
        const kept = await readFile(journal);
        const aside = await readFile(asideOf(damage));
        expect(Buffer.concat([kept, aside])).toEqual(spoilt);
      },
    ),
  );
});

test('[SN17] what was set aside stays when the journal is damaged at the same place once more', async () => {
  const folder = await openJournalFolder(createTempFolder(), 'mat');
  const bytes = await writeJournal(folder, 3);
  const end = bytes.lastIndexOf(0x0a, bytes.length - 2) + 1;
  const spoilt = Buffer.concat([bytes.subarray(0, end), bytes.subarray(end + 1)]);
  const first = await recover(folder, spoilt);
  for (const journal of first.left) await markEarlierComplete(journal);
  const marked = await readFile(folder.pathOf(HEADER.session));
  const second = await recover(folder, marked.subarray(0, -1));
  expect(await readFile(asideOf(first.damage))).toEqual(spoilt.subarray(end));
  expect(await readFile(asideOf(second.damage))).toEqual(marked.subarray(end, -1));
});

test('[SN17] a read that is not in its place ends a journal', async () => {
  const folder = await openJournalFolder(createTempFolder(), 'mat');
  const lines = (await writeJournal(folder, 3)).toString().split('\n');
  const [header = '', first = '', , third = ''] = lines;
  const { left } = await recover(folder, Buffer.from(`${header}\n${first}\n${third}\n`));
  expect(left).toMatchObject([{ lastSeq: 1 }]);
});

test('[SN17] a journal that is all in Redis says so, and reads after that make it open again', async () => {
  const folder = await openJournalFolder(createTempFolder(), 'mat');
  const bytes = await writeJournal(folder, 3);
  const { left } = await recover(folder, bytes);
  expect(left).toMatchObject([{ lastSeq: 3, isComplete: false }]);
  for (const journal of left) await markEarlierComplete(journal);
  const again = await findEarlierJournals(folder, 'race', (text) => expect.fail(text));
  expect(again).toMatchObject([{ lastSeq: 3, isComplete: true }]);
});

test('[SN17] journals of another race are left alone', async () => {
  const folder = await openJournalFolder(createTempFolder(), 'mat');
  const journal = await createTestJournal(folder, { ...HEADER, raceKey: 'last-year' });
  await journal.append(buildReads(2));
  await journal.close();
  expect(await findEarlierJournals(folder, 'race', (text) => expect.fail(text))).toEqual([]);
});

test('[SN17] several journals are found oldest first; other files do not matter', async () => {
  const folder = await openJournalFolder(createTempFolder(), 'mat');
  for (const session of ['20260620T120000-b', '20260620T080000-c']) {
    const journal = await createTestJournal(folder, { ...HEADER, session });
    await journal.append(buildReads(1));
    await journal.close();
  }
  await writeFile(join(folder.path, 'notes.txt'), 'Siân holds the spare mat');
  const left = await findEarlierJournals(folder, 'race', (text) => expect.fail(text));
  expect(left.map(({ header }) => header.session)).toEqual([
    '20260620T080000-c',
    '20260620T120000-b',
  ]);
  expect(await readdir(folder.path)).toHaveLength(3);
});
