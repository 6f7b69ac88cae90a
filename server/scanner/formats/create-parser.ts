import type { ReadClock } from '../clock/read-clock.ts';
import { createChronotrackParser } from './chronotrack.ts';
import { createCsvParser } from './csv.ts';
import { createGuessingParser } from './guess.ts';
import type { LineParser } from './line-parser.ts';
import { createNdjsonParser } from './ndjson.ts';
import { createPlainLineParser } from './plain-line.ts';

export const FORMATS = ['line', 'csv', 'ndjson', 'chronotrack'] as const;
export type Format = (typeof FORMATS)[number];

const PARSERS: Readonly<Record<Format, (clock: ReadClock) => LineParser>> = {
  line: createPlainLineParser,
  csv: createCsvParser,
  ndjson: createNdjsonParser,
  chronotrack: createChronotrackParser,
};

/** A parser for one stream in this format; without a format it is taken from the first lines. */
export function createParser(format: Format | undefined, clock: ReadClock): LineParser {
  return format === undefined ? createGuessingParser(clock) : PARSERS[format](clock);
}
