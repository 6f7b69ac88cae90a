import { setImmediate as turn } from 'node:timers/promises';

import { quoteGiven } from '#shared/model/text-rules.ts';
import { MAX_UPLOAD_BYTES } from '#shared/wire/upload-limits.ts';

import type { ImportField } from './column-names.ts';
import { chooseSamples } from './choose-samples.ts';
import { decodeText } from './decode-text.ts';
import type { TextEncoding } from './decode-text.ts';
import { describeRunners } from './import-notes.ts';
import { EventColumn } from './event-column.ts';
import type { ImportOutcome, NewRunner } from './import-outcome.ts';
import { FaultList, NO_FINDINGS } from './import-outcome.ts';
import { checkMappedColumns } from './check-mapped-columns.ts';
import type { ReadingMap } from './parse-mapping.ts';
import { NO_MAPPING } from './parse-mapping.ts';
import type { LineOfBand } from './read-runner-row.ts';
import { readRunnerRow } from './read-runner-row.ts';
import { readTable } from './read-table.ts';
import type { Table, TableRow } from './read-table.ts';
import { findPositions, recogniseHeader } from './recognise-header.ts';
import { createEventNames } from '../runner-fields.ts';

/** How long rows are judged before somebody else has a turn: some take far longer than others. */
const STRETCH_MS = 10;

export interface ImportOptions {
  /** The configured names of the distances, in the order BB, PB, UB. */
  readonly distances: readonly string[];
  /** What the organiser said about the columns and events of this file. */
  readonly mapping?: ReadingMap;
}

/**
 * Reads the CSV file of the runners (CONTRACT 8) as spreadsheet programs and
 * registration services write it. Either every line is good, or all that is
 * wrong comes back by line; it never rejects for what a file can hold, only
 * with a {@link MappingError} for a mapping that does not fit it. It takes turns
 * with whatever else the process does, so a long file holds up nobody.
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
  if (!decoded.ok) return failWhole(decoded.message);
  const table = await readTable(decoded.text);
  if (table.header === undefined) {
    return failWhole(
      table.fault?.message ??
        'The file is empty: it needs a header line and a line for each runner.',
      table.fault?.line,
    );
  }
  return readRunners(table, table.header, decoded.encoding, options);
}

async function readRunners(
  table: Table,
  header: TableRow,
  encoding: TextEncoding,
  { distances, mapping = NO_MAPPING }: ImportOptions,
): Promise<ImportOutcome> {
  const faults = new FaultList();
  const columns = recogniseHeader(header, mapping, faults);
  checkMappedColumns(columns, mapping);
  if (!faults.isEmpty) return faults.toOutcome({ ...NO_FINDINGS, columns });

  const positions = findPositions(columns);
  const events = new EventColumn(createEventNames(distances), mapping);
  const bands: LineOfBand = new Map();
  const runners: NewRunner[] = [];
  const lines: number[] = [];
  let turnedMs = performance.now();
  for (const { line, cells } of table.rows) {
    if (performance.now() - turnedMs > STRETCH_MS) {
      await turn();
      turnedMs = performance.now();
    }
    if (cells.length !== columns.length) {
      faults.add(line, describeColumnCount(cells, columns.length, table.delimiter));
      continue;
    }
    const cell = (field: ImportField): string => cells[positions[field]] ?? '';
    const event = events.read(cell('event'));
    const row = readRunnerRow({ line, cell, event, bands });
    if (row.ok) {
      runners.push(row.runner);
      lines.push(line);
    } else {
      for (const message of row.messages) faults.add(line, message);
    }
  }
  if (table.fault) faults.add(table.fault.line, table.fault.message);
  if (faults.isEmpty && runners.length === 0) {
    faults.add(header.line, 'There are no runners under the header line.');
  }
  const findings = { columns, eventValues: events.listUnknown() };
  if (!faults.isEmpty) return faults.toOutcome(findings);
  const notes = describeRunners({ runners, lines, columns, encoding, distances });
  return { ok: true, runners, notes, samples: chooseSamples(runners, lines), ...findings };
}

const DELIMITER_WORDS: Readonly<Record<string, string>> = {
  ',': 'a comma',
  ';': 'a semicolon',
  '\t': 'a tab',
  '|': 'a vertical bar',
};

function describeColumnCount(
  cells: readonly string[],
  expected: number,
  delimiter: string,
): string {
  const found = cells.length;
  const word = DELIMITER_WORDS[delimiter] ?? delimiter;
  const hint =
    found > expected
      ? `If a value holds ${word}, put it in quotes: "Muster${delimiter} Hans".`
      : `Look for a missing value, or for ${word} that is missing.`;
  // A line of one value is often none of the table's: a remark, or a page of the web that was saved along.
  const columns =
    found === 1 ? `is 1 column here, ${quoteGiven(cells[0] ?? '')},` : `are ${found} columns here,`;
  return `There ${columns} but ${expected} in the header. ${hint}`;
}

function failWhole(message: string, line = 1): ImportOutcome {
  const faults = new FaultList();
  faults.add(line, message);
  return faults.toOutcome();
}
