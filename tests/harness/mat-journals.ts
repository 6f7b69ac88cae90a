import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { type JournalRead, parseJournalEntry } from '#server/scanner/journal/journal-lines.ts';
import type { Random } from '#server/system/random.ts';

const LF = 0x0a;

/** The read whose line was struck in two bits; none where it was another line, or one bit, which is put right. */
export interface JournalDamage {
  readonly read: JournalRead | undefined;
}

/**
 * Has one bit or two of one line be others in the journals of a folder: of the last line of the last journal, or of any.
 * Undefined where there is no whole line yet.
 */
export function flipJournal(
  folder: string,
  isLast: boolean,
  random: Random,
): JournalDamage | undefined {
  const journals = listFiles(folder).filter((path) => path.endsWith('.ndjson'));
  const lines = journals.flatMap((path) => findLines(path));
  if (lines.length === 0) return undefined;
  const line = isLast ? lines.at(-1) : random.pick(lines);
  if (!line) return undefined;
  const bytes = readFileSync(line.path);
  const entry = parseJournalEntry(bytes.toString('utf8', line.from, line.to));
  const at = random.int(line.from, line.to - 2);
  const places = random.chance(0.5) ? [at] : [at, at + 1];
  for (const place of places) bytes[place] = (bytes[place] ?? 0) ^ (1 << random.int(0, 7));
  writeFileSync(line.path, bytes);
  return { read: entry?.kind === 'read' && places.length > 1 ? entry.read : undefined };
}

/** What scanners of a folder have set aside of damaged journals. */
export function listSetAside(folder: string): readonly string[] {
  return listFiles(folder).filter((path) => path.includes('.damaged-'));
}

/** The whole reads among that. */
export function listReadsSetAside(folder: string): readonly JournalRead[] {
  const lines = listSetAside(folder).flatMap((path) => readFileSync(path, 'utf8').split('\n'));
  return lines.flatMap((line) => {
    const entry = parseJournalEntry(line);
    return entry?.kind === 'read' ? [entry.read] : [];
  });
}

function listFiles(folder: string): readonly string[] {
  // It begins with the first read.
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).toSorted();
  return names.map((name) => join(folder, name));
}

/** Where the lines of a file are that have an end, without it. */
function findLines(path: string): { path: string; from: number; to: number }[] {
  const bytes = readFileSync(path);
  const lines = [];
  for (let from = 0, to = bytes.indexOf(LF); to !== -1; to = bytes.indexOf(LF, from)) {
    if (to > from) lines.push({ path, from, to });
    from = to + 1;
  }
  return lines;
}
