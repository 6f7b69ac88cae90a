import type { ReadClock } from '../clock/read-clock.ts';
import { CHRONOTRACK } from './chronotrack.ts';
import { CSV } from './csv.ts';
import type { LineFormat, LineParser } from './line-format.ts';
import { NDJSON } from './ndjson.ts';
import { PLAIN_LINE } from './plain-line.ts';

/**
 * The formats that reads may come in. From this table follow what `--format` takes and `--help`
 * lists, what is recognised without it, and the parsers: a new format is a file of its own and a
 * row here. Where a line could be of several, the last of them has it.
 */
export const FORMATS: readonly LineFormat[] = [PLAIN_LINE, CSV, NDJSON, CHRONOTRACK];

/** The names of all formats, as a list for people. */
export const FORMAT_NAMES = FORMATS.map(({ name }) => name).join(', ');

/** A parser for one stream in this format; without a format it is taken from the first lines. */
export function createParser(format: LineFormat | undefined, clock: ReadClock): LineParser {
  return format === undefined ? createGuessingParser(clock) : format.createParser(clock);
}

/**
 * Takes the format from the first line that can be of one alone. What marks
 * the others can never be a plain line, so nothing is misread by guessing;
 * until the format is sure, lines are taken as plain ones.
 */
function createGuessingParser(clock: ReadClock): LineParser {
  const plain = PLAIN_LINE.createParser(clock);
  let decided: LineParser | undefined;
  return {
    parse(text) {
      decided ??= FORMATS.findLast(({ recognises }) => recognises(text))?.createParser(clock);
      const result = (decided ?? plain).parse(text);
      if (result.kind === 'read') decided ??= plain;
      return result;
    },
  };
}
