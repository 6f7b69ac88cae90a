import { MAX_UPLOAD_BYTES } from '#shared/wire/uploads.ts';
import { type DecodedText, decodeText, isXml } from './decode-text.ts';
import type { ImportOutcome } from './import-outcome.ts';
import { NO_MAPPING } from './parse-mapping.ts';
import { readEntryList, readXmlLetters } from './read-entry-list.ts';
import { readLetters } from './read-letters.ts';
import { readTable } from './read-table.ts';
import { failWhole, type ImportOptions, RunnersReader } from './runners-reader.ts';

/**
 * Reads the CSV file of the runners (IMPORT.md IM1) as spreadsheet programs and registration services write it, or a
 * list of entries in XML (IM45). Either every line is good, or all faults come back by line; it never rejects for the
 * content of a file, only with a `MappingError` for a mapping that does not fit it. It stops at an invalid
 * header. It never yields: a server runs it in a thread (`read-in-thread.ts`).
 */
export async function parseRunnersCsv(
  bytes: Uint8Array,
  options: ImportOptions,
): Promise<ImportOutcome> {
  if (bytes.length > MAX_UPLOAD_BYTES.runners) {
    const megabytes = (bytes.length / 1024 / 1024).toFixed(1);
    return failWhole(`The file is too large: it has ${megabytes} MB, and 10 MB are allowed.`);
  }
  const decoded = decodeText(bytes);
  if (!decoded.ok) return failWhole(decoded.error);
  if (isXml(decoded.value.text)) return parseRunnersXml(decoded.value, options);
  const { mapping = NO_MAPPING, isPreview = false } = options;
  const letters = await readLetters(decoded.value, mapping, isPreview);
  const reader = new RunnersReader(letters.encoding, letters.encodings, options);
  const fault = await readTable(letters.text, reader);
  if (fault) reader.faults.add(fault.line, fault.message);
  if (letters.fault !== undefined) reader.faults.addChoice(1, letters.fault, 'encoding');
  return reader.finish();
}

function parseRunnersXml(decoded: DecodedText, options: ImportOptions): ImportOutcome {
  const letters = readXmlLetters(decoded);
  if (!letters.ok) return failWhole(letters.error);
  const { text, encoding } = letters.value;
  const reader = new RunnersReader(encoding, [], options);
  const fault = readEntryList(text, options, reader);
  if (fault) return failWhole(fault.message);
  return reader.finish();
}
