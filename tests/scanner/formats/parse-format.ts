import { ChipCodes } from '#server/scanner/formats/chip-codes.ts';
import { createParser } from '#server/scanner/formats/formats.ts';
import type { LineFormat, LineResult, ReaderParts } from '#server/scanner/formats/line-format.ts';
import { parseChipTable } from '#shared/model/chip-table.ts';
import { USUAL_COURSES } from '#shared/model/courses.ts';
import type { BandId } from '#shared/model/ids.ts';
import type { EpochMs } from '#shared/model/time.ts';
import type { TimePoint } from '#shared/model/time-point.ts';

import { createTestClock } from '../test-clock.ts';

export interface FormatOptions {
  /** Lines of a chip file. */
  readonly chips?: string;
  readonly racePoints?: readonly TimePoint[];
  readonly marks?: ReadonlyMap<string, number>;
  readonly clock?: ReaderParts['clock'];
  /** The current time of a live stream. */
  readonly now?: () => EpochMs;
}

/** The parts of a parser, for a file of wristband numbers by default. */
export function createParts({
  chips,
  racePoints = USUAL_COURSES.points,
  marks,
  now,
  clock = createTestClock(),
}: FormatOptions = {}): ReaderParts {
  return {
    clock,
    chips: new ChipCodes(chips === undefined ? undefined : parseTable(chips)),
    racePoints,
    marks: marks ?? new Map(),
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
  const parser = createParser(format, createParts(options));
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
