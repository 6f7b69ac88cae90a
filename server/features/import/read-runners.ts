import type { ImportOutcome } from './import-outcome.ts';
import { readEntryList } from './read-entry-list.ts';
import { readTable } from './read-table.ts';
import { failWhole, type ImportOptions, RunnersReader } from './runners-reader.ts';
import { type DecodedText, isXml } from './text-encoding.ts';

/** Reads the text of a file of runners, a table or a list of entries in XML (IMPORT.md IM1, IM45). */
export async function readRunners(
  decoded: DecodedText,
  options: ImportOptions,
): Promise<ImportOutcome> {
  const { text } = decoded;
  const reader = new RunnersReader(decoded, options);
  if (isXml(text)) {
    const fault = readEntryList(text, options, reader);
    return fault ? failWhole(fault.message) : reader.finish();
  }
  const fault = await readTable(text, reader);
  if (fault) reader.faults.add(fault.line, fault.message);
  return reader.finish();
}
