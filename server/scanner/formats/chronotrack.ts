import { parseBandId } from '#shared/model/ids.ts';
import { isRaceMoment, parseEpoch } from '#shared/model/instant.ts';
import { quoteGiven } from '#shared/model/text-rules.ts';

import type { ReadClock } from '../clock/read-clock.ts';
import { badLine, type LineFormat, type LineParser, parseBlankOrComment } from './line-format.ts';

/** Epoch seconds with a fraction; milliseconds do not occur in these files. */
const SECONDS_FORM = /^\d{9,10}(?:\.\d+)?$/;

/**
 * The read files of ChronoTrack controllers:
 * `TO~seq~tag~n~n~epoch.hh~MAC~antenna~RSSI~n~P[~n]`. The box writes its wall
 * clock as if it were UTC, so the seconds are a wall clock in the clock's zone.
 */
export const CHRONOTRACK: LineFormat = {
  name: 'chronotrack',
  namesPoint: false,
  recognises: (line) => /^\s*TO~/.test(line),
  createParser,
};

function createParser(clock: ReadClock): LineParser {
  return {
    parse(text) {
      const skipped = parseBlankOrComment(text);
      if (skipped) return skipped;
      const line = text.trim();
      const fields = line.split('~');
      if (fields[0] !== 'TO')
        return badLine(`begins with ${quoteGiven(fields[0] ?? '')}, not with TO~`);
      if (fields.length !== 11 && fields.length !== 12) {
        return badLine(`${fields.length} fields, where a read has 11 or 12`);
      }
      const [, , tag = '', , , seconds = '', , , , , kind = ''] = fields;
      if (kind !== 'P') return badLine(`is of kind ${quoteGiven(kind)}, not P`);
      const bandId = parseBandId(tag);
      if (bandId === undefined) return badLine(`${quoteGiven(tag)} is not a wristband number`);
      const shownMs = SECONDS_FORM.test(seconds) ? parseEpoch(seconds) : undefined;
      if (shownMs === undefined || !isRaceMoment(shownMs)) {
        return badLine(`${quoteGiven(seconds)} is not a time in epoch seconds`);
      }
      const timeMs = clock.fromWallClock(shownMs);
      return { kind: 'read', read: { bandId, timeMs, points: undefined } };
    },
  };
}
