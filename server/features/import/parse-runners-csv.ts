import { decodeText } from './decode-text.ts';
import type { ImportOutcome } from './import-outcome.ts';
import { readRunners } from './read-runners.ts';
import { failWhole, type ImportOptions } from './runners-reader.ts';

/**
 * Reads the CSV file of the runners (IMPORT.md IM1) as spreadsheet programs and registration services write it, or a
 * list of entries in XML (IM45). Either every line is good, or all faults come back by line; it never rejects for the
 * content of a file, only with a `MappingError` for a mapping that does not fit it. It stops at an invalid
 * header. It never yields: a server reads in a thread (`read-in-thread.ts`).
 */
export async function parseRunnersCsv(
  bytes: Uint8Array,
  options: ImportOptions,
): Promise<ImportOutcome> {
  const decoded = decodeText(bytes, options.mapping?.encoding);
  return decoded.ok ? readRunners(decoded.value, options) : failWhole(decoded.error);
}
