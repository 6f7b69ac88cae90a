import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

import { syncFolder } from '#server/system/sync-folder.mjs';

import { type JournalFolder, writeWhole } from './journal-folder.ts';
import {
  correctJournalLine,
  type JournalEntry,
  type JournalHeader,
  encodeJournalEntry,
  parseJournalEntry,
  readEntries,
} from './journal-lines.ts';

/** The content of the journal of a scanner that no longer runs. */
interface JournalContents {
  /** Undefined when not even the first line is whole. */
  readonly header: JournalHeader | undefined;
  readonly lastSeq: number;
  /** Whether all reads were in Redis when the journal was last written. */
  readonly isComplete: boolean;
  /** Where the whole lines end; the rest is torn or damaged. */
  readonly wholeBytes: number;
  readonly totalBytes: number;
}

/**
 * Reads a journal up to the first line that is damaged or out of place. Everything before it was or
 * may have been acknowledged. A line of which one bit flipped is put right on the way:
 * `onCorrected` is told behind which read.
 */
async function inspectJournal(
  file: FileHandle,
  onCorrected: (lastSeq: number) => void,
): Promise<JournalContents> {
  const { size } = await file.stat();
  let header: JournalHeader | undefined;
  let lastSeq = 0;
  let isComplete = false;
  let wholeBytes = 0;
  const correct = async (line: Buffer, at: number): Promise<JournalEntry | undefined> => {
    const corrected = correctJournalLine(line);
    if (!corrected) return undefined;
    await file.write(corrected, 0, corrected.length, at);
    await file.sync();
    onCorrected(lastSeq);
    return parseJournalEntry(corrected.toString());
  };
  for await (const { entry, endsAt } of readEntries(file, 0, size, correct)) {
    if ((entry.kind === 'open') !== (header === undefined)) break;
    if (entry.kind === 'open') header = entry.header;
    if (entry.kind === 'read' && entry.read.seq !== lastSeq + 1) break;
    if (entry.kind === 'read') lastSeq = entry.read.seq;
    isComplete = entry.kind === 'complete' && entry.stored === lastSeq;
    wholeBytes = endsAt;
  }
  return { header, lastSeq, isComplete, wholeBytes, totalBytes: size };
}

/** A journal of an earlier run, without damaged parts. */
export interface EarlierJournal {
  readonly header: JournalHeader;
  readonly path: string;
  readonly lastSeq: number;
  readonly isComplete: boolean;
  readonly bytes: number;
}

/**
 * Checks the journals of earlier runs for this race. A bit that flipped is put right; a tail that is damaged otherwise is moved to a file of its own
 * and reported to the operator; nothing is deleted.
 */
export async function findEarlierJournals(
  folder: JournalFolder,
  raceKey: string,
  onDamage: (text: string) => void,
): Promise<EarlierJournal[]> {
  const earlier: EarlierJournal[] = [];
  for (const session of await folder.listSessions()) {
    const path = folder.pathOf(session);
    const file = await open(path, 'r+');
    try {
      const contents = await inspectJournal(file, (lastSeq) =>
        onDamage(
          `One bit of the journal ${path} had flipped behind its read ${lastSeq}: it is put right, and nothing is lost.`,
        ),
      );
      if (contents.wholeBytes < contents.totalBytes) {
        onDamage(await setTailAside(folder, path, file, contents));
      }
      const { header, lastSeq, isComplete, wholeBytes: bytes } = contents;
      if (header?.raceKey === raceKey && lastSeq > 0) {
        earlier.push({ header, path, lastSeq, isComplete, bytes });
      }
    } finally {
      await file.close();
    }
  }
  return earlier;
}

/** Notes in the journal of an earlier run that all its reads are in Redis. */
export async function markEarlierComplete(journal: EarlierJournal): Promise<void> {
  const file = await open(journal.path, 'r+');
  try {
    const line = encodeJournalEntry({ kind: 'complete', stored: journal.lastSeq });
    await writeWhole(file, line, journal.bytes);
  } finally {
    await file.close();
  }
}

/** Returns the message for the operator. */
async function setTailAside(
  folder: JournalFolder,
  path: string,
  file: FileHandle,
  { lastSeq, wholeBytes, totalBytes }: JournalContents,
): Promise<string> {
  const asidePath = findFreePath(`${path}.damaged-${wholeBytes}`);
  const tail = createReadStream(path, { start: wholeBytes });
  await pipeline(tail, createWriteStream(asidePath, { flags: 'wx', flush: true }));
  await syncFolder(folder.path);
  await file.truncate(wholeBytes);
  await file.sync();
  return (
    `The journal ${path} is damaged after its read ${lastSeq}: the ${totalBytes - wholeBytes} bytes ` +
    `from there on are now in ${asidePath}, the reads before are kept. ` +
    `To try the rest: --file ${asidePath} --format ndjson`
  );
}

/** What was set aside before stays: the end of a journal may be damaged at the same place once more. */
function findFreePath(path: string): string {
  for (let copy = 1; ; copy += 1) {
    const found = copy === 1 ? path : `${path}-${copy}`;
    if (!existsSync(found)) return found;
  }
}
