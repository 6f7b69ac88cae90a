import { type FileHandle, open } from 'node:fs/promises';

import { type JournalHeader, encodeJournalEntry, readEntries } from './journal-lines.ts';
import { type JournalFolder, writeWhole } from './journal.ts';

const MOST_NAMED = 10;

/** A journal of an earlier run of this race. Unreadable lines are left out. */
export interface EarlierJournal {
  readonly header: JournalHeader;
  readonly path: string;
  readonly lastSeq: number;
  /** Whether all reads were in Redis when it was last written. */
  readonly isComplete: boolean;
  readonly bytes: number;
}

/** Finds the journals of earlier runs for this race, and names their damaged lines to the operator. */
export async function findEarlierJournals(
  folder: JournalFolder,
  raceKey: string,
  onDamage: (text: string) => void,
): Promise<EarlierJournal[]> {
  const earlier: EarlierJournal[] = [];
  for (const session of await folder.listSessions()) {
    const path = folder.pathOf(session);
    const file = await open(path, 'r');
    try {
      const { header, reads, damagedLines, ...contents } = await inspectJournal(file);
      // A complete one was sent and its damage reported before.
      if (damagedLines.length > 0 && !contents.isComplete) {
        onDamage(describeDamage(path, header, reads, damagedLines));
      }
      if (header?.raceKey === raceKey && contents.lastSeq > 0) {
        earlier.push({ header, path, ...contents });
      }
    } finally {
      await file.close();
    }
  }
  return earlier;
}

async function inspectJournal(file: FileHandle) {
  const { size: bytes } = await file.stat();
  /** The numbers of damaged or misplaced lines, from 1 on. */
  const damagedLines: number[] = [];
  /** Undefined when the first line cannot be read. */
  let header: JournalHeader | undefined;
  let reads = 0;
  let lastSeq = 0;
  let isComplete = false;
  let line = 0;
  for await (const { entry } of readEntries(file, 0, bytes)) {
    line += 1;
    const isInPlace =
      entry &&
      (entry.kind === 'open') === (line === 1) &&
      !(entry.kind === 'read' && entry.read.seq <= lastSeq);
    isComplete = isInPlace === true && entry.kind === 'complete' && entry.stored === lastSeq;
    if (!isInPlace) damagedLines.push(line);
    else if (entry.kind === 'open') header = entry.header;
    else if (entry.kind === 'read') {
      lastSeq = entry.read.seq;
      reads += 1;
    }
  }
  return { header, reads, lastSeq, isComplete, bytes, damagedLines };
}

function describeDamage(
  path: string,
  header: JournalHeader | undefined,
  reads: number,
  damagedLines: readonly number[],
): string {
  const hidden = damagedLines.length - MOST_NAMED;
  const named = damagedLines.slice(0, MOST_NAMED).join(', ');
  const lines = hidden > 0 ? `${named} and ${hidden} more` : named;
  const what = `The journal ${path} is damaged: line ${lines} cannot be read.`;
  return header
    ? `${what} The other ${reads} reads are kept.`
    : `${what} The first line names the race, so nothing of it is sent. To send its other ${reads} reads: --file ${path} --format ndjson`;
}

/** Notes in the journal of an earlier run that all its reads are in Redis. */
export async function markEarlierComplete(
  file: FileHandle,
  { lastSeq, bytes }: EarlierJournal,
): Promise<void> {
  const line = encodeJournalEntry({ kind: 'complete', stored: lastSeq });
  // On a line of its own, even if a power cut left half a line at the end.
  await writeWhole(file, `\n${line}`, bytes);
}
