import { ChipCodes } from '#server/scanner/formats/chip-codes.ts';
import type {
  LineFormat,
  LineResult,
  LocationPoints,
  ReaderContext,
} from '#server/scanner/formats/line-format.ts';
import { ReadMarks } from '#server/scanner/inputs/read-marks.ts';
import { parseChipTable } from '#shared/model/chip-table.ts';
import type { BandId } from '#shared/model/ids.ts';
import type { EpochMs } from '#shared/model/time.ts';

import { createTestClock } from '../test-clock.ts';

export interface FormatOptions {
  /** Lines of a chip file. */
  readonly chips?: string;
  readonly locations?: LocationPoints;
  readonly marks?: ReadMarks;
  /** The current time of a live stream. */
  readonly now?: () => EpochMs;
}

export function createContext({ chips, locations, marks, now }: FormatOptions = {}): ReaderContext {
  return {
    chips: new ChipCodes(chips === undefined ? undefined : parseTable(chips)),
    locations: locations ?? new Map(),
    marks: marks ?? new ReadMarks(),
    now,
  };
}

function parseTable(text: string): Map<string, BandId> {
  const parsed = parseChipTable(text);
  if (!parsed.ok) throw new Error(parsed.error.join('; '));
  return parsed.value;
}

/** One stream of a format: each call takes its next line. */
export function createReader(
  format: LineFormat,
  options: FormatOptions = {},
): (line: string) => string[] {
  const parser = format.createParser(createTestClock(), createContext(options));
  return (line) => describe(parser.parse(line));
}

/** The result of a line: `104 2026-06-20T10:32:05.120Z finish`, `bad: why`, `answer: …`, `note: …`. */
function describe(result: LineResult): string[] {
  if (result.kind === 'skip') return [];
  if (result.kind === 'bad') return [`bad: ${result.reason}`];
  if (result.kind === 'read') {
    const { bandId, timeMs, points } = result.read;
    const time = timeMs === undefined ? 'now' : new Date(timeMs).toISOString();
    return [[bandId, time, ...(points ?? [])].join(' ')];
  }
  return [
    ...(result.parts ?? []).flatMap(describe),
    ...(result.note === undefined ? [] : [`note: ${result.note}`]),
    ...(result.answer === undefined ? [] : [`answer: ${result.answer}`]),
  ];
}
