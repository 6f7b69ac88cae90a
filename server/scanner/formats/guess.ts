import type { ReadClock } from '../clock/read-clock.ts';
import { createChronotrackParser } from './chronotrack.ts';
import { createCsvParser, findCsvHeader } from './csv.ts';
import type { LineParser } from './line-parser.ts';
import { createNdjsonParser } from './ndjson.ts';
import { createPlainLineParser } from './plain-line.ts';

/**
 * Takes the format from the first line that can be of one alone. What marks
 * the others can never be a plain line, so nothing is misread by guessing;
 * until the format is sure, lines are taken as plain ones.
 */
export function createGuessingParser(clock: ReadClock): LineParser {
  const plain = createPlainLineParser(clock);
  let decided: LineParser | undefined;
  return {
    parse(text) {
      decided ??= findFormat(text, clock);
      const result = (decided ?? plain).parse(text);
      if (result.kind === 'read') decided ??= plain;
      return result;
    },
  };
}

function findFormat(text: string, clock: ReadClock): LineParser | undefined {
  if (/^\s*TO~/.test(text)) return createChronotrackParser(clock);
  if (/^\s*\{/.test(text)) return createNdjsonParser(clock);
  if (findCsvHeader(text)) return createCsvParser(clock);
  return undefined;
}
