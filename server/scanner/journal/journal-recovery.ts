import { type FileHandle, open } from 'node:fs/promises';

import { type JournalHeader, encodeJournalEntry, readEntries } from './journal-lines.ts';
import { type JournalFolder, writeWhole } from './journal.ts';

const MOST_NAMED = 10;

/** The content of the journal of a scanner that no longer runs. */
interface JournalContents {
  /** Undefined when the first line cannot be read. */
  readonly header: JournalHeader | undefined;
  readonly reads: number;
  readonly lastSeq: number;
  /** Whether all reads were in Redis when the journal was last written. */
  readonly isComplete: boolean;
  readonly bytes: number;
  /** Whether the last line is incomplete, as after a power cut. */
  readonly isTorn: boolean;
  /** The numbers of damaged or misplaced lines, from 1 on. */
  readonly damagedLines: readonly number[];
}

async function inspectJournal(file: FileHandle): Promise<JournalContents> {
  const { size } = await file.stat();
  const damagedLines: number[] = [];
  let header: JournalHeader | undefined;
  let reads = 0;
  let lastSeq = 0;
  let isComplete = false;
  let line = 0;
  for await (const { entry } of readEntries(file, 0, size)) {
    line += 1;
    const isInPlace =
      entry &&
      (entry.kind === 'open') === (line === 1) &&
      !(entry.kind === 'read' && entry.read.seq <= lastSeq);
    isComplete = isInPlace === true && entry.kind === 'complete' && entry.stored === lastSeq;
    if (!isInPlace) {
      damagedLines.push(line);
      continue;
    }
    if (entry.kind === 'open') header = entry.header;
    if (entry.kind !== 'read') continue;
    lastSeq = entry.read.seq;
    reads += 1;
  }
  const last = Buffer.alloc(1, '\n');
  await file.read(last, 0, 1, size - 1);
  const isTorn = last.toString() !== '\n';
  return { header, reads, lastSeq, isComplete, bytes: size, isTorn, damagedLines };
}

/** A journal of an earlier run. Lines that cannot be read are left out. */
export interface EarlierJournal {
  readonly header: JournalHeader;
  readonly path: string;
  readonly lastSeq: number;
  readonly isComplete: boolean;
  readonly bytes: number;
  readonly isTorn: boolean;
}

/**
 * Reads the journals of earlier runs for this race. Unreadable lines are named to the operator, and the files stay
 * unchanged.
 */
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
      const contents = await inspectJournal(file);
      const { header, lastSeq, isComplete, bytes, isTorn } = contents;
      // Everything readable of a complete one was sent, and the rest was reported then.
      if (contents.damagedLines.length > 0 && !isComplete) onDamage(describeDamage(path, contents));
      if (header?.raceKey === raceKey && lastSeq > 0) {
        earlier.push({ header, path, lastSeq, isComplete, bytes, isTorn });
      }
    } finally {
      await file.close();
    }
  }
  return earlier;
}

function describeDamage(path: string, { header, reads, damagedLines }: JournalContents): string {
  const hidden = damagedLines.length - MOST_NAMED;
  const lines =
    damagedLines.slice(0, MOST_NAMED).join(', ') + (hidden > 0 ? ` and ${hidden} more` : '');
  const what = `The journal ${path} is damaged: line ${lines} cannot be read.`;
  return header
    ? `${what} The other ${reads} reads are kept.`
    : `${what} Its first line says which race it is of, so nothing of it is sent. To send its other ${reads} reads: --file ${path} --format ndjson`;
}

/** Notes in the journal of an earlier run that all its reads are in Redis. */
export async function markEarlierComplete(journal: EarlierJournal): Promise<void> {
  const file = await open(journal.path, 'r+');
  try {
    const line = encodeJournalEntry({ kind: 'complete', stored: journal.lastSeq });
    await writeWhole(file, journal.isTorn ? `\n${line}` : line, journal.bytes);
  } finally {
    await file.close();
  }
}
