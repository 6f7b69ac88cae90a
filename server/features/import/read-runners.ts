import { decodeText, isXml } from './decode-text.ts';
import type { ImportOutcome } from './import-outcome.ts';
import { readEntryList } from './read-entry-list.ts';
import { readTable } from './read-table.ts';
import { failWhole, type ImportOptions, RunnersReader } from './runners-reader.ts';

/** One file at a time, so that the memory is bounded however many are sent. */
let lastReading: Promise<unknown> = Promise.resolve();

/**
 * Reads the CSV file of the runners (IMPORT.md IM1) as spreadsheet programs and registration services write it, or a
 * list of entries in XML (IM45). Either every line is good, or all faults come back by line; it never rejects for the
 * content of a file, only with a `MappingError` for a mapping that does not fit it. It stops at an invalid
 * header. Others have their turns while it reads (IM3).
 */
export function readRunners(bytes: Uint8Array, options: ImportOptions): Promise<ImportOutcome> {
  const reading = lastReading.then(() => read(bytes, options));
  lastReading = reading.catch(() => undefined);
  return reading;
}

async function read(bytes: Uint8Array, options: ImportOptions): Promise<ImportOutcome> {
  const decoded = decodeText(bytes, options.mapping?.encoding);
  if (!decoded.ok) return failWhole(decoded.error);
  const { text } = decoded.value;
  const reader = new RunnersReader(decoded.value, options);
  if (isXml(text)) {
    const fault = await readEntryList(text, options, reader);
    return fault ? failWhole(fault.message) : reader.finish();
  }
  const fault = await readTable(text, reader);
  if (fault) reader.faults.add(fault.line, fault.message);
  return reader.finish();
}
