import type { ReadClock } from '../clock/read-clock.ts';
import {
  createFileContext,
  type LineFormat,
  type LineParser,
  parseBlankOrComment,
} from './line-format.ts';
import { parseReadFields } from './read-fields.ts';

const SEPARATOR = /[,;\t]/;

/**
 * `band[,time[,point]]`: the first comma, semicolon or tab in a line is its separator. Everything
 * after the time is the point, so that `104,11:32:05,start,finish` is a read of a mat with two.
 */
export const PLAIN_LINE: LineFormat = {
  name: 'line',
  namesPoint: true,
  // Recognises nothing itself: a line that fits no other format may be a plain one.
  recognises: () => false,
  createParser,
};

function createParser(clock: ReadClock, { chips } = createFileContext()): LineParser {
  return {
    parse(text) {
      const skipped = parseBlankOrComment(text);
      if (skipped) return skipped;
      const line = text.trim();
      const separator = SEPARATOR.exec(line)?.[0] ?? ',';
      const [band = '', time = '', ...points] = line.split(separator);
      return parseReadFields(
        { band, time, point: dropTrailingBlanks(points).join(',') },
        clock,
        chips,
      );
    },
  };
}

function dropTrailingBlanks(parts: readonly string[]): readonly string[] {
  const last = parts.findLastIndex((part) => part.trim() !== '');
  return parts.slice(0, last + 1);
}
