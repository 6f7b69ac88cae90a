import { readFile } from 'node:fs/promises';

import { expect, onTestFinished, test } from 'vitest';

import {
  createSession,
  JournalBlockedError,
  type JournalFolder,
  openJournalFolder,
} from '#server/scanner/journal/journal.ts';
import { JournalReader, parseJournalEntry } from '#server/scanner/journal/journal-lines.ts';
import { createTempFolder } from '#tests/support/temp-folder.ts';

import { buildReads, createTestJournal, HEADER } from './journal-fixture.ts';

async function openFolder(): Promise<JournalFolder> {
  return openJournalFolder(createTempFolder(), 'mat');
}

test('[SN16] a read is on disk, with its place and owner, when append resolves', async () => {
  const folder = await openFolder();
  const journal = await createTestJournal(folder);
  onTestFinished(() => journal.close());
  const [first, second] = buildReads(2);
  await journal.append(buildReads(2));
  const lines = (await readFile(journal.path, 'utf8')).split('\n');
  expect(lines.map(parseJournalEntry)).toEqual([
    { kind: 'open', header: HEADER },
    { kind: 'read', read: { seq: 1, ...first } },
    { kind: 'read', read: { seq: 2, ...second } },
    undefined,
  ]);
  expect(journal.lastSeq).toBe(2);
  expect(journal.bytes).toBe((await readFile(journal.path)).length);
});

test('[SN16] reads of many inputs at once have one order without gaps', async () => {
  const journal = await createTestJournal(await openFolder());
  onTestFinished(() => journal.close());
  const appended = Array.from({ length: 300 }, (_, index) =>
    journal.append(buildReads(3, index * 3 + 1)),
  );
  await Promise.all(appended);
  const reader = new JournalReader(journal);
  const reads = await reader.read(1, 1_000);
  expect(reads.map(({ seq }) => seq)).toEqual(Array.from({ length: 900 }, (_, at) => at + 1));
  expect(reads.map(({ bandId }) => bandId)).toEqual(reads.map(({ seq }) => String(seq)));
});

test('[SN16] a journal is read from any place, forwards and back, while it grows', async () => {
  const journal = await createTestJournal(await openFolder());
  const reader = new JournalReader(journal);
  onTestFinished(() => journal.close());
  const seqsFrom = async (seq: number, limit: number): Promise<number[]> =>
    (await reader.read(seq, limit)).map((read) => read.seq);
  await journal.append(buildReads(2_000));
  expect(await seqsFrom(1, 3)).toEqual([1, 2, 3]);
  expect(await seqsFrom(4, 2)).toEqual([4, 5]);
  expect(await seqsFrom(1_500, 2)).toEqual([1_500, 1_501]);
  expect(await seqsFrom(2, 2)).toEqual([2, 3]);
  expect(await seqsFrom(1_999, 200)).toEqual([1_999, 2_000]);
  await journal.append(buildReads(1, 2_001));
  expect(await seqsFrom(2_001, 200)).toEqual([2_001]);
  await expect(reader.read(2_002, 1)).rejects.toThrow('cannot be read at read 2002');
});

test('[SN16] no read is passed over where the disk spoils the journal of this run', async () => {
  const journal = await createTestJournal(await openFolder());
  onTestFinished(() => journal.close());
  await journal.append(buildReads(3));
  const text = await readFile(journal.path, 'utf8');
  await journal.file.write('9', text.indexOf('"seq":2') + '"seq":'.length);
  const reader = new JournalReader(journal);
  expect(await reader.read(1, 10)).toHaveLength(1);
  await expect(reader.read(2, 10)).rejects.toThrow('cannot be read at read 2');
});

test('[SN16] each journal has a session of its own, named in the order of time', () => {
  const morning = createSession(new Date('2026-06-20T08:00:00Z'));
  const noon = createSession(new Date('2026-06-20T12:00:00Z'));
  expect(morning).toMatch(/^20260620T080000-[0-9a-f]{12}$/);
  expect(createSession(new Date('2026-06-20T08:00:00Z'))).not.toBe(morning);
  expect([noon, morning].toSorted()).toEqual([morning, noon]);
});

test('[SN19] a failing write is reported once, and repeated until the scanner stops', async () => {
  const folder = await openFolder();
  const said: string[] = [];
  const stop = new AbortController();
  const say = (text: string): void => void said.push(text);
  const live = await createTestJournal(folder, HEADER, { say, stop: stop.signal });
  // Writing to a closed file fails, as on a full disk.
  await live.close();
  const waiting = live.append(buildReads(1));
  stop.abort();
  await expect(waiting).rejects.toThrow(JournalBlockedError);
  expect(said).toEqual([
    expect.stringMatching(/cannot be written .*No further reads are accepted/),
  ]);
});
