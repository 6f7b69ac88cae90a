import { rmSync, writeFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';

import { expect, onTestFinished, test, vi } from 'vitest';

import {
  createSession,
  type JournalFolder,
  openJournalFolder,
} from '#server/scanner/journal/journal-folder.ts';
import { JournalReader, parseJournalEntry } from '#server/scanner/journal/journal-lines.ts';
import { JournalWatch } from '#server/scanner/journal/journal-watch.ts';
import { eventually } from '#tests/support/eventually.ts';
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
  const reader = await JournalReader.open(journal.path, () => journal.bytes);
  onTestFinished(() => reader.close());
  const reads = await reader.read(1, 1_000);
  expect(reads.map(({ seq }) => seq)).toEqual(Array.from({ length: 900 }, (_, at) => at + 1));
  expect(reads.map(({ bandId }) => bandId)).toEqual(reads.map(({ seq }) => String(seq)));
});

test('[SN16] a journal is read from any place, forwards and back, while it grows', async () => {
  const journal = await createTestJournal(await openFolder());
  const reader = await JournalReader.open(journal.path, () => journal.bytes);
  onTestFinished(async () => {
    await reader.close();
    await journal.close();
  });
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

test('[SN16] each journal has a session of its own, named in the order of time', () => {
  const morning = createSession(new Date('2026-06-20T08:00:00Z'));
  const noon = createSession(new Date('2026-06-20T12:00:00Z'));
  expect(morning).toMatch(/^20260620T080000-[0-9a-f]{12}$/);
  expect(createSession(new Date('2026-06-20T08:00:00Z'))).not.toBe(morning);
  expect([noon, morning].toSorted()).toEqual([morning, noon]);
});

test('[SN19] a refusing disk is reported once, and given up after a while', async () => {
  const say = vi.fn<(text: string) => void>();
  const onWritten = vi.fn<() => void>();
  const stop = new AbortController().signal;
  const watch = new JournalWatch({
    path: '/race/j',
    say,
    onWritten,
    onRestored: vi.fn<() => void>(),
    stop,
    timeoutMs: 20,
  });
  watch.onWritten();
  expect(onWritten).toHaveBeenCalledOnce();
  watch.onBlocked(new Error('ENOSPC: no space left on device'));
  expect(say).toHaveBeenCalledExactlyOnceWith(
    expect.stringContaining('The journal /race/j cannot be written (ENOSPC: no space left'),
  );
  await eventually(() => expect(watch.giveUp.aborted).toBe(true));
});

test('[SN19] a live input waits for its disk until it is stopped', () => {
  const stop = new AbortController();
  const options = { path: '/race/j', say: () => undefined, onWritten: () => undefined };
  const watch = new JournalWatch({
    ...options,
    onRestored: () => undefined,
    stop: stop.signal,
    timeoutMs: undefined,
  });
  watch.onBlocked(new Error('ENOSPC'));
  expect(watch.giveUp.aborted).toBe(false);
  stop.abort();
  expect(watch.giveUp.aborted).toBe(true);
});

test('[SN19] a journal whose folder is removed is written again with every read', async () => {
  const folder = await openFolder();
  const said: string[] = [];
  const watch = new JournalWatch({
    path: folder.pathOf(HEADER.session),
    say: (text) => said.push(text),
    onWritten: () => undefined,
    onRestored: () => said.push('restored'),
    stop: new AbortController().signal,
    timeoutMs: undefined,
  });
  onTestFinished(() => watch.dispose());
  const journal = await createTestJournal(folder, HEADER, watch);
  onTestFinished(() => journal.close());
  const reader = JournalReader.over(journal);
  await journal.append(buildReads(3));
  expect(await reader.read(1, 2)).toHaveLength(2);

  await rm(folder.path, { recursive: true });
  await journal.append(buildReads(2, 4));
  expect(said).toEqual([expect.stringMatching(/was removed while it was written/), 'restored']);
  const expectWhole = async (count: number): Promise<void> => {
    const lines = (await readFile(journal.path, 'utf8')).trimEnd().split('\n');
    const seqs = lines
      .map(parseJournalEntry)
      .map((entry) => entry?.kind === 'read' && entry.read.seq);
    expect(seqs).toEqual([false, ...Array.from({ length: count }, (_, index) => index + 1)]);
  };
  await expectWhole(5);
  expect((await reader.read(3, 10)).map(({ seq }) => seq)).toEqual([3, 4, 5]);

  // Nothing is written meanwhile: it is looked for all the same.
  await rm(journal.path);
  watch.watch(journal);
  await eventually(() => expect(said).toHaveLength(4));
  await expectWhole(5);

  // It cannot be made anew as long as something else stands there, which it must not forestall.
  rmSync(folder.path, { recursive: true });
  writeFileSync(folder.path, 'no folder');
  await eventually(() =>
    expect(said.at(-1)).toMatch(/cannot be written .*Nothing more is taken in/),
  );
  const appended = journal.append(buildReads(1, 6));
  await rm(folder.path);
  await appended;
  await expectWhole(6);
});
