import { HANGS_MS } from '#tests/support/hangs.ts';
import type { JournalHeader, TakenRead } from '#server/scanner/journal/journal-lines.ts';
import {
  Journal,
  type JournalFolder,
  type JournalOptions,
} from '#server/scanner/journal/journal.ts';
import { getBandId } from '#tests/support/builders.ts';

export const HEADER: JournalHeader = { raceKey: 'race', source: 'mat', session: 'session-1' };

/** Reads of the bands 1, 2, 3 … at the finish, a second apart. */
export function buildReads(count: number, first = 1): TakenRead[] {
  return Array.from({ length: count }, (_, index) => ({
    bandId: getBandId(String(first + index)),
    points: ['finish'],
    timeMs: Date.UTC(2026, 5, 20, 10) + (first + index) * 1_000,
    receivedMs: Date.UTC(2026, 5, 20, 12),
  }));
}

const QUIET: JournalOptions = {
  say: (text) => {
    throw new Error(text);
  },
  onWritten: () => undefined,
  stop: AbortSignal.timeout(HANGS_MS),
};

/** A new journal; the test closes it. */
export async function createTestJournal(
  folder: JournalFolder,
  header: JournalHeader = HEADER,
  options: Partial<JournalOptions> = {},
): Promise<Journal> {
  return Journal.create(folder, header, { ...QUIET, ...options });
}
