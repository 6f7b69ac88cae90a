import { CHRONOTRACK } from './chronotrack.ts';
import { CSV, NDJSON } from './csv.ts';
import { IMPINJ } from './impinj.ts';
import { IPICO } from './ipico.ts';
import { JCHIP } from './jchip.ts';
import {
  type LineFormat,
  type LineParser,
  parseBlankOrComment,
  type ReaderParts,
  SKIP,
} from './line-format.ts';
import { MACSHA } from './macsha.ts';
import { MYLAPS } from './mylaps.ts';
import { RACERESULT } from './raceresult.ts';
import { ULTRA } from './ultra.ts';
import { parseReadFields } from './read-fields.ts';

const SEPARATOR = /[,;\t]/;

/**
 * `band[,time[,point]]`: the first comma, semicolon or tab in a line is its separator. Everything
 * after the time is the point, so that `104,11:32:05,start,finish` is a read of a mat with two.
 */
export const PLAIN_LINE: LineFormat = {
  name: 'line',
  // Any line that fits no other format may be a plain one.
  recognises: () => false,
  createParser: (parts) => ({
    parse(line) {
      const separator = SEPARATOR.exec(line)?.[0] ?? ',';
      const [band = '', written = '', ...rest] = line.split(separator);
      // No point is a number: it is the fraction of `11:32:05,12`.
      const isFraction = /:\d\d$/.test(written.trim()) && /^\d{1,6}$/.test(rest[0] ?? '');
      const time = isFraction ? `${written.trim()}.${rest[0]}` : written;
      const points = isFraction ? rest.slice(1) : rest;
      return parseReadFields({ band, time, point: dropTrailingBlanks(points).join(',') }, parts);
    },
  }),
};

function dropTrailingBlanks(parts: readonly string[]): readonly string[] {
  const last = parts.findLastIndex((part) => part.trim() !== '');
  return parts.slice(0, last + 1);
}

/**
 * The formats of `--format`, which are recognised without it. A new format is a file and a row here. Of several that fit
 * a line the last one counts.
 */
export const FORMATS: readonly LineFormat[] = [
  PLAIN_LINE,
  CSV,
  NDJSON,
  CHRONOTRACK,
  MYLAPS,
  RACERESULT,
  IPICO,
  ULTRA,
  MACSHA,
  JCHIP,
  IMPINJ,
];

export const FORMAT_NAMES = FORMATS.map(({ name }) => name).join(', ');

/** A parser for one stream in this format; without a format it is taken from the first lines. */
export function createParser(format: LineFormat | undefined, parts: ReaderParts): LineParser {
  if (!format) return createGuessingParser(parts);
  const parser = format.createParser(parts);
  if (format.takesAll) return parser;
  return {
    framing: parser.framing,
    parse: (text) => parseBlankOrComment(text) ?? parser.parse(text.trim()),
    greet: () => parser.greet?.() ?? '',
    ping: () => parser.ping?.() ?? '',
  };
}

/** Takes the format from the first line that fits one. Until then lines are plain ones, which fit no other format. */
function createGuessingParser(parts: ReaderParts): LineParser {
  const plain = createParser(PLAIN_LINE, parts);
  let decided: LineParser | undefined;
  return {
    framing: 'guess',
    parse(text) {
      if (!decided && text.trim() === '') return SKIP;
      const format = decided ? undefined : FORMATS.findLast(({ recognises }) => recognises(text));
      if (format) decided = createParser(format, parts);
      const result = (decided ?? plain).parse(text);
      if (result.kind === 'read') decided ??= plain;
      return result;
    },
    ping: () => decided?.ping?.() ?? '',
  };
}
