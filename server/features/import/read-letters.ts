import { quoteGiven } from '#shared/model/text-rules.ts';
import { BYTE_ENCODINGS, type EncodingReading } from '#shared/wire/import-mapping.ts';
import {
  type DecodedText,
  hasMarks,
  nameEncoding,
  readMarked,
  type TextEncoding,
} from './decode-text.ts';
import type { ImportField } from './column-names.ts';
import { FaultList } from './import-outcome.ts';
import { judgeReadings } from './judge-readings.ts';
import type { ReadingMap } from './parse-mapping.ts';
import { readTable } from './read-table.ts';
import { findPositions, recogniseHeader } from './recognise-header.ts';

export interface ReadLetters {
  readonly text: string;
  readonly encoding: TextEncoding;
  /** Between which somebody can choose. */
  readonly encodings: readonly EncodingReading[];
  /** Why nothing can be imported before they have. */
  readonly fault?: string;
}

/**
 * Reads the letters of a file, by the names in it where its bytes do not tell what they are (IMPORT.md IM44).
 * Where these leave it open, Windows-1252 is what a file is that is no UTF-8; who looks at a preview is asked.
 */
export async function readLetters(
  { text, encoding }: DecodedText,
  mapping: ReadingMap,
  isPreview: boolean,
): Promise<ReadLetters> {
  if (encoding !== undefined) return { text, encoding, encodings: [] };
  const judged = judgeReadings(await collectNames(text, mapping), mapping.encoding);
  const { encodings } = judged;
  const used = judged.encoding ?? encodings[0]?.encoding ?? BYTE_ENCODINGS[0];
  const read = { text: readMarked(text, used), encoding: used, encodings };
  const isFault = isEncodingOpen(encodings) && (isPreview || used !== 'windows-1252');
  return isFault ? { ...read, fault: describeOpenEncoding(encodings) } : read;
}

/** Whether names come out differently and nothing tells which are meant. */
export function isEncodingOpen(encodings: readonly EncodingReading[]): boolean {
  return encodings.length > 0 && !encodings.some(({ isUsed }) => isUsed);
}

/** `“Hélène” in Windows-1252, “Hélčne” in Windows-1250`. */
export function describeOpenEncoding(encodings: readonly EncodingReading[]): string {
  const readings = encodings.map(
    ({ encoding, names }) => `${quoteGiven(names[0] ?? '')} in ${nameEncoding(encoding)}`,
  );
  return `The file does not tell how its letters are written, and names come out differently: ${readings.join(', ')}. Say which it is, or save the file as “CSV UTF-8”.`;
}

/** So many different names tell what a file is written in. */
const MOST_NAMES = 2_000;
const MOST_LETTERS = 200;
const NAME_FIELDS: readonly ImportField[] = ['firstName', 'lastName', 'fullName', 'runClub'];

/** The names and clubs that have bytes of which it is open what they are, each once, as `markBytes` has them. */
async function collectNames(marked: string, mapping: ReadingMap): Promise<readonly string[]> {
  const names = new Set<string>();
  let positions: readonly number[] = [];
  await readTable(marked, {
    onTitle: () => undefined,
    onHeader({ line, cells }) {
      const header = {
        line,
        cells: cells.map((cell) => readMarked(cell, mapping.encoding ?? BYTE_ENCODINGS[0])),
      };
      const found = findPositions(recogniseHeader(header, mapping, new FaultList()));
      positions = NAME_FIELDS.map((field) => found[field]).filter((position) => position !== -1);
      return positions.length > 0;
    },
    onRow({ cells }) {
      for (const position of positions) {
        const name = cells[position] ?? '';
        if (hasMarks(name)) names.add(name.slice(0, MOST_LETTERS));
      }
      return names.size < MOST_NAMES;
    },
  });
  return [...names];
}
